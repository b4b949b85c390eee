package sheet

import (
	"strings"
	"unicode"
)

// Punctuation that does not begin a line, and that does not end one.
const (
	closing = "，。、；：！？）」』】》〉·…%°)]},.;:!?"
	opening = "（「『【《〈([{"
)

// wrap breaks a text into lines of at most a width, after spaces and between
// Chinese characters but for punctuation, and within a word only where it alone
// is too long.
func wrap(text string, width float64, measure func(string) float64) []string {
	var lines []string
	line := ""
	for _, w := range pieces(text) {
		switch {
		case measure(strings.TrimRight(line+w, " ")) <= width:
			line += w
			continue
		case strings.TrimSpace(line) != "":
			lines = append(lines, strings.TrimRight(line, " "))
		}
		line = ""
		for _, r := range strings.TrimLeft(w, " ") {
			if line != "" && measure(line+string(r)) > width {
				lines = append(lines, line)
				line = ""
			}
			line += string(r)
		}
	}
	return append(lines, strings.TrimRight(line, " "))
}

// pieces parts a text where a line may end.
func pieces(text string) []string {
	var out []string
	var piece []rune
	for _, r := range text {
		if n := len(piece); n > 0 && breaks(piece[n-1], r) {
			out = append(out, string(piece))
			piece = piece[:0]
		}
		piece = append(piece, r)
	}
	return append(out, string(piece))
}

// breaks tells whether a line may end between two characters.
func breaks(a, b rune) bool {
	if strings.ContainsRune(closing, b) || strings.ContainsRune(opening, a) || b == ' ' {
		return false
	}
	return a == ' ' || wide(a) || wide(b)
}

// wide tells whether a character stands for itself, as Chinese ones do.
func wide(r rune) bool {
	return unicode.Is(unicode.Han, r) || r >= 0x3000 && r < 0x3040 || r >= 0xff00 && r < 0xff61
}
