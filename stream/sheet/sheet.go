// Package sheet prints what happened to one attempt on paper, as PDF: for the
// Delegate's report, with room for signatures. Paper prevails over screens
// (WCA A7c), so everything that was decided stands on it, with who, when and by
// which article, and nothing that was taken back is left out.
package sheet

import (
	"bytes"
	_ "embed" // the font
	"errors"
	"fmt"
	"image"
	_ "image/jpeg" // a picture's size
	"time"

	"codeberg.org/go-pdf/fpdf"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// ErrSheet means that a sheet cannot be printed.
var ErrSheet = errors.New("no sheet")

// Sheet is what is printed.
type Sheet struct {
	Attempt attempt.State
	Book    *rules.Rulebook
	Lang    rules.Lang
	Table   string     // its name, for people
	Epoch   time.Time  // wall clock at the zero of the attempt's times, in the zone to print
	Printed time.Time  // now
	Word    rules.Text // the last suggestion as it was shown; nil where there was none
	Detail  rules.Text
	Picture []byte // JPEG at rest, with the measurement; nil for none
	Version string
}

// ttf holds Latin letters and every character of Big5 and GB 2312; see
// font/build.sh.
//
//go:embed font/WenQuanYiMicroHei.ttf
var ttf []byte

// Sizes: millimetres, and points for letters.
const (
	margin  = 16.0
	line    = 5.3 // height of a line
	label   = 38.0
	letters = 10.0
	heading = 12.0
	big     = 22.0
	// tallest is how high the picture may be: with it an ordinary attempt still
	// fits on one page.
	tallest = 70.0
)

const family = "plustwo"

// PDF prints a sheet on A4. The error is ErrSheet.
func PDF(s Sheet) ([]byte, error) {
	if s.Attempt.Opened == nil || s.Book == nil || s.Book.Procedure == nil {
		return nil, fmt.Errorf("%w: the attempt was not opened, or its rulebook is not known", ErrSheet)
	}
	w := &writer{Sheet: s, pdf: fpdf.New("P", "mm", "A4", "")}
	w.begin()
	w.head()
	w.result()
	w.seen()
	w.course()
	w.decisions()
	w.incidents()
	w.views()
	w.origin()
	w.signatures()
	var out bytes.Buffer
	if err := w.pdf.Output(&out); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSheet, err)
	}
	return out.Bytes(), nil
}

// writer is a sheet on its way to paper.
type writer struct {
	Sheet
	pdf *fpdf.Fpdf
}

func (w *writer) begin() {
	p := w.pdf
	p.SetCreationDate(w.Printed)
	p.SetModificationDate(w.Printed)
	p.SetCatalogSort(true)
	p.SetProducer("plustwo", true)
	p.SetTitle(w.in(title), true)
	p.SetLang(string(w.Lang))
	p.SetMargins(margin, margin, margin)
	p.SetAutoPageBreak(true, margin)
	p.AddUTF8FontFromBytes(family, "", ttf)
	p.AliasNbPages("{n}")
	p.SetFooterFunc(func() {
		p.SetY(-margin + 3)
		p.SetFont(family, "", letters-2)
		p.SetTextColor(90, 90, 90)
		p.CellFormat(0, line, fmt.Sprintf("plustwo %s   %s   %d / {n}", plain(w.Version), plain(w.Attempt.Opened.ID), p.PageNo()), "", 0, "C", false, 0, "")
	})
	p.AddPage()
	w.size(letters)
}

func (w *writer) in(t rules.Text) string { return t.In(w.Lang) }

func (w *writer) size(points float64) {
	w.pdf.SetFont(family, "", points)
	w.pdf.SetTextColor(0, 0, 0)
}

// section begins a part with a heading, on this page where some lines of it fit.
func (w *writer) section(t rules.Text) {
	_, height := w.pdf.GetPageSize()
	if w.pdf.GetY() > height-margin-6*line {
		w.pdf.AddPage()
	}
	w.pdf.Ln(2)
	w.size(heading)
	w.pdf.SetFillColor(232, 236, 242)
	w.pdf.CellFormat(0, line+1.5, w.in(t), "", 1, "L", true, 0, "")
	w.pdf.Ln(0.8)
	w.size(letters)
}

