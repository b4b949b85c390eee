// What the server sends by itself, over server-sent events: comes back by itself
// within a second of the network's return, and tells when it is stale.
import { stillMe } from './me.svelte'
import type { Screen, Summary } from './types'

/** No beat for so long means that what is shown may be old: two and a half beats. */
const staleMS = 2500
/** Between two tries: well under the two seconds in which a page is to be back. */
const retryMS = 700

/** Follows the table's clock: the browser's does not need to be right. */
export class Clock {
  #ahead: number | null = null // of performance.now(), in ms

  /** Takes a time of the server that has just come; the one that came fastest counts. */
  heard(serverMS: number): void {
    const ahead = serverMS - performance.now()
    if (this.#ahead === null || ahead > this.#ahead || this.#ahead - ahead > 5000) this.#ahead = ahead
  }

  /** Takes a time of the server that has passed, as long as nothing better is known. */
  atLeast(serverMS: number): void {
    this.#ahead ??= serverMS - performance.now()
  }

  /** The server's time now, in ms since 1970; NaN before it was heard. */
  now(): number {
    return this.#ahead === null ? Number.NaN : performance.now() + this.#ahead
  }
}

class Stream {
  fresh = $state(false)
  ever = $state(false)
  readonly clock = new Clock()
  #source: EventSource | null = null
  #watch: ReturnType<typeof setInterval> | undefined
  #last = 0
  #tried = 0

  constructor(
    readonly path: string,
    readonly kind: string,
    readonly take: (raw: string) => void,
  ) {}

  open(): () => void {
    this.#connect()
    this.#watch = setInterval(() => this.#look(), 250)
    const retry = () => this.#connect()
    addEventListener('online', retry)
    return () => {
      clearInterval(this.#watch)
      removeEventListener('online', retry)
      this.#source?.close()
    }
  }

  #connect(): void {
    this.#source?.close()
    this.#tried = performance.now()
    const source = new EventSource(this.path)
    const heard = () => {
      this.#last = performance.now()
      this.fresh = this.ever = true
    }
    source.addEventListener(this.kind, (e) => {
      heard()
      this.take((e as MessageEvent<string>).data)
    })
    source.addEventListener('beat', (e) => {
      heard()
      this.clock.heard((JSON.parse((e as MessageEvent<string>).data) as { at_ms: number }).at_ms)
    })
    this.#source = source
  }

  #look(): void {
    const now = performance.now()
    if (now - this.#last > staleMS) this.fresh = false
    const closed = this.#source?.readyState !== EventSource.OPEN
    const silent = now - this.#last > staleMS
    if (!(closed || silent) || now - this.#tried <= (closed ? retryMS : staleMS)) return
    // The server may have forgotten who this is: then it asks to join again.
    void stillMe()
    this.#connect()
  }
}

/** A table's screens, live. */
export class TableStream {
  screen = $state.raw<Screen | null>(null)
  readonly stream: Stream

  constructor(table: string) {
    this.stream = new Stream(`/api/tables/${encodeURIComponent(table)}/events`, 'snapshot', (raw) => {
      const s = JSON.parse(raw) as Screen
      // After a restart of the server its counter starts again: a new epoch tells.
      if (this.screen && s.epoch_ms === this.screen.epoch_ms && s.rev < this.screen.rev) return
      this.stream.clock.atLeast(s.epoch_ms + s.at_ns / 1e6)
      this.screen = s
    })
  }

  /** Milliseconds of the table's clock now. */
  now(): number {
    return this.stream.clock.now() - (this.screen?.epoch_ms ?? 0)
  }
}

/** The Delegate's queue, live: a summary of each table. */
export class HallStream {
  tables = $state.raw<Summary[]>([])
  readonly stream = new Stream('/api/events', 'table', (raw) => {
    const s = JSON.parse(raw) as Summary
    const i = this.tables.findIndex((x) => x.table === s.table)
    this.tables = i < 0 ? [...this.tables, s] : this.tables.with(i, s)
  })

  now(epoch: number): number {
    return this.stream.clock.now() - epoch
  }
}
