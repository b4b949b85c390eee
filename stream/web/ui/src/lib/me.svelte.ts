// Who uses this screen.
import { Refused, session } from './api'
import type { Session } from './types'

const state = $state<{ me: Session | null }>({ me: null })

export const me = (): Session | null => state.me
export const isDelegate = (): boolean => state.me?.role === 'delegate'

export const isOrganiser = (): boolean => state.me?.role === 'organiser'
/** Who decides at a table; the others look on. */
export const isOfficial = (): boolean => state.me?.role === 'judge' || state.me?.role === 'delegate'

export function iAm(s: Session): void {
  state.me = s
}

/** Asks the server; again and again until it answers. */
export async function whoAmI(): Promise<void> {
  try {
    state.me = await session()
  } catch (e) {
    if (!(e instanceof Refused)) throw e
    setTimeout(() => void whoAmI(), 700)
  }
}

/** Asks once whether the server still knows who this is. */
export async function stillMe(): Promise<void> {
  try {
    const s = await session()
    if (s.role !== state.me?.role || s.name !== state.me.name) state.me = s
  } catch (e) {
    if (!(e instanceof Refused)) throw e
  }
}
