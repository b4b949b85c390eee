package diagram

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/plustwo/plustwo/adjudicate/phrase"
	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib/geom"
)

// Sizes, in the drawing's units.
const (
	side    = 380.0 // of the square of one view
	margin  = 30.0  // around the puzzle in it
	caption = 26.0  // height of the line below a view
	key     = 34.0  // height of a line of the legend
	pad     = 16.0
)

// Ink.
const (
	ground  = "#ffffff"
	plastic = "#15171c"
	cutFace = "#3a3e47" // inside a turned puzzle
	words   = "#1b1e24"
	mark    = "#0b5fd0" // what is turned
	unseen  = "#d9dce2"
	hatch   = "#7d8490"
)

// inks are the colours of stickers, as on puzzles on sale.
var inks = [puzzle.NumColours][3]uint8{
	puzzle.Unknown: {0xd9, 0xdc, 0xe2}, puzzle.White: {0xff, 0xff, 0xff}, puzzle.Yellow: {0xff, 0xdd, 0x00},
	puzzle.Red: {0xd3, 0x12, 0x2e}, puzzle.Orange: {0xff, 0x7d, 0x1a}, puzzle.Blue: {0x14, 0x55, 0xc8},
	puzzle.Green: {0x12, 0x9a, 0x3e}, puzzle.Purple: {0x7a, 0x2d, 0xa8}, puzzle.Grey: {0x8e, 0x93, 0x9b},
	puzzle.LightGreen: {0x8c, 0xd8, 0x3c}, puzzle.LightBlue: {0x6f, 0xc3, 0xf0}, puzzle.Cream: {0xf3, 0xe3, 0xae},
	puzzle.Pink: {0xf5, 0x8c, 0xb6}, puzzle.Black: {0x2b, 0x2d, 0x31},
}

// shade makes faces that are seen aslant a little darker, so that the drawing
// looks solid; little enough that orange does not turn red.
func shade(c [3]uint8, slant float64) string {
	const darkest = 0.88
	f := darkest + (1-darkest)*min(1, slant/0.8)
	return fmt.Sprintf("#%02x%02x%02x", uint8(float64(c[0])*f), uint8(float64(c[1])*f), uint8(float64(c[2])*f))
}

// sheet is the drawing as it is written.
type sheet struct {
	Drawing
	lang   rules.Lang
	blocks []block
	gap    float64 // between a sticker and the edge of its place, puzzle sizes
	out    strings.Builder
}

func newSheet(d Drawing, lang rules.Lang) *sheet {
	s := &sheet{Drawing: d, lang: lang, blocks: d.blocks()}
	least := math.Inf(1)
	for _, x := range d.Puzzle.Stickers {
		least = min(least, inradius(x.Polygon))
	}
	const share = 0.16 // of the smallest sticker's inner radius
	s.gap = share * least
	return s
}

// middle returns the middle of the turned puzzle in a view, and how far it
// reaches from there, in puzzle sizes.
func (s *sheet) middle(v view) (at puzzle.Point, reach float64) {
	lo, hi := puzzle.Point{X: math.Inf(1), Y: math.Inf(1)}, puzzle.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	for l, x := range s.Puzzle.Layers(s.Axis) {
		r := s.rot(l)
		for _, c := range x.Corners {
			p := v.at(r.Apply(c))
			lo = puzzle.Point{X: min(lo.X, p.X), Y: min(lo.Y, p.Y)}
			hi = puzzle.Point{X: max(hi.X, p.X), Y: max(hi.Y, p.Y)}
		}
	}
	return puzzle.Point{X: (lo.X + hi.X) / 2, Y: (lo.Y + hi.Y) / 2}, max(hi.X-lo.X, hi.Y-lo.Y) / 2
}

// rot is the turn of a layer.
func (s *sheet) rot(layer int) geom.Rot {
	return geom.AxisAngle(s.Puzzle.Axes[s.Axis].Normal, s.turn(layer))
}

func (s *sheet) height() float64 { return side + caption + key*float64(len(s.entries())) + pad }

func (s *sheet) open() {
	w, h := 2*side, s.height()
	fmt.Fprintf(&s.out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" width="%g" height="%g" role="img" font-family="system-ui, 'Noto Sans TC', 'Noto Sans SC', sans-serif" lang="%s">`+"\n",
		w, h, w, h, s.lang)
	fmt.Fprintf(&s.out, "<title>%s</title>\n", escape(s.title()))
	fmt.Fprintf(&s.out, `<defs><pattern id="u" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">`+
		`<path fill="%s" d="M0 0h9v9H0z"/><path fill="%s" d="M0 0h3v9H0z"/></pattern></defs>`+"\n", unseen, hatch)
	fmt.Fprintf(&s.out, `<rect width="%g" height="%g" rx="14" fill="%s"/>`+"\n", w, h, ground)
}

