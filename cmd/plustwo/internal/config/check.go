package config

import (
	"fmt"
	"net"
	"regexp"
	"slices"
	"strings"

	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// timers are how timers are written.
var timers = []string{"serial:PORT", "sound:CARD", "wav:FILE", "http", "keyboard", "sight", "synth"}

// least is how many characters a PIN has at least (see stream/web).
const least = 6

var identifier = regexp.MustCompile(`^[A-Za-z0-9_-]{1,32}$`)

// check looks at everything that the file alone tells.
func (d *document) check() error {
	for key, address := range map[string]string{"listen": d.Listen, "video": d.Video} {
		if _, _, err := net.SplitHostPort(address); err != nil {
			return d.at(key, problem.New(ErrConfig, problem.ConfigListen, "found", address))
		}
	}
	book, err := rules.Load(d.Rulebook)
	if err != nil || book.Procedure == nil {
		return d.at("rulebook", problem.New(ErrConfig, problem.ConfigValue, "found", d.Rulebook, "known", rules.Books()))
	}
	if pin := d.PINs.Delegate; pin != "" && len(pin) < least {
		return d.at("pins.delegate", problem.New(ErrConfig, problem.ConfigPIN, "least", least))
	}
	if err := d.checkTLS(); err != nil {
		return err
	}
	if err := d.checkRetention(); err != nil {
		return err
	}
	used := map[string]string{} // what only one table can have, to its path
	for i := range d.Tables {
		if err := d.checkTable(&d.Tables[i], fmt.Sprintf("tables[%d]", i), book.Procedure, used); err != nil {
			return err
		}
	}
	return nil
}

func (d *document) checkTable(t *Table, path string, p *rules.Procedure, used map[string]string) error {
	if t.Event == "" {
		t.Event = "333"
	}
	if t.Timer == "" {
		t.Timer = "keyboard"
	}
	switch {
	case !identifier.MatchString(t.ID):
		return d.at(path+".id", problem.New(ErrConfig, problem.ConfigID, "found", fmt.Sprintf("%q", t.ID)))
	case p.Refused.Has(t.Event):
		return d.at(path+".event", problem.New(ErrConfig, problem.ConfigEvent, "found", t.Event, "why", p.Refused.Text))
	case !slices.Contains(p.Events, t.Event):
		return d.at(path+".event", problem.New(ErrConfig, problem.ConfigValue, "found", t.Event, "known", p.Events))
	case t.PIN != "" && len(t.PIN) < least:
		return d.at(path+".pin", problem.New(ErrConfig, problem.ConfigPIN, "least", least))
	case !knownTimer(t.Timer):
		return d.at(path+".timer", problem.New(ErrConfig, problem.ConfigValue, "found", t.Timer, "known", timers))
	}
	if err := d.checkStation(*t, path); err != nil {
		return err
	}
	own := map[string]string{path + ".id": "id " + t.ID}
	if strings.HasPrefix(t.Timer, "serial:") || strings.HasPrefix(t.Timer, "sound:") {
		own[path+".timer"] = t.Timer
	}
	for view, spec := range t.Cameras {
		if device(spec) {
			own[path+".cameras."+view] = spec
		}
	}
	for _, where := range d.inOrder(own) {
		what := own[where]
		if before, taken := used[what]; taken {
			return d.at(where, problem.New(ErrConfig, problem.ConfigShared, "found", what, "line", d.lines[before]))
		}
		used[what] = where
	}
	return nil
}

// inOrder lists paths by their lines.
func (d *document) inOrder(paths map[string]string) []string {
	var out []string
	for p := range paths {
		out = append(out, p)
	}
	slices.SortFunc(out, func(a, b string) int {
		if n := d.lines[a] - d.lines[b]; n != 0 {
			return n
		}
		return strings.Compare(a, b)
	})
	return out
}

// device tells whether a camera is a thing that only one table can have.
func device(spec string) bool {
	return !strings.HasPrefix(spec, "synth:") && !strings.HasPrefix(spec, "file:")
}

func knownTimer(s string) bool {
	if slices.Contains([]string{"http", "keyboard", "sight", "synth"}, s) {
		return true
	}
	for _, scheme := range []string{"serial:", "sound:", "wav:"} {
		if strings.HasPrefix(s, scheme) && (s != scheme || scheme == "sound:") {
			return true // a sound card without a name is the system's own choice
		}
	}
	return false
}
