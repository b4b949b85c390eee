package config

import (
	"path/filepath"
	"testing"
	"time"
)

func TestRetention(t *testing.T) {
	for content, want := range map[string]struct {
		undisputed, disputed time.Duration
		most                 int64
	}{
		good: {24 * time.Hour, 90 * 24 * time.Hour, 0},
		"retention: {undisputed: 36h, disputed: 30d, cap_gb: 1.5}\n" + good: {36 * time.Hour, 30 * 24 * time.Hour, 1_500_000_000},
	} {
		d, err := Parse("plustwo.yaml", []byte(content))
		if err != nil {
			t.Fatal(err)
		}
		if u, x := d.Retention.Times(); u != want.undisputed || x != want.disputed || d.Retention.Cap() != want.most {
			t.Errorf("%v, %v, %d, want %+v", u, x, d.Retention.Cap(), want)
		}
	}
}

func TestCertificateFiles(t *testing.T) {
	d, err := Parse(filepath.Join("venue", "plustwo.yaml"), []byte("tls: {certificate: a.pem, key: /etc/b.pem}\n"+good))
	if err != nil || d.TLS.Certificate != filepath.Join("venue", "a.pem") || d.TLS.Key != "/etc/b.pem" {
		t.Errorf("%+v, %v", d, err)
	}
}
