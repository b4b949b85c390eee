package wcif

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// Bounds of a file, so that no file takes the memory that tables need. Nested
// activities are the deepest thing in one: less than twenty levels.
const (
	mostMB    = 64
	mostDepth = 64
)

// bad says what is wrong at a path.
func bad(path string, text rules.Text, values ...any) error {
	return problem.At(path, problem.New(ErrWCIF, text, values...))
}

// parse reads JSON into maps, lists, strings, json.Number, bool and nil. A key
// may stand in an object once only: encoding/json would silently take the last.
func parse(raw []byte) (any, error) {
	if len(raw) > mostMB<<20 {
		return nil, bad(root, problem.WCIFLarge, "mb", mostMB)
	}
	p := &parser{raw: raw, json: json.NewDecoder(bytes.NewReader(raw))}
	p.json.UseNumber()
	v, err := p.value(root, 0)
	if err != nil {
		return nil, err
	}
	if _, err := p.json.Token(); !errors.Is(err, io.EOF) {
		return nil, p.broken(root)
	}
	return v, nil
}

// root is the path of the whole file.
const root = "$"

type parser struct {
	raw  []byte
	json *json.Decoder
}

// value reads one value, which stands at path.
func (p *parser) value(path string, depth int) (any, error) {
	if depth > mostDepth {
		return nil, bad(root, problem.WCIFDeep, "most", mostDepth)
	}
	t, err := p.json.Token()
	if err != nil {
		return nil, p.broken(path)
	}
	switch t {
	case json.Delim('{'):
		return p.object(path, depth)
	case json.Delim('['):
		return p.list(path, depth)
	}
	return t, nil
}

func (p *parser) object(path string, depth int) (any, error) {
	out := map[string]any{}
	for p.json.More() {
		t, err := p.json.Token()
		key, ok := t.(string)
		if err != nil || !ok {
			return nil, p.broken(path)
		}
		at := step(path, key)
		if _, twice := out[key]; twice {
			return nil, bad(at, problem.WCIFTwice)
		}
		if out[key], err = p.value(at, depth+1); err != nil {
			return nil, err
		}
	}
	return out, p.end(path)
}

// longestKey is how much of a key that nobody knows stands in a path.
const longestKey = 40

// step returns the path of a key: .name, or ["an odd one"].
func step(path, key string) string {
	if strings.IndexFunc(key, func(c rune) bool { return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) }) < 0 && key != "" && len(key) <= longestKey {
		return path + "." + key
	}
	return fmt.Sprintf("%s[%.*q]", path, longestKey, key)
}

func (p *parser) list(path string, depth int) (any, error) {
	out := []any{}
	for p.json.More() {
		v, err := p.value(fmt.Sprintf("%s[%d]", path, len(out)), depth+1)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, p.end(path)
}

// end reads the bracket that closes what stands at path.
func (p *parser) end(path string) error {
	if _, err := p.json.Token(); err != nil {
		return p.broken(path)
	}
	return nil
}

// broken says where the JSON cannot be read.
func (p *parser) broken(path string) error {
	before := p.raw[:min(int(p.json.InputOffset()), len(p.raw))]
	line := bytes.Count(before, []byte("\n")) + 1
	column := len(bytes.Runes(before[bytes.LastIndexByte(before, '\n')+1:])) + 1
	return bad(path, problem.WCIFSyntax, "line", line, "column", column)
}

// Write returns the file again, with everything that Read does not know but for
// what is not public. Keys are in the order of the alphabet.
func (c *Competition) Write() ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(c.tree); err != nil {
		return nil, fmt.Errorf("write WCIF: %w", err)
	}
	return out.Bytes(), nil
}
