package draw

import (
	"image"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/phrase"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
)

// smallest is the size of the smallest letters, in pixels: 14 where the picture
// is shown 1280 wide.
const smallest = 21

// Size of the annotated picture in pixels, and of its parts.
const (
	Width, Height  = 1920, 1080
	bannerHeight   = 132
	bannerLines    = 2 // of reasons
	columnWidth    = 640
	overviewHeight = 270
	smallOverview  = 200 // beside many layers
	gap            = 12
	margin         = 24
)

// sheet is one annotated picture in the making.
type sheet struct {
	*canvas
	views  []vision.View
	seen   vision.Measurement
	ruling adjudicate.Ruling
	lang   rules.Lang
	told   int // how many of the reasons stand in the banner
}

// Sheet draws the annotated picture of a ruling: a banner with the suggestion,
// each view with the layers' outlines, the turned interfaces with their
// measured arcs, limits and error bands, the stickers' colours and the faces
// that were not seen; and beside them a dial for each interface, the reasons
// and what the judge still has to look at.
func Sheet(views []vision.View, m vision.Measurement, r adjudicate.Ruling, lang rules.Lang) image.Image {
	facesMu.Lock() // font faces are shared
	defer facesMu.Unlock()
	s := &sheet{canvas: newCanvas(Width, Height, ground), views: views, seen: m, ruling: r, lang: lang}
	s.banner()
	crop := s.panels()
	s.column(crop)
	return s.RGBA
}

// banner writes the suggestion across the top.
func (s *sheet) banner() {
	colour := outcomeInk(s.ruling.Suggestion)
	word := rules.OutcomeName(s.ruling.Suggestion.String()).In(s.lang)
	big := faceOf(s.lang, bold, 66)
	w := big.width(word) + 2*margin*1.5
	s.fill(colour, []pt{{0, 0}, {w, 0}, {w, bannerHeight}, {0, bannerHeight}})
	s.text(big, pt{w / 2, 89}, centre, ground, word)

	x := w + margin
	head, body := faceOf(s.lang, bold, 34), faceOf(s.lang, regular, 26)
	s.text(head, pt{x, 44}, left, ink, s.title())
	s.text(faceOf(s.lang, regular, 24), pt{Width - margin, 44}, right, soft, s.ruling.Rulebook)
	var lines []string
	for _, reason := range s.reasons() {
		more := body.wrap(reason, Width-x-margin)
		if len(lines)+len(more) > bannerLines {
			break
		}
		lines = append(lines, more...)
		s.told++
	}
	for i, line := range lines {
		s.text(body, pt{x, 82 + 36*float64(i)}, left, ink, line)
	}
}

// reasons lists what the ruling rests on.
func (s *sheet) reasons() []string {
	var out []string
	if !s.seen.Found && s.seen.Why != nil {
		out = append(out, s.seen.Why.In(s.lang))
	}
	for _, g := range s.ruling.Grounds {
		out = append(out, strings.TrimSpace(g.Article+"  "+g.Text.In(s.lang)))
	}
	return out
}

// title names the puzzle and says how sure the suggestion is.
func (s *sheet) title() string {
	var parts []string
	if s.seen.Puzzle != nil {
		parts = append(parts, s.seen.Puzzle.Name(string(s.lang)))
	}
	switch {
	case !s.seen.Found:
		parts = append(parts, phrase.NotFound.In(s.lang))
	case s.ruling.Proven:
		parts = append(parts, phrase.Proven.In(s.lang))
	default:
		var all []rules.Text
		for _, o := range s.ruling.Possible {
			all = append(all, rules.OutcomeName(o.String()))
		}
		parts = append(parts, phrase.Possible.In(s.lang)+rules.Colon(s.lang)+rules.Join(all).In(s.lang))
	}
	return strings.Join(parts, " – ")
}

// panels draws the views in a grid and returns what the first one shows of its
// picture.
func (s *sheet) panels() image.Rectangle {
	area := image.Rect(0, bannerHeight+gap, Width-columnWidth-gap, Height)
	cols := int(math.Ceil(math.Sqrt(float64(len(s.views)))))
	rows := (len(s.views) + cols - 1) / max(cols, 1)
	var first image.Rectangle
	for i, v := range s.views {
		x, y := i%cols, i/cols
		cell := image.Rect(area.Min.X+area.Dx()*x/cols, area.Min.Y+area.Dy()*y/rows,
			area.Min.X+area.Dx()*(x+1)/cols-gap*min(1, cols-1-x), area.Min.Y+area.Dy()*(y+1)/rows-gap*min(1, rows-1-y))
		crop := s.panel(s.part(cell), v)
		if i == 0 {
			first = crop
		}
	}
	return first
}

