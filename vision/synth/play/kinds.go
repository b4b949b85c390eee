package play

import (
	"math/rand/v2"
	"slices"
	"time"
)

// Kind names a kind of attempt.
type Kind string

// kinds are the plans that can be asked for by name, in the order in which they
// are listed.
var kinds = []Plan{
	{Kind: "ok"},
	{Kind: "plus2", State: PlusTwo, End: Slides},
	{Kind: "dnf", State: Wrong},
	{Kind: "touch", After: Push},
	{Kind: "frozen", End: Bounces, Fault: Frozen},
	{Kind: "near", Off: 38},
	{Kind: "slide", End: Slides},
	{Kind: "bounce", End: Bounces},
	{Kind: "roll", End: Rolls},
	{Kind: "creep", End: Creeps},
	{Kind: "gone", End: Leaves},
	{Kind: "turn", After: TurnIt},
	{Kind: "grab", After: Grab},
	{Kind: "pass", After: Pass},
	{Kind: "hold", After: Hold},
	{Kind: "phone", After: LightUp},
	{Kind: "flicker", Flicker: true, End: Slides},
	{Kind: "exposure", Exposure: true},
	{Kind: "silent", Fault: Silent},
	{Kind: "unplugged", Fault: Unplugged},
	{Kind: "blind", Fault: Frozen, FaultAt: Span{-400 * time.Millisecond, 1600 * time.Millisecond}},
}

// Demo is the name of an endless sequence: its first five attempts show no
// penalty, +2, DNF, a touch after the stop and a frozen camera; then they come
// in any order, with others among them.
const Demo Kind = "demo"

// All is the name of a sequence of each kind in turn, over and over.
const All Kind = "all"

// Kinds lists the kinds of attempts.
func Kinds() []Kind {
	var out []Kind
	for _, p := range kinds {
		out = append(out, p.Kind)
	}
	return out
}

// opening is how a demo begins.
var opening = []Kind{"ok", "plus2", "dnf", "touch", "frozen"}

// later are the kinds of a demo after its opening, by how often they come.
var later = []Kind{"ok", "ok", "ok", "slide", "bounce", "roll", "near", "plus2", "plus2", "dnf", "touch", "frozen", "pass", "gone", "turn"}

// PlanOf returns the plan of a kind; false for one that does not exist.
func PlanOf(k Kind) (Plan, bool) {
	i := slices.IndexFunc(kinds, func(p Plan) bool { return p.Kind == k })
	if i < 0 {
		return Plan{}, false
	}
	return kinds[i], true
}

// Next returns the script of attempt n, from 0, of a sequence: one kind over and
// over, All or Demo. Errors are those of Write, or ErrSpec for a kind that does
// not exist.
func Next(k Kind, event string, seed uint64, n int) (Script, error) {
	return next(Options{Script: k, Event: event, Seed: seed}, n)
}

func next(o Options, n int) (Script, error) {
	k, own := o.Script, o.Seed+uint64(n)*0x9e3779b97f4a7c15
	switch k {
	case All:
		k = kinds[n%len(kinds)].Kind
	case Demo:
		if n < len(opening) {
			k = opening[n]
		} else {
			k = later[rand.New(rand.NewPCG(own, 13)).IntN(len(later))]
		}
	}
	p, ok := PlanOf(k)
	if !ok {
		return Script{}, unknownKind(string(k))
	}
	p.Event, p.Short = o.Event, o.Short
	return Write(p, own)
}
