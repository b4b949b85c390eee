package adjudicate

import (
	"slices"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// maxNamed is how many faces a check names: as many as a cube hides from a
// camera at its side. More than that a judge looks at all around.
const maxNamed = 3

// unseen names what was not seen: the faces of which nothing was, and the rest
// of the others in a word.
func (s *survey) unseen() rules.Text {
	p := s.inquiry.puzzle
	hidden, seen := make([]bool, len(p.Faces)), make([]bool, len(p.Faces))
	for place, sticker := range p.Stickers {
		if s.seen[place] {
			seen[sticker.Face] = true
		} else {
			hidden[sticker.Face] = true
		}
	}
	var whole []int
	parts := false
	for f := range p.Faces {
		if hidden[f] && !seen[f] {
			whole = append(whole, f)
		}
		parts = parts || hidden[f] && seen[f]
	}
	names, named := s.faces(whole)
	switch {
	case parts && !named:
		return rules.Words(rules.UnseenParts)
	case parts:
		names = append(names, rules.Words(rules.OtherParts))
	}
	return rules.Join(names)
}

// turnable names the fewest faces on which every credible turn of one layer
// would show, by stickers that were not seen.
func (s *survey) turnable() rules.Text {
	c := s.inquiry
	m := c.table.Match(s.account.evidence)
	defer m.Release()
	var turns []map[int]bool // the faces that show each
	for i := range c.table.Near {
		n := &c.table.Near[i]
		if n.Moves == 0 || m.Cost(n.Faces, nil) > s.account.bar {
			continue
		}
		on := map[int]bool{}
		for place, sticker := range c.puzzle.Stickers {
			if !s.seen[place] && n.Faces[place] != s.pattern[place] {
				on[sticker.Face] = true
			}
		}
		if len(on) > 0 {
			turns = append(turns, on)
		}
	}
	names, _ := s.faces(fewest(turns, len(c.puzzle.Faces)))
	return rules.Join(names)
}

// fewest returns faces of which every set holds one, ascending: always the one
// that most of the sets that are left hold (V. Chvátal 1979: few, if not always
// the fewest).
func fewest(sets []map[int]bool, faces int) []int {
	var out []int
	for len(sets) > 0 {
		best, most := 0, 0
		for f := range faces {
			n := 0
			for _, s := range sets {
				n += btoi(s[f])
			}
			if n > most {
				best, most = f, n
			}
		}
		out = append(out, best)
		sets = slices.DeleteFunc(sets, func(s map[int]bool) bool { return s[best] })
	}
	slices.Sort(out)
	return out
}

// faces names faces; where there are none or many, or some have no name, all
// that were not seen, and named is false.
func (s *survey) faces(list []int) (names []rules.Text, named bool) {
	all := []rules.Text{rules.Words(rules.UnseenFace)}
	if len(list) == 0 || len(list) > maxNamed {
		return all, false
	}
	for _, f := range list {
		name, known := s.face(f)
		if !known {
			return all, false
		}
		names = append(names, name)
	}
	return names, true
}

// face names a face by its colour and place, as far as these are known.
func (s *survey) face(f int) (rules.Text, bool) {
	where := rules.Text(nil)
	if f < len(s.where) && s.where[f].In(rules.English) != "" {
		where = s.where[f]
	}
	colour, ok := s.colour(f)
	switch {
	case ok && where != nil:
		return rules.Words(rules.FaceWhere).Fill(map[string]rules.Text{"colour": rules.ColourName(colour), "where": where}), true
	case ok:
		return rules.Words(rules.Face).Fill(map[string]rules.Text{"colour": rules.ColourName(colour)}), true
	case where != nil:
		return rules.Words(rules.Where).Fill(map[string]rules.Text{"where": where}), true
	}
	const opposite = -0.999 // cosine; the next face on any puzzle is at -0.45
	for g, o := range s.inquiry.puzzle.Faces {
		if o.Normal.Dot(s.inquiry.puzzle.Faces[f].Normal) < opposite {
			if colour, ok := s.colour(g); ok {
				name := rules.Words(rules.Face).Fill(map[string]rules.Text{"colour": rules.ColourName(colour)})
				return rules.Words(rules.Opposite).Fill(map[string]rules.Text{"face": name}), true
			}
		}
	}
	return nil, false
}

// colour returns the colour of most places of a face, if it was seen anywhere.
func (s *survey) colour(f int) (puzzle.Colour, bool) {
	var votes [len(s.labelSeen)]int
	best := uint8(0)
	for place, sticker := range s.inquiry.puzzle.Stickers {
		if sticker.Face != f {
			continue
		}
		l := s.pattern[place]
		if votes[l]++; votes[l] > votes[best] {
			best = l
		}
	}
	return s.scheme[best], s.labelSeen[best]
}

// layers names the two layers of an interface: the end of the axis from which
// they are counted, and their numbers. A face is a plainer end than a corner;
// of two alike the nearer one is taken, or the one that was seen.
func (s *survey) layers(i Interface) (from rules.Text, a, b int) {
	n := s.inquiry.puzzle.Axes[i.Axis].Layers()
	below, above := i.Between[0]+1, n-i.Between[1]
	low, high := s.endFaces(i.Axis, -1), s.endFaces(i.Axis, 1)
	alike := len(low) == len(high)
	if len(low) < len(high) || alike && (below < above || below == above && s.known(low) && !s.known(high)) {
		return s.end(low), below, below + 1
	}
	return s.end(high), above, above + 1
}

// known reports whether the colours of faces were seen.
func (s *survey) known(faces []int) bool {
	for _, f := range faces {
		if _, ok := s.colour(f); !ok {
			return false
		}
	}
	return true
}

// endFaces lists the faces at an end of an axis: the one there, or those of the
// corner.
func (s *survey) endFaces(axis int, sense float64) []int {
	p := s.inquiry.puzzle
	n := p.Axes[axis].Normal.Mul(sense)
	const same = 1e-6 // cosines of one direction
	top := -1.0
	for _, f := range p.Faces {
		top = max(top, f.Normal.Dot(n))
	}
	var out []int
	for i, f := range p.Faces {
		if f.Normal.Dot(n) > top-same {
			out = append(out, i)
		}
	}
	return out
}

// end names an end of an axis by its faces: one with its place, several by
// their colours as far as these were seen.
func (s *survey) end(faces []int) rules.Text {
	var names []rules.Text
	for _, f := range faces {
		name, ok := s.face(f)
		if colour, seen := s.colour(f); seen && len(faces) > 1 {
			name = rules.Words(rules.Face).Fill(map[string]rules.Text{"colour": rules.ColourName(colour)})
		}
		if !ok {
			return rules.Words(rules.End)
		}
		names = append(names, name)
	}
	if len(names) == 1 {
		return names[0]
	}
	return rules.Words(rules.Corner).Fill(map[string]rules.Text{"faces": rules.Join(names)})
}
