package web

import (
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"net/netip"
	"sync"
	"time"
)

// PINs are what people join with by configuration: the Delegate too where there
// are no accounts, or besides them.
type PINs struct {
	Delegate string
	Tables   map[string]string // by the table's id
}

// minPIN is how many characters a PIN has at least: with maxWrong it takes a
// guesser days (NIST SP 800-63B 5.1.1: at least 6 digits where they are chosen at random).
const minPIN = 6

// check holds that everything that can be joined has a PIN, but in an open
// demonstration.
func (p PINs) check(tables []string, open bool) error {
	if open {
		return nil
	}
	if len(p.Delegate) < minPIN {
		return fmt.Errorf("%w: PINs.Delegate: needs at least %d characters", ErrConfig, minPIN)
	}
	for _, t := range tables {
		if len(p.Tables[t]) < minPIN {
			return fmt.Errorf("%w: PINs.Tables[%q]: needs at least %d characters", ErrConfig, t, minPIN)
		}
		if p.Tables[t] == p.Delegate {
			return fmt.Errorf("%w: PINs.Tables[%q]: is the Delegate's: choose another", ErrConfig, t)
		}
	}
	return nil
}

// How many wrong PINs there may be: so many at once, then one more in each
// interval. From one address that is enough for slips; from all together it
// leaves a guesser of six digits, at 8640 tries a day, about two months for an
// even chance.
var (
	perAddress = allowance{5, 30 * time.Second}
	inAll      = allowance{30, 10 * time.Second}
)

// maxAddresses bounds how many addresses are remembered; beyond, the least
// restrained is forgotten.
const maxAddresses = 1000

// allowance lets some happen at once and one more in each interval.
type allowance struct {
	burst int
	each  time.Duration
}

// bucket counts against an allowance: it is empty at full and fills by then.
type bucket struct{ full time.Time }

// wait returns how long it takes until one more is allowed.
func (b bucket) wait(a allowance, now time.Time) time.Duration {
	return max(0, max(0, b.full.Sub(now))-a.each*time.Duration(a.burst-1))
}

func (b *bucket) take(a allowance, now time.Time) {
	if b.full.Before(now) {
		b.full = now
	}
	b.full = b.full.Add(a.each)
}

// pins compares PINs and counts wrong ones.
type pins struct {
	now func() time.Time

	mu        sync.Mutex
	all       bucket
	addresses map[netip.Prefix]*bucket
}

func newPINs(now func() time.Time) *pins {
	return &pins{now: now, addresses: map[netip.Prefix]*bucket{}}
}

// try compares a PIN with the right one, as attempt does. An empty right one fits nothing.
func (p *pins) try(given, right, address string) (ok bool, wait time.Duration) {
	return p.attempt(address, func() bool { return samePIN(given, right) })
}

func samePIN(given, right string) bool {
	a, b := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(right))
	return right != "" && subtle.ConstantTimeCompare(a[:], b[:]) == 1
}

// attempt lets somebody try something that may be guessed. wait is positive where
// too many were wrong, and then nothing was tried. One is tried at a time, so that
// passwords, which take much memory, take it once.
func (p *pins) attempt(address string, right func() bool) (ok bool, wait time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	of := p.of(address, now)
	if w := max(p.all.wait(inAll, now), of.wait(perAddress, now)); w > 0 {
		return false, w
	}
	if right() {
		return true, 0
	}
	p.all.take(inAll, now)
	of.take(perAddress, now)
	return false, 0
}

// of returns the bucket of an address; of an IPv6 one that of its /64, which is
// what one household gets.
func (p *pins) of(address string, now time.Time) *bucket {
	ip, _ := netip.ParseAddr(address) // the zero address for what is none: all those together
	bits := ip.BitLen()
	if ip.Is6() && !ip.Is4In6() {
		bits = 64
	}
	key, _ := ip.WithZone("").Prefix(bits)
	if b := p.addresses[key]; b != nil {
		return b
	}
	if len(p.addresses) >= maxAddresses {
		p.forget(now)
	}
	b := &bucket{full: now}
	p.addresses[key] = b
	return b
}

// forget makes room.
func (p *pins) forget(now time.Time) {
	var least netip.Prefix
	var when time.Time
	for k, b := range p.addresses {
		if !b.full.After(now) {
			delete(p.addresses, k)
		} else if when.IsZero() || b.full.Before(when) {
			least, when = k, b.full
		}
	}
	if len(p.addresses) >= maxAddresses {
		delete(p.addresses, least)
	}
}
