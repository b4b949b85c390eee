package rules

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/plustwo/plustwo/calib/geom"
)

// file is a rulebook as its file holds it.
type file struct {
	Name      string                    `json:"name"`
	Title     Text                      `json:"title"`
	Date      string                    `json:"date"`
	Metric    string                    `json:"metric"`
	Limits    []fileLimit               `json:"limits"`
	Doubt     fileDoubt                 `json:"doubt"`
	Parts     Parts                     `json:"parts"`
	Sentences map[Key]map[string]string `json:"sentences"` // article and one text for each language
}

type fileLimit struct {
	Events   []string `json:"events"`
	LimitDeg float64  `json:"limit_deg"`
	Article  string   `json:"article"`
}

type fileDoubt struct {
	Sigmas   float64 `json:"angle_sigmas"`
	FloorDeg float64 `json:"angle_floor_deg"`
	Likely   float64 `json:"likely_odds"`
	Credible float64 `json:"credible_odds"`
}

// Parse reads a rulebook file: JSON, every field known, none twice, nothing
// after it. The error is ErrRulebook.
func Parse(raw []byte) (*Rulebook, error) {
	var f file
	if err := Decode(raw, &f); err != nil {
		return nil, fmt.Errorf("%w: %v", ErrRulebook, err)
	}
	b := &Rulebook{Name: f.Name, Title: f.Title, Date: f.Date, Metric: f.Metric, Parts: f.Parts,
		Doubt:     Doubt{f.Doubt.Sigmas, geom.Angle(f.Doubt.FloorDeg) * geom.Degree, f.Doubt.Likely, f.Doubt.Credible},
		Sentences: make(map[Key]Sentence, len(f.Sentences))}
	for _, l := range f.Limits {
		b.Limits = append(b.Limits, Limit{l.Events, geom.Angle(l.LimitDeg) * geom.Degree, l.Article})
	}
	for k, fields := range f.Sentences {
		s := Sentence{Article: fields["article"], Text: Text{}}
		for name, text := range fields {
			if name != "article" {
				s.Text[Lang(name)] = text
			}
		}
		b.Sentences[k] = s
	}
	if err := b.Check(); err != nil {
		return nil, err
	}
	return b, nil
}

// Decode reads one JSON value strictly: every field known, none twice, nothing
// after it.
func Decode(raw []byte, to any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil { // also bounds the depth, for noTwins
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is something after the end of the object")
	}
	return noTwins(json.NewDecoder(bytes.NewReader(raw)))
}

// noTwins reads one JSON value and reports a key that an object holds twice,
// of which encoding/json would silently take the last.
func noTwins(d *json.Decoder) error {
	t, err := d.Token()
	if err != nil {
		return err
	}
	open, ok := t.(json.Delim)
	if !ok {
		return nil
	}
	seen := map[string]bool{}
	for d.More() {
		if open == '{' {
			k, err := d.Token()
			if err != nil {
				return err
			}
			name := strings.ToLower(strings.ToUpper(k.(string))) // encoding/json takes "A" for "a"
			if seen[name] {
				return fmt.Errorf("the key %q appears twice", k)
			}
			seen[name] = true
		}
		if err := noTwins(d); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}
