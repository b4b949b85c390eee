package play

import (
	"math"
	"math/rand/v2"
	"time"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision/synth"
)

// times is the course of an attempt, in seconds.
type times struct {
	lift  float64 // the cover leaves the puzzle
	grip  float64 // the competitor takes it to look at it
	put   float64 // and puts it down
	pads  float64 // both hands lie on the pads
	start float64
	take  float64 // the puzzle is in the hands
	turns float64 // first turn
	letGo float64
	stop  float64
	hold  float64 // a hand that holds the puzzle at the stop lets go
	off   float64 // the hands leave the pads
	touch float64 // a hand touches the puzzle after the stop

	bring, ready float64 // after the decision: the next covered puzzle comes, and stands
}

// usual is an attempt that people can follow, short one for tests of many.
var (
	usual = times{2, 2.9, 4.6, 5.1, 6, 6.4, 6.55, 11.7, 12, 12.35, 12.75, 14, 1, 2.3}
	short = times{0.5, 1.1, 1.6, 1.9, 2.5, 2.9, 3.05, 3.9, 4.2, 4.55, 4.75, 5.6, 0.9, 1.7}
)

const (
	readyFor  = 0.55 // s: how long hands must lie on the pads until the timer is ready (A4b1)
	turnFor   = 0.13
	turnEvery = 0.17
	heldUp    = 52.0 // mm over the mat
)

// waitFor is how long the scripts wait for a decision.
const waitFor = 8 * time.Second

// End is how the puzzle comes to rest.
type End string

// The ends.
const (
	Placed  End = "placed"  // it is put down
	Slides  End = "slides"  // it slides on and turns
	Bounces End = "bounces" // it is dropped
	Rolls   End = "rolls"   // it rolls over an edge
	Creeps  End = "creeps"  // it rolls on slowly, as a round puzzle on a soft mat
	Leaves  End = "leaves"  // it slides out of the picture
)

// After is what happens after the stop.
type After string

// What can happen.
const (
	Nothing After = ""
	Push    After = "push"  // a hand pushes the puzzle
	TurnIt  After = "turn"  // a hand turns a layer
	Grab    After = "grab"  // a hand takes it away
	Pass    After = "pass"  // an arm passes over it and does not touch it
	Hold    After = "hold"  // a hand holds it at the stop
	LightUp After = "phone" // a telephone beside it lights up
)

// State is how the puzzle ends.
type State string

// The states.
const (
	Solved  State = "ok"
	PlusTwo State = "+2"
	Wrong   State = "DNF"
)

// Plan says what an attempt is to show.
type Plan struct {
	Kind     Kind
	Event    string  // "" for 333
	State    State   // "" for solved
	Off      float64 // degrees by which a layer is off; 0 for a little, or much for +2
	End      End     // "" for placed
	After    After
	Flicker  bool
	Exposure bool // steps of the exposure about the stop
	Fault    FaultKind
	FaultAt  Span // from the stop on; zero for 2 s of the solve
	Short    bool // a quick attempt, for tests of many
}

// author writes one script.
type author struct {
	Script
	rng  *rand.Rand
	pz   *puzzle.Puzzle
	plan Plan
	rest PuzzleKey // where the puzzle lies at last
	half float64   // its size
	t    times
}

func sec(s float64) time.Duration { return time.Duration(math.Round(s*1000)) * time.Millisecond }

// Write writes the script of a plan. The same plan and seed give the same
// script. Errors are puzzle.ErrUnknown for an event that does not exist, or
// synth.ErrScene.
func Write(p Plan, seed uint64) (Script, error) {
	if p.Event == "" {
		p.Event = "333"
	}
	pz, err := puzzle.Load(p.Event)
	if err != nil {
		return Script{}, err
	}
	a := &author{rng: rand.New(rand.NewPCG(seed, 11)), pz: pz, plan: p}
	a.Script = Script{Kind: p.Kind, Event: p.Event, Seed: seed, SizeMM: pz.Size.TypicalMM}
	a.half = a.SizeMM / 2
	if a.t = usual; p.Short {
		a.t = short
	}
	a.t.start += 0.25 * a.rng.Float64()
	if err := a.dress(); err != nil {
		return Script{}, err
	}
	if err := a.state(); err != nil {
		return Script{}, err
	}
	a.begin()
	a.solve()
	a.stop()
	a.after()
	a.finish()
	return a.Script, nil
}

