package synth_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/plustwo/plustwo/vision/synth"
)

// A scene is plain data: draw one, change what matters, lay the puzzle down
// again, and ask for its picture and its truth.
func Example() {
	rng := rand.New(rand.NewPCG(1, 2))
	s, err := synth.Random(rng, synth.Options{Event: "333", Case: synth.Aligned, Plain: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	s.Puzzle.LayersDeg = []float64{0, 0, 47}
	s.Settle(rng)
	rig, err := synth.RandomRig(rng, "offset")
	if err != nil {
		fmt.Println(err)
		return
	}
	im, err := synth.Render(s, *rig["offset"])
	if err != nil {
		fmt.Println(err)
		return
	}
	truth, err := synth.MakeTruth(s, rig)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(im.Width, im.Height, truth.RelativeDeg, truth.Suggestion)
	// Output: 1280 720 [0 47] +2
}
