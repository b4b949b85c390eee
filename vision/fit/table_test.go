package fit

import (
	"testing"
	"time"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
)

func TestTable(t *testing.T) {
	p, _ := puzzle.Load("333")
	m := newModel(p, 1)
	t0 := time.Now()
	e := table(m)
	t.Log(len(turnGrid(m)), len(e), time.Since(t0))
}
