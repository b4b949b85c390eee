// Plays an attempt's recordings side by side. It opens and stays in real time:
// while it is locked there is no slower speed, no single picture and no
// standing one (WCA 11f1).
import type { Clip } from './types'

export const speeds = [1, 0.5, 0.25] as const
/** Cameras further apart than this are brought together again: two frames at 30 a second. */
const driftS = 0.07

export class Player {
  locked = $state(true)
  playing = $state(false)
  started = $state(false)
  speed = $state<number>(1)
  loop = $state(false)
  frame = $state(0) // of the main clip
  stepping = $state(false) // single pictures are shown instead of the video
  failed = $state(false)
  ready = $state(0) // videos that can be played
  #videos: (HTMLVideoElement | null)[] = []

  constructor(readonly clips: Clip[]) {}

  get main(): Clip {
    return this.clips[0]!
  }

  /** Tells of the video element of a clip; a Svelte attachment. */
  attach(i: number): (v: HTMLVideoElement) => () => void {
    return (v) => {
      this.#videos[i] = v
      v.defaultPlaybackRate = 1
      return () => (this.#videos[i] = null)
    }
  }

  /** Time of the table's clock, in ns, of what is shown. */
  get at(): number {
    return this.main.frames_ns[this.frame] ?? 0
  }

  /** The frame of a clip that was taken last at a time; the first where none was. */
  static frameAt(clip: Clip, ns: number): number {
    let low = 0
    let high = clip.frames_ns.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((clip.frames_ns[middle] ?? 0) <= ns) low = middle
      else high = middle - 1
    }
    return low
  }

  #seconds(clip: Clip, ns: number): number {
    return Math.max(0, (ns - (clip.frames_ns[0] ?? 0)) / 1e9)
  }

  async play(): Promise<void> {
    const lead = this.#videos[0]
    if (!lead) return
    if (this.frame >= this.main.frames_ns.length - 1) this.frame = 0
    // The middle of the frame, so that rounding shows no neighbour.
    if (this.stepping || this.frame === 0) this.#place(this.at)
    this.stepping = false
    this.started = this.playing = true
    for (const v of this.#videos) if (v) v.playbackRate = this.speed
    await Promise.all(this.#videos.map((v) => v?.play().catch(() => {})))
  }

  pause(): void {
    this.playing = false
    for (const v of this.#videos) v?.pause()
    if (!this.locked) this.stepping = true
  }

  toggle(): void {
    if (this.playing) this.pause()
    else void this.play()
  }

  #place(ns: number): void {
    this.clips.forEach((c, i) => {
      const v = this.#videos[i]
      if (v) v.currentTime = this.#seconds(c, ns) + 0.001
    })
  }

  /** Goes to a time. While locked it plays on from there: no picture stands still. */
  seek(ns: number): void {
    this.frame = Player.frameAt(this.main, ns)
    this.#place(this.at)
    if (this.locked && !this.playing) void this.play()
  }

  jump(seconds: number): void {
    this.seek(this.at + seconds * 1e9)
  }

  /** One picture on or back; nothing while locked. */
  step(by: number): void {
    if (this.locked) return
    if (this.playing) this.pause()
    this.stepping = true
    this.frame = Math.min(this.main.frames_ns.length - 1, Math.max(0, this.frame + by))
  }

  setSpeed(s: number): void {
    if (this.locked && s !== 1) return
    this.speed = s
    for (const v of this.#videos) if (v) v.playbackRate = s
  }

  unlock(): void {
    this.locked = false
    if (!this.playing) this.stepping = true
  }

  /** Called whenever the main video shows another picture. */
  follow(): void {
    const lead = this.#videos[0]
    if (!lead || this.stepping) return
    const first = this.main.frames_ns[0] ?? 0
    this.frame = Player.frameAt(this.main, first + lead.currentTime * 1e9)
    // No browser setting or extension makes it slower either.
    if (this.locked && lead.playbackRate !== 1) lead.playbackRate = 1
    this.clips.forEach((c, i) => {
      const v = this.#videos[i]
      if (i === 0 || !v) return
      const want = this.#seconds(c, this.at)
      if (Math.abs(v.currentTime - want) > driftS && want < (v.duration || 0)) v.currentTime = want
    })
  }

  ended(): void {
    if (this.loop) {
      this.frame = 0
      this.#place(this.at)
      void this.play()
    } else this.pause()
  }
}
