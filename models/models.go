// Package models embeds the data that plustwo carries: puzzle definitions.
package models

import (
	"embed"
	"fmt"
)

//go:embed puzzles/*.json
var puzzles embed.FS

// order is the WCA's order of events.
var order = []string{"222", "333", "444", "555", "666", "777", "pyram", "skewb", "minx"}

// Puzzles lists the events that have a definition.
func Puzzles() []string { return append([]string(nil), order...) }

// Puzzle returns the definition file of an event.
func Puzzle(event string) ([]byte, error) {
	for _, e := range order {
		if e == event {
			return puzzles.ReadFile("puzzles/" + e + ".json")
		}
	}
	return nil, fmt.Errorf("no puzzle definition for %q", event)
}
