package journal

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"
	"time"
)

func testReceive(t *testing.T, open opener) {
	from := openTest(t, t.TempDir(), Options{Outbox: true})
	add(t, from, "t1", "a", disputing("a", "7", second)...)
	put(t, from, Evidence{Table: "t1", Attempt: "a", Kind: Still}, "p")
	sent, err := from.Pending(bg, 100)
	if err != nil || len(sent) != 10 {
		t.Fatal(len(sent), err)
	}
	j := open(t, Options{})
	if n, err := j.Receive(bg, sent[:4]...); n != 4 || err != nil {
		t.Fatal(n, err)
	}
	if n, err := j.Receive(bg, sent[6:]...); n != 0 || !errors.Is(err, ErrChain) {
		t.Error("a gap:", n, err)
	}
	forged := sent[4]
	forged.Payload = json.RawMessage(`{}`)
	if _, err := j.Receive(bg, forged); !errors.Is(err, ErrChain) {
		t.Error("altered:", err)
	}
	forged.Hash = forged.sum()
	forged.Seq, forged.Prev = 3, sent[1].Hash
	forged.Hash = forged.sum()
	if _, err := j.Receive(bg, forged); !errors.Is(err, ErrChain) {
		t.Error("another past:", err)
	}
	if n, err := j.Receive(bg, append(slices.Clone(sent), sent...)...); n != 6 || err != nil {
		t.Fatal("again:", n, err)
	}
	want, _ := from.Attempt(bg, "t1", "a")
	if got, err := j.Attempt(bg, "t1", "a"); err != nil || !alike(got, want) {
		t.Error(got, err)
	}
	// The file itself did not come along.
	r, err := j.Verify(bg)
	if err != nil || len(r.Faults) != 1 || r.Faults[0].Kind != FaultMissing || r.Events != 10 {
		t.Error(r, err)
	}
	// What does not fit is on record there, so it is on record here.
	g := newIDs(sent[9].ID)
	id, err := g.next(time.Unix(1, 0))
	if err != nil {
		t.Fatal(err)
	}
	odd := Event{Table: "t1", Seq: 11, ID: id, Kind: "attempt.decide", Attempt: "a", By: judge, At: 1, Schema: 1, Wall: time.Unix(1, 0),
		Payload: json.RawMessage(`{"kind":"decide","at_ns":1,"by":{"role":"judge","id":"j1"},"data":{"verdict":"ok","seen":1}}`), Prev: sent[9].Hash}
	odd.Hash = odd.sum()
	if n, err := j.Receive(bg, odd); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	if r, err := j.Verify(bg); err != nil || len(r.Faults) != 1 || r.Refused != 1 {
		t.Error(r, err)
	}
}
