package journal

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	code := m.Run()
	stopPostgres()
	os.Exit(code)
}
