package journal

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
)

func testEvidence(t *testing.T, open opener) {
	j := open(t, Options{})
	add(t, j, "t1", "a", decided("a", "7", second)...)
	meta := map[string]any{"camera": "overhead"}
	hash := put(t, j, Evidence{Table: "t1", Attempt: "a", Kind: Clip, MediaType: "video/mp4", Meta: meta}, "moving pictures")
	if want := fmt.Sprintf("%x", sha256.Sum256([]byte("moving pictures"))); hash != want {
		t.Error(hash)
	}
	f, info, err := j.Evidence(bg, hash)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(f)
	if err != nil || string(raw) != "moving pictures" || info.MediaType != "video/mp4" || string(info.Meta) != `{"camera":"overhead"}` {
		t.Error(string(raw), info, err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	if _, _, err := j.Evidence(bg, strings.Repeat("0", 64)); !errors.Is(err, ErrUnknown) {
		t.Error(err)
	}
	if _, err := j.Put(bg, Evidence{Table: "t1", Kind: "film", By: camera}, strings.NewReader("x")); !errors.Is(err, ErrEntry) {
		t.Error(err)
	}
	if _, err := j.Put(bg, Evidence{Table: "t1", Kind: Still, By: camera}, io.MultiReader(strings.NewReader("x"), broken{})); !errors.Is(err, errBroken) {
		t.Error(err)
	}
	if r := sound(t, j); r.Files != 1 || r.Bytes != 15 || r.Strays != 0 {
		t.Error(r)
	}
	if err := os.WriteFile(j.files.Path(hash), []byte("moving picturez"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := j.Evidence(bg, hash); !errors.Is(err, ErrAltered) {
		t.Error(err)
	}
	// What is put again is whole again.
	put(t, j, Evidence{Table: "t1", Attempt: "a", Kind: Clip, MediaType: "video/mp4", Meta: meta}, "moving pictures")
	if files, err := j.Files(bg, "t1", "a"); err != nil || len(files) != 1 || files[0].Pinned {
		t.Error(files, err)
	}
	sound(t, j)
}

var errBroken = errors.New("broken")

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errBroken }

func put(t testing.TB, j *Journal, e Evidence, content string) string {
	t.Helper()
	e.By = camera
	hash, err := j.Put(bg, e, strings.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	return hash
}

// A file that was lost or damaged, or never came, is brought back by its hash.
func testRestore(t *testing.T, open opener) {
	j := open(t, Options{})
	hash := put(t, j, Evidence{Table: "t1", Kind: Still}, "picture")
	gone := put(t, j, Evidence{Table: "t1", Kind: Still}, "deleted")
	other := put(t, j, Evidence{Table: "t1", Kind: Still}, "other")
	sweep(t, j, Retention{})
	put(t, j, Evidence{Table: "t1", Kind: Still}, "picture")
	if err := os.Remove(j.files.Path(hash)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		hash, content string
		want          error
	}{
		{hash, "pictura", ErrAltered}, {gone, "deleted", ErrDeleted}, {other, "x", ErrDeleted}, {"../../x", "x", ErrUnknown}, {hash, "picture", nil}, {hash, "picture", nil},
	} {
		if err := j.Restore(bg, c.hash, strings.NewReader(c.content)); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.content, err, c.want)
		}
	}
	if r := sound(t, j); r.Files != 1 || r.Strays != 0 {
		t.Error(r)
	}
}
