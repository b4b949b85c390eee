package attempt

import (
	"fmt"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// cut cuts a time off at the digits that count (WCA 9f1, 9f2); it never rounds.
func cut(p rules.Precision, t Millis) Millis {
	return t - t%unit(digits(p, t))
}

// digits returns how many decimals of a second count in a time.
func digits(p rules.Precision, t Millis) int {
	if p.WholeFromMS > 0 && int64(t) >= p.WholeFromMS {
		return 0
	}
	return p.Decimals
}

// unit returns the milliseconds of the last of some decimals.
func unit(decimals int) Millis {
	u := Millis(1000)
	for ; decimals > 0; decimals-- {
		u /= 10
	}
	return max(u, 1)
}

// seconds writes a time with some decimals (WCA A7b1): 12.19, 1:02.35, 10:03,
// 1:00:01. With inMinutes hours are written as minutes, as multi-blind has it
// (H1d): 60:01.
func seconds(t Millis, decimals int, inMinutes bool) string {
	whole, rest := t/1000, ""
	if decimals > 0 {
		rest = fmt.Sprintf(".%0*d", decimals, t%1000/unit(decimals))
	}
	h, m, s := whole/3600, whole/60%60, whole%60
	if inMinutes {
		h, m = 0, whole/60
	}
	switch {
	case h > 0:
		return fmt.Sprintf("%d:%02d:%02d%s", h, m, s, rest)
	case m > 0:
		return fmt.Sprintf("%d:%02d%s", m, s, rest)
	}
	return fmt.Sprintf("%d%s", s, rest)
}
