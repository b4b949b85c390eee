package journal

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/attempt"
)

// Looking at a record while it is written, swept and read finds nothing wrong.
func TestVerifyLive(t *testing.T) {
	dir := t.TempDir()
	j := openTest(t, dir, Options{})
	looks := 15
	if raceOn {
		looks = 4
	}
	var wg sync.WaitGroup
	done := make(chan bool)
	wg.Add(1)
	go func() {
		defer wg.Done()
		for n := 0; ; n++ {
			select {
			case <-done:
				return
			default:
			}
			id := fmt.Sprint(n)
			for _, e := range decided(id, "7", attempt.Time(n)*second) {
				if _, err := j.Append(bg, Of("t1", id, e)); err != nil {
					t.Error(err)
				}
			}
			_, err := j.Put(bg, Evidence{Table: "t1", Attempt: id, Kind: Still, By: camera}, strings.NewReader(fmt.Sprint(n%5)))
			if _, e := j.Sweep(bg, Retention{}); err != nil || e != nil {
				t.Error(err, e)
			}
		}
	}()
	for range looks {
		r, err := Verify(bg, dir, Options{})
		if err != nil || len(r.Faults) > 0 {
			t.Error(r.Faults, err)
		}
	}
	close(done)
	wg.Wait()
	sound(t, j)
}
