package journal

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/attempt"
)

func TestFirst(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	j := openTest(t, dir, Options{Software: "test", Outbox: true})
	add(t, j, "t1", "a", decided("a", "7", second)...)
	add(t, j, "t1", "b", disputing("b", "8", 100*second)...)
	_, err := j.Append(ctx, Of("t1", "a", decided("a", "7", 300*second)[7]))
	if !errors.Is(err, attempt.ErrDecided) {
		t.Error(err)
	}
	h, err := j.Put(ctx, Evidence{Table: "t1", Attempt: "a", Kind: Still, MediaType: "image/jpeg", By: camera, At: 5}, strings.NewReader("picture"))
	if err != nil {
		t.Fatal(err)
	}
	f, info, err := j.Evidence(ctx, h)
	if err != nil {
		t.Fatal(err)
	}
	raw, _ := io.ReadAll(f)
	f.Close()
	t.Log(string(raw), info)
	q, err := j.Queue(ctx, 10)
	t.Log(q, err)
	r, err := j.Resume(ctx, "t1", 5)
	t.Log(len(r.Open), len(r.Recent), r.Latest, err)
	p, err := j.Pending(ctx, 3)
	t.Log(p, err)
	j.Close()
	j2 := openTest(t, dir, Options{})
	q, err = j2.Queue(ctx, 10)
	t.Log(q, err)
}
