package synth

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/calib/geom"
)

// Case is the kind of situation that a scene shows.
type Case string

// The cases. The limit is that of the WCA's article 10f: half a step.
const (
	Aligned      Case = "aligned"        // solved, each layer within a degree or two
	Slight       Case = "slight"         // solved, an outer block well within the limit
	NearOK       Case = "near_ok"        // solved, an outer block just within the limit
	NearPlusTwo  Case = "near_plus2"     // solved, an outer block just over the limit
	Turned       Case = "turned"         // one whole move from solved, aligned
	TwoOver      Case = "two_over"       // two interfaces over the limit, or one and a whole move
	Scrambled    Case = "scrambled"      // far from solved, aligned
	TurnedAndOff Case = "turned_and_off" // one whole move from solved, a block of another axis within the limit
)

// Cases lists all cases with the share that Random gives each: half of the
// scenes are near a limit or need two things seen at once.
var Cases = []struct {
	Case  Case
	Share float64
}{
	{Aligned, 0.13}, {Slight, 0.16}, {NearOK, 0.18}, {NearPlusTwo, 0.18}, {Turned, 0.11}, {TwoOver, 0.10}, {Scrambled, 0.07}, {TurnedAndOff, 0.07},
}

// Options narrow what Random draws. The zero value leaves everything open.
type Options struct {
	Event string // "" for any
	Case  Case   // "" for any
	Kind  Kind   // "" for any
	Plain bool   // no clutter, no prints: a puzzle on a mat with a timer
	Reach bool   // let a hand reach over the puzzle
}

// Random draws a scene. The error is puzzle.ErrUnknown for an unknown event and
// ErrScene for an unknown case or kind.
func Random(rng *rand.Rand, o Options) (Scene, error) {
	if o.Event == "" {
		o.Event = pick(rng, puzzle.Events()...)
	}
	pz, err := puzzle.Load(o.Event)
	if err != nil {
		return Scene{}, err
	}
	if o.Case == "" {
		o.Case = pickCase(rng)
	}
	switch o.Kind {
	case "":
		o.Kind = pick(rng, Stickerless, Stickerless, Stickered, Tiled)
	case Stickered, Tiled, Stickerless:
	default:
		return Scene{}, fmt.Errorf("%w: kind %q: use %s, %s or %s", ErrScene, o.Kind, Stickered, Tiled, Stickerless)
	}
	s := Scene{Seed: rng.Uint64() >> 12, Case: o.Case} // 52 bits: JSON readers hold them exactly
	s.ID = fmt.Sprintf("%s-%05d", o.Event, s.Seed%100000)
	p := &Puzzle{Event: o.Event}
	faces, err := p.randomState(rng, pz, o.Case)
	if err != nil {
		return Scene{}, err
	}
	scheme := randomScheme(rng, pz)
	for _, f := range faces {
		p.Colours = append(p.Colours, scheme[f])
	}
	s.Puzzle = p
	p.SizeMM = between(rng, 0.35*pz.Size.MinMM+0.65*pz.Size.TypicalMM, 0.7*pz.Size.TypicalMM+0.3*pz.Size.MaxMM)
	p.Build = randomBuild(rng, pz, o.Kind)
	p.YawDeg = between(rng, 0, 360)
	s.Settle(rng)
	randomTable(rng, &s, o)
	return s, nil
}

func pickCase(rng *rand.Rand) Case {
	x := rng.Float64()
	for _, c := range Cases {
		if x -= c.Share; x < 0 {
			return c.Case
		}
	}
	return Aligned
}

// steady is how far inside its foot a puzzle's core must lie for the puzzle to
// stay where it was put (mm): less, and the next touch tips it.
const steady = 4

// Settle lays the puzzle down: it draws one of its stable rests, broad ones
// more often, and sets Down. Call it after changing layer angles.
func (s *Scene) Settle(rng *rand.Rand) {
	p := s.Puzzle
	if p == nil {
		return
	}
	pz, err := p.load()
	if err != nil {
		return // Render will say what is wrong
	}
	angles := make([]geom.Angle, len(p.LayersDeg))
	for i, a := range p.LayersDeg {
		angles[i] = geom.Angle(a) * geom.Degree
	}
	rests := pz.Rests(p.Axis, angles)
	if len(rests) == 0 {
		return
	}
	sum := 0.0
	weight := func(r puzzle.Rest) float64 {
		if r.Margin*p.SizeMM < steady {
			return 0
		}
		return math.Pow(r.Margin, 3)
	}
	for _, r := range rests {
		sum += weight(r)
	}
	chosen := rests[0] // the steadiest, where none is steady
	for x, i := rng.Float64()*sum, 0; i < len(rests) && x > 0; i++ {
		if w := weight(rests[i]); w > 0 {
			chosen, x = rests[i], x-w
		}
	}
	p.Down = [3]float64{chosen.Normal.X, chosen.Normal.Y, chosen.Normal.Z}
}

// between draws evenly.
func between(rng *rand.Rand, lo, hi float64) float64 { return lo + (hi-lo)*rng.Float64() }

func chance(rng *rand.Rand, p float64) bool { return rng.Float64() < p }

func pick[T any](rng *rand.Rand, of ...T) T { return of[rng.IntN(len(of))] }

func sign(rng *rand.Rand) float64 { return pick(rng, -1.0, 1.0) }
