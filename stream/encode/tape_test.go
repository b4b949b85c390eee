package encode

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/plustwo/plustwo/stream/feed"
	"pgregory.net/rapid"
)

// unit is a picture of a stream with 30 pictures a second; keys fall on every tenth.
func unit(n int) Unit {
	return Unit{Seq: uint64(n), At: time.Duration(n) * time.Second / 30, Key: n%10 == 0, NALUs: [][]byte{make([]byte, 100)}}
}

// over is a context that is done: Next returns what is there.
func over() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

// drain reads all that is there.
func drain(r *Reader) (seqs []uint64, missed int) {
	for {
		u, n, err := r.Next(over())
		missed += n
		if err != nil { // there is no more, or the tape has ended
			return seqs, missed
		}
		seqs = append(seqs, u.Seq)
	}
}

func ends(seqs []uint64) [3]uint64 {
	if len(seqs) == 0 {
		return [3]uint64{}
	}
	return [3]uint64{seqs[0], seqs[len(seqs)-1], uint64(len(seqs))}
}

func TestTapeKeeps(t *testing.T) {
	for _, c := range []struct {
		name  string
		keep  Keep
		first time.Duration // of the oldest after 100 units of 100 bytes
		bytes int
	}{
		{"all", Keep{}, unit(0).At, 10000},
		{"a second", Keep{Span: time.Second}, unit(69).At, 3100},
		{"1000 bytes", Keep{Bytes: 1000}, unit(90).At, 1000},
		{"1099 bytes", Keep{Bytes: 1099}, unit(90).At, 1000},
		{"less than one", Keep{Bytes: 1}, unit(99).At, 100},
	} {
		tape := NewTape(c.keep)
		if _, _, ok := tape.Span(); ok {
			t.Errorf("%s: an empty tape has a span", c.name)
		}
		for n := range 100 {
			tape.Add(unit(n))
		}
		from, to, ok := tape.Span()
		if from != c.first || to != unit(99).At || !ok || tape.Bytes() != c.bytes {
			t.Errorf("%s: %v to %v (%v), %d bytes, want from %v, %d bytes", c.name, from, to, ok, tape.Bytes(), c.first, c.bytes)
		}
	}
}

func TestFrom(t *testing.T) {
	tape := NewTape(Keep{Span: 2 * time.Second})
	for n := range 100 {
		tape.Add(unit(n)) // 39 to 99 stay
	}
	for _, c := range []struct {
		name string
		at   time.Duration
		want [3]uint64 // first, last, how many
	}{
		{"at a key frame", unit(50).At, [3]uint64{50, 99, 50}},
		{"just before it", unit(50).At - 1, [3]uint64{40, 99, 60}},
		{"after it", unit(59).At, [3]uint64{50, 99, 50}},
		{"before all", 0, [3]uint64{40, 99, 60}},
		{"in the future", time.Hour, [3]uint64{90, 99, 10}},
	} {
		seqs, _ := drain(tape.From(c.at))
		if got := ends(seqs); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestLive(t *testing.T) {
	tape := NewTape(Keep{})
	for n := range 5 {
		tape.Add(unit(n))
	}
	r := tape.Live()
	for n := 5; n < 12; n++ {
		tape.Add(unit(n))
	}
	if seqs, missed := drain(r); !slices.Equal(seqs, []uint64{10, 11}) || missed != 5 {
		t.Errorf("read %v having missed %d, want 10 and 11 having missed 5", seqs, missed)
	}
	for n := 12; n < 27; n++ {
		tape.Add(unit(n)) // 15 behind: that much is allowed
	}
	if seqs, missed := drain(r); ends(seqs) != [3]uint64{12, 26, 15} || missed != 0 {
		t.Errorf("read %v having missed %d, want 12 to 26", seqs, missed)
	}
	for n := 27; n < 43; n++ {
		tape.Add(unit(n)) // 16
	}
	if seqs, missed := drain(r); !slices.Equal(seqs, []uint64{40, 41, 42}) || missed != 13 {
		t.Errorf("read %v having missed %d, want 40 to 42 having missed 13", seqs, missed)
	}
}

func TestTapeEnds(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range []struct{ give, want error }{{nil, feed.ErrClosed}, {broken, broken}} {
		tape := NewTape(Keep{})
		tape.Add(unit(0))
		r := tape.From(0)
		tape.End(c.give)
		tape.End(errors.New("second"))
		tape.Add(unit(1))
		if u, _, err := r.Next(context.Background()); u.Seq != 0 || err != nil {
			t.Errorf("read %d (%v) before the end", u.Seq, err)
		}
		if _, _, err := r.Next(context.Background()); !errors.Is(err, c.want) {
			t.Errorf("err = %v, want %v", err, c.want)
		}
		if seqs, _ := drain(tape.From(0)); len(seqs) != 1 {
			t.Errorf("after the end the tape holds %v", seqs)
		}
	}
}

// A camera that begins anew drops the past; who reads goes on.
func TestTimeGoesBack(t *testing.T) {
	tape := NewTape(Keep{})
	r := tape.From(0)
	for n := range 20 {
		tape.Add(unit(n))
	}
	for n := range 12 {
		tape.Add(unit(n))
	}
	if seqs, missed := drain(r); ends(seqs) != [3]uint64{0, 11, 12} || missed != 20 {
		t.Errorf("read %v having missed %d", seqs, missed)
	}
	if from, to, _ := tape.Span(); from != 0 || to != unit(11).At {
		t.Errorf("span %v to %v", from, to)
	}
}

// Whatever is added and read in whatever order: what a reader gets can be
// decoded, rises, and with what it missed accounts for all; a live one is never
// later than it may be.
func TestReaders(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tape := NewTape(Keep{Bytes: rapid.IntRange(100, 5000).Draw(t, "bytes")})
		isKey := rapid.SliceOfN(rapid.Bool(), 1, 40).Draw(t, "keys")
		type tracked struct {
			*Reader
			live bool
			next int
		}
		var readers []*tracked
		added := 0
		add := func() {
			u := unit(added)
			u.Key = isKey[added%len(isKey)]
			tape.Add(u)
			added++
		}
		t.Repeat(map[string]func(*rapid.T){
			"add": func(*rapid.T) { add() },
			"adds": func(*rapid.T) {
				add()
				add()
				add()
				add()
				add()
				add()
				add()
			},
			"live": func(*rapid.T) { readers = append(readers, &tracked{tape.Live(), true, added}) },
			"from": func(t *rapid.T) {
				r := tape.From(unit(rapid.IntRange(0, added+1).Draw(t, "at")).At)
				readers = append(readers, &tracked{r, false, int(r.next)})
			},
			"read": func(t *rapid.T) {
				if len(readers) == 0 {
					return
				}
				r := readers[rapid.IntRange(0, len(readers)-1).Draw(t, "reader")]
				u, missed, err := r.Next(over())
				r.next += missed
				if err != nil {
					if r.next != added {
						t.Fatalf("nothing to read at %d of %d", r.next, added)
					}
					return
				}
				if int(u.Seq) != r.next || u.Key != isKey[r.next%len(isKey)] {
					t.Fatalf("read %d, want %d", u.Seq, r.next)
				}
				if missed > 0 && !u.Key {
					t.Fatalf("went on with %d, which is no key frame, after missing %d", u.Seq, missed)
				}
				r.next++
				if r.live && added-r.next > live && slices.Contains(isKey, true) {
					for n := r.next; n < added; n++ {
						if isKey[n%len(isKey)] {
							t.Fatalf("at %d of %d though %d is a key frame", r.next, added, n)
						}
					}
				}
			},
		})
	})
}
