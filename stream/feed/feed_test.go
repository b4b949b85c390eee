package feed

import (
	"context"
	"errors"
	"sync"
	"testing"
)

func TestNewestWins(t *testing.T) {
	var f Feed[int]
	if _, ok := f.Newest(); ok {
		t.Error("an empty feed has a newest value")
	}
	f.Publish(1)
	r := f.Reader()
	f.Publish(2)
	f.Publish(3)
	v, missed, err := r.Next(context.Background())
	if v != 3 || missed != 2 || err != nil {
		t.Errorf("read %d after missing %d (%v), want 3 after 2", v, missed, err)
	}
	late := f.Reader()
	if v, missed, err := late.Next(context.Background()); v != 3 || missed != 0 || err != nil {
		t.Errorf("a late reader read %d after missing %d (%v), want 3 after 0", v, missed, err)
	}
}

func TestCloseLosesNothingNew(t *testing.T) {
	var f Feed[string]
	r := f.Reader()
	f.Publish("last")
	f.Close()
	f.Close()
	f.Publish("too late")
	if v, _, err := r.Next(context.Background()); v != "last" || err != nil {
		t.Errorf("read %q (%v), want the value before the close", v, err)
	}
	if _, _, err := r.Next(context.Background()); !errors.Is(err, ErrClosed) {
		t.Errorf("err = %v, want ErrClosed", err)
	}
}

func TestNextEndsWithItsContext(t *testing.T) {
	var f Feed[int]
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := f.Reader().Next(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v, want that of the context", err)
	}
}

// Every reader sees values rise, accounts for all of them, and reads the last.
func TestManyReaders(t *testing.T) {
	const values, readers = 1000, 8
	var f Feed[int]
	var all sync.WaitGroup
	for range readers {
		r := f.Reader()
		all.Add(1)
		go func() {
			defer all.Done()
			last, total := 0, 0
			for {
				v, missed, err := r.Next(context.Background())
				if err != nil {
					break
				}
				if v <= last {
					t.Errorf("read %d after %d", v, last)
				}
				last = v
				total += int(missed) + 1
			}
			if last != values || total != values {
				t.Errorf("ended at %d having accounted for %d of %d", last, total, values)
			}
		}()
	}
	for i := range values {
		f.Publish(i + 1)
	}
	f.Close()
	all.Wait()
}
