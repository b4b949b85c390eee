package sheet

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"golang.org/x/image/font/sfnt"
	"pgregory.net/rapid"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib/geom"
)

var (
	device = attempt.Actor{Role: rules.Device, ID: "table 3"}
	judge  = attempt.Actor{Role: rules.Judge, ID: "王小明"}
	chief  = attempt.Actor{Role: rules.Delegate, ID: "Dee"}
)

// played is a sheet of an attempt with everything that may stand on one.
func played(t testing.TB, lang rules.Lang) Sheet {
	t.Helper()
	book, err := rules.Load(rules.Default)
	if err != nil {
		t.Fatal(err)
	}
	var s attempt.State
	now := attempt.Time(0)
	do := func(by attempt.Actor, d attempt.Data) {
		t.Helper()
		now += 2e9
		next, _, err := attempt.Step(book, s, attempt.Event{At: now, By: by, Data: d})
		if err != nil {
			t.Fatalf("%T: %v", d, err)
		}
		s = next
	}
	do(device, attempt.Open{ID: "333-r1-a2-017", Event: "333", Rulebook: book.Name, Competitor: "陳奕安 (Chen Yi-An)", Round: "333-r1", Number: 2})
	do(device, attempt.Inspect{})
	do(device, attempt.Start{})
	do(device, attempt.Stop{TimeMS: 12194})
	do(device, attempt.Rest{Still: "5711a0"})
	do(device, attempt.Suggest{Still: "5711a0", Ruling: adjudicate.Ruling{Rulebook: book.Name, Suggestion: adjudicate.PlusTwo,
		Possible: []adjudicate.Outcome{adjudicate.PlusTwo}, Grounds: []adjudicate.Ground{{Article: "10e3", Text: book.Sentences[rules.SayPlusTwo].Text}},
		Interfaces: []adjudicate.Interface{{Between: [2]int{1, 2}, Turn: 52 * geom.Degree, Sigma: geom.Degree, Limit: 45 * geom.Degree, Over: true}}}})
	do(device, attempt.RaiseFlag{Flag: rules.FlagTouched, Note: "left hand"})
	do(judge, attempt.Penalise{Penalty: "A6e2"})
	do(chief, attempt.Dismiss{Flag: 1, Note: "the judge's own hand"})
	do(judge, attempt.Forgive{Entry: 1, Note: "see flag"})
	do(judge, attempt.Decide{Verdict: rules.IsPlusTwo, Seen: 1})
	do(judge, attempt.TakeBack{})
	do(judge, attempt.Decide{Verdict: rules.IsPlusTwo, Seen: 1})
	do(judge, attempt.Sign{})
	do(judge, attempt.Freeze{Why: attempt.Dispute, Note: "the competitor says 45°"})
	do(chief, attempt.View{SpeedPct: 100, Step: true, Reason: book.Procedure.Evidence.Reasons[0].ID})
	do(chief, attempt.Amend{Verdict: rules.IsOK, Reason: "recording", Note: "not more than the limit"})
	do(judge, attempt.Request{Note: "asked late"})
	do(chief, attempt.Grant{Extra: "333-r1-a2-018", Reason: "incident", Provisional: true, Note: "lamp failed"})
	zone := time.FixedZone("", 8*3600)
	return Sheet{Attempt: s, Book: book, Lang: lang, Table: "Table 3", Epoch: time.Date(2026, 12, 1, 9, 30, 0, 0, zone),
		Printed: time.Date(2026, 12, 1, 9, 45, 0, 0, zone), Word: rules.Plain("+2"),
		Detail: text("top layer 52° off", "頂層偏 52°", "顶层偏52°"), Picture: picture(t), Version: "v1"}
}

