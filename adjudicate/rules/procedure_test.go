package rules

import (
	"errors"
	"strings"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/puzzle"
)

// What the rulebooks differ in, as far as attempts go.
func TestProceduresDiffer(t *testing.T) {
	wca, sra := load(t, Default).Procedure, load(t, "sra-trial").Procedure
	for _, c := range []struct {
		what     string
		wca, sra any
		w, s     any
	}{
		{"inspection, +2 from (A4d1+)", wca.Inspection.PlusTwoMS, sra.Inspection.PlusTwoMS, int64(15000), int64(15000)},
		{"inspection, DNF from (A4d2+)", wca.Inspection.DNFMS, sra.Inspection.DNFMS, int64(17000), int64(17000)},
		{"early stop (A6b1)", wca.Early.BelowMS, sra.Early.BelowMS, int64(60), int64(60)},
		{"head to head (I)", wca.Inspection.HeadToHead != nil, sra.Inspection.HeadToHead != nil, true, false},
		{"notation (A7b4)", wca.Notation.Style, sra.Notation.Style, Sum, Sum},
		{"DNF keeps its time (A1a2+)", wca.Notation.DNFTime, sra.Notation.DNFTime, DNFTimeCumulative, DNFTimeNever},
		{"decimals (9f1, SRA 66)", wca.Precision.Decimals, sra.Precision.Decimals, 2, 3},
		{"whole seconds (9f2)", wca.Precision.WholeFromMS, sra.Precision.WholeFromMS, int64(600000), int64(0)},
		{"evidence at real time (11f1)", wca.Evidence.RealTime, sra.Evidence.RealTime, true, false},
		{"reasons to watch slowly (11f1)", len(wca.Evidence.Reasons), len(sra.Evidence.Reasons), 4, 0},
		{"slow evidence may add (11f2)", strings.Join(wca.Evidence.MayAdd, " "), strings.Join(sra.Evidence.MayAdd, " "), "A3c1 A4b A4b1", ""},
		{"dispute (2n1, SRA 30)", wca.Dispute.WithinMS, sra.Dispute.WithinMS, int64(1800000), int64(1800000)},
		{"many penalties", wca.Many.MoreThan, sra.Many.MoreThan, 3, 3},
		{"who amends (1g2, SRA 6)", wca.Powers[MayAmend].Article, sra.Powers[MayAmend].Article, "1g2", "6"},
		{"who grants an extra attempt (11e, SRA 83)", wca.Powers[MayExtra].Article, sra.Powers[MayExtra].Article, "11e", "83"},
		{"late start, who decides (SRA 82)", wca.Flags[FlagLate].Decides, sra.Flags[FlagLate].Decides, Judge, Delegate},
		{"phone (2i2b, SRA 22)", wca.Flags[FlagPhone].Article, sra.Flags[FlagPhone].Article, "2i2b", "22"},
		{"take back", wca.TakeBack.WithinMS, sra.TakeBack.WithinMS, int64(10000), int64(10000)},
	} {
		if c.wca != c.w || c.sra != c.s {
			t.Errorf("%s: WCA %v, SRA %v; want %v and %v", c.what, c.wca, c.sra, c.w, c.s)
		}
	}
	for _, p := range []*Procedure{wca, sra} {
		for _, w := range []Power{MayAmend, MayExtra, MayView} {
			if p.Powers[w].Role != Delegate {
				t.Errorf("%s: %s is for a %s", p.Rulebook, w, p.Powers[w].Role)
			}
		}
		for _, e := range puzzle.Events() {
			if !contains(p.Events, e) {
				t.Errorf("%s: no attempts at %s", p.Rulebook, e)
			}
		}
		if !p.Refused.Has("333fm") || !p.NeverPlusTwo.Has("clock") || !p.Several.Has("333mbf") || !p.Inspection.None.Has("333bf") {
			t.Errorf("%s: events: %+v", p.Rulebook, p)
		}
	}
}

func TestFits(t *testing.T) {
	p := load(t, Default).Procedure
	for _, c := range []struct {
		id, event string
		deadline  bool
		want      bool
	}{
		{"A4d1", "333", true, true}, {"A4d1", "333", false, false}, {"A4d1", "333bf", true, false}, {"A3c1", "333", false, true},
		{"A3c1", "333bf", true, false}, {"B5c", "333bf", true, true}, {"B5c", "333", true, false}, {"A6d", "333bf", false, true},
	} {
		x, ok := p.Penalty(c.id)
		if !ok || p.Fits(x, c.event, c.deadline) != c.want {
			t.Errorf("%s in %s, deadline %v: want %v", c.id, c.event, c.deadline, c.want)
		}
	}
	if _, ok := p.Penalty("none"); ok {
		t.Error("a penalty without a name")
	}
	if _, ok := p.Reason("none"); ok {
		t.Error("a reason without a name")
	}
}

