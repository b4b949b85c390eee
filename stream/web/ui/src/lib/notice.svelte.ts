// One line that tells what has happened, for a few seconds.
export interface Notice { text: string; tone: 'good' | 'bad' }

const shownMS = 7000

const state = $state<{ now: Notice | null }>({ now: null })
let clear: ReturnType<typeof setTimeout> | undefined

export const notice = (): Notice | null => state.now

export function notify(text: string, tone: Notice['tone'] = 'good'): void {
  state.now = { text, tone }
  clearTimeout(clear)
  clear = setTimeout(hush, shownMS)
}

export function hush(): void {
  state.now = null
}
