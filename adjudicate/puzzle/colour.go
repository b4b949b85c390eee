package puzzle

import (
	"errors"
	"fmt"
)

// ErrColour means that a word names no sticker colour.
var ErrColour = errors.New("unknown colour")

// Colour is a named sticker colour. The zero value is Unknown.
type Colour uint8

// The colours that puzzles of the WCA's and the SRA's events carry.
const (
	Unknown Colour = iota
	White
	Yellow
	Red
	Orange
	Blue
	Green
	Purple
	Grey
	LightGreen
	LightBlue
	Cream
	Pink
	Black
	NumColours // the number of values, Unknown included
)

var colourNames = [NumColours]string{"unknown", "white", "yellow", "red", "orange", "blue", "green",
	"purple", "grey", "lightgreen", "lightblue", "cream", "pink", "black"}

// String returns the name as the JSON output writes it.
func (c Colour) String() string {
	if c >= NumColours {
		return "unknown"
	}
	return colourNames[c]
}

// ParseColour returns the colour of a name, and whether there is one.
func ParseColour(name string) (Colour, bool) {
	for i := Colour(1); i < NumColours; i++ {
		if colourNames[i] == name {
			return i, true
		}
	}
	return Unknown, false
}

// MarshalText writes the colour's name.
func (c Colour) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads a colour's name; "unknown" is one. The error is
// ErrColour for any other word.
func (c *Colour) UnmarshalText(b []byte) error {
	got, ok := ParseColour(string(b))
	if !ok && string(b) != Unknown.String() {
		return fmt.Errorf("%w %q: known colours are %v", ErrColour, b, colourNames[1:])
	}
	*c = got
	return nil
}
