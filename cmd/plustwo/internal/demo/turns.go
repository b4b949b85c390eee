package demo

import (
	"fmt"

	"github.com/plustwo/plustwo/stream/web"
)

// competitors are made up.
var competitors = []string{"Mira Halden", "Lin Xiaoyu (林小雨)", "Teo Marek", "Ada Okafor"}

// Attempts is how many each of a demonstration's turns has (WCA 9b1).
const Attempts = 5

// Turns are the competitors of a demonstration, in four rounds (WCA 9m).
func Turns(event string) []web.Turn {
	const rounds = 4
	var out []web.Turn
	for round := 1; round <= rounds; round++ {
		for i, name := range competitors {
			out = append(out, web.Turn{Competitor: name, Registrant: i + 1, Event: event, Round: fmt.Sprintf("%s-r%d", event, round)})
		}
	}
	return out
}