func (s *sheet) close() []byte {
	s.out.WriteString("</svg>\n")
	return []byte(s.out.String())
}

// title says in a line what is drawn, for those who do not see it.
func (s *sheet) title() string {
	parts := []string{s.Puzzle.Name(string(s.lang))}
	for _, e := range s.entries() {
		parts = append(parts, e.text)
	}
	return strings.Join(parts, "; ")
}

// panel draws one view with its caption.
func (s *sheet) panel(i int, v view) {
	x := side * float64(i)
	middle, reach := s.middle(v) // both views reach equally far
	scale := (side/2 - margin) / reach
	pen := pen{v, scale, x + side/2 - scale*middle.X, side/2 - scale*middle.Y}
	order := make([]int, s.Puzzle.Axes[s.Axis].Layers())
	for l := range order {
		order[l] = l
	}
	if v.toward.Dot(s.Puzzle.Axes[s.Axis].Normal) < 0 {
		slices.Reverse(order) // farther layers first: each lies beyond a plane
	}
	for _, l := range order {
		s.layer(pen, l)
	}
	for _, b := range s.blocks {
		s.arc(pen, b)
	}
	name := []rules.Text{phraseSeen, phraseBehind}[i]
	fmt.Fprintf(&s.out, `<text x="%.1f" y="%.1f" text-anchor="middle" font-size="15" fill="%s">%s</text>`+"\n",
		x+side/2, side+caption/2+2, words, escape(name.In(s.lang)))
}

// layer draws one layer: its body, then its stickers. It is convex, so what
// faces the eye hides nothing of itself.
func (s *sheet) layer(p pen, l int) {
	r, x := s.rot(l), s.Puzzle.Layers(s.Axis)[l]
	for _, f := range x.Polygons {
		if p.view.toward.Dot(r.Apply(f.Normal)) <= 0 {
			continue
		}
		ink := plastic
		if f.Face == puzzle.Inner {
			ink = cutFace
		}
		fmt.Fprintf(&s.out, `<path fill="%[1]s" stroke="%[1]s" stroke-linejoin="round" d="%[2]s"/>`+"\n", ink, p.polygon(r, f.Corners))
	}
	for _, i := range x.Stickers {
		st := s.Puzzle.Stickers[i]
		if slant := p.view.toward.Dot(r.Apply(st.Normal)); slant > 0 {
			s.sticker(p, r, i, slant)
		}
	}
	for _, b := range s.blocks {
		if l >= b.from && l <= b.to {
			fmt.Fprintf(&s.out, `<path fill="none" stroke="%s" stroke-width="3.5" stroke-linejoin="round" d="%s"/>`+"\n", mark, p.outline(r, x.Corners))
		}
	}
}

func (s *sheet) sticker(p pen, r geom.Rot, i int, slant float64) {
	st := s.Puzzle.Stickers[i]
	shape := p.rounded(r, inset(st.Polygon, s.gap), s.gap)
	if s.Colours[i] == puzzle.Unknown {
		fmt.Fprintf(&s.out, `<path fill="url(#u)" d="%s"/>`+"\n", shape)
		return
	}
	fmt.Fprintf(&s.out, `<path fill="%s" d="%s"/>`+"\n", shade(inks[s.Colours[i]], slant), shape)
	if slices.Contains(s.Wrong, i) {
		s.cross(p.cross(r, st.Polygon, slant))
	}
}

// cross strikes a sticker out, legibly on every colour.
func (s *sheet) cross(path string) {
	fmt.Fprintf(&s.out, `<path fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round" d="%[1]s"/>`+
		`<path fill="none" stroke="#000" stroke-width="3" stroke-linecap="round" d="%[1]s"/>`+"\n", path)
}

// arc draws an arrow around a turned block, as far as it is turned, on the side
// that faces the eye.
func (s *sheet) arc(p pen, b block) {
	axis := s.Puzzle.Axes[s.Axis]
	n := axis.Normal
	var lo, hi, out float64 = math.Inf(1), math.Inf(-1), 0
	for l := b.from; l <= b.to; l++ {
		for _, c := range s.Puzzle.Layers(s.Axis)[l].Corners {
			h := c.Dot(n)
			lo, hi = min(lo, h), max(hi, h)
			out = max(out, c.Sub(n.Mul(h)).Norm())
		}
	}
	if (lo+hi)/2*n.Dot(p.view.toward) < -1e-9 {
		return // the block lies on the far side: the other view has its arc
	}
	level := p.view.toward.Sub(n.Mul(n.Dot(p.view.toward)))
	if level.Norm() < 0.05 { // along the axis: no side faces the eye
		level = p.view.up.Mul(-1)
	}
	const clear = 1.06 // times the farthest corner
	mid, radius := n.Mul((lo+hi)/2), level.Unit().Mul(out*clear)
	at := func(t geom.Angle) puzzle.Point { return p.at(mid.Add(geom.AxisAngle(n, t).Apply(radius))) }
	const step = 3 * geom.Degree
	steps := max(2, int(math.Ceil(float64(b.turn.Abs()/step))))
	var path strings.Builder
	for i := range steps + 1 {
		q := at(b.turn * geom.Angle(float64(i)/float64(steps)-0.5))
		fmt.Fprintf(&path, "%c%.1f %.1f", "ML"[min(i, 1)], q.X, q.Y)
	}
	tip, before := at(b.turn/2), at(b.turn/2-b.turn/geom.Angle(steps))
	path.WriteString(head(tip, before))
	fmt.Fprintf(&s.out, `<g fill="none" stroke-linecap="round" stroke-linejoin="round"><path stroke="#fff" stroke-width="8" d="%[1]s"/>`+
		`<path stroke="%[2]s" stroke-width="4" d="%[1]s"/></g>`+"\n", path.String(), mark)
	s.figure(p, at(0), b)
}

