//go:build matprofile

package camera

import (
	"os"
	"testing"

	"github.com/plustwo/plustwo/vision/internal/cv"
)

// TestMain fails where a test left a matrix open: Go does not free them.
func TestMain(m *testing.M) {
	code := m.Run()
	if n := cv.Matrices(); n != 0 && code == 0 {
		println("matrices left open:", n)
		code = 1
	}
	os.Exit(code)
}