// dress draws the looks of puzzle and people.
func (a *author) dress() error {
	kind := []synth.Kind{synth.Stickered, synth.Tiled, synth.Stickered, synth.Stickerless}[a.rng.IntN(4)]
	s, err := synth.Random(rand.New(rand.NewPCG(a.Seed, 12)), synth.Options{Event: a.Event, Kind: kind, Plain: true})
	if err != nil {
		return err
	}
	a.Build = s.Puzzle.Build
	a.Build.Wear, a.Build.Logo, a.Build.Gloss = 0, nil, 0.2
	const groove = 0.3 // mm, half of it: what keeps pieces of one colour apart in a picture
	a.Build.GapMM = groove
	a.Build.Body = synth.RGB{0x16, 0x16, 0x18}
	a.Build.Shades = shades
	skins := []synth.RGB{{0xd8, 0xa0, 0x78}, {0xc0, 0x86, 0x5c}, {0x94, 0x60, 0x40}, {0x6c, 0x44, 0x2e}, {0xe2, 0xb4, 0x94}}
	sleeves := []synth.RGB{{0x28, 0x30, 0x48}, {0x7c, 0x28, 0x2c}, {0x2c, 0x54, 0x40}, {0x50, 0x50, 0x56}, {0x30, 0x58, 0x8c}}
	skin, sleeve := skins[a.rng.IntN(len(skins))], sleeves[a.rng.IntN(len(sleeves))]
	a.Hands = []Hand{{Left: true, Skin: skin, Sleeve: sleeve, WidthMM: 82}, {Skin: skin, Sleeve: sleeve, WidthMM: 82},
		{Skin: skins[a.rng.IntN(len(skins))], Sleeve: synth.RGB{0x1c, 0x1e, 0x22}, WidthMM: 86}}
	return nil
}

// The hands of a script.
const (
	leftHand = iota
	rightHand
	judgesHand
)

// shades are those of a common puzzle, well told apart.
var shades = map[puzzle.Colour]synth.RGB{
	puzzle.White: {0xec, 0xee, 0xec}, puzzle.Yellow: {0xf4, 0xdc, 0x1c}, puzzle.Red: {0xb8, 0x18, 0x28}, puzzle.Orange: {0xf8, 0x74, 0x18},
	puzzle.Blue: {0x14, 0x4c, 0xb8}, puzzle.Green: {0x18, 0x9c, 0x44}, puzzle.Purple: {0x74, 0x2c, 0xa8}, puzzle.Grey: {0x84, 0x88, 0x8c},
	puzzle.LightGreen: {0x98, 0xe0, 0x38}, puzzle.LightBlue: {0x8c, 0xcc, 0xf4}, puzzle.Cream: {0xf2, 0xe4, 0xb4}, puzzle.Pink: {0xf4, 0x8c, 0xb4}, puzzle.Black: {0x14, 0x14, 0x16},
}

// state draws how the puzzle ends, and the turns that lead there from a
// scramble.
func (a *author) state() error {
	const tries = 40
	for range tries {
		a.Turns = nil
		end, off := a.pz.Solved(), a.plan.Off
		up := a.rng.IntN(len(a.pz.Axes))
		switch a.plan.State {
		case Wrong:
			for range 3 + a.rng.IntN(3) {
				end = end.Apply(a.anyMove())
			}
		case PlusTwo:
			if off == 0 {
				limit := a.pz.Axes[up].Step().Degrees() / 2
				off = limit * (1.15 + 0.5*a.rng.Float64())
			}
		default:
			if off == 0 {
				off = 2 + 8*a.rng.Float64()
			}
		}
		a.scramble(end, up, off)
		if ok, err := a.shows(); err != nil || ok {
			return err
		}
	}
	return nil // as good as it gets: a puzzle whose state little can be seen of from above
}

