package main

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// signingKey reads the key that signs what is given away, or makes it with the
// record. Who keeps the record keeps the key.
func signingKey(dir string) (ed25519.PrivateKey, error) {
	path := filepath.Join(dir, "signing.key")
	seed, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		seed = make([]byte, ed25519.SeedSize)
		rand.Read(seed) // never fails (crypto/rand)
		err = os.WriteFile(path, seed, 0o600)
	}
	if err != nil {
		return nil, fmt.Errorf("the signing key: %w", err)
	}
	if len(seed) != ed25519.SeedSize {
		return nil, fmt.Errorf("the signing key %s has %d bytes, not %d: restore it, or delete it and a new one is made", path, len(seed), ed25519.SeedSize)
	}
	return ed25519.NewKeyFromSeed(seed), nil
}
