package adjudicate

import "github.com/plustwo/plustwo/adjudicate/rules"

// judgeParts applies the rulebook's rules for parts that are not in place (WCA
// 5b5, SRA 75). It returns the gravest effect, and notes the grounds and the
// places that are not to be read.
func (c *inquiry) judgeParts() rules.Effect {
	singles := 0
	for _, p := range c.obs.Parts {
		if !p.Twisted && p.Colours == 1 {
			singles++
		}
	}
	effect := rules.Excused
	c.skip = map[int]bool{}
	for _, p := range c.obs.Parts {
		r := c.partRule(p, singles)
		key := rules.SayPartOK
		switch r.Effect {
		case rules.Fatal:
			key, effect = rules.SayPartDNF, rules.Fatal
		case rules.Ask:
			key = rules.SayPartRefer
			if effect == rules.Excused {
				effect = rules.Ask
			}
		}
		g := c.say(key, nil)
		g.Article = r.Article
		c.parts = append(c.parts, g)
		for _, place := range p.Places {
			c.skip[place] = true
		}
	}
	return effect
}

// partRule chooses the rule for one part. singles counts the detached parts
// with one coloured face.
func (c *inquiry) partRule(p Part, singles int) rules.PartRule {
	r := c.book.Parts
	const corner = 3 // coloured faces
	switch {
	case p.Twisted && p.Colours < corner:
		return r.TwistedWing
	case p.Twisted:
		return r.TwistedCorner
	case p.Colours <= 0:
		return r.Uncoloured
	case p.Colours > 1:
		return r.Multicoloured
	case singles > 1:
		return r.SeveralSingles
	}
	return r.OneSingle
}

// dnfByParts is the ruling where a part that is not in place ends the solve.
func (c *inquiry) dnfByParts() Ruling {
	return Ruling{Rulebook: c.book.Name, Suggestion: DNF, Proven: true, Possible: []Outcome{DNF},
		Grounds: append(c.parts, c.say(rules.SayDNF, nil)), Checks: []rules.Text{c.say(rules.CheckPart, nil).Text}}
}
