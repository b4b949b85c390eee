// Package certs makes what HTTPS in a hall without the internet needs: an
// authority of this computer's own, which phones can be told to trust, and a
// certificate by it for the names and addresses that the computer has.
//
// The authority may sign for the computer's own names and for private addresses
// alone (RFC 5280, 4.2.1.10), so that trusting it gives nothing away elsewhere.
package certs

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// ErrAuthority means that the authority's files cannot be used.
var ErrAuthority = errors.New("the certificate authority cannot be used")

const (
	file = "authority.pem" // the authority's certificate and key
	// caYears is how long the authority is good: nobody tells phones to trust
	// another one each year.
	caYears = 10
	// leafDays is how long a certificate is good: the most that Apple takes
	// (support.apple.com/102028).
	leafDays = 397
	// renewDays before its end a certificate is replaced.
	renewDays = 30
	// backdate allows for clocks that are behind.
	backdate = 24 * time.Hour
)

// Authority is this computer's own. Its methods may be called from many goroutines.
type Authority struct {
	cert  *x509.Certificate
	key   *ecdsa.PrivateKey
	names []string
	now   func() time.Time

	mu   sync.Mutex
	leaf *tls.Certificate // the latest
}

// Open reads the authority in a folder, or makes it at the first start, for a
// computer of some host name.
func Open(dir, host string, now func() time.Time) (*Authority, error) {
	a := &Authority{names: namesOf(host), now: now}
	path := filepath.Join(dir, file)
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if raw, err = a.make(host); err == nil {
			err = os.WriteFile(path, raw, 0o600)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAuthority, err)
	}
	if err := a.read(raw); err != nil {
		return nil, fmt.Errorf("%w: %s: %w: delete it, and a new one is made that phones must be told to trust", ErrAuthority, path, err)
	}
	return a, nil
}

// namesOf are the names by which a computer is reached in a hall: its own, the one
// of multicast DNS (RFC 6762), and localhost.
func namesOf(host string) []string {
	out := []string{"localhost"}
	short, _, _ := strings.Cut(strings.ToLower(host), ".")
	label := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return -1
	}, short)
	if label != "" && label != "localhost" {
		out = append(out, label, label+".local")
	}
	return out
}

// private are the networks of halls (RFC 1918, 3927, 4193, 4291) and this computer.
var private = []string{"127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "::1/128", "fc00::/7", "fe80::/10"}

// make makes the authority and returns its file.
func (a *Authority) make(host string) ([]byte, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	var nets []*net.IPNet
	for _, p := range private {
		_, n, err := net.ParseCIDR(p)
		if err != nil {
			return nil, err
		}
		nets = append(nets, n)
	}
	now := a.now()
	t := &x509.Certificate{SerialNumber: serial(), Subject: pkix.Name{CommonName: "plustwo " + host + " " + now.Format(time.DateOnly)},
		NotBefore: now.Add(-backdate), NotAfter: now.AddDate(caYears, 0, 0), IsCA: true, BasicConstraintsValid: true, MaxPathLenZero: true,
		KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageCRLSign, PermittedDNSDomainsCritical: true,
		PermittedDNSDomains: a.names, PermittedIPRanges: nets}
	der, err := x509.CreateCertificate(rand.Reader, t, t, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	raw, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	return append(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}),
		pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: raw})...), nil
}

// read reads the authority's file.
func (a *Authority) read(raw []byte) error {
	pair, err := tls.X509KeyPair(raw, raw)
	if err != nil {
		return err
	}
	key, ok := pair.PrivateKey.(*ecdsa.PrivateKey)
	if !ok || !pair.Leaf.IsCA {
		return errors.New("it is no authority")
	}
	if !a.now().Before(pair.Leaf.NotAfter) {
		return errors.New("it is over")
	}
	a.cert, a.key = pair.Leaf, key
	a.names = slices.DeleteFunc(a.names, func(n string) bool { return !slices.Contains(a.cert.PermittedDNSDomains, n) }) // the host's name has changed
	return nil
}

// serial makes a number of 128 bits that nobody guesses.
func serial() *big.Int {
	b := make([]byte, 16)
	rand.Read(b) // never fails (crypto/rand)
	b[0] &= 0x7f // positive (RFC 5280, 4.1.2.2)
	return new(big.Int).SetBytes(b)
}

// Name is how phones list the authority.
func (a *Authority) Name() string { return a.cert.Subject.CommonName }

// DER is the authority's certificate, without its key.
func (a *Authority) DER() []byte { return a.cert.Raw }

// Config serves with certificates for the address that a browser has reached.
func (a *Authority) Config() *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: func(h *tls.ClientHelloInfo) (*tls.Certificate, error) {
		var here []net.IP
		if t, ok := h.Conn.LocalAddr().(*net.TCPAddr); ok {
			here = append(here, t.IP)
		}
		return a.Certificate(here...)
	}}
}

// Certificate returns one that is good for the computer's names, its addresses
// and some more; only private ones are listed.
func (a *Authority) Certificate(more ...net.IP) (*tls.Certificate, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.leaf != nil && a.covers(a.leaf.Leaf, more) {
		return a.leaf, nil
	}
	ips := append(addresses(), more...)
	if a.leaf != nil {
		ips = append(ips, a.leaf.Leaf.IPAddresses...) // others may be on their way
	}
	leaf, err := a.sign(ips)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAuthority, err)
	}
	a.leaf = leaf
	return leaf, nil
}

// covers tells whether a certificate does for some addresses and lasts a while.
func (a *Authority) covers(c *x509.Certificate, ips []net.IP) bool {
	if a.now().AddDate(0, 0, renewDays).After(c.NotAfter) {
		return false
	}
	for _, ip := range ips {
		if inHall(ip) && !slices.ContainsFunc(c.IPAddresses, ip.Equal) {
			return false
		}
	}
	return true
}

func (a *Authority) sign(ips []net.IP) (*tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	now := a.now()
	end := now.AddDate(0, 0, leafDays).Add(-backdate)
	if end.After(a.cert.NotAfter) {
		end = a.cert.NotAfter
	}
	t := &x509.Certificate{SerialNumber: serial(), Subject: pkix.Name{CommonName: a.names[len(a.names)-1]}, NotBefore: now.Add(-backdate), NotAfter: end,
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}, BasicConstraintsValid: true, DNSNames: a.names}
	for _, ip := range ips {
		if inHall(ip) && !slices.ContainsFunc(t.IPAddresses, ip.Equal) {
			t.IPAddresses = append(t.IPAddresses, ip)
		}
	}
	der, err := x509.CreateCertificate(rand.Reader, t, a.cert, &key.PublicKey, a.key)
	if err != nil {
		return nil, err
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		return nil, err
	}
	return &tls.Certificate{Certificate: [][]byte{der, a.cert.Raw}, PrivateKey: key, Leaf: leaf}, nil
}

// inHall tells whether the authority may sign for an address.
func inHall(ip net.IP) bool {
	return ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast()
}

// addresses are those that this computer has now.
func addresses() []net.IP {
	out := []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback}
	all, err := net.InterfaceAddrs()
	if err != nil {
		return out // each is added when a browser comes by it
	}
	for _, x := range all {
		if n, ok := x.(*net.IPNet); ok {
			out = append(out, n.IP)
		}
	}
	return out
}
