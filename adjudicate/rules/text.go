// Package rules holds rulebooks as data: limits, articles and the sentences
// that explain them.
package rules

// Lang is a language that plustwo speaks.
type Lang string

// The languages, as BCP 47 tags.
const (
	English     Lang = "en"
	Traditional Lang = "zh-TW"
	Simplified  Lang = "zh-CN"
)

// Text is one sentence in every language.
type Text map[Lang]string

// In returns the sentence in a language, or in English where that is missing.
func (t Text) In(l Lang) string {
	if s, ok := t[l]; ok {
		return s
	}
	return t[English]
}
