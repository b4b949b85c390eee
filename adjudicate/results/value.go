package results

import (
	"fmt"
	"math"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// Value is the result of an attempt, or a best or average of several, as WCIF
// writes it (AttemptResult, in version 2 ResultValue), but in the last digit of
// the rulebook: hundredths of a second for the WCA's, thousandths for the SRA's.
// Fewest moves has moves, and an average in hundredths of a move; multi-blind
// has what Multi.Pack returns. The smaller of two values above 0 is the better.
type Value int64

// The values that are no result.
const (
	Skipped Value = 0  // no attempt, or no average
	DNF     Value = -1 // did not finish
	DNS     Value = -2 // did not start
)

// Events that are not counted in time alone.
const (
	fewestMoves = "333fm"
	multiBlind  = "333mbf"
)

// Complete tells whether a value is a result.
func (v Value) Complete() bool { return v > 0 }

// Better tells whether a is strictly better than b; DNF, DNS and no result are
// alike, and worse than any other (WCA 9f7).
func Better(a, b Value) bool { return a.worth() < b.worth() }

// worth orders values: the smaller the better.
func (v Value) worth() int64 {
	if v.Complete() {
		return int64(v)
	}
	return math.MaxInt64
}

// UnitMS returns the milliseconds of one unit of a timed value under a
// rulebook: 10 or 1. The book must have a Procedure.
func UnitMS(book *rules.Rulebook) int64 { return unitMS(book.Procedure.Precision.Decimals) }

// unitMS returns the milliseconds of the last of some decimals of a second.
func unitMS(decimals int) int64 {
	unit := int64(1000)
	for range decimals {
		unit /= 10
	}
	return max(unit, 1)
}

// Text writes a value as people read it (WCA A7b1): 9.87, 1:02.35, 10:03, 25,
// 24.33, "59/60 59:46", DNF, DNS; empty where there is none. average tells
// whether it is one, for fewest moves.
func Text(book *rules.Rulebook, event string, v Value, average bool) string {
	switch {
	case v == DNF:
		return "DNF"
	case v == DNS:
		return "DNS"
	case v <= 0:
		return ""
	case event == fewestMoves && average:
		return fmt.Sprintf("%d.%02d", v/movesScale, v%movesScale)
	case event == fewestMoves:
		return fmt.Sprint(int64(v))
	case event == multiBlind:
		return Unpack(v).String()
	}
	p := book.Procedure.Precision
	ms := int64(v) * UnitMS(book)
	decimals := p.Decimals
	if p.WholeFromMS > 0 && ms >= p.WholeFromMS {
		decimals = 0
	}
	return clock(ms, decimals)
}

// clock writes a time as h:mm:ss.cc, without leading zeros.
func clock(ms int64, decimals int) string {
	whole, rest := ms/1000, ""
	if decimals > 0 {
		rest = fmt.Sprintf(".%0*d", decimals, ms%1000/unitMS(decimals))
	}
	h, m, s := whole/3600, whole/60%60, whole%60
	switch {
	case h > 0:
		return fmt.Sprintf("%d:%02d:%02d%s", h, m, s, rest)
	case m > 0:
		return fmt.Sprintf("%d:%02d%s", m, s, rest)
	}
	return fmt.Sprintf("%d%s", s, rest)
}

// FromWCA returns a value that the WCA wrote, in hundredths where it is a time,
// in the unit of a rulebook.
func FromWCA(book *rules.Rulebook, event string, v Value) Value {
	if !v.Complete() || event == fewestMoves || event == multiBlind {
		return v
	}
	return v * Value(unitMS(wcaDecimals)/UnitMS(book))
}

// wcaDecimals of a second are in WCIF's values.
const wcaDecimals = 2
