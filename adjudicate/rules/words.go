package rules

import (
	_ "embed" // words.json
	"fmt"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
)

// Phrase names a wording that sentences are built from.
type Phrase string

// The phrases.
const (
	Face        Phrase = "face"         // by colour
	FaceWhere   Phrase = "face_where"   // by colour and place
	Where       Phrase = "where"        // by place
	Opposite    Phrase = "opposite"     // by the face across
	UnseenFace  Phrase = "unseen_face"  // by no more than that
	UnseenParts Phrase = "unseen_parts" // of faces that were seen
	OtherParts  Phrase = "other_parts"  // of the faces that are not named
	Corner      Phrase = "corner"       // by its faces
	End         Phrase = "end"          // of an axis, nameless
)

//go:embed words.json
var rawWords []byte

var words = func() (w struct {
	Colours map[string]Text `json:"colours"`
	Phrases map[Phrase]Text `json:"phrases"`
}) {
	// The file is part of the program: a test holds that it reads and is complete.
	_ = Decode(rawWords, &w)
	return w
}()

// ColourName returns the name of a colour, as it stands before a noun.
func ColourName(c puzzle.Colour) Text { return words.Colours[c.String()] }

// Words returns a phrase.
func Words(p Phrase) Text { return words.Phrases[p] }

// OutcomeName returns the name of an outcome as the JSON output writes it: ok,
// +2, DNF or refer.
func OutcomeName(outcome string) Text {
	if t, ok := words.Phrases[Phrase(outcome)]; ok {
		return t
	}
	return Plain(fmt.Sprintf("%q", outcome))
}
