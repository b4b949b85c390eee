package draw

import (
	"embed"
	"image"
	"image/color"
	"math"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/plustwo/plustwo/adjudicate/rules"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

//go:embed fonts/*.otf
var fontFiles embed.FS

// weight is how heavy a letter is drawn.
type weight string

const (
	regular weight = "Regular"
	bold    weight = "Bold"
)

// face is one font at one size in pixels. Traditional and simplified Chinese
// draw many characters differently, so each has its own.
type face struct {
	font.Face
	faceKey
}

type faceKey struct {
	lang   rules.Lang
	weight weight
	size   float64
}

var (
	facesMu sync.Mutex
	faces   = map[faceKey]font.Face{}
	fonts   = map[string]*opentype.Font{}
)

// faceOf returns a font. Faces are kept, since making one reads its tables; a
// Face may serve one drawing at a time, which Sheet sees to.
func faceOf(lang rules.Lang, w weight, size float64) face {
	key := faceKey{lang, w, size}
	if f, ok := faces[key]; ok {
		return face{f, key}
	}
	f, err := opentype.NewFace(fontOf(lang, w), &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		return face{nil, key} // the options are valid: NewFace fails for none of them
	}
	faces[key] = f
	return face{f, key}
}

func fontOf(lang rules.Lang, w weight) *opentype.Font {
	name := "fonts/NotoSansSC-" + string(w) + ".otf"
	if lang == rules.Traditional {
		name = "fonts/NotoSansTC-" + string(w) + ".otf"
	}
	if f, ok := fonts[name]; ok {
		return f
	}
	raw, err := fontFiles.ReadFile(name)
	if err != nil {
		return nil // embedded: TestFontsHoldEveryCharacter reads them all
	}
	f, err := opentype.Parse(raw)
	if err != nil {
		return nil
	}
	fonts[name] = f
	return f
}

// width returns how wide a string is drawn, in pixels.
func (f face) width(s string) float64 { return float64(font.MeasureString(f.Face, s)) / 64 }

// within returns the face at the largest size, down to two thirds, at which a
// string is no wider than width.
func (f face) within(s string, width float64) face {
	for size := f.size; size > f.size*2/3; size-- {
		if g := faceOf(f.lang, f.weight, size); g.width(s) <= width {
			return g
		}
	}
	return faceOf(f.lang, f.weight, math.Ceil(f.size*2/3))
}

// align is where a string lies against its point.
type align int

const (
	left align = iota
	centre
	right
)

// text draws a string with its baseline at y.
func (c *canvas) text(f face, at pt, a align, ink color.Color, s string) {
	switch a {
	case centre:
		at.x -= f.width(s) / 2
	case right:
		at.x -= f.width(s)
	}
	d := font.Drawer{Dst: c.RGBA, Src: image.NewUniform(ink), Face: f.Face, Dot: fixed.Point26_6{X: fixed.Int26_6(at.x * 64), Y: fixed.Int26_6(at.y * 64)}}
	d.DrawString(s)
}

// wrap breaks a string into lines of at most width pixels: at spaces, and
// between Chinese characters but not before a closing mark.
func (f face) wrap(s string, width float64) []string {
	const noStart = "，。、；：！？）」』”’.,;:!?)"
	var lines []string
	line := ""
	for _, token := range tokens(s) {
		if line != "" && f.width(line+token) > width && !strings.ContainsRune(noStart, firstRune(token)) {
			lines = append(lines, strings.TrimSpace(line))
			line = ""
			token = strings.TrimLeft(token, " ")
		}
		line += token
	}
	if line = strings.TrimSpace(line); line != "" {
		lines = append(lines, line)
	}
	return lines
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// tokens splits a string where a line may break: words with the space before
// them, and single Chinese characters.
func tokens(s string) []string {
	const firstWide = 0x2e80
	var out []string
	word := ""
	flush := func() {
		if word != "" {
			out = append(out, word)
		}
		word = ""
	}
	for _, r := range s {
		switch {
		case r >= firstWide:
			flush()
			out = append(out, string(r))
		case r == ' ':
			flush()
			word = " "
		default:
			word += string(r)
		}
	}
	flush()
	return out
}
