// The time as pages show it: a value that changes ten times a second.
const state = $state({ n: 0 })
setInterval(() => state.n++, 100)

/** Read inside a template to have it drawn again ten times a second. */
export const tick = (): number => state.n
