import type { Attempt, Book, Verdict } from './types'

const severity: Partial<Record<Verdict, number>> = { '': 0, ok: 0, '+2': 1, DNF: 2, DNS: 2 }

/**
 * Tells whether evidence watched slowly may support a ruling: one that is not
 * harsher than what stood before, but for penalties that the rulebook lists
 * (WCA 11f2). The server holds the same.
 */
export function slowly(before: Attempt['before'], mayAdd: string[], verdict: Verdict, penalties: string[], book: Book | null): boolean {
  if (!before) return true
  if ((severity[verdict] ?? 0) > (severity[before.verdict] ?? 0)) return false
  const left = (before.penalties ?? []).map((p) => p.id)
  return penalties.every((id) => {
    const i = left.indexOf(id)
    if (i >= 0) {
      left.splice(i, 1)
      return true
    }
    const article = book?.procedure.penalties.find((p) => p.id === id)?.article ?? ''
    return mayAdd.includes(article)
  })
}
