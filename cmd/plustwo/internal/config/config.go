// Package config reads plustwo.yaml: the tables of one place, their cameras and
// timers. It says what is wrong with one by file, line and key, and what to write
// instead. Sample is one with every key explained.
package config

import (
	_ "embed" // the sample
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/knadh/koanf/parsers/yaml"
	"github.com/knadh/koanf/providers/confmap"
	"github.com/knadh/koanf/providers/rawbytes"
	"github.com/knadh/koanf/v2"
	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/adjudicate/rules"
	raw "go.yaml.in/yaml/v3"
)

// ErrConfig means that a configuration cannot be used; the message says where and
// what to write.
var ErrConfig = errors.New("bad configuration")

// Sample is a configuration in which every key is explained.
//
//go:embed sample.yaml
var Sample []byte

// Config is the tables of one place.
type Config struct {
	Listen    string    `koanf:"listen"` // address of the server
	Video     string    `koanf:"video"`  // address of live video, UDP and TCP
	Data      string    `koanf:"data"`   // folder of the record
	Rulebook  string    `koanf:"rulebook"`
	WCIF      string    `koanf:"wcif"` // file of the competition; empty for none
	PINs      PINs      `koanf:"pins"`
	TLS       TLS       `koanf:"tls"`
	Retention Retention `koanf:"retention"`
	Tables    []Table   `koanf:"tables"`
}

// PINs let people in.
type PINs struct {
	Delegate string `koanf:"delegate"` // empty for none: Delegates have accounts
}

// TLS says how browsers are answered.
type TLS struct {
	Certificate string `koanf:"certificate"` // PEM file with the chain; empty for none
	Key         string `koanf:"key"`         // PEM file
	Mode        string `koanf:"mode"`        // Local, Plain, or empty for Plain on loopback and Local else
}

// The modes of TLS where no certificate is given.
const (
	Local = "local" // by a certificate authority of this computer's own
	Plain = "plain" // HTTP, which everybody on the network can read
)

// Retention says how long footage is kept, as the file has it. Times and Cap read it.
type Retention struct {
	Undisputed string `koanf:"undisputed"`
	Disputed   string `koanf:"disputed"`
	CapGB      string `koanf:"cap_gb"` // empty for no cap
}

// Table is one table.
type Table struct {
	ID      string            `koanf:"id"`
	Name    string            `koanf:"name"`
	Event   string            `koanf:"event"`
	Room    string            `koanf:"room"`    // in the competition's file; empty where that has one
	Station string            `koanf:"station"` // number of the table there; empty for none
	Rig     string            `koanf:"rig"`     // file; empty for none
	Cameras map[string]string `koanf:"cameras"`
	Timer   string            `koanf:"timer"`
	PIN     string            `koanf:"pin"` // empty for one that is made, and that organisers change
}

// defaults hold where the file says nothing.
var defaults = map[string]any{"listen": "127.0.0.1:8080", "video": "127.0.0.1:8189", "data": "data", "rulebook": rules.Default,
	"retention.undisputed": "24h", "retention.disputed": "90d"}

// document is a configuration while it is read.
type document struct {
	file  string
	lines lines
	Config
}

// Read reads a configuration and checks what stands in it; whether cameras,
// timers and files are there is Check's. Files are named from the configuration's
// own folder. Errors are problem.Errors that wrap ErrConfig, or fs.ErrNotExist.
func Read(file string) (*Document, error) {
	content, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, problem.At(file, problem.New(err, problem.ConfigNone))
	case err != nil:
		return nil, problem.At(file, problem.New(err, problem.Unreadable))
	}
	return Parse(file, content)
}

// Document is a configuration that was read, with the lines of its keys.
type Document struct{ document }

// Parse is Read for a file's content.
func Parse(file string, content []byte) (*Document, error) {
	d := &Document{document{file: file, lines: lines{}}}
	var root raw.Node
	if err := raw.Unmarshal(content, &root); err != nil {
		return nil, d.broken(err)
	}
	if len(root.Content) == 0 {
		return nil, problem.At(file, problem.New(ErrConfig, problem.ConfigEmpty))
	}
	if err := d.walk(root.Content[0], schema, ""); err != nil {
		return nil, err
	}
	k := koanf.New(".")
	if err := errors.Join(k.Load(confmap.Provider(defaults, "."), nil), k.Load(rawbytes.Provider(content), yaml.Parser()), k.Unmarshal("", &d.Config)); err != nil {
		return nil, d.broken(err)
	}
	if err := d.check(); err != nil {
		return nil, err
	}
	d.resolve()
	return d, nil
}

var yamlLine = regexp.MustCompile(`line (\d+): `)

// broken tells what is no YAML, with the line that the parser names.
func (d *document) broken(err error) error {
	why, line := strings.TrimPrefix(err.Error(), "yaml: "), 0
	if m := yamlLine.FindStringSubmatch(why); m != nil {
		line, _ = strconv.Atoi(m[1]) // digits by the pattern
		why = strings.Replace(why, m[0], "", 1)
	}
	return problem.InConfig(d.file, line, "", problem.New(errors.Join(ErrConfig, err), problem.ConfigYAML, "why", why))
}

// resolve names files from the configuration's folder.
func (d *document) resolve() {
	from := func(name string) string {
		if name == "" || filepath.IsAbs(name) {
			return name
		}
		return filepath.Join(filepath.Dir(d.file), name)
	}
	d.Data, d.WCIF, d.TLS.Certificate, d.TLS.Key = from(d.Data), from(d.WCIF), from(d.TLS.Certificate), from(d.TLS.Key)
	for i := range d.Tables {
		t := &d.Tables[i]
		t.Rig = from(t.Rig)
		if name, ok := strings.CutPrefix(t.Timer, "wav:"); ok {
			t.Timer = "wav:" + from(name)
		}
		for view, spec := range t.Cameras {
			if name, ok := strings.CutPrefix(spec, "file:"); ok {
				t.Cameras[view] = "file:" + from(name)
			}
		}
	}
}
