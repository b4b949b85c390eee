//go:build race

package play_test

const racing = true // the race detector makes drawing ten times slower