func TestParseProcedureRefuses(t *testing.T) {
	raw, err := files.ReadFile("books/attempt/" + Default + ".json")
	if err != nil {
		t.Fatal(err)
	}
	good := string(raw)
	for _, c := range []struct{ name, old, new, want string }{
		{"empty", good, "", "EOF"},
		{"unknown field", `"early"`, `"colour": 1, "early"`, "colour"},
		{"more after it", good, good + "{}", "after the end"},
		{"no name", `"rulebook": "wca-2026-04-01"`, `"rulebook": ""`, "rulebook"},
		{"no events", `["222", "333", "444", "555", "666", "777", "333oh", "333bf", "444bf", "555bf", "333mbf", "minx", "pyram", "skewb", "sq1", "clock"]`, `[]`, "events"},
		{"an event refused and not", `["333fm"]`, `["333"]`, "events"},
		{"an event twice", `"222", "333"`, `"222", "222"`, "events"},
		{"limits upside down", `"dnf_ms": 17000`, `"dnf_ms": 15000`, "inspection"},
		{"calls out of order", `{"at_ms": 12000, "article": "A3b4"`, `{"at_ms": 8000, "article": "A3b4"`, "inspection.calls"},
		{"head to head out of order", `{"at_ms": 14000`, `{"at_ms": 13000`, "inspection.head_to_head.calls"},
		{"a call without article", `"A3b4"`, `""`, "inspection.calls"},
		{"early 0", `"below_ms": 60`, `"below_ms": 0`, "early.below_ms"},
		{"take back for no time", `"within_ms": 10000`, `"within_ms": 0`, "take_back"},
		{"double tap longer than the take back", `"double_tap_ms": 500`, `"double_tap_ms": 10000`, "take_back.double_tap_ms"},
		{"many 0", `"more_than": 3`, `"more_than": 0`, "many.more_than"},
		{"decimals", `"decimals": 2`, `"decimals": 1`, "precision.decimals"},
		{"whole from below 0", `"whole_from_ms": 600000`, `"whole_from_ms": -1`, "precision.whole_from_ms"},
		{"style", `"style": "sum"`, `"style": "product"`, "notation.style"},
		{"DNF time", `"dnf_time": "cumulative"`, `"dnf_time": "often"`, "notation.dnf_time"},
		{"a device amends", `"amend": {"role": "delegate"`, `"amend": {"role": "device"`, "powers.amend"},
		{"an unknown power", `"amend": {`, `"reign": {"role": "judge", "article": "x", "text": {"en": "x", "zh-TW": "x", "zh-CN": "x"}}, "amend": {`, "powers"},
		{"a missing power", `"amend": {`, `"change": {`, "powers.amend"},
		{"a missing flag", `"timer_early": {`, `"timer_late": {`, "flags.timer_early"},
		{"a flag too many", `"timer_early": {`, `"ufo": {"decides": "judge", "text": {"en": "x", "zh-TW": "x", "zh-CN": "x"}}, "timer_early": {`, "flags"},
		{"a hold", `"holds": "all"`, `"holds": "some"`, "flags.timer_early.holds"},
		{"a flag's penalty", `"penalty": "A6b2"`, `"penalty": "A6b9"`, "flags.timer_early_dnf.penalty"},
		{"a penalty twice", `"id": "A4b1"`, `"id": "A4b"`, "penalties[4].id"},
		{"a penalty's effect", `"effect": "+2"`, `"effect": "+4"`, "penalties[2].effect"},
		{"a penalty's side", `"side": "start"`, `"side": "left"`, "penalties[0].side"},
		{"a penalty's needs", `"needs": "deadline"`, `"needs": "luck"`, "penalties[5].needs"},
		{"a penalty's role", `"role": "judge", "needs": ""`, `"role": "", "needs": ""`, "penalties[0].role"},
		{"a reason's verdict", `"for": ["ok"]`, `"for": ["fine"]`, "reasons[0].for"},
		{"a reason twice", `"id": "one_move"`, `"id": "aligned"`, "reasons[1].id"},
		{"a reason of evidence twice", `{"id": "average"`, `{"id": "single"`, "evidence.reasons[1].id"},
		{"a language missing", `"zh-TW": "8 秒"`, `"de": "8 Sekunden"`, "zh-TW"},
	} {
		bad := strings.Replace(good, c.old, c.new, 1)
		if bad == good {
			t.Fatalf("%s: the replacement does nothing", c.name)
		}
		p, err := ParseProcedure([]byte(bad))
		if p != nil || !errors.Is(err, ErrRulebook) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want ErrRulebook with %q", c.name, err, c.want)
		}
	}
}

// Decode takes no key twice, not even in another case, which encoding/json does.
func TestDecodeTwins(t *testing.T) {
	var v struct {
		Key int `json:"key"`
	}
	for _, bad := range []string{`{"key":1,"key":2}`, `{"key":1,"KEY":2}`, `{"key":1,"\u212aey":2}`} {
		if err := Decode([]byte(bad), &v); err == nil {
			t.Errorf("%s was read as %+v", bad, v)
		}
	}
}

func FuzzParseProcedure(f *testing.F) {
	for _, b := range Books() {
		raw, err := files.ReadFile("books/attempt/" + b + ".json")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Add([]byte(`{"rulebook":"x","events":["333"],"inspection":{"head_to_head":{}}}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		p, err := ParseProcedure(raw)
		if err != nil {
			if p != nil || !errors.Is(err, ErrRulebook) {
				t.Fatalf("%v, %v", p, err)
			}
			return
		}
		if p.Inspection.PlusTwoMS >= p.Inspection.DNFMS || len(p.Flags) != len(Flags()) || len(p.Powers) != len(Powers()) {
			t.Errorf("%+v", p)
		}
	})
}
