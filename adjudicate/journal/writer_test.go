package journal

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// Whoever stops waiting is told whether it may be on record all the same.
func TestImpatience(t *testing.T) {
	j := openTest(t, t.TempDir(), Options{})
	act := Entry{Table: "t1", Kind: KindAct, By: judge}
	taken, goOn := make(chan bool), make(chan bool)
	answer := make(chan error, 1)
	ctx, cancel := context.WithCancel(bg)
	go func() {
		answer <- j.writer.ask(ctx, func(ctx context.Context, d *draft) error {
			close(taken)
			<-goOn
			return d.note(ctx, act, "late")
		})
	}()
	<-taken
	short, stop := context.WithTimeout(bg, time.Millisecond)
	defer stop()
	if _, err := j.Append(short, act); !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, ErrUnsure) {
		t.Error("not taken:", err)
	}
	cancel()
	if err := <-answer; !errors.Is(err, ErrUnsure) || !errors.Is(err, context.Canceled) {
		t.Error("taken:", err)
	}
	close(goOn)
	if on, err := j.Append(bg, act); err != nil || on[0].Seq != 2 {
		t.Error("after it:", on, err)
	}
	sound(t, j)
}

func TestKindOf(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		err, want error
	}{
		{&os.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}, ErrFull}, {syscall.EDQUOT, ErrFull}, {syscall.EFBIG, ErrFull},
		{os.ErrPermission, ErrReadOnly}, {syscall.EROFS, ErrReadOnly}, {syscall.EACCES, ErrReadOnly},
		{&pgconn.PgError{Code: "53100"}, ErrFull}, {&pgconn.PgError{Code: "25006"}, ErrReadOnly}, {&pgconn.PgError{Code: "XX001"}, ErrCorrupt},
		{&pgconn.PgError{Code: "23505"}, nil}, {errors.New("another"), nil},
	} {
		for _, err := range []error{c.err, fmt.Errorf("wrapped: %w", c.err)} {
			if got := kindOf(dir, err); got != c.want {
				t.Errorf("%v: %v, want %v", err, got, c.want)
			}
			if got := told(dir, err); c.want != nil && (!errors.Is(got, c.want) || !errors.Is(got, c.err)) {
				t.Errorf("%v: told as %v", err, got)
			}
		}
	}
	if got := kindOfSQLite(dir, 11|1<<8); got != ErrCorrupt { // an extended code of SQLITE_CORRUPT
		t.Error(got)
	}
}

// A journal that is told how long footage is kept deletes it by itself.
func TestSweeper(t *testing.T) {
	dir := t.TempDir()
	now := time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)
	opts := Options{Now: func() time.Time { return now }}
	j := openTest(t, dir, opts)
	add(t, j, "t1", "a", decided("a", "7", second)...)
	hash := put(t, j, Evidence{Table: "t1", Attempt: "a", Kind: Still}, strings.Repeat("x", 100))
	j.Close()
	now = now.Add(25 * time.Hour)
	opts.Retention = &keeping
	j = openTest(t, dir, opts)
	within(t, func() bool { return j.Health().Swept.Files == 1 })
	there(t, j, map[string]bool{hash: false})
	if h := j.Health(); h.Sweeping != nil || h.Failing != nil || h.Writes == 0 || h.P99 <= 0 || h.Free <= 0 {
		t.Errorf("%+v", h)
	}
}

// within waits until something is so.
func within(t *testing.T, so func() bool) {
	t.Helper()
	end := time.After(20 * time.Second)
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !so() {
		select {
		case <-tick.C:
		case <-end:
			t.Fatal("did not come about")
		}
	}
}
