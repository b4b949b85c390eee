//go:build !race

package table

// few is how many attempts are played in the suite.
const few = 3
