import type { Pixel } from './types'

/** What belongs to one picture of a camera. */
export interface Overlay {
  seq: number
  rtp?: number // RTP timestamp of the picture that it belongs to
  at_ns: number // when the picture was taken, by the table's clock
  outline?: Pixel[][] | null // of each layer, in pixels of the picture
  width?: number
  height?: number
}

/** Takes what belongs to the picture of a timestamp, and drops what is older. */
export function follow(waiting: Overlay[], rtp: number | undefined): Overlay | null {
  const i = waiting.findIndex((o) => o.rtp === rtp)
  if (i < 0) return null
  return waiting.splice(0, i + 1).at(-1) ?? null
}