func (a *author) anyMove() puzzle.Move {
	m := a.pz.OuterMoves()
	return m[a.rng.IntN(len(m))]
}

// scramble writes the turns of the solve that end in a state, with the outer
// layer of an axis off.
func (a *author) scramble(end puzzle.State, up int, off float64) {
	var moves []puzzle.Move
	last := -1
	for sec(a.t.turns+turnEvery*float64(len(moves)+1)) < sec(a.t.letGo-0.2) {
		m := a.anyMove()
		if m.Axis == last {
			continue
		}
		last = m.Axis
		moves = append(moves, m)
	}
	first := end
	for i := len(moves) - 1; i >= 0; i-- {
		first = first.Apply(a.pz.Inverse(moves[i]))
	}
	colours := a.pz.Colours(a.pz.Schemes[0])
	a.Colours = nil
	for _, f := range first.Faces() {
		a.Colours = append(a.Colours, colours[f])
	}
	for i, m := range moves {
		a.addTurn(a.t.turns+turnEvery*float64(i), m.Axis, m.Layers, a.short(m))
	}
	top := len(a.pz.Layers(up)) - 1
	a.addTurn(a.t.turns+turnEvery*float64(len(moves)), up, []int{top}, off)
	a.settle(up, off)
}

// short returns the angle of a move the short way round.
func (a *author) short(m puzzle.Move) float64 {
	order := a.pz.Axes[m.Axis].Order
	steps := m.Steps
	if 2*steps > order {
		steps -= order
	}
	return float64(steps) * a.pz.Axes[m.Axis].Step().Degrees()
}

func (a *author) addTurn(at float64, axis int, layers []int, deg float64) {
	a.Turns = append(a.Turns, Turn{At: sec(at), For: sec(turnFor), Axis: axis, Layers: layers, Deg: deg})
}

// settle chooses where and how the puzzle lies at last: the turned layer on top
// where the puzzle can lie so.
func (a *author) settle(up int, off float64) {
	angles := make([]geom.Angle, a.pz.Axes[up].Layers())
	angles[len(angles)-1] = geom.Angle(off) * geom.Degree
	rests := a.pz.Rests(up, angles)
	down := rests[0].Normal
	for _, r := range rests {
		if r.Normal.Dot(a.pz.Axes[up].Normal) < -0.999 {
			down = r.Normal
		}
	}
	yaw := geom.Angle(a.rng.Float64()) * geom.Turn
	a.rest = PuzzleKey{X: -45 + 120*a.rng.Float64(), Y: 15 + 55*a.rng.Float64(), R: geom.AxisAngle(geom.Vec{Z: 1}, yaw).Mul(geom.Between(down, geom.Vec{Z: -1}))}
}

// shows tells whether the overhead camera shows the state, and notes what it is.
func (a *author) shows() (bool, error) {
	p, err := a.puzzle(sec(a.t.stop))
	if err != nil {
		return false, err
	}
	p.lay(a.rest)
	s := Set(a.Seed)
	s.Puzzle = &p.Puzzle
	cam := Camera(Overhead, 1280)
	t, err := synth.MakeTruth(s, map[string]*calib.Camera{string(Overhead): &cam})
	if err != nil {
		return false, err
	}
	a.Truth.Suggestion = t.Suggestion
	want := a.plan.State
	if want == "" {
		want = Solved
	}
	return t.Suggestion == string(want) && t.Cameras[string(Overhead)].Expected == t.Suggestion, nil
}
