package wcif

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// reader keeps the first problem; after it every reading gives zero values.
type reader struct {
	err  error
	seen map[string]string // what has to be unique, with the path of who has it
}

func (r *reader) fail(path string, text rules.Text, values ...any) {
	if r.err == nil {
		r.err = bad(path, text, values...)
	}
}

// own makes sure that a name is used once.
func (r *reader) own(kind, name, path string) {
	if other, ok := r.seen[kind+name]; ok {
		r.fail(path, problem.WCIFShared, "found", name, "other", other)
		return
	}
	r.seen[kind+name] = path
}

// object is an object of the file with its path.
type object struct {
	path   string
	fields map[string]any
}

func (o object) at(key string) string { return o.path + "." + key }

// missing tells whether a field is not there or null.
func (o object) missing(key string) bool { return o.fields[key] == nil }

// kind names what a value is.
func kind(v any) rules.Text {
	switch v.(type) {
	case string:
		return problem.WCIFText
	case json.Number:
		return problem.WCIFNum
	case bool:
		return problem.WCIFBool
	case []any:
		return problem.WCIFList
	case map[string]any:
		return problem.WCIFObject
	}
	return problem.WCIFNull
}

// wrong says that a field is missing or of another kind.
func (r *reader) wrong(o object, key string, want rules.Text) {
	v, ok := o.fields[key]
	if !ok {
		r.fail(o.at(key), problem.WCIFMissing, "want", want)
		return
	}
	r.fail(o.at(key), problem.WCIFKind, "found", kind(v), "want", want)
}

// as turns a value into an object.
func (r *reader) as(path string, v any) object {
	m, ok := v.(map[string]any)
	if !ok {
		r.fail(path, problem.WCIFKind, "found", kind(v), "want", problem.WCIFObject)
	}
	return object{path, m}
}

// object reads a field that must be an object.
func (r *reader) object(o object, key string) object {
	m, ok := o.fields[key].(map[string]any)
	if !ok {
		r.wrong(o, key, problem.WCIFObject)
	}
	return object{o.at(key), m}
}

// text reads a field that must be a text.
func (r *reader) text(o object, key string) string {
	s, ok := o.fields[key].(string)
	if !ok {
		r.wrong(o, key, problem.WCIFText)
	}
	return s
}

// maybeText reads a text that may be missing or null.
func (r *reader) maybeText(o object, key string) string {
	if o.missing(key) {
		return ""
	}
	return r.text(o, key)
}

// word reads a text that must be one of some.
func (r *reader) word(o object, key string, known ...string) string {
	s := r.text(o, key)
	if r.err == nil && !slices.Contains(known, s) {
		r.fail(o.at(key), problem.WCIFWord, "found", strconv.Quote(s), "known", known)
	}
	return s
}

// whole reads a field that must be a whole number in a range.
func (r *reader) whole(o object, key string, least, most int64) int64 {
	n, ok := o.fields[key].(json.Number)
	if !ok {
		r.wrong(o, key, problem.WCIFInt)
		return 0
	}
	v, err := n.Int64()
	if err != nil || v < least || v > most {
		r.fail(o.at(key), problem.WCIFNumber, "found", n, "least", least, "most", most)
		return 0
	}
	return v
}

// mostID is the largest number that every JSON reader keeps exact.
const mostID = 1<<53 - 1

func (r *reader) id(o object, key string, least int64) int {
	return int(r.whole(o, key, least, mostID))
}

// maybeID reads a number above 0 that may be missing or null: 0.
func (r *reader) maybeID(o object, key string) int {
	if o.missing(key) {
		return 0
	}
	return r.id(o, key, 1)
}

// list reads a field that must be a list; with optional it may be missing or
// null.
func (r *reader) list(o object, key string, optional bool) []any {
	if optional && o.missing(key) {
		return nil
	}
	l, ok := o.fields[key].([]any)
	if !ok {
		r.wrong(o, key, problem.WCIFList)
	}
	return l
}

// objects reads a list of objects and calls do with each, until a problem.
func (r *reader) objects(o object, key string, optional bool, do func(object)) {
	for i, v := range r.list(o, key, optional) {
		if r.err != nil {
			return
		}
		if x := r.as(fmt.Sprintf("%s[%d]", o.at(key), i), v); x.fields != nil {
			do(x)
		}
	}
}

// texts reads a list of texts that may be missing.
func (r *reader) texts(o object, key string) []string {
	var out []string
	for i, v := range r.list(o, key, true) {
		s, ok := v.(string)
		if !ok {
			r.fail(fmt.Sprintf("%s[%d]", o.at(key), i), problem.WCIFKind, "found", kind(v), "want", problem.WCIFText)
			return nil
		}
		out = append(out, s)
	}
	return out
}

// moment reads a time (ISO 8601).
func (r *reader) moment(o object, key string) time.Time {
	s := r.text(o, key)
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		r.fail(o.at(key), problem.WCIFLike, "found", strconv.Quote(s), "like", "2026-05-02T09:00:00Z")
	}
	return t
}