// row writes a label and what belongs to it.
func (w *writer) row(name rules.Text, value string) {
	if value == "" {
		return
	}
	w.pdf.SetTextColor(80, 80, 80)
	w.pdf.CellFormat(label, line, w.in(name), "", 0, "L", false, 0, "")
	w.pdf.SetTextColor(0, 0, 0)
	w.lines(value)
}

// lines writes a text right of the labels.
func (w *writer) lines(text string) {
	page, _ := w.pdf.GetPageSize()
	const inside = 2.0 // what a cell keeps free on both sides together
	for _, l := range wrap(plain(text), page-2*margin-label-inside, w.pdf.GetStringWidth) {
		w.pdf.SetX(margin + label)
		w.pdf.CellFormat(0, line, l, "", 1, "L", false, 0, "")
	}
}

// entry writes when somebody did something, and what.
func (w *writer) entry(at attempt.Time, by attempt.Actor, what string) {
	w.pdf.SetTextColor(80, 80, 80)
	w.pdf.CellFormat(label, line, w.clock(at), "", 0, "L", false, 0, "")
	w.pdf.SetTextColor(0, 0, 0)
	if by.Role != "" {
		what = w.who(by) + rules.Colon(w.Lang) + what
	}
	w.lines(what)
}

// clock writes a time of the attempt as that of the day.
func (w *writer) clock(t attempt.Time) string {
	return w.Epoch.Add(time.Duration(t)).Format("15:04:05.0")
}

func (w *writer) who(a attempt.Actor) string {
	role := w.in(roles[a.Role])
	if a.ID == "" {
		return role
	}
	return role + " " + a.ID
}

// plain leaves out what the font cannot show, so that no sheet fails for a name:
// control characters, and what lies outside Unicode's first plane.
func plain(s string) string {
	out := make([]rune, 0, len(s))
	for _, r := range s {
		switch {
		case r == '\n' || r == '\t':
			out = append(out, ' ')
		case r < ' ' || r == 0x7f || r >= 0xd800 && r < 0xe000 || r == 0xfffd:
		case r > 0xffff:
			out = append(out, '□')
		default:
			out = append(out, r)
		}
	}
	return string(out)
}

// seen writes the suggestion and the picture that it rests on.
func (w *writer) seen() {
	n := len(w.Attempt.Suggestions)
	if n == 0 {
		return
	}
	w.section(suggestion)
	last := w.Attempt.Suggestions[n-1]
	word := w.in(w.Word)
	if word == "" {
		word = w.in(rules.OutcomeName(last.Ruling.Suggestion.String()))
	}
	if d := w.in(w.Detail); d != "" {
		word += rules.Colon(w.Lang) + d
	}
	w.entry(last.At, attempt.Actor{}, word)
	for _, g := range last.Ruling.Grounds {
		w.row(rules.Plain(g.Article), w.in(g.Text))
	}
	for _, c := range last.Ruling.Checks {
		w.row(checks, w.in(c))
	}
	w.picture()
}

// picture prints the picture at rest; one that is none is left out.
func (w *writer) picture() {
	cfg, kind, err := image.DecodeConfig(bytes.NewReader(w.Picture))
	if err != nil || kind != "jpeg" || cfg.Width == 0 || cfg.Height == 0 {
		return
	}
	page, height := w.pdf.GetPageSize()
	wide, high := page-2*margin, tallest
	if scaled := wide * float64(cfg.Height) / float64(cfg.Width); scaled < high {
		high = scaled
	} else {
		wide = high * float64(cfg.Width) / float64(cfg.Height)
	}
	if w.pdf.GetY()+high > height-margin {
		w.pdf.AddPage()
	}
	opt := fpdf.ImageOptions{ImageType: "JPG"}
	w.pdf.RegisterImageOptionsReader("still", opt, bytes.NewReader(w.Picture))
	w.pdf.ImageOptions("still", margin, w.pdf.GetY()+1, wide, high, true, opt, 0, "")
	w.pdf.Ln(2)
}
