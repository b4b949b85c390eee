/** A time as the paper has it, cut to hundredths: 12.19, 1:02.35. */
export function clock(ms: number): string {
  const hundredths = Math.floor(ms / 10)
  const s = Math.floor(hundredths / 100)
  const rest = String(hundredths % 100).padStart(2, '0')
  const min = Math.floor(s / 60)
  return min > 0 ? `${min}:${String(s % 60).padStart(2, '0')}.${rest}` : `${s}.${rest}`
}

/** A length of time in minutes and seconds: 29:07. */
export function minutes(ms: number): string {
  const s = Math.max(0, Math.ceil(ms / 1000))
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`
}

/** Reads a time that somebody wrote: 12.19, 12,19, 1:02.35 or 1219; null where it is none. */
export function readTime(text: string): number | null {
  const m = /^\s*(?:(?:(\d{1,2}):)?(\d{1,2}):)?(\d{1,5})(?:[.,](\d{1,3}))?\s*$/.exec(text.replace('：', ':'))
  if (!m) return null
  const [, h = '0', min = '0', s = '0', frac = ''] = m
  if (m[2] !== undefined && Number(s) >= 60) return null
  return ((Number(h) * 60 + Number(min)) * 60 + Number(s)) * 1000 + Number(frac.padEnd(3, '0'))
}

export const ms = (ns: number): number => ns / 1e6
