package results

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// ParseText reads an attempt's value as people write it and Text does: 9.87,
// 1:02.35, DNF, DNS, 25, "59/60 59:46"; empty for no attempt. Digits that the
// rulebook does not count are cut off (WCA 9f1). The error is ErrAttempt.
func ParseText(book *rules.Rulebook, event, s string) (Value, error) {
	s = strings.TrimSpace(s)
	bad := fmt.Errorf("%w: %q in %s", ErrAttempt, s, event)
	switch {
	case s == "":
		return Skipped, nil
	case strings.EqualFold(s, "DNF"):
		return DNF, nil
	case strings.EqualFold(s, "DNS"):
		return DNS, nil
	case event == fewestMoves:
		n, ok := digits(s)
		if !ok || n == 0 || n > longest {
			return Skipped, bad
		}
		return Value(n), nil
	case event == multiBlind:
		return parseMulti(s)
	}
	ms, ok := parseClock(s)
	if !ok {
		return Skipped, bad
	}
	p := book.Procedure.Precision
	unit := UnitMS(book)
	if p.WholeFromMS > 0 && ms >= p.WholeFromMS {
		ms -= ms % 1000
	}
	if ms < unit || ms/unit > longest {
		return Skipped, bad
	}
	return Value(ms / unit), nil
}

func parseMulti(s string) (Value, error) {
	bad := fmt.Errorf("%w: %q in %s", ErrAttempt, s, multiBlind)
	counts, time, ok := strings.Cut(s, " ")
	a, b, slash := strings.Cut(counts, "/")
	solved, ok1 := digits(a)
	attempted, ok2 := digits(b)
	ms, ok3 := parseClock(strings.TrimSpace(time))
	if !ok || !slash || !ok1 || !ok2 || !ok3 || ms/1000 >= UnknownSeconds {
		return Skipped, bad
	}
	return Multi{int(solved), int(attempted), ms / 1000}.Pack()
}

// parseClock reads h:mm:ss.ccc, m:ss.ccc, ss.ccc, and m:ss with more than 59
// minutes, as multi-blind has it (WCA H1d). Digits beyond thousandths are cut off.
func parseClock(s string) (ms int64, ok bool) {
	whole, fraction, dotted := strings.Cut(s, ".")
	parts := strings.Split(whole, ":")
	if len(parts) > 3 || dotted && fraction == "" {
		return 0, false
	}
	for i, part := range parts {
		n, ok := digits(part)
		last := i == len(parts)-1
		if !ok || i > 0 && (len(part) != 2 || n > 59) || last && len(parts) > 1 && n > 59 {
			return 0, false
		}
		ms = ms*60 + n
	}
	ms *= 1000
	if fraction == "" {
		return ms, true
	}
	if _, ok := digits(fraction[:min(len(fraction), mostDigits)]); !ok || len(fraction) > mostDigits {
		return 0, false
	}
	thousandths, ok := digits((fraction + "00")[:3])
	return ms + thousandths, ok
}

// mostDigits bounds a number: 100 hours in thousandths have nine.
const mostDigits = 9

// digits reads a number of digits alone.
func digits(s string) (int64, bool) {
	if s == "" || len(s) > mostDigits || strings.Trim(s, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil
}
