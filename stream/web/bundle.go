package web

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// Archive is a Table whose record can be taken along.
type Archive interface {
	// Record returns an attempt's events as they are on record, with the hashes of
	// their chain: JSON, one event a line.
	Record(ctx context.Context, attempt string) ([]byte, error)
	// Exported puts on record that somebody takes a bundle, by its manifest's hash.
	Exported(ctx context.Context, attempt string, by attempt.Actor, manifest string) error
}

// Manifest lists what is in a bundle. It is manifest.json there, and
// manifest.sig beside it is the Ed25519 signature of its bytes where the server
// has a key.
type Manifest struct {
	Format   string         `json:"format"` // plustwo/bundle/1
	Table    string         `json:"table"`
	Attempt  string         `json:"attempt"`
	Rulebook string         `json:"rulebook"`
	Software string         `json:"software"`
	By       attempt.Actor  `json:"by"`
	At       time.Time      `json:"at"`
	Epoch    int64          `json:"epoch_ms"`
	Files    []ManifestFile `json:"files"`
	Missing  []string       `json:"missing"`       // hashes of evidence that is no longer kept
	Key      string         `json:"key,omitempty"` // of the signature: Ed25519, base64
}

// ManifestFile is one file of a bundle.
type ManifestFile struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

const bundleFormat = "plustwo/bundle/1"

// content opens a file of a bundle; it is read twice.
type content func() (io.ReadCloser, error)

// bundle is one on its way.
type bundle struct {
	Manifest
	open []content // of each of Manifest.Files
}

// getBundle sends everything about an attempt as one file.
func (s *Server) getBundle(c echo.Context) error {
	t, err := s.table(c)
	if err != nil {
		return err
	}
	ctx, by := c.Request().Context(), s.actor(c)
	r, err := s.review(c, t)
	if err != nil {
		return err
	}
	if r.Attempt.Opened == nil {
		return fail(codeNoAttempt)
	}
	if err := s.may(c, r.Attempt.Opened.Rulebook, rules.MayAmend); err != nil {
		return err
	}
	b := &bundle{Manifest: Manifest{Format: bundleFormat, Table: param(c, "table"), Attempt: r.Attempt.Opened.ID, Rulebook: r.Attempt.Opened.Rulebook,
		Software: s.cfg.Version, By: by, At: time.Now(), Epoch: r.Epoch, Files: []ManifestFile{}, Missing: []string{}}}
	if err := b.gather(ctx, t, r); err != nil {
		return err
	}
	manifest, signature, err := b.sign(s.cfg.Key)
	if err != nil {
		return err
	}
	if a, ok := t.(Archive); ok {
		sum := sha256.Sum256(manifest)
		if err := a.Exported(ctx, b.Attempt, by, hex.EncodeToString(sum[:])); err != nil {
			return err
		}
	}
	s.log.Info("web: a bundle is taken", "table", b.Table, "attempt", b.Attempt, "by", by.ID)
	c.Response().Header().Set("Content-Type", "application/zip")
	c.Response().Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s.zip"`, tame(b.Attempt)))
	if err := b.write(c.Response(), manifest, signature); err != nil {
		// A part is not taken for the whole: its list of files comes last.
		s.log.Warn("web: a bundle broke off", "table", b.Table, "attempt", b.Attempt, "error", err)
	}
	return nil
}

// gather lists what belongs into a bundle.
func (b *bundle) gather(ctx context.Context, t Table, r Review) error {
	book, err := rules.Load(b.Rulebook)
	if err != nil {
		return failField(codeRulebook, "", err)
	}
	for _, x := range []struct {
		name string
		v    any
	}{{"attempt.json", r.Attempt}, {"shown.json", r.Shown}, {"clips.json", r.Clips}, {"rulebook.json", bookOf(book)}} {
		raw, err := json.MarshalIndent(x.v, "", " ")
		if err != nil {
			return err
		}
		if err := b.add(x.name, bytesOf(raw)); err != nil {
			return err
		}
	}
	if a, ok := t.(Archive); ok {
		raw, err := a.Record(ctx, b.Attempt)
		if err != nil {
			return err
		}
		if err := b.add("record.jsonl", bytesOf(raw)); err != nil {
			return err
		}
	}
	for _, hash := range evidenceOf(r) {
		if err := b.addEvidence(ctx, t, hash); err != nil {
			return err
		}
	}
	return nil
}

