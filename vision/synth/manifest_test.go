package synth

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite goldens and the manifest of test data")

const testdata = "../../testdata"

// An entry of testdata/MANIFEST.json.
type entry struct {
	Path    string `json:"path"`
	Size    int    `json:"size"`
	SHA256  string `json:"sha256"`
	Source  string `json:"source"`
	Licence string `json:"licence"`
}

// Every file of testdata is in the manifest as it is, and nothing else.
func TestManifest(t *testing.T) {
	file := filepath.Join(testdata, "MANIFEST.json")
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var entries []entry
	if err := json.Unmarshal(raw, &entries); err != nil {
		t.Fatal(err)
	}
	found := filesOf(t)
	for i, e := range entries {
		data, err := os.ReadFile(filepath.Join(testdata, e.Path))
		if err != nil {
			t.Error(err)
			continue
		}
		sum := sha256.Sum256(data)
		if *update {
			entries[i].Size, entries[i].SHA256 = len(data), hex.EncodeToString(sum[:])
		} else if e.Size != len(data) || e.SHA256 != hex.EncodeToString(sum[:]) {
			t.Errorf("%s: size or hash differs from the manifest", e.Path)
		}
		if e.Source == "" || e.Licence == "" {
			t.Errorf("%s: no source or no licence", e.Path)
		}
		delete(found, e.Path)
	}
	for path := range found {
		t.Errorf("%s is not in the manifest", path)
	}
	if *update {
		raw, _ = json.MarshalIndent(entries, "", " ")
		if err := os.WriteFile(file, append(raw, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// filesOf lists the files that the manifest must name.
func filesOf(t *testing.T) map[string]bool {
	found := map[string]bool{}
	err := filepath.WalkDir(testdata, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(testdata, path)
		if rel = filepath.ToSlash(rel); !strings.HasPrefix(rel, "fuzz/") && rel != "README.md" && rel != "MANIFEST.json" {
			found[rel] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
