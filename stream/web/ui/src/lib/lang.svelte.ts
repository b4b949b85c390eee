// The language of the pages: the browser's, or the one that was chosen.
import { catalogue, type Key } from '../text'
import type { Text } from './types'

export const langs = ['en', 'zh-TW', 'zh-CN'] as const
export type Lang = (typeof langs)[number]
export const langNames: Record<Lang, string> = { en: 'English', 'zh-TW': '繁體中文', 'zh-CN': '简体中文' }

const kept = 'plustwo.lang'

/** The first language of a list, such as navigator.languages, that there is a catalogue for. */
export function choose(wanted: readonly string[]): Lang {
  for (const w of wanted) {
    const tag = w.toLowerCase()
    if (/^zh-(hant|tw|hk|mo)\b/.test(tag)) return 'zh-TW'
    if (tag === 'zh' || tag.startsWith('zh-')) return 'zh-CN'
    if (tag === 'en' || tag.startsWith('en-')) return 'en'
  }
  return 'en'
}

function first(): Lang {
  const saved = localStorage.getItem(kept)
  return langs.find((l) => l === saved) ?? choose(navigator.languages)
}

const state = $state<{ lang: Lang }>({ lang: first() })
document.documentElement.lang = state.lang

export const lang = (): Lang => state.lang

export function speakLang(l: Lang): void {
  state.lang = l
  localStorage.setItem(kept, l)
  document.documentElement.lang = l
}

/** A text of the catalogue, its {names} filled in. */
export function t(key: Key, fill: Record<string, string | number> = {}): string {
  const text = catalogue[key][langs.indexOf(state.lang)] ?? catalogue[key][0]
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(fill[name] ?? whole))
}

/** A text of the server's in the pages' language. */
export function say(text: Text | null | undefined): string {
  return text?.[state.lang] ?? text?.en ?? ''
}