// figure writes by how much a block is turned beside its arc, away from the
// middle of the puzzle.
func (s *sheet) figure(p pen, arc puzzle.Point, b block) {
	const off, edge = 24.0, 26.0
	x, y := arc.X-p.x, arc.Y-p.y
	if r := math.Hypot(x, y); r > 0 {
		x, y = arc.X+off*x/r, arc.Y+off*y/r
	} else {
		x, y = arc.X, arc.Y
	}
	left := side * math.Floor(p.x/side) // of the view
	x = min(max(x, left+edge), left+side-edge)
	y = min(max(y, edge), side-edge)
	fmt.Fprintf(&s.out, `<text x="%.1f" y="%.1f" text-anchor="middle" dominant-baseline="central" font-size="22" font-weight="700" `+
		`fill="%s" stroke="#fff" stroke-width="6" stroke-linejoin="round" paint-order="stroke">%.1f°</text>`+"\n", x, y, mark, b.turn.Abs().Degrees())
}

// head draws the two strokes of an arrow's head.
func head(tip, before puzzle.Point) string {
	a := math.Atan2(tip.Y-before.Y, tip.X-before.X)
	const length, spread = 13, 0.5 // units, radians
	x1, y1 := tip.X-length*math.Cos(a-spread), tip.Y-length*math.Sin(a-spread)
	x2, y2 := tip.X-length*math.Cos(a+spread), tip.Y-length*math.Sin(a+spread)
	return fmt.Sprintf("M%.1f %.1fL%.1f %.1fL%.1f %.1f", x1, y1, tip.X, tip.Y, x2, y2)
}

// entry is one line of the legend.
type entry struct {
	kind rune // u unseen, w wrong, t turned
	text string
}

func (s *sheet) entries() []entry {
	var out []entry
	for _, b := range s.blocks {
		out = append(out, entry{'t', fmt.Sprintf("%s %.1f°", phrase.Turn.In(s.lang), b.turn.Abs().Degrees())})
	}
	if slices.Contains(s.Colours, puzzle.Unknown) {
		out = append(out, entry{'u', phrase.NotSeen.In(s.lang)})
	}
	if len(s.Wrong) > 0 {
		out = append(out, entry{'w', phrase.OutOfPlace.In(s.lang)})
	}
	return out
}

func (s *sheet) legend() {
	for i, e := range s.entries() {
		y := side + caption + key*(float64(i)+0.5)
		const box = 22.0
		x := pad + 8
		switch e.kind {
		case 't':
			fmt.Fprintf(&s.out, `<rect x="%g" y="%g" width="%g" height="%g" rx="3" fill="none" stroke="%s" stroke-width="3.5"/>`, x, y-box/2, box, box, mark)
		case 'u':
			fmt.Fprintf(&s.out, `<rect x="%g" y="%g" width="%g" height="%g" rx="3" fill="url(#u)"/>`, x, y-box/2, box, box)
		default:
			fmt.Fprintf(&s.out, `<rect x="%g" y="%g" width="%g" height="%g" rx="3" fill="%s"/>`, x, y-box/2, box, box, unseen)
			s.cross(fmt.Sprintf("M%g %gl12 12M%g %gl-12 12", x+5, y-6, x+17, y-6))
		}
		fmt.Fprintf(&s.out, `<text x="%g" y="%g" font-size="17" fill="%s">%s</text>`+"\n", x+box+12, y+6, words, escape(e.text))
	}
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

func escape(s string) string { return escaper.Replace(s) }

// Captions.
var (
	phraseSeen   = rules.Text{rules.English: "the side towards the camera", rules.Traditional: "朝向攝影機的一側", rules.Simplified: "朝向摄像机的一侧"}
	phraseBehind = rules.Text{rules.English: "the side away from it", rules.Traditional: "背對攝影機的一側", rules.Simplified: "背对摄像机的一侧"}
)
