package adjudicate

import (
	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// unseen marks the faces that have a sticker which was not seen.
func (s *survey) unseen() []bool {
	out := make([]bool, len(s.inquiry.puzzle.Faces))
	for place, sticker := range s.inquiry.puzzle.Stickers {
		if !s.seen[place] {
			out[sticker.Face] = true
		}
	}
	return out
}

// turnable marks the faces where stickers that were not seen would show a
// credible turn of one layer.
func (s *survey) turnable() []bool {
	c := s.inquiry
	m := c.table.Match(s.account.evidence)
	defer m.Release()
	out := make([]bool, len(c.puzzle.Faces))
	for i := range c.table.Near {
		n := &c.table.Near[i]
		if n.Moves == 0 || m.Cost(n.Faces, nil) > s.account.bar {
			continue
		}
		for place, sticker := range c.puzzle.Stickers {
			if !s.seen[place] && n.Faces[place] != s.pattern[place] {
				out[sticker.Face] = true
			}
		}
	}
	return out
}

// faces names the marked faces, or all that were not seen where none is marked.
func (s *survey) faces(marked []bool) rules.Text {
	var names []rules.Text
	nameless := false
	for f, ok := range marked {
		if !ok {
			continue
		}
		name, known := s.face(f)
		if !known {
			nameless = true
			continue
		}
		names = append(names, name)
	}
	if nameless || len(names) == 0 {
		names = append(names, rules.Words(rules.UnseenFace))
	}
	return rules.Join(names)
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
// they are counted, and their numbers.
func (s *survey) layers(i Interface) (from rules.Text, a, b int) {
	n := s.inquiry.puzzle.Axes[i.Axis].Layers()
	below, above := i.Between[0]+1, n-i.Between[1]
	if below < above {
		return s.end(i.Axis, -1), below, below + 1
	}
	return s.end(i.Axis, 1), above, above + 1
}

// end names the end of an axis: the face there, or the corner of several.
func (s *survey) end(axis int, sense float64) rules.Text {
	p := s.inquiry.puzzle
	n := p.Axes[axis].Normal.Mul(sense)
	const same = 1e-6 // cosines of one direction
	top := -1.0
	for _, f := range p.Faces {
		top = max(top, f.Normal.Dot(n))
	}
	var names []rules.Text
	for i, f := range p.Faces {
		if f.Normal.Dot(n) > top-same {
			name, ok := s.face(i)
			if !ok {
				return rules.Words(rules.End)
			}
			names = append(names, name)
		}
	}
	if len(names) == 1 {
		return names[0]
	}
	return rules.Words(rules.Corner).Fill(map[string]rules.Text{"faces": rules.Join(names)})
}