func bytesOf(raw []byte) content {
	return func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(raw)), nil }
}

// evidenceOf lists the hashes of everything that an attempt rests on, each once.
func evidenceOf(r Review) []string {
	var out []string
	add := func(hash string) {
		if hash != "" && !slices.Contains(out, hash) {
			out = append(out, hash)
		}
	}
	for _, x := range r.Attempt.Stills {
		add(x.Hash)
	}
	for _, x := range r.Attempt.Suggestions {
		add(x.Still)
	}
	for _, x := range r.Attempt.Flags {
		add(x.Still)
	}
	if r.Shown != nil {
		add(r.Shown.Still)
		for _, l := range rules.Langs() {
			add(r.Shown.Drawn[l])
		}
	}
	for _, x := range r.Clips {
		add(x.Hash)
	}
	return out
}

// extensions are those of the media types that evidence has.
var extensions = map[string]string{"image/jpeg": ".jpg", "image/png": ".png", "video/mp4": ".mp4"}

// addEvidence adds a picture or recording, or notes that it is no longer kept.
func (b *bundle) addEvidence(ctx context.Context, t Table, hash string) error {
	f, kind, err := t.Evidence(ctx, hash)
	if errors.Is(err, ErrNoEvidence) {
		b.Missing = append(b.Missing, hash)
		return nil
	}
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return b.add(path.Join("evidence", tame(hash)+extensions[kind]), func() (io.ReadCloser, error) {
		f, _, err := t.Evidence(ctx, hash)
		return f, err
	})
}

// add hashes a file and lists it.
func (b *bundle) add(name string, open content) error {
	f, err := open()
	if err != nil {
		return err
	}
	defer f.Close() // read only
	h := sha256.New()
	n, err := io.Copy(h, f)
	if err != nil {
		return err
	}
	b.Files = append(b.Files, ManifestFile{name, n, hex.EncodeToString(h.Sum(nil))})
	b.open = append(b.open, open)
	return nil
}

// sign returns the manifest and its signature, which is nil without a key.
func (b *bundle) sign(key ed25519.PrivateKey) (manifest, signature []byte, err error) {
	if len(key) == ed25519.PrivateKeySize {
		b.Key = base64.StdEncoding.EncodeToString(key[len(key)-ed25519.PublicKeySize:]) // its second half is the public one
	}
	if manifest, err = json.MarshalIndent(b.Manifest, "", " "); err != nil || b.Key == "" {
		return manifest, nil, err
	}
	return manifest, ed25519.Sign(key, manifest), nil
}

// write writes the bundle as a zip file, nothing in it packed any smaller:
// pictures and recordings are already.
func (b *bundle) write(to io.Writer, manifest, signature []byte) error {
	z := zip.NewWriter(to)
	put := func(name string, open content) error {
		f, err := open()
		if err != nil {
			return err
		}
		defer f.Close() // read only
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Modified: b.At})
		if err != nil {
			return err
		}
		_, err = io.Copy(w, f)
		return err
	}
	if err := put("manifest.json", bytesOf(manifest)); err != nil {
		return err
	}
	if signature != nil {
		if err := put("manifest.sig", bytesOf(signature)); err != nil {
			return err
		}
	}
	for i, f := range b.Files {
		if err := put(f.Name, b.open[i]); err != nil {
			return err
		}
	}
	return z.Close()
}

// odd is what a file's name does not hold.
var odd = regexp.MustCompile(`[^A-Za-z0-9_-]+`)

// tame makes a file's name of an id.
func tame(id string) string { return odd.ReplaceAllString(id, "_") }
