package rules

import (
	"errors"
	"strings"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/calib/geom"
)

// The limits of WCA 10f1 to 10f3 and SRA 80, and half a step of each puzzle,
// which 10f+ says they are meant to be.
func TestLimits(t *testing.T) {
	want := map[string]struct {
		limit    geom.Angle
		wca, sra string
	}{
		"222": {45, "10f1", "80(1)"}, "333": {45, "10f1", "80(1)"}, "444": {45, "10f1", "80(1)"},
		"555": {45, "10f1", "80(1)"}, "666": {45, "10f1", "80(1)"}, "777": {45, "10f1", "80(1)"},
		"minx": {36, "10f2", "80(2)"}, "pyram": {60, "10f3", "80(3)"}, "skewb": {60, "10f3", "80(3)"},
	}
	for _, name := range Books() {
		b, err := Load(name)
		if err != nil {
			t.Fatal(err)
		}
		for event, w := range want {
			l, ok := b.Limit(event)
			article := w.wca
			if name == "sra-trial" {
				article = w.sra
			}
			if !ok || (l.Angle-w.limit*geom.Degree).Abs() > 1e-12 || l.Article != article {
				t.Errorf("%s %s: limit %v article %q, want %v° %q", name, event, l.Angle, l.Article, float64(w.limit), article)
			}
			p, err := puzzle.Load(event)
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range p.Axes {
				if d := (l.Angle - a.Step()/2).Abs(); d > 1e-12 {
					t.Errorf("%s %s: limit %v is not half of %v", name, event, l.Angle, a.Step())
				}
			}
		}
		for _, event := range []string{"sq1", "clock", ""} {
			if l, ok := b.Limit(event); ok {
				t.Errorf("%s has a limit for %q: %v", name, event, l)
			}
		}
	}
}

func TestBooksDiffer(t *testing.T) {
	wca, sra := load(t, "wca-2026-04-01"), load(t, "sra-trial")
	for _, c := range []struct {
		kind     string
		wca, sra PartRule
	}{
		{"one cap", wca.Parts.OneSingle, sra.Parts.OneSingle},
		{"inner part", wca.Parts.Uncoloured, sra.Parts.Uncoloured},
		{"twisted wing", wca.Parts.TwistedWing, sra.Parts.TwistedWing},
	} {
		if c.wca.Effect != Excused || c.sra.Effect != Ask || c.sra.Article != "75" {
			t.Errorf("%s: WCA %v, SRA %v; WCA 5b5 excuses it, SRA 75 does not", c.kind, c.wca, c.sra)
		}
	}
	for _, r := range []PartRule{wca.Parts.SeveralSingles, wca.Parts.Multicoloured, wca.Parts.TwistedCorner} {
		if r.Effect != Fatal {
			t.Errorf("%s: %s, want DNF", r.Article, r.Effect)
		}
	}
	if wca.Sentences[SayDNF].Article != "10e4" || sra.Sentences[SayDNF].Article != "79" {
		t.Error("the article of a DNF is 10e4 in the WCA's rules and 79 in the SRA's")
	}
}

func TestLoadUnknown(t *testing.T) {
	_, err := Load("wca-1982")
	if !errors.Is(err, ErrUnknown) {
		t.Fatalf("error %v is not ErrUnknown", err)
	}
	for _, b := range Books() {
		if !strings.Contains(err.Error(), b) {
			t.Errorf("%q does not name %s", err, b)
		}
	}
}

func TestLoadGivesCopies(t *testing.T) {
	a, b := load(t, Default), load(t, Default)
	a.Limits[0].Events[0] = "changed"
	a.Sentences[SayOK] = Sentence{}
	if b.Limits[0].Events[0] == "changed" || b.Sentences[SayOK].Article == "" {
		t.Error("two loads share their data")
	}
}

