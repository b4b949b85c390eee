// One table as its pages use it: the live screen, its rulebook, and what a
// person does there.
import { act, Refused, rulebook } from './api'
import { say, t } from './lang.svelte'
import { notify } from './notice.svelte'
import { TableStream } from './stream.svelte'
import type { Attempt, Book, Cited, Flag, Look, Result, Screen, Shown, Verdict } from './types'

const books = new Map<string, Promise<Book>>()

/** A rulebook; each is asked for once. */
export function bookOf(name: string): Promise<Book> {
  const known = books.get(name)
  if (known) return known
  const asked = rulebook(name)
  asked.catch(() => books.delete(name))
  books.set(name, asked)
  return asked
}

/** Tells the person why something was refused. */
export function explain(e: unknown): void {
  if (!(e instanceof Refused)) throw e
  notify(e.code === 'offline' ? t('offline') : e.code === 'stale' ? t('changed') : e.message, 'bad')
}

export class Table {
  book = $state.raw<Book | null>(null)
  busy = $state(false)
  readonly live: TableStream

  constructor(readonly id: string) {
    this.live = new TableStream(id)
  }

  get screen(): Screen | null {
    return this.live.screen
  }

  /** Loads the rulebook; tried again by whoever calls it again. */
  async load(name: string): Promise<void> {
    if (this.book?.name === name) return
    try {
      this.book = await bookOf(name)
    } catch {
      setTimeout(() => void this.load(name), 1000)
    }
  }

  /** Does something, once at a time; tells whether it is on record. */
  async do(attempt: string, kind: string, data: object = {}): Promise<boolean> {
    if (this.busy) return false
    this.busy = true
    try {
      await act(this.id, attempt, kind, data)
      return true
    } catch (e) {
      explain(e)
      return false
    } finally {
      this.busy = false
    }
  }

  shownOf(a: Attempt): Shown | null {
    const s = this.screen
    if (!s || !a.opened) return null
    return s.attempt.opened?.id === a.opened.id ? s.shown : (s.looks?.[a.opened.id] ?? null)
  }

  preview(a: Attempt, v: Verdict): Result | null {
    return (a.opened && this.screen?.previews?.[a.opened.id]?.[v]) || null
  }
}

// What is read off an attempt, as package attempt has it.

export const standing = (a: Attempt) => a.decisions?.findLast((d) => d.taken_back_ns === null) ?? null
export const frozen = (a: Attempt) => {
  const last = a.freezes?.at(-1)
  return last && last.resolved_by === 0 ? last : null
}
export const isVoid = (a: Attempt) => {
  const last = a.voids?.at(-1)
  return !!last && last.restored === null
}
export const timeOf = (a: Attempt) => a.readings?.at(-1)?.time_ms ?? null
export const openFlags = (a: Attempt): { flag: Flag; number: number }[] =>
  (a.flags ?? []).map((flag, i) => ({ flag, number: i + 1 })).filter((x) => x.flag.dismissed === null)
export const openPad = (a: Attempt) => (a.pad ?? []).map((entry, i) => ({ entry, number: i + 1 })).filter((x) => x.entry.forgiven === null)
/** Suggestions for a cube; 0 where there is one puzzle. */
export const seen = (a: Attempt, cube = 0) => (a.suggestions ?? []).filter((s) => s.cube === cube).length
export const suggested = (a: Attempt, cube = 0) => (a.suggestions ?? []).findLast((s) => s.cube === cube)?.ruling.suggestion ?? 'refer'

export const lookOf: Record<'ok' | '+2' | 'DNF', Look> = { ok: 'ok', '+2': 'plus2', DNF: 'dnf' }

/** A round for people: "2", and "333-r2" of a competition's file, are round 2. */
export function roundName(round: string): string {
  const n = /^(?:\w+-r)?(\d+)$/.exec(round)?.[1]
  return n ? t('round', { n }) : round
}

/** The name of a verdict. */
export function verdictName(v: Verdict | 'refer'): string {
  return v === 'ok' ? t('noPenalty') : v
}

/** What a rulebook says under an article, the most fitting text first. */
export function articleTexts(book: Book | null, id: string): string[] {
  if (!book) return []
  const p = book.procedure
  const all: Cited[] = [
    ...Object.values(book.sentences),
    ...Object.values(p.flags),
    ...p.penalties,
    ...p.reasons,
    ...p.inspection.calls,
    p.inspection.none,
    p.never_plus_two,
    p.evidence,
    p.dispute,
  ]
  const limits = book.limits.filter((l) => l.article === id).map((l) => t('limit', { deg: l.limit_deg, events: l.events.join(', ') }))
  // Sentences with a {place} to be filled in are for rulings, not for reading.
  const texts = all.filter((x) => x.article === id).map((x) => say(x.text)).filter((x) => !x.includes('{'))
  return [...new Set([...limits, ...texts])]
}
