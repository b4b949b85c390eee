//go:build matprofile

package cv

import (
	"os"
	"testing"

	"gocv.io/x/gocv"
)

// TestMain fails where a test left a matrix open: Go does not free them.
func TestMain(m *testing.M) {
	code := m.Run()
	if n := gocv.MatProfile.Count(); n != 0 && code == 0 {
		println("matrices left open:", n)
		code = 1
	}
	os.Exit(code)
}
