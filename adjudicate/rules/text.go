// Package rules holds rulebooks as data: limits, articles and the sentences
// that explain them.
package rules

import "strings"

// Lang is a language that plustwo speaks.
type Lang string

// The languages, as BCP 47 tags.
const (
	English     Lang = "en"
	Traditional Lang = "zh-TW"
	Simplified  Lang = "zh-CN"
)

// Langs returns the languages, English first.
func Langs() []Lang { return []Lang{English, Traditional, Simplified} }

// Text is one sentence in every language.
type Text map[Lang]string

// In returns the sentence in a language, or in English where that is missing.
func (t Text) In(l Lang) string {
	if s, ok := t[l]; ok {
		return s
	}
	return t[English]
}

// Plain returns a text that reads alike in every language: a figure, a name.
func Plain(s string) Text { return Text{English: s, Traditional: s, Simplified: s} }

// Fill returns the sentence with each {name} replaced by the text of that name,
// in the sentence's own language. Names without a text stay as they are.
func (t Text) Fill(values map[string]Text) Text {
	out := make(Text, len(t))
	for l, s := range t {
		for name, v := range values {
			s = strings.ReplaceAll(s, "{"+name+"}", v.In(l))
		}
		out[l] = s
	}
	return out
}

// Join returns the texts as one enumeration: "a, b", 「a、b」.
func Join(texts []Text) Text {
	out := make(Text, len(Langs()))
	for _, l := range Langs() {
		parts := make([]string, len(texts))
		for i, t := range texts {
			parts[i] = t.In(l)
		}
		comma := "、"
		if l == English {
			comma = ", "
		}
		out[l] = strings.Join(parts, comma)
	}
	return out
}

// Colon parts a heading from what follows: ": " or 「：」.
func Colon(l Lang) string {
	if l == English {
		return ": "
	}
	return "："
}

// Brackets puts a text into brackets, those of the language.
func Brackets(s string, l Lang) string {
	if l == English {
		return "(" + s + ")"
	}
	return "（" + s + "）"
}

// names lists the {name} places of a sentence.
func names(s string) []string {
	var out []string
	for {
		i := strings.IndexByte(s, '{')
		if i < 0 {
			return out
		}
		j := strings.IndexByte(s[i:], '}')
		if j < 0 {
			return append(out, s[i+1:])
		}
		out = append(out, s[i+1:i+j])
		s = s[i+j+1:]
	}
}
