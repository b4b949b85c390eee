package wcif

import (
	"fmt"
	"strconv"
	"strings"
)

// Code says what an activity is: 333, 333-r1, 333-r1-g3, 333mbf-r1-a2, or
// something other than an event.
type Code struct {
	Event   string
	Round   int    // from 1; 0 for none
	Group   string // empty for none
	Attempt int    // from 1; 0 for none
	Other   string // lunch, of other-lunch; then nothing else is set
}

const otherPrefix = "other-"

// ParseCode reads an activity code. ok is false for what is none.
func ParseCode(s string) (c Code, ok bool) {
	if other, is := strings.CutPrefix(s, otherPrefix); is {
		return Code{Other: other}, other != ""
	}
	event, rest, more := strings.Cut(s, "-")
	c.Event = event
	for more {
		var part string
		part, rest, more = strings.Cut(rest, "-")
		if len(part) < 2 || !c.take(part[0], part[1:]) {
			return Code{}, false
		}
	}
	return c, event != ""
}

// take reads one part of a code; each may be there once.
func (c *Code) take(letter byte, value string) bool {
	switch {
	case letter == 'g' && c.Group == "":
		c.Group = value
		return true
	case letter == 'r' && c.Round == 0:
		return number(value, &c.Round)
	case letter == 'a' && c.Attempt == 0:
		return number(value, &c.Attempt)
	}
	return false
}

// mostNumber bounds rounds and attempts: WCA 9m has four rounds, formats have
// five attempts, and unofficial events somewhat more.
const mostNumber = 99

func number(s string, to *int) bool {
	n, err := strconv.Atoi(s)
	*to = n
	return err == nil && n >= 1 && n <= mostNumber && strconv.Itoa(n) == s
}

// String writes the code.
func (c Code) String() string {
	if c.Other != "" {
		return otherPrefix + c.Other
	}
	out := c.Event
	if c.Round > 0 {
		out += fmt.Sprintf("-r%d", c.Round)
	}
	if c.Group != "" {
		out += "-g" + c.Group
	}
	if c.Attempt > 0 {
		out += fmt.Sprintf("-a%d", c.Attempt)
	}
	return out
}

// Within tells whether an activity of this code is part of one of the other:
// 333-r1-g3 is within 333-r1.
func (c Code) Within(d Code) bool {
	if c.Other != "" || d.Other != "" {
		return c.Other == d.Other
	}
	return c.Event == d.Event && (d.Round == 0 || d.Round == c.Round) && (d.Group == "" || d.Group == c.Group) && (d.Attempt == 0 || d.Attempt == c.Attempt)
}
