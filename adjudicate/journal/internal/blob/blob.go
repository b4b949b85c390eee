// Package blob keeps files by the SHA-256 of their content.
package blob

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Faults of files.
var (
	ErrMissing = errors.New("missing")
	ErrAltered = errors.New("altered") // its content does not have its hash
	ErrTorn    = errors.New("torn")    // shorter than it was
	ErrHash    = errors.New("not a SHA-256 in hexadecimal")
)

// Store keeps files below a folder: the file of hash abcd... is ab/abcd... . Its
// methods may be called from many goroutines.
type Store struct{ dir string }

// Open returns the store below a folder, which is made if need be.
func Open(dir string) (*Store, error) {
	s := &Store{dir}
	if err := makeDir(s.incoming()); err != nil {
		return nil, err
	}
	return s, nil
}

// View returns the store below a folder for reading.
func View(dir string) *Store { return &Store{dir} }

// incoming is where files are written before their hash is known.
func (s *Store) incoming() string { return filepath.Join(s.dir, "incoming") }

// Path returns where the file of a hash lies.
func (s *Store) Path(hash string) string { return filepath.Join(s.dir, hash[:min(2, len(hash))], hash) }

// IsHash tells whether a text is a hash.
func IsHash(s string) bool {
	raw, err := hex.DecodeString(s)
	return err == nil && len(raw) == sha256.Size && s == strings.ToLower(s)
}

// Put stores the content and returns its hash and size in bytes. When it comes
// back without error the file and its name are on disk.
func (s *Store) Put(ctx context.Context, content io.Reader) (hash string, size int64, err error) {
	return s.put(ctx, content, func(string) error { return nil })
}

// PutAs is Put for content of a known hash. The error is ErrAltered, and nothing
// is stored, where the content has another one.
func (s *Store) PutAs(ctx context.Context, hash string, content io.Reader) error {
	_, _, err := s.put(ctx, content, func(got string) error {
		if got != hash {
			return fmt.Errorf("%w: its hash is %s, not %s", ErrAltered, got, hash)
		}
		return nil
	})
	return err
}

// put stores the content if its hash is accepted.
func (s *Store) put(ctx context.Context, content io.Reader, accept func(hash string) error) (hash string, size int64, err error) {
	f, err := os.CreateTemp(s.incoming(), "put-")
	if err != nil {
		return "", 0, err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	h := sha256.New()
	if size, err = io.Copy(io.MultiWriter(f, h), reader{ctx, content}); err != nil {
		return "", 0, err
	}
	hash = hex.EncodeToString(h.Sum(nil))
	if err = accept(hash); err != nil {
		return "", 0, err
	}
	if err = f.Sync(); err != nil {
		return "", 0, err
	}
	if err = f.Close(); err != nil {
		return "", 0, err
	}
	if err = s.place(f.Name(), hash); err != nil {
		return "", 0, err
	}
	return hash, size, nil
}

// place gives a file that was written its name, on disk.
func (s *Store) place(from, hash string) error {
	to := s.Path(hash)
	if err := makeDir(filepath.Dir(to)); err != nil {
		return err
	}
	if err := os.Rename(from, to); err != nil {
		return err
	}
	if err := syncDir(filepath.Dir(to)); err != nil {
		return err
	}
	return syncDir(s.dir) // somebody else may have made the file's folder just now
}

// reader stops reading when the context ends.
type reader struct {
	ctx context.Context
	io.Reader
}

// Read reads.
func (r reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(p)
}

// Open opens the file of a hash. The error is ErrMissing or ErrHash.
func (s *Store) Open(hash string) (*os.File, error) {
	if !IsHash(hash) {
		return nil, fmt.Errorf("%w: %q", ErrHash, hash)
	}
	f, err := os.Open(s.Path(hash))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %s", ErrMissing, s.Path(hash))
	}
	return f, err
}

// Check reads the file of a hash and compares. The error is ErrMissing, ErrTorn
// or ErrAltered, or one of reading.
func (s *Store) Check(hash string, size int64) error {
	f, err := s.Open(hash)
	if err != nil {
		return err
	}
	defer f.Close()
	return Compare(f, hash, size)
}

// Compare reads content and compares it with its hash and size. The error is
// ErrTorn or ErrAltered, or one of reading.
func Compare(content io.Reader, hash string, size int64) error {
	h := sha256.New()
	n, err := io.Copy(h, content)
	switch {
	case err != nil:
		return err
	case n < size:
		return fmt.Errorf("%w: %d of %d bytes", ErrTorn, n, size)
	case hex.EncodeToString(h.Sum(nil)) != hash:
		return fmt.Errorf("%w: its hash is %x", ErrAltered, h.Sum(nil))
	}
	return nil
}

// Remove deletes the file of a hash; when it comes back without error that is on
// disk. A file that is not there is no error.
func (s *Store) Remove(hash string) error {
	if !IsHash(hash) {
		return fmt.Errorf("%w: %q", ErrHash, hash)
	}
	err := os.Remove(s.Path(hash))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return syncDir(filepath.Dir(s.Path(hash)))
}

// Walk calls each for every file of the store, whole ones by their hash and
// remains of writing by "".
func (s *Store) Walk(each func(hash, path string) error) error {
	return filepath.WalkDir(s.dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil // deleted meanwhile
		case err != nil || d.IsDir():
			return err
		case IsHash(d.Name()) && path == s.Path(d.Name()):
			return each(d.Name(), path)
		}
		return each("", path)
	})
}

// Clean deletes the remains of writing that a crash left, as far as they are
// older than a time: somebody else may be writing.
func (s *Store) Clean(before time.Time) error {
	left, err := os.ReadDir(s.incoming())
	if err != nil {
		return err
	}
	for _, f := range left {
		path := filepath.Join(s.incoming(), f.Name())
		if !Older(path, before) {
			continue
		}
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	return nil
}

// Older tells whether a file was last written before a time.
func Older(path string, before time.Time) bool {
	info, err := os.Stat(path)
	return err == nil && info.ModTime().Before(before)
}

// makeDir makes a folder whose name is on disk when it comes back.
func makeDir(dir string) error {
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		return nil
	}
	if err := makeDir(filepath.Dir(dir)); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return syncDir(filepath.Dir(dir))
}

// syncDir brings the names in a folder to disk.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
