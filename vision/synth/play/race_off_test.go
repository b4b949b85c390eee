//go:build !race

package play_test

const racing = false