func TestParseRefuses(t *testing.T) {
	raw, err := files.ReadFile("books/" + Default + ".json")
	if err != nil {
		t.Fatal(err)
	}
	good := string(raw)
	for _, c := range []struct{ name, old, new, want string }{
		{"empty", good, "", "EOF"},
		{"no object", good, "[]", "array"},
		{"unknown field", `"metric"`, `"colour": 1, "metric"`, "colour"},
		{"key twice", `"metric"`, `"name": "x", "metric"`, "twice"},
		{"more after it", good, good + "{}", "after the end"},
		{"no name", `"name": "wca-2026-04-01"`, `"name": ""`, "name"},
		{"other metric", "OBTM", "QTM", "metric"},
		{"limit 0", `"limit_deg": 45`, `"limit_deg": 0`, "limits[0].limit_deg"},
		{"limit 181", `"limit_deg": 45`, `"limit_deg": 181`, "limits[0].limit_deg"},
		{"limit below 0", `"limit_deg": 36`, `"limit_deg": -36`, "limits[1].limit_deg"},
		{"limit without article", `"10f2"`, `""`, "limits[1]"},
		{"event twice", `["minx"]`, `["333"]`, "twice"},
		{"no sigmas", `"angle_sigmas": 3`, `"angle_sigmas": -1`, "doubt"},
		{"odds upside down", `"likely_odds": 20`, `"likely_odds": 2000`, "likely_odds"},
		{"effect", `"effect": "ok"`, `"effect": "fine"`, "parts."},
		{"no title", `"zh-TW": "WCA 規則（2026 年 4 月 1 日版）"`, `"zh-TW": " "`, "title"},
		{"fourth language", `"zh-TW": "WCA 規則（2026 年 4 月 1 日版）"`, `"de": "Regeln", "zh-TW": "規則"`, "title"},
		{"missing sentence", `"plus_two"`, `"plus_three"`, "plus_two"},
		{"unknown place", "{turn} ± {margin}.\"", "{turns} ± {margin}.\"", "aligned"},
		{"too deep", good, strings.Repeat("[", 1e6), ""},
		{"open place", "{turn} ± {margin}.\"", "{turn ± {margin}.\"", "aligned"},
	} {
		bad := strings.Replace(good, c.old, c.new, 1)
		if bad == good {
			t.Fatalf("%s: the replacement does nothing", c.name)
		}
		_, err := Parse([]byte(bad))
		if !errors.Is(err, ErrRulebook) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want ErrRulebook with %q", c.name, err, c.want)
		}
	}
}

func TestSay(t *testing.T) {
	b := load(t, Default)
	s := b.Say(SayAligned, "minx", map[string]Text{"limit": Plain("36°"), "turn": Plain("3.0°"), "margin": Plain("0.4°")})
	if s.Article != "10f2" {
		t.Errorf("article %q, want that of the Megaminx's limit, 10f2", s.Article)
	}
	want := "No two neighbouring layers are turned more than 36° against each other; the widest turn is 3.0° ± 0.4°."
	if s.Text.In(English) != want {
		t.Errorf("%q, want %q", s.Text.In(English), want)
	}
	for _, l := range Langs() {
		if strings.ContainsAny(s.Text[l], "{}") {
			t.Errorf("%s: an unfilled place in %q", l, s.Text[l])
		}
	}
	if !strings.Contains(load(t, Default).Sentences[SayAligned].Text.In(English), "{turn}") {
		t.Error("Say changed the rulebook")
	}
}

func TestText(t *testing.T) {
	if got := (Text{English: "a"}).In(Simplified); got != "a" {
		t.Errorf("a missing language reads %q, want the English", got)
	}
	j := Join([]Text{Plain("1"), Plain("2")})
	if j[English] != "1, 2" || j[Traditional] != "1、2" {
		t.Errorf("joined %v", j)
	}
}

func TestWordsComplete(t *testing.T) {
	if err := Decode(rawWords, &words); err != nil {
		t.Fatal(err)
	}
	for c := puzzle.Colour(1); c < puzzle.NumColours; c++ {
		if err := checkText(ColourName(c)); err != nil {
			t.Errorf("%s: %v", c, err)
		}
	}
	want := map[Phrase]string{Face: "colour", FaceWhere: "colour where", Where: "where", Opposite: "face", UnseenFace: "",
		Corner: "faces", End: "", UnseenParts: "", OtherParts: "", "ok": "", "+2": "", "DNF": "", "refer": ""}
	for p, places := range want {
		if err := checkText(Words(p)); err != nil {
			t.Errorf("%s: %v", p, err)
		}
		for l, s := range Words(p) {
			if got := strings.Join(names(s), " "); got != places {
				t.Errorf("%s %s: places {%s}, want {%s}", p, l, got, places)
			}
		}
	}
	if len(words.Phrases) != len(want) {
		t.Errorf("%d phrases, want %d", len(words.Phrases), len(want))
	}
}

func load(t *testing.T, name string) *Rulebook {
	t.Helper()
	b, err := Load(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func FuzzParse(f *testing.F) {
	for _, b := range Books() {
		raw, err := files.ReadFile("books/" + b + ".json")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Add([]byte(`{"name":"x","limits":[{"limit_deg":1e999}]}`))
	f.Add([]byte(`{"sentences":{"ok":{"en":"{"}}}`))
	f.Add([]byte(strings.Repeat("[", 200)))
	f.Fuzz(func(t *testing.T, raw []byte) {
		b, err := Parse(raw)
		if err != nil {
			if b != nil || !errors.Is(err, ErrRulebook) {
				t.Fatalf("%v, %v", b, err)
			}
			return
		}
		for _, l := range b.Limits {
			if !(l.Angle > 0 && l.Angle <= geom.Turn/2) {
				t.Errorf("limit %v", l.Angle)
			}
		}
		for k := range places {
			for _, l := range Langs() {
				if b.Sentences[k].Text[l] == "" {
					t.Errorf("no %s text for %s", l, k)
				}
			}
		}
	})
}
