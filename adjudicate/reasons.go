package adjudicate

import (
	"math"
	"strconv"

	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib/geom"
)

// say returns a sentence of the rulebook as a ground.
func (c *inquiry) say(k rules.Key, values map[string]rules.Text) Ground {
	event := ""
	if c.puzzle != nil {
		event = c.puzzle.Event
	}
	s := c.book.Say(k, event, values)
	return Ground{s.Article, s.Text}
}

// refer is the ruling where nothing can be said: everything is possible.
func (c *inquiry) refer(ground, check rules.Key) Ruling {
	r := Ruling{Rulebook: c.book.Name, Possible: everything.list(), Grounds: c.parts}
	if ground != "" {
		r.Grounds = append(r.Grounds, c.say(ground, nil))
	}
	r.Checks = []rules.Text{c.say(check, nil).Text}
	return r
}

// ruling writes down what combine found.
func (c *inquiry) ruling() Ruling {
	r := Ruling{Rulebook: c.book.Name, Suggestion: c.suggestion, Possible: c.possible.list(), Grounds: c.parts}
	s := c.survey()
	r.Proven = c.suggestion != Refer && len(r.Possible) == 1 && c.spare&^c.possible == 0 && !s.flat()
	r.Interfaces = s.interfaces
	if c.suggestion == Refer {
		r.Grounds = append(r.Grounds, s.doubts()...)
	} else {
		r.Grounds = append(r.Grounds, s.reasons()...)
	}
	if !r.Proven && c.suggestion != Refer && c.suggestion != DNF {
		r.Grounds = append(r.Grounds, c.say(rules.SayUnseen, nil))
	}
	r.Checks = s.checks()
	r.OutOfPlace = s.misplaced
	return r
}

// widest returns the interface that is turned most, within the limit.
func widest(list []Interface) (Interface, bool) {
	best, ok := Interface{}, false
	for _, i := range list {
		if !i.Over && (!ok || i.Turn.Abs() > best.Turn.Abs()) && !math.IsInf(float64(i.Sigma), 1) {
			best, ok = i, true
		}
	}
	return best, ok
}

// reasons explains a suggestion.
func (s *survey) reasons() []Ground {
	c := s.inquiry
	var out []Ground
	switch c.suggestion {
	case OK:
		if i, ok := widest(s.interfaces); ok {
			out = append(out, c.say(rules.SayAligned, s.figures(i)))
		}
		if t, ok := s.staircase(); ok {
			out = append(out, c.say(rules.SayStaircase, map[string]rules.Text{"limit": angle(c.limit.Angle), "turn": measured(t)}))
		}
		return append(out, c.say(rules.SayOK, nil))
	case PlusTwo:
		out = s.overs()
		if len(out) == 0 {
			out = append(out, c.say(rules.SayColours, nil))
		}
		return append(out, c.say(rules.SayPlusTwo, nil))
	}
	out = s.overs()
	if len(out) < 2 {
		out = append(out, c.say(rules.SayMixed, nil))
	}
	return append(out, c.say(rules.SayDNF, nil))
}

func (s *survey) overs() []Ground {
	var out []Ground
	for _, i := range s.interfaces {
		if i.Over {
			out = append(out, s.inquiry.say(rules.SayOver, s.figures(i)))
		}
	}
	return out
}

// doubts explains why the judge is asked.
func (s *survey) doubts() []Ground {
	c := s.inquiry
	values := map[string]rules.Text{}
	var names []rules.Text
	for _, o := range c.possible.list() {
		names = append(names, rules.OutcomeName(o.String()))
	}
	values["outcomes"] = rules.Join(names)
	var out []Ground
	if c.doubt != rules.SayClose {
		out = append(out, c.say(c.doubt, values))
	}
	for _, i := range s.interfaces {
		if i.Close {
			out = append(out, c.say(rules.SayClose, s.figures(i)))
		}
	}
	return out
}

// figures are the values of a sentence about an interface.
func (s *survey) figures(i Interface) map[string]rules.Text {
	m := rules.Plain("?")
	if !math.IsInf(float64(i.Margin), 1) {
		m = measured(i.Margin)
	}
	return map[string]rules.Text{"from": i.From, "a": count(i.Layers[0]), "b": count(i.Layers[1]), "turn": measured(i.Turn.Abs()),
		"margin": m, "limit": angle(i.Limit)}
}

// measured writes an angle with one decimal, angle as short as it is.
func measured(a geom.Angle) rules.Text {
	return rules.Plain(strconv.FormatFloat(a.Degrees(), 'f', 1, 64) + "°")
}

func angle(a geom.Angle) rules.Text {
	const fine = 1e6 // hides the rounding of the conversion to radians
	return rules.Plain(strconv.FormatFloat(math.Round(a.Degrees()*fine)/fine, 'f', -1, 64) + "°")
}

func count(n int) rules.Text { return rules.Plain(strconv.Itoa(n)) }
