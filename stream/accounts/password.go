package accounts

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
)

// ErrPassword means that a password is too short or too long to be taken.
var ErrPassword = errors.New("not usable as a password")

// Bounds of a password, in characters and bytes (NIST SP 800-63B 5.1.1.2: at least
// 8 characters, 64 must be allowed, and nothing is asked of which they are).
const (
	MinPassword = 8
	MaxPassword = 256
)

// cost is what a guess takes: one of the settings that OWASP's Password Storage
// Cheat Sheet holds for equal, the one that needs little memory, since a small
// computer serves a hall.
var cost = argon{time: 2, memory: 19 * 1024, threads: 1}

type argon struct {
	time, memory uint32 // memory in KiB
	threads      uint8
}

const (
	saltLen = 16 // bytes (RFC 9106, 3.1)
	keyLen  = 32
)

// hash makes what is kept of a password, in the usual encoding.
func hash(password string) (string, error) {
	if utf8.RuneCountInString(password) < MinPassword || len(password) > MaxPassword || !utf8.ValidString(password) {
		return "", ErrPassword
	}
	salt := make([]byte, saltLen)
	rand.Read(salt) // never fails (crypto/rand)
	key := argon2.IDKey([]byte(password), salt, cost.time, cost.memory, cost.threads, keyLen)
	b64 := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, cost.memory, cost.time, cost.threads, b64(salt), b64(key)), nil
}

// fits compares a password with what is kept. What is no hash of ours fits
// nothing, and takes as long.
func fits(password, kept string) bool {
	salt, key := make([]byte, saltLen), make([]byte, keyLen)
	of, n := cost, 0
	var version int
	var salted, keyed string
	if m, err := fmt.Sscanf(kept, "$argon2id$v=%d$m=%d,t=%d,p=%d$", &version, &of.memory, &of.time, &of.threads); err == nil && m == 4 {
		salted, keyed, n = parts(kept)
	}
	s, err1 := base64.RawStdEncoding.DecodeString(salted)
	k, err2 := base64.RawStdEncoding.DecodeString(keyed)
	ok := n == fields && err1 == nil && err2 == nil && len(k) == keyLen && version == argon2.Version && of.sane() && len(password) <= MaxPassword
	if ok {
		salt, key = s, k
	} else {
		of, password = cost, ""
	}
	got := argon2.IDKey([]byte(password), salt, of.time, of.memory, of.threads, keyLen)
	return subtle.ConstantTimeCompare(got, key) == 1 && ok
}

// sane bounds what a hash may make this program do.
func (a argon) sane() bool {
	const most, passes = 128 << 10, 10 // KiB
	return a.time >= 1 && a.time <= passes && a.memory >= 8 && a.memory <= most && a.threads >= 1
}

// fields are the parts of an encoded hash, with the empty one before the first $.
const fields = 6

// parts returns the last two of a hash's fields and how many there are.
func parts(kept string) (salt, key string, n int) {
	all := strings.Split(kept, "$")
	if len(all) != fields {
		return "", "", len(all)
	}
	return all[fields-2], all[fields-1], fields
}
