package config

import (
	"crypto/tls"
	"errors"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/plustwo/plustwo/adjudicate/problem"
)

// day is what "90d" counts.
const day = 24 * time.Hour

// age reads a time such as 24h, 90m or 90d.
func age(s string) (time.Duration, bool) {
	if days, ok := strings.CutSuffix(s, "d"); ok {
		n, err := strconv.Atoi(days)
		const most = 36500 // a hundred years, far from what a time.Duration holds
		return time.Duration(n) * day, err == nil && n > 0 && n <= most
	}
	d, err := time.ParseDuration(s)
	return d, err == nil && d > 0
}

// Times returns how long footage is kept.
func (r Retention) Times() (undisputed, disputed time.Duration) {
	undisputed, _ = age(r.Undisputed) // checked when it was read
	disputed, _ = age(r.Disputed)
	return undisputed, disputed
}

// Cap returns how many bytes all footage may take; 0 for no cap.
func (r Retention) Cap() int64 {
	const gigabyte = 1e9 // as disks are sold
	gb, _ := strconv.ParseFloat(r.CapGB, 64)
	return int64(gb * gigabyte)
}

func (d *document) checkRetention() error {
	r := d.Retention
	for name, value := range map[string]string{"undisputed": r.Undisputed, "disputed": r.Disputed} {
		if _, ok := age(value); !ok {
			return d.at("retention."+name, problem.New(ErrConfig, problem.ConfigAge, "found", value))
		}
	}
	if undisputed, disputed := r.Times(); disputed < undisputed {
		return d.at("retention.disputed", problem.New(ErrConfig, problem.ConfigAges, "found", r.Disputed, "least", r.Undisputed))
	}
	const most = 1e6 // a petabyte
	if gb, err := strconv.ParseFloat(r.CapGB, 64); r.CapGB != "" && (err != nil || !(gb > 0 && gb <= most)) {
		return d.at("retention.cap_gb", problem.New(ErrConfig, problem.ConfigCap, "found", r.CapGB))
	}
	return nil
}

func (d *document) checkTLS() error {
	t := d.TLS
	modes := []string{Local, Plain}
	switch {
	case t.Mode != "" && !slices.Contains(modes, t.Mode):
		return d.at("tls.mode", problem.New(ErrConfig, problem.ConfigValue, "found", t.Mode, "known", modes))
	case t.Mode != "" && t.Certificate != "":
		return d.at("tls.mode", problem.New(ErrConfig, problem.ConfigTLSBoth))
	case t.Certificate != "" && t.Key == "":
		return d.at("tls.certificate", problem.New(ErrConfig, problem.ConfigTLSPair, "like", "key: privkey.pem"))
	case t.Key != "" && t.Certificate == "":
		return d.at("tls.key", problem.New(ErrConfig, problem.ConfigTLSPair, "like", "certificate: fullchain.pem"))
	}
	return nil
}

// Pair reads the certificate that the configuration names; nil where it names none.
// The error is a problem.Error.
func (d *Document) Pair() (*tls.Certificate, error) {
	if d.TLS.Certificate == "" {
		return nil, nil
	}
	pair, err := tls.LoadX509KeyPair(d.TLS.Certificate, d.TLS.Key)
	if err != nil {
		return nil, d.at("tls.certificate", problem.New(errors.Join(ErrConfig, err), problem.ConfigCertificate, "why", err.Error()))
	}
	return &pair, nil
}

// Encrypted tells whether browsers are answered by HTTPS. Without a word on it they
// are, unless they are on this computer.
func (d *Document) Encrypted() bool {
	if d.TLS.Certificate != "" || d.TLS.Mode != "" {
		return d.TLS.Mode != Plain
	}
	host, _, _ := net.SplitHostPort(d.Listen) // an address that is none is on no network either, and nobody listens there
	ip, err := netip.ParseAddr(host)
	return host != "localhost" && (err != nil || !ip.Unmap().IsLoopback())
}
