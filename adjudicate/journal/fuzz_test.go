package journal

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/journal/internal/query"
)

// What an event says comes back the same after it was sent, with its hash.
func TestEventJSON(t *testing.T) {
	j := openTest(t, t.TempDir(), Options{Software: "v1 <dev>"})
	odd := attempt.Event{At: 60 * second, By: attempt.Actor{Role: "judge", ID: "j <&> \u2028 備註"}, Data: attempt.Request{Note: "a\x00b\u2029 <script>\xff"}}
	add(t, j, "t1", "a", append(decided("a", "7", second), odd)...)
	if _, err := j.Append(bg, Entry{Table: "t1", Kind: KindAct, By: judge, Data: json.RawMessage(` {"a" : "<\u2028>", "b":1e400 } `)}); err != nil {
		t.Fatal(err)
	}
	log := must(j.Log(bg, "t1", 1, 100))
	var sent []Event
	if err := json.Unmarshal(must(json.Marshal(log)), &sent); err != nil {
		t.Fatal(err)
	}
	to := openTest(t, t.TempDir(), Options{})
	if n, err := to.Receive(bg, sent...); err != nil || n != 10 {
		t.Fatal(n, err)
	}
	sound(t, to)
}

// FuzzReceive: whatever comes, nothing panics, and what is taken is whole.
func FuzzReceive(f *testing.F) {
	j := openTest(f, f.TempDir(), Options{})
	add(f, j, "t1", "a", decided("a", "7", second)...)
	put(f, j, Evidence{Table: "t1", Attempt: "a", Kind: Still}, "p")
	for _, e := range must(j.Log(bg, "t1", 1, 100)) {
		f.Add(must(json.Marshal(e)), true)
	}
	f.Add([]byte(`{}`), false)
	f.Fuzz(func(t *testing.T, raw []byte, mend bool) {
		var e Event
		if json.Unmarshal(raw, &e) != nil {
			return
		}
		if mend {
			e.Hash = e.sum()
		}
		err := e.check()
		if err != nil {
			if !errors.Is(err, ErrEntry) && !errors.Is(err, ErrChain) {
				t.Error(err)
			}
			return
		}
		var back Event
		if err := json.Unmarshal(must(json.Marshal(e)), &back); err != nil || back.check() != nil {
			t.Errorf("%v: does not come back the same: %s", err, raw)
		}
		if got := eventOf(query.Event(e.row())); got.sum() != e.Hash {
			t.Errorf("is stored as something else: %s", raw)
		}
		_, _ = fits(e)
		_, _ = effectsOf(e)
	})
}

// aLog makes a write-ahead log of pages of 512 bytes; commits tells which frames
// end a transaction.
func aLog(commits ...bool) []byte {
	const page = 512
	big := binary.BigEndian
	out := make([]byte, walHeader)
	big.PutUint32(out, walMagic|1)
	big.PutUint32(out[8:], page)
	copy(out[16:], "saltsalt")
	s0, s1 := checksum(big, 0, 0, out[:24])
	big.PutUint32(out[24:], s0)
	big.PutUint32(out[28:], s1)
	for n, commit := range commits {
		frame := make([]byte, frameHeader+page)
		big.PutUint32(frame, uint32(n+1))
		if commit {
			big.PutUint32(frame[4:], uint32(n+1))
		}
		copy(frame[8:], "saltsalt")
		s0, s1 = checksum(big, s0, s1, frame[:8])
		s0, s1 = checksum(big, s0, s1, frame[frameHeader:])
		big.PutUint32(frame[16:], s0)
		big.PutUint32(frame[20:], s1)
		out = append(out, frame...)
	}
	return out
}

// A frame that is not right is damage only where something was written that
// needs it to have been on disk.
func TestScanLog(t *testing.T) {
	const frame = frameHeader + 512
	for n := range walHeader {
		raw := aLog(true)
		raw[n] ^= 8
		if got, err := scanLog(bytes.NewReader(raw)); err != nil || got != 1 {
			t.Errorf("byte %d of the header: %d, %v", n, got, err)
		}
		if got, err := scanLog(bytes.NewReader(raw[:walHeader])); err != nil || got != 0 {
			t.Errorf("byte %d of a header alone: %d, %v", n, got, err)
		}
	}
	for _, c := range []struct {
		name    string
		commits []bool
		bad     int // frame whose content is changed, from 1; 0 for none
		want    int
	}{
		{"whole", []bool{false, true, false, true}, 0, 0},
		{"in the first of two", []bool{false, true, false, true}, 1, 1},
		{"the first's last", []bool{false, true, false, true}, 2, 2},
		{"the second begun", []bool{false, true, false}, 1, 1},
		{"in the last", []bool{false, true, false, true}, 3, 0},
		{"the last's last", []bool{false, true, false, true}, 4, 0},
		{"only one", []bool{false, true}, 1, 0},
		{"none is ended", []bool{false, false, false}, 1, 0},
	} {
		raw := aLog(c.commits...)
		if c.bad > 0 {
			raw[walHeader+(c.bad-1)*frame+frameHeader+5] ^= 1
		}
		if got, err := scanLog(bytes.NewReader(raw)); err != nil || got != c.want {
			t.Errorf("%s: %d, %v, want %d", c.name, got, err, c.want)
		}
	}
}

// FuzzLog: a write-ahead log of any content is read to its end.
func FuzzLog(f *testing.F) {
	f.Add(aLog(false, true, true))
	f.Add(aLog())
	f.Fuzz(func(t *testing.T, raw []byte) {
		if frame, err := scanLog(bytes.NewReader(raw)); err != nil || frame < 0 || frame > len(raw) {
			t.Error(frame, err)
		}
	})
}
