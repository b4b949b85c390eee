package web

import (
	"archive/zip"
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"slices"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

func TestBundle(t *testing.T) {
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	s := newSiteOf(t, Config{Key: private, Version: "v1"})
	x := s.hall.tables["a"]
	x.play(t, "A1")
	x.shown.Drawn = map[rules.Lang]string{rules.English: "d5a4"} // no longer kept
	const path = "/api/tables/a/attempts/A1/bundle.zip"
	s.as(rules.Judge).get(path).fails(codeNoRight, "")
	c := s.as(rules.Delegate)
	a := c.get(path).want(http.StatusOK)
	if a.Header.Get("Content-Type") != "application/zip" || a.Header.Get("Content-Disposition") != `attachment; filename="A1.zip"` {
		t.Errorf("%v", a.Header)
	}
	files := unzip(t, a.body)
	var m Manifest
	if err := rules.Decode(files["manifest.json"], &m); err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{"manifest.json": true, "manifest.sig": true}
	for _, f := range m.Files {
		sum := sha256.Sum256(files[f.Name])
		if hex.EncodeToString(sum[:]) != f.SHA256 || int64(len(files[f.Name])) != f.Size {
			t.Errorf("%s: %+v does not fit", f.Name, f)
		}
		names[f.Name] = true
	}
	for _, want := range []string{"attempt.json", "shown.json", "clips.json", "rulebook.json", "record.jsonl", "evidence/5711.jpg", "evidence/c11b.mp4"} {
		if !names[want] {
			t.Errorf("%s is not listed in %+v", want, m.Files)
		}
	}
	if len(names) != len(files) || !slices.Equal(m.Missing, []string{"d5a4"}) || m.By.ID != "Dee" || m.Software != "v1" {
		t.Errorf("%d files, manifest %+v", len(files), m)
	}
	key, err := base64.StdEncoding.DecodeString(m.Key)
	if err != nil || !ed25519.Verify(key, files["manifest.json"], files["manifest.sig"]) {
		t.Errorf("the signature does not fit: %v", err)
	}
	var s1 attempt.State
	if err := rules.Decode(files["attempt.json"], &s1); err != nil || s1.Phase != attempt.Suggested {
		t.Errorf("%v, %s", err, s1.Phase)
	}
	sum := sha256.Sum256(files["manifest.json"])
	if want := "A1 Dee " + hex.EncodeToString(sum[:]); !slices.Equal(x.exported, []string{want}) {
		t.Errorf("on record: %v, want %s", x.exported, want)
	}
	x.doErr = errors.New("disk")
	c.get(path).fails(codeInternal, "") // what cannot be put on record is not given away
	c.get("/api/tables/a/attempts/none/bundle.zip").fails(codeNoAttempt, "")
}

// Without a key a bundle is not signed and says so by leaving the key out.
func TestBundleUnsigned(t *testing.T) {
	s := newSite(t)
	s.hall.tables["a"].play(t, "../A 1")
	files := unzip(t, s.as(rules.Delegate).get("/api/tables/a/attempts/..%2FA%201/bundle.zip").want(http.StatusOK).body)
	var m Manifest
	if err := rules.Decode(files["manifest.json"], &m); err != nil || m.Key != "" || files["manifest.sig"] != nil || m.Attempt != "../A 1" {
		t.Errorf("%v, %+v", err, m)
	}
}

func unzip(t *testing.T, raw []byte) map[string][]byte {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if out[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
	return out
}
