package accounts

import (
	"crypto/rand"
	"fmt"
	"math/big"
	"time"
)

// pin is what judges join a table with.
type pin struct {
	PIN   string `json:"pin"`
	Stamp string `json:"stamp"` // as that of an account
}

// pinDigits is how long a PIN is (NIST SP 800-63B 5.1.1.1: at least 6 digits where they
// are chosen at random).
const pinDigits = 6

// PIN returns a table's PIN, which is made where there is none, and its stamp.
func (b *Book) PIN(table string) (pin, stamp string, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if p, ok := b.pins[table]; ok {
		return p.PIN, p.Stamp, nil
	}
	return b.renew(table)
}

// Renew gives a table another PIN: who has joined by the old one is out.
func (b *Book) Renew(table string) (pin string, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	pin, _, err = b.renew(table)
	return pin, err
}

func (b *Book) renew(table string) (string, string, error) {
	const million = 1_000_000 // six digits
	old := b.pins[table].PIN
	for {
		n, err := rand.Int(rand.Reader, big.NewInt(million))
		if err != nil {
			return "", "", fmt.Errorf("PIN: %w", err)
		}
		p := pin{PIN: fmt.Sprintf("%0*d", pinDigits, n), Stamp: rand.Text()}
		if p.PIN != old {
			return p.PIN, p.Stamp, save(b, pinKind, table, p, b.pins, time.Time{})
		}
	}
}
