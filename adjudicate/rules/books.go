package rules

import (
	"embed"
	"errors"
	"fmt"
)

// ErrUnknown means that there is no rulebook of a name.
var ErrUnknown = errors.New("unknown rulebook")

// Default is the rulebook that rules where none is named.
const Default = "wca-2026-04-01"

//go:embed books/*.json books/attempt/*.json books/results/*.json
var files embed.FS

// Books lists the rulebooks that come with plustwo, the default one first.
func Books() []string { return []string{Default, "sra-trial"} }

// Load returns a rulebook; the caller may change it. The error is ErrUnknown
// for a name that Books does not list.
func Load(name string) (*Rulebook, error) {
	for _, b := range Books() {
		if b != name {
			continue
		}
		raw, err := files.ReadFile("books/" + b + ".json")
		if err != nil {
			return nil, fmt.Errorf("rulebook %s: %w", b, err)
		}
		book, err := Parse(raw)
		if err != nil {
			return nil, fmt.Errorf("rulebook %s: %w", b, err)
		}
		if raw, err = files.ReadFile("books/attempt/" + b + ".json"); err != nil {
			return nil, fmt.Errorf("rulebook %s: %w", b, err)
		}
		if book.Procedure, err = ParseProcedure(raw); err != nil {
			return nil, fmt.Errorf("rulebook %s, attempts: %w", b, err)
		}
		if book.Procedure.Rulebook != b {
			return nil, fmt.Errorf("rulebook %s, attempts: %w: rulebook: is %q", b, ErrRulebook, book.Procedure.Rulebook)
		}
		if raw, err = files.ReadFile("books/results/" + b + ".json"); err != nil {
			return nil, fmt.Errorf("rulebook %s: %w", b, err)
		}
		if book.Results, err = ParseResults(raw); err != nil {
			return nil, fmt.Errorf("rulebook %s, results: %w", b, err)
		}
		if book.Results.Rulebook != b {
			return nil, fmt.Errorf("rulebook %s, results: %w: rulebook: is %q", b, ErrRulebook, book.Results.Rulebook)
		}
		return book, nil
	}
	return nil, fmt.Errorf("%w %q: known rulebooks are %v", ErrUnknown, name, Books())
}