// column fills the right side: the whole first picture, the dials, the text.
func (s *sheet) column(crop image.Rectangle) {
	x, y := Width-columnWidth, bannerHeight+gap
	if len(s.views) > 0 && s.seen.Found {
		h := overviewHeight
		if len(s.turned()) > maxDials {
			h = smallOverview
		}
		y += s.overview(image.Rect(x, y, Width-margin, y+h), crop) + gap
	}
	y += s.dials(x, y)
	s.notes(float64(x), float64(y))
}

// overview shows the whole first picture with a frame around what is enlarged,
// and returns its height.
func (s *sheet) overview(at image.Rectangle, crop image.Rectangle) int {
	src := picture(s.views[0].Image)
	h := min(at.Dy(), at.Dx()*src.Rect.Dy()/src.Rect.Dx())
	w := h * src.Rect.Dx() / src.Rect.Dy()
	c := s.part(image.Rect(at.Min.X, at.Min.Y, at.Min.X+w, at.Min.Y+h))
	put := c.show(src, c.whole(src.Rect))
	lo := put(geom.Pixel{U: float64(crop.Min.X) - 0.5, V: float64(crop.Min.Y) - 0.5})
	hi := put(geom.Pixel{U: float64(crop.Max.X) - 0.5, V: float64(crop.Max.Y) - 0.5})
	c.outlined(white, 2, []pt{lo, {hi.x, lo.y}, hi, {lo.x, hi.y}, lo})
	return h
}

// maxDials is how many dials stand beside each other.
const maxDials = 3

// turned lists the interfaces of the turned axis.
func (s *sheet) turned() []adjudicate.Interface {
	var list []adjudicate.Interface
	for _, f := range s.ruling.Interfaces {
		if s.seen.Found && f.Axis == s.seen.Axis {
			list = append(list, f)
		}
	}
	return list
}

// dials draws one dial for each interface of the turned axis, or a scale where
// these are many, and returns the height that they take.
func (s *sheet) dials(x, y int) int {
	list := s.turned()
	if len(list) == 0 {
		return 0
	}
	const radius = 78.0
	wide := float64(columnWidth - margin)
	if len(list) > maxDials {
		for i, f := range list {
			s.scale(float64(x), float64(y+i*scaleHeight), wide, f)
		}
		return len(list) * scaleHeight
	}
	cell := wide / float64(len(list))
	for i, f := range list {
		at := pt{float64(x) + cell*(float64(i)+0.5), float64(y) + radius*1.15}
		dial{s.canvas, at, radius, cell, s.lang}.draw(f)
	}
	return int(dialHeight(radius))
}

// notes writes what the judge still has to look at, what may have spoilt the
// pictures, the reasons and the faces that were not seen, as far as they fit.
func (s *sheet) notes(x, y float64) {
	n := &notes{sheet: s, x: x, y: y, bottom: Height - 1.4*noteLine} // above the last line of the sheet
	n.write(phrase.Check, s.ruling.Checks)
	n.write(phrase.Flags, s.ruling.Flags)
	if s.anyMarked() {
		n.marked()
	}
	var why []rules.Text
	for _, r := range s.reasons()[s.told:] {
		why = append(why, rules.Plain(r))
	}
	n.write(phrase.Why, why)
	var unseen []rules.Text
	for _, i := range s.unseenFaces() {
		unseen = append(unseen, phrase.Direction(s.seen.MatFromPuzzle.R.Apply(s.seen.Puzzle.Faces[i].Normal)))
	}
	if len(unseen) > 0 {
		n.write(phrase.Unseen, []rules.Text{rules.Join(unseen)})
	}
	s.text(faceOf(s.lang, regular, smallest), pt{Width - margin, Height - 20}, right, soft, phrase.Judge.In(s.lang))
}

// anyMarked tells whether a view shows a sticker that is out of place.
func (s *sheet) anyMarked() bool {
	return s.seen.Found && slices.ContainsFunc(s.seen.Stickers, func(k vision.SeenSticker) bool {
		return len(k.Px) > 0 && slices.Contains(s.ruling.OutOfPlace, k.Place)
	})
}

// unseenFaces lists the faces of which no view shows a sticker.
func (s *sheet) unseenFaces() []int {
	if !s.seen.Found {
		return nil
	}
	seen := map[int]bool{}
	for _, k := range s.seen.Stickers {
		seen[s.seen.Puzzle.Stickers[k.Place].Face] = true
	}
	var out []int
	for i := range s.seen.Puzzle.Faces {
		if !seen[i] {
			out = append(out, i)
		}
	}
	sort.Ints(out)
	return out
}
