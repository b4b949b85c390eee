package blob

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestStore(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	hash, size, err := s.Put(ctx, strings.NewReader("content"))
	if err != nil || size != 7 || !IsHash(hash) {
		t.Fatal(hash, size, err)
	}
	if again, _, err := s.Put(ctx, strings.NewReader("content")); err != nil || again != hash {
		t.Error(again, err)
	}
	ended, end := context.WithCancel(ctx)
	end()
	if _, _, err := s.Put(ended, strings.NewReader("other")); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := s.PutAs(ctx, hash, strings.NewReader("other")); !errors.Is(err, ErrAltered) {
		t.Error(err)
	}
	f, err := s.Open(hash)
	if err != nil {
		t.Fatal(err)
	}
	if raw, err := io.ReadAll(f); err != nil || string(raw) != "content" {
		t.Error(string(raw), err)
	}
	f.Close()
	left := map[string]int{}
	if err := s.Walk(func(hash, _ string) error { left[hash]++; return nil }); err != nil || len(left) != 1 || left[hash] != 1 {
		t.Error(left, err)
	}
	for _, c := range []struct {
		content string
		want    error
	}{{"content", nil}, {"contenx", ErrAltered}, {"cont", ErrTorn}, {"content and more", ErrAltered}} {
		if err := os.WriteFile(s.Path(hash), []byte(c.content), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := s.Check(hash, 7); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", c.content, err)
		}
	}
	for range 2 { // what is not there is deleted already
		if err := s.Remove(hash); err != nil {
			t.Error(err)
		}
	}
	if err := s.Check(hash, 7); !errors.Is(err, ErrMissing) {
		t.Error(err)
	}
	for _, name := range []string{"", "..", "../../etc/passwd", strings.Repeat("A", 64), strings.Repeat("a", 63)} {
		if _, err := s.Open(name); !errors.Is(err, ErrHash) {
			t.Errorf("%q: %v", name, err)
		}
		if err := s.Remove(name); !errors.Is(err, ErrHash) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// What is put comes back, whatever it is, and nothing is left half written.
func TestAnyContent(t *testing.T) {
	s, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		content := rapid.SliceOfN(rapid.Byte(), 0, 100).Draw(t, "content")
		hash, size, err := s.Put(context.Background(), strings.NewReader(string(content)))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Check(hash, size); err != nil || size != int64(len(content)) {
			t.Fatal(size, err)
		}
		if left, err := os.ReadDir(s.incoming()); err != nil || len(left) > 0 {
			t.Fatal(left, err)
		}
	})
}
