// Which page is shown: the address says it.
export type Page =
  | { name: 'hall'; table: string }
  | { name: 'judge'; table: string }
  | { name: 'queue' | 'people' | 'trust' | 'invitation' }
  | { name: 'replay'; table: string; attempt: string }

export function read(path: string): Page {
  const [first, table, second, attempt] = path.split('/').slice(1).map(decodeURIComponent)
  if (first === 'queue' || first === 'people' || first === 'trust' || first === 'invitation') return { name: first }
  if (first === 'table' && table && second === 'attempt' && attempt) return { name: 'replay', table, attempt }
  if (first === 'table' && table) return { name: 'judge', table }
  return { name: 'hall', table: '' }
}

const state = $state<{ page: Page }>({ page: read(location.pathname) })
addEventListener('popstate', () => (state.page = read(location.pathname)))

export const page = (): Page => state.page

export function go(path: string): void {
  if (path !== location.pathname) history.pushState(null, '', path)
  state.page = read(path)
  scrollTo(0, 0)
}

/** For links: a plain click stays on the page, anything else is the browser's. */
export function link(node: HTMLAnchorElement): { destroy(): void } {
  const click = (e: MouseEvent) => {
    if (e.button !== 0 || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return
    e.preventDefault()
    go(new URL(node.href).pathname)
  }
  node.addEventListener('click', click)
  return { destroy: () => node.removeEventListener('click', click) }
}