func picture(t testing.TB) []byte {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, 64, 36))
	for i := range 64 * 36 {
		m.Set(i%64, i/64, color.RGBA{uint8(4 * (i % 64)), 90, uint8(7 * (i / 64)), 255})
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

var pages = regexp.MustCompile(`/Type /Page\b[^s]`)

func TestPDF(t *testing.T) {
	for _, l := range rules.Langs() {
		s := played(t, l)
		raw, err := PDF(s)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(pages.FindAll(raw, -1)); !bytes.HasPrefix(raw, []byte("%PDF-")) || n < 1 || n > 3 || !bytes.Contains(raw, []byte("/Subtype /Image")) {
			t.Errorf("%s: %d pages, %d bytes", l, n, len(raw))
		}
		if again, err := PDF(s); err != nil || !bytes.Equal(raw, again) {
			t.Errorf("%s: printed twice, not the same: %v", l, err)
		}
	}
}

// The font holds every character that the sheet's own texts and the rulebooks use.
func TestFont(t *testing.T) {
	f, err := sfnt.Parse(ttf)
	if err != nil {
		t.Fatal(err)
	}
	texts := []rules.Text{title, date, table, competitor, event, round, number, rulebook, extraOf, standing, articles, undecided, frozen, void,
		suggestion, checks, happened, reading, byHand, flag, dismissed, decided, takenBack, signed, incidents, until, resolved, request, extra,
		watched, byStep, origin, id, still, bookID, software, printed, signatures, second, rules.Plain("□×·—°±")}
	for _, m := range []any{roles, manners, whys, statuses} {
		for it := reflect.ValueOf(m).MapRange(); it.Next(); {
			texts = append(texts, it.Value().Interface().(rules.Text))
		}
	}
	for _, name := range rules.Books() {
		book, err := rules.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range book.Rows() {
			texts = append(texts, r.Text)
		}
	}
	var b sfnt.Buffer
	missing := map[rune]bool{}
	for _, x := range texts {
		for l, s := range x {
			if s == "" {
				t.Errorf("%v: nothing in %s", x, l)
			}
			for _, r := range s {
				if g, err := f.GlyphIndex(&b, r); err != nil || g == 0 {
					missing[r] = true
				}
			}
		}
	}
	for r := range missing {
		t.Errorf("the font lacks %c (%U): see font/build.sh", r, r)
	}
}

func TestWrap(t *testing.T) {
	measure := func(s string) float64 { // letters 1 wide, Chinese characters 2
		n := 0.0
		for _, r := range s {
			n++
			if wide(r) {
				n++
			}
		}
		return n
	}
	for _, c := range []struct {
		text  string
		width float64
		want  string
	}{
		{"", 5, ""}, {"one two three", 7, "one two|three"}, {"one  two", 4, "one|two"}, {"abcdefgh ij", 5, "abcde|fgh|ij"},
		{"可以免加罰。", 10, "可以免加|罰。"}, {"可以（免）加罰", 8, "可以|（免）加|罰"}, {"頂層偏 52° 了", 10, "頂層偏 52°|了"},
		{"a b", 0.5, "a|b"}, {"罰。。", 2, "罰|。|。"},
	} {
		if got := strings.Join(wrap(c.text, c.width, measure), "|"); got != c.want {
			t.Errorf("%q in %g: %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

// A text that is wrapped loses nothing but spaces.
func TestWrapWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("ab 12.,()（）。罰加層"))).Draw(t, "text")
		width := rapid.Float64Range(0, 20).Draw(t, "width")
		lines := wrap(text, width, func(s string) float64 { return float64(utf8.RuneCountInString(s)) })
		if got, want := strings.ReplaceAll(strings.Join(lines, ""), " ", ""), strings.ReplaceAll(text, " ", ""); got != want {
			t.Fatalf("%q became %q", text, lines)
		}
		for _, l := range lines {
			if n := utf8.RuneCountInString(l); n > 1 && float64(n) > width {
				t.Fatalf("%q is longer than %g", l, width)
			}
		}
	})
}

func TestRefused(t *testing.T) {
	good := played(t, rules.English)
	for name, change := range map[string]func(*Sheet){
		"not opened": func(s *Sheet) { s.Attempt = attempt.State{} }, "no rulebook": func(s *Sheet) { s.Book = nil },
		"no procedure": func(s *Sheet) { b := *s.Book; b.Procedure = nil; s.Book = &b },
	} {
		s := good
		change(&s)
		if _, err := PDF(s); !errors.Is(err, ErrSheet) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// An attempt of which nothing is known but that it was opened has a sheet too.
func TestBare(t *testing.T) {
	s := played(t, rules.Simplified)
	s.Attempt = attempt.State{Opened: s.Attempt.Opened}
	s.Word, s.Picture = nil, []byte("no JPEG")
	if _, err := PDF(s); err != nil {
		t.Error(err)
	}
}

// Whatever people write, a sheet comes out.
func FuzzNotes(f *testing.F) {
	for _, seed := range []string{"", "ordinary", "王小明", "😀 \x00\x07 \xff\xfe", "a\r\n\tb", "\u202e\ufeff\uffff\ud7ff", "{n}"} {
		f.Add(seed, []byte{})
	}
	f.Add("x", picture(f))
	good := played(f, rules.Traditional)
	f.Fuzz(func(t *testing.T, note string, still []byte) {
		s := good
		o := *s.Attempt.Opened
		o.Competitor, o.Round = note, note
		s.Attempt.Opened = &o
		s.Table, s.Version, s.Picture = note, note, still
		s.Attempt.Flags = append([]attempt.Flag{}, attempt.Flag{Flag: rules.FlagPhone, Note: note, By: attempt.Actor{Role: rules.Judge, ID: note}})
		if _, err := PDF(s); err != nil {
			t.Fatal(err)
		}
	})
}
