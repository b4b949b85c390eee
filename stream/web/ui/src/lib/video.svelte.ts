// Live pictures of a camera: WebRTC (WHEP), or where that does not work JPEGs
// over HTTP. Both come back by themselves.
import { at as address } from './api'
import { follow, type Overlay } from './overlay'
import { pictures } from './mjpeg'

/** A picture older than this is told to be old: the customary limit of a lag that nobody notices is far below. */
const staleMS = 1000
/** A connection without a picture for so long is made anew. */
const giveUpMS = 2000
const retryMS = 700
/** WebRTC that has shown nothing after so long is given up for JPEGs; it is tried again later. */
const firstMS = 4000
const againMS = 60000

/** When WebRTC was given up, for every camera: it is the network that lets none through. 0 for not. */
let gaveUp = 0

export class Video {
  way = $state<'webrtc' | 'mjpeg' | ''>('')
  stale = $state(true)
  latency = $state<number | null>(null) // ms from the camera to this screen
  overlay = $state.raw<Overlay | null>(null) // of the picture that is shown
  frames = 0 // shown so far
  #closed = false
  #abort = new AbortController()
  #peer: RTCPeerConnection | null = null
  #connection = ''
  #shown = performance.now()
  #tried = 0
  #waiting: Overlay[] = []
  #wanted: number | undefined // RTP timestamp of the picture on the screen whose text has not come
  #watch: ReturnType<typeof setInterval>

  constructor(
    readonly table: string,
    readonly camera: string,
    readonly video: HTMLVideoElement,
    readonly canvas: HTMLCanvasElement,
    readonly serverNow: () => number, // ms of the table's clock
    readonly seen: () => boolean, // whether the page shows it now
  ) {
    this.#watch = setInterval(() => this.#look(), 250)
    this.#start()
  }

  close(): void {
    this.#closed = true
    clearInterval(this.#watch)
    this.#hangUp()
  }

  #look(): void {
    const now = performance.now()
    if (document.hidden || !this.seen()) {
      this.#shown = now // browsers need not show pictures that nobody sees
      return
    }
    this.stale = now - this.#shown > staleMS
    const patience = this.way === 'webrtc' && this.frames === 0 ? firstMS : giveUpMS
    if (now - this.#shown > patience && now - this.#tried > patience) {
      if (this.way === 'webrtc' && this.frames === 0) gaveUp = now
      this.#start()
    } else if (this.way === 'mjpeg' && gaveUp > 0 && now - gaveUp > againMS) {
      gaveUp = 0
      this.#start()
    }
  }

  #start(): void {
    this.#hangUp()
    this.#tried = performance.now()
    this.frames = 0
    this.#abort = new AbortController()
    const signal = this.#abort.signal
    const run = typeof RTCPeerConnection === 'undefined' || gaveUp > 0 ? this.#mjpeg(signal) : this.#whep(signal)
    run.catch((e: unknown) => {
      if (signal.aborted) return
      if (this.way === 'webrtc' && e instanceof NoWebRTC) {
        gaveUp = performance.now()
        this.#start()
      } else setTimeout(() => !this.#closed && !signal.aborted && this.#start(), retryMS)
    })
  }

  #hangUp(): void {
    this.#abort.abort()
    this.#peer?.close()
    this.#peer = null
    if (this.#connection) void fetch(this.#connection, { method: 'DELETE', keepalive: true }).catch(() => {})
    this.#connection = ''
    this.#waiting = []
  }

  async #whep(signal: AbortSignal): Promise<void> {
    this.way = 'webrtc'
    const peer = new RTCPeerConnection()
    this.#peer = peer
    const receiver = peer.addTransceiver('video', { direction: 'recvonly' }).receiver
    // Nothing is played out later than it has to be: a judge looks at it now.
    if ('jitterBufferTarget' in receiver) receiver.jitterBufferTarget = 0
    const channel = peer.createDataChannel('overlay', { ordered: false, maxRetransmits: 0 })
    channel.onmessage = (e: MessageEvent<string>) => this.#keep(e.data)
    peer.ontrack = (e) => {
      this.video.srcObject = e.streams[0] ?? new MediaStream([e.track])
      void this.video.play().catch(() => {})
      this.#count(signal)
    }
    peer.onconnectionstatechange = () => {
      if (peer.connectionState === 'failed' && !signal.aborted) this.#start()
    }
    await peer.setLocalDescription()
    await gathered(peer)
    const answer = await fetch(`${address.camera(this.table, this.camera)}/whep`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/sdp' },
      body: peer.localDescription?.sdp ?? '',
      signal,
    })
    if (!answer.ok) throw new NoWebRTC()
    this.#connection = answer.headers.get('Location') ?? ''
    await peer.setRemoteDescription({ type: 'answer', sdp: await answer.text() })
  }

  #count(signal: AbortSignal): void {
    const each = (_: number, frame: VideoFrameCallbackMetadata) => {
      if (signal.aborted) return
      this.#pictured()
      const o = follow(this.#waiting, frame.rtpTimestamp)
      this.#wanted = o ? undefined : frame.rtpTimestamp
      if (o) this.#belongs(o, performance.now() - frame.expectedDisplayTime)
      this.video.requestVideoFrameCallback(each)
    }
    this.video.requestVideoFrameCallback(each)
  }

  #keep(raw: string): void {
    const o = JSON.parse(raw) as Overlay
    // Now and then a picture is shown a few ms before its text is handled.
    if (o.rtp === this.#wanted) {
      this.#wanted = undefined
      this.#belongs(o, null)
      return
    }
    this.#waiting.push(o)
    if (this.#waiting.length > 90) this.#waiting.shift() // three seconds at 30 a second
  }

  async #mjpeg(signal: AbortSignal): Promise<void> {
    this.way = 'mjpeg'
    const answer = await fetch(`${address.camera(this.table, this.camera)}/live.mjpeg?fps=12`, { signal })
    if (!answer.ok || !answer.body) throw new Error(answer.statusText)
    for await (const p of pictures(answer.body)) {
      const bitmap = await createImageBitmap(new Blob([p.jpeg], { type: 'image/jpeg' }))
      if (signal.aborted) return
      this.canvas.width = bitmap.width
      this.canvas.height = bitmap.height
      this.canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
      bitmap.close()
      this.#pictured()
      this.#belongs({ seq: p.seq, at_ns: p.atNS }, 0)
    }
    throw new Error('the pictures have ended')
  }

  /** A picture is shown. */
  #pictured(): void {
    this.frames++
    this.#shown = performance.now()
    this.stale = false
  }

  /** What belongs to the picture that was shown some ms ago; null where that is not known. */
  #belongs(o: Overlay, ago: number | null): void {
    this.overlay = o
    if (ago === null || !(o.at_ns > 0)) return
    const took = this.serverNow() - o.at_ns / 1e6 - ago
    if (Number.isFinite(took)) this.latency = this.latency === null ? took : this.latency + (took - this.latency) * 0.1
  }
}

/** The server gives no video this way now; pictures one by one may still come. */
class NoWebRTC extends Error {}

/** All candidates are in the offer: they are those of this machine, which takes no time. */
async function gathered(peer: RTCPeerConnection): Promise<void> {
  if (peer.iceGatheringState === 'complete') return
  await new Promise<void>((done) => {
    const enough = setTimeout(done, 1000)
    peer.addEventListener('icegatheringstatechange', () => {
      if (peer.iceGatheringState !== 'complete') return
      clearTimeout(enough)
      done()
    })
  })
}
