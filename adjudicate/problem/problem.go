// Package problem tells people, in their own language, what is wrong with what
// they gave and what to do about it. Names of files, fields and flags stay as
// they are.
package problem

import (
	"errors"
	"fmt"
	"strings"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// Error is a problem with what was given. As an error it is told in English.
type Error struct {
	Text  rules.Text
	Cause error // a sentinel, or what went wrong beneath; may be nil
}

// New returns an Error; values are pairs of a {name} in the text and what stands
// there: a text, a list where it is one of names, or anything that reads alike in
// every language.
func New(cause error, text rules.Text, values ...any) *Error {
	m := map[string]rules.Text{}
	for i := 0; i+1 < len(values); i += 2 {
		m[fmt.Sprint(values[i])] = plain(values[i+1])
	}
	return &Error{text.Fill(m), cause}
}

func plain(v any) rules.Text {
	if t, ok := v.(rules.Text); ok {
		return t
	}
	list, ok := v.([]string)
	if !ok {
		return rules.Plain(fmt.Sprint(v))
	}
	var texts []rules.Text
	for _, s := range list {
		texts = append(texts, rules.Plain(s))
	}
	return rules.Join(texts)
}

// Error returns the problem in English.
func (e *Error) Error() string { return e.Text.In(rules.English) }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// At says where a problem is: "table.jpg: the file is empty".
func At(where string, err error) *Error {
	text := rules.Text{}
	for _, l := range rules.Langs() {
		text[l] = where + rules.Colon(l) + Tell(err, l)
	}
	return &Error{text, err}
}

// Tell returns an error's message in a language, or in English where it is none
// of this package's.
func Tell(err error, l rules.Lang) string {
	if e := (*Error)(nil); errors.As(err, &e) {
		return e.Text.In(l)
	}
	return err.Error()
}

// Rig tells a fault of a rig file: the file, the camera and the field, as far as
// they are known, and what package calib says of it in English, with what stands
// in its places.
func Rig(cause error, file, view, field, says string, values map[string]any) *Error {
	text := rules.Plain(says)
	for _, t := range rig {
		if t[rules.English] == says {
			text = t
		}
	}
	m := map[string]rules.Text{}
	for name, v := range values {
		m[name] = plain(v)
	}
	text = text.Fill(m)
	out := rules.Text{}
	for _, l := range rules.Langs() {
		var parts []string
		if file != "" {
			parts = append(parts, rigFile.In(l)+" "+file)
		}
		if view != "" {
			parts = append(parts, camera.In(l)+" "+view)
		}
		if field != "" {
			parts = append(parts, field)
		}
		out[l] = strings.Join(append(parts, text.In(l)), rules.Colon(l))
	}
	return &Error{out, cause}
}

// RigSayings lists what Rig can tell in every language, in English.
func RigSayings() []string {
	var out []string
	for _, t := range rig {
		out = append(out, t[rules.English])
	}
	return out
}

func text(en, tw, cn string) rules.Text {
	return rules.Text{rules.English: en, rules.Traditional: tw, rules.Simplified: cn}
}
