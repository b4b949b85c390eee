package web

import (
	"sync"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// One change of a table to thirty screens, until each has it.
func BenchmarkViewers(b *testing.B) {
	const viewers = 30
	s := newSite(b)
	x := s.hall.tables["a"]
	x.play(b, "A1")
	c := s.as(rules.Judge)
	var all sync.WaitGroup
	got := make(chan struct{}, viewers)
	for range viewers {
		e := c.listen("/api/tables/a/events")
		e.next()
		all.Go(func() {
			for {
				switch name, _ := e.next(); name {
				case "snapshot":
					got <- struct{}{}
				case "":
					return
				}
			}
		})
	}
	b.ResetTimer()
	for range b.N {
		x.publish()
		for range viewers {
			<-got
		}
	}
	b.StopTimer()
	if err := s.web.Close(); err != nil {
		b.Fatal(err)
	}
	all.Wait()
}
