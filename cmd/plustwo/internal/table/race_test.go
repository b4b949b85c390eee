//go:build race

package table

// few is how many attempts are played where that is slow.
const few = 1
