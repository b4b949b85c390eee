package certs

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// check tells whether a browser that trusts the authority takes its certificate
// for a name or an address.
func check(t *testing.T, a *Authority, c *tls.Certificate, name string, at time.Time) error {
	t.Helper()
	roots := x509.NewCertPool()
	ca, err := x509.ParseCertificate(a.DER())
	if err != nil {
		t.Fatal(err)
	}
	roots.AddCert(ca)
	_, err = c.Leaf.Verify(x509.VerifyOptions{Roots: roots, DNSName: name, CurrentTime: at})
	return err
}

func TestAuthority(t *testing.T) {
	dir, now := t.TempDir(), time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	a, err := Open(dir, "Hall-PC.lan", clock)
	if err != nil {
		t.Fatal(err)
	}
	here := net.IPv4(192, 168, 7, 9)
	c, err := a.Certificate(here, net.IPv4(203, 0, 113, 5))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"localhost": true, "hall-pc": true, "hall-pc.local": true, "127.0.0.1": true, "::1": true,
		"192.168.7.9": true, "192.168.7.10": false, "203.0.113.5": false, "example.com": false} {
		if err := check(t, a, c, name, now); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	for at, want := range map[time.Duration]bool{-23 * time.Hour: true, -25 * time.Hour: false, 395 * 24 * time.Hour: true, 398 * 24 * time.Hour: false} {
		if err := check(t, a, c, "localhost", now.Add(at)); (err == nil) != want {
			t.Errorf("after %v: %v", at, err)
		}
	}
	if d := c.Leaf.NotAfter.Sub(c.Leaf.NotBefore); d > leafDays*24*time.Hour {
		t.Errorf("good for %v", d)
	}
	info, err := os.Stat(filepath.Join(dir, file))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}

	// The same authority after a restart; a certificate by it until it is nearly over.
	b, err := Open(dir, "hall-pc", clock)
	if err != nil || string(b.DER()) != string(a.DER()) || b.Name() != a.Name() {
		t.Fatalf("another one: %v", err)
	}
	if same, err := a.Certificate(here); err != nil || same != c {
		t.Errorf("made again: %v", err)
	}
	now = c.Leaf.NotAfter.AddDate(0, 0, 1-renewDays)
	renewed, err := a.Certificate(here)
	if err != nil || renewed == c || check(t, a, renewed, "192.168.7.9", now) != nil {
		t.Errorf("not renewed: %v", err)
	}
	// A new address, too.
	moved, err := a.Certificate(net.IPv4(10, 1, 2, 3))
	if err != nil || check(t, a, moved, "10.1.2.3", now) != nil || check(t, a, moved, "192.168.7.9", now) != nil {
		t.Errorf("moved: %v", err)
	}
}

// The authority signs for nothing outside the hall, even by its own key.
func TestConstraints(t *testing.T) {
	now := time.Now()
	a, err := Open(t.TempDir(), "hall", func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	a.names = append(a.names, "www.example.com")
	c, err := a.sign([]net.IP{net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"www.example.com", "localhost"} {
		if err := check(t, a, c, name, now); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

func TestBadAuthority(t *testing.T) {
	now := time.Now()
	for name, content := range map[string]string{"empty": "", "no PEM": "x"} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, file), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(dir, "hall", func() time.Time { return now }); !errors.Is(err, ErrAuthority) {
			t.Errorf("%s: %v", name, err)
		}
	}
	dir := t.TempDir()
	if _, err := Open(dir, "hall", func() time.Time { return now }); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir, "hall", func() time.Time { return now.AddDate(caYears, 0, 1) }); !errors.Is(err, ErrAuthority) {
		t.Errorf("over: %v", err)
	}
	if _, err := Open(filepath.Join(dir, "none", "none"), "hall", time.Now); !errors.Is(err, ErrAuthority) {
		t.Errorf("no folder: %v", err)
	}
	// A host that has changed its name keeps its authority, by the names that it had.
	a, err := Open(dir, "other", func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	c, err := a.Certificate()
	if err != nil || check(t, a, c, "localhost", now) != nil {
		t.Errorf("renamed: %v", err)
	}
}
