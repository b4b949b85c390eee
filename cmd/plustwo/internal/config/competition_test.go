package config

import (
	"os"
	"path/filepath"
	"testing"
)

// A table with a station knows who is assigned to it; what is wrong with that is
// told by line and key.
func TestCompetition(t *testing.T) {
	dir := t.TempDir()
	raw, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "testdata", "competition", "wcif-2.1.1.json"))
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"wcif.json": raw, "bad.json": []byte("{}")} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	at := func(file, table string) string { return "wcif: " + file + "\n" + with("event: 333", table) }
	for name, c := range map[string]struct {
		content string
		want    []string // in the message; empty for none
	}{
		"good":             {at("wcif.json", "room: Red stage\n    station: 1"), nil},
		"no station":       {at("wcif.json", "event: 333"), nil},
		"no file":          {at("none.json", "station: 1"), []string{"line 1: wcif", "no such file"}},
		"bad file":         {at("bad.json", "station: 1"), []string{"line 1: wcif"}},
		"no room":          {at("wcif.json", "station: 1"), []string{"tables[0]: it is missing: write room: "}},
		"unknown room":     {at("wcif.json", "room: Attic\n    station: 1"), []string{"line 5: tables[0].room: it is Attic"}},
		"station 0":        {at("wcif.json", "room: Red stage\n    station: 0"), []string{"line 6: tables[0].station: it is 0: write 1"}},
		"station A":        {at("wcif.json", "room: Red stage\n    station: A"), []string{"line 6: tables[0].station: it is A: write 1"}},
		"room alone":       {at("wcif.json", "room: Red stage"), []string{"line 5: tables[0].room: it is missing: write station: 1"}},
		"station, no file": {with("event: 333", "station: 1"), []string{"line 4: tables[0].station: it is missing: write wcif: "}},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := Parse(filepath.Join(dir, "plustwo.yaml"), []byte(c.content))
			if err == nil {
				_, err = d.Competition()
			}
			if c.want != nil {
				tells(t, err, c.want)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			comp, err := d.Competition()
			if err != nil {
				t.Fatal(err)
			}
			turns, err := d.Turns(comp, 0)
			if err != nil || (len(turns) > 0) != (d.Tables[0].Station != "") {
				t.Errorf("%d turns, %v", len(turns), err)
			}
		})
	}
}
