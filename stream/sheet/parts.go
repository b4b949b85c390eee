package sheet

import (
	"fmt"
	"strings"
	"time"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// head writes which attempt it is.
func (w *writer) head() {
	w.size(big - 4)
	w.pdf.CellFormat(0, 10, w.in(title), "", 1, "L", false, 0, "")
	w.pdf.Ln(1)
	w.size(letters)
	o := w.Attempt.Opened
	w.row(date, w.Epoch.Add(time.Duration(w.Attempt.OpenedAt)).Format("2006-01-02"))
	w.row(table, w.Table)
	w.row(competitor, o.Competitor)
	w.row(event, w.event(o.Event))
	w.row(round, o.Round)
	if o.Number > 0 {
		w.row(number, fmt.Sprint(o.Number))
	}
	w.row(rulebook, w.in(w.Book.Title))
	if o.Replaces != "" {
		w.row(extraOf, o.Replaces)
	}
}

// event names an event by its puzzle where it has one of its own.
func (w *writer) event(id string) string {
	p, err := puzzle.Load(id)
	if err != nil {
		return id
	}
	return p.Name(string(w.Lang)) + " (" + id + ")"
}

// result writes what stands, legible from a step away.
func (w *writer) result() {
	w.section(standing)
	text := w.in(undecided)
	switch d := w.Attempt.Standing(); {
	case w.Attempt.Phase == attempt.Void:
		text = w.in(void)
	case d != nil && d.Result.Text != "":
		text = d.Result.Text
	}
	if w.Attempt.Frozen() != nil {
		text += "   " + w.in(frozen)
	}
	w.size(big)
	w.pdf.CellFormat(0, 12, plain(text), "", 1, "L", false, 0, "")
	w.size(letters)
	if d := w.Attempt.Standing(); d != nil && w.Attempt.Phase != attempt.Void {
		w.row(articles, strings.Join(d.Result.Articles, ", "))
	}
}

// course writes the timer's readings, the penalties and the flags.
func (w *writer) course() {
	a := w.Attempt
	if len(a.Readings)+len(a.Pad)+len(a.Flags) == 0 {
		return
	}
	w.section(happened)
	for _, r := range a.Readings {
		what := w.in(reading) + rules.Colon(w.Lang) + fmt.Sprintf("%d.%03d s", r.TimeMS/1000, r.TimeMS%1000)
		if r.ByHand {
			what += " " + rules.Brackets(w.in(byHand), w.Lang)
		}
		w.entry(r.At, r.By, what)
	}
	for _, e := range a.Pad {
		text := ""
		if x, ok := w.Book.Procedure.Penalty(e.ID); ok {
			text = w.in(x.Text)
		}
		w.entry(e.At, e.By, join(string(e.Effect), e.Article, text)+w.undone(e.Forgiven))
	}
	for _, f := range a.Flags {
		x := w.Book.Procedure.Flags[f.Flag]
		w.entry(f.At, f.By, join(w.in(flag), x.Article, w.in(x.Text), f.Note)+w.undone(f.Dismissed))
	}
}

// undone tells who has dismissed something.
func (w *writer) undone(d *attempt.Dismissal) string {
	if d == nil {
		return ""
	}
	return " — " + join(w.in(dismissed), w.who(d.By), d.Note)
}

func join(parts ...string) string {
	var out []string
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, " · ")
}

// decisions writes every decision, those taken back too.
func (w *writer) decisions() {
	if len(w.Attempt.Decisions) == 0 && w.Attempt.Signed == nil {
		return
	}
	w.section(decided)
	for i, d := range w.Attempt.Decisions {
		reason := ""
		if x, ok := w.Book.Procedure.Reason(d.Reason); ok {
			reason = w.in(x.Text)
		}
		what := fmt.Sprintf("%d. %s", i+1, join(w.in(manners[d.Kind]), string(d.Verdict), d.Result.Text, d.Article, reason, d.Note))
		if d.TakenBack != nil {
			what += " — " + w.in(takenBack) + " " + w.clock(*d.TakenBack)
		}
		w.entry(d.At, d.By, what)
	}
	if s := w.Attempt.Signed; s != nil {
		w.entry(*s, attempt.Actor{}, w.in(signed))
	}
}

// incidents writes freezes, requests, extra attempts and voidings.
func (w *writer) incidents() {
	a := w.Attempt
	if len(a.Freezes)+len(a.Requests)+len(a.Extras)+len(a.Voids) == 0 {
		return
	}
	w.section(incidents)
	for _, f := range a.Freezes {
		what := join(w.in(whys[f.Why]), f.Note)
		if f.Until != nil {
			what += " — " + w.in(until) + " " + w.clock(*f.Until)
		}
		if f.ResolvedBy > 0 {
			what += " — " + w.in(resolved) + fmt.Sprintf(" %d", f.ResolvedBy)
		}
		w.entry(f.At, f.By, what)
	}
	for _, r := range a.Requests {
		w.entry(r.At, r.By, join(w.in(request), r.Note))
	}
	for _, e := range a.Extras {
		w.entry(e.At, e.By, join(w.in(extra), e.ID, w.in(statuses[e.Status]), e.Article, w.reason(e.Reason), e.Scramble, e.Note))
	}
	for _, v := range a.Voids {
		w.entry(v.At, v.By, join(w.in(void), v.Article, w.reason(v.Reason), v.Note)+w.undone(v.Restored))
	}
}

func (w *writer) reason(id string) string {
	if x, ok := w.Book.Procedure.Reason(id); ok {
		return w.in(x.Text)
	}
	return ""
}

// views writes who watched recordings, at which speed and why.
func (w *writer) views() {
	if len(w.Attempt.Views) == 0 {
		return
	}
	w.section(watched)
	for _, v := range w.Attempt.Views {
		speed := fmt.Sprintf("%g×", float64(v.SpeedPct)/100)
		if v.Step {
			speed += " · " + w.in(byStep)
		}
		reason := ""
		for _, r := range w.Book.Procedure.Evidence.Reasons {
			if r.ID == v.Reason {
				reason = join(r.Article, w.in(r.Text))
			}
		}
		w.entry(v.At, v.By, join(speed, reason))
	}
}

// origin writes what proves the sheet: ids and hashes.
func (w *writer) origin() {
	w.section(origin)
	w.row(id, w.Attempt.Opened.ID)
	for _, s := range w.Attempt.Stills {
		w.row(still, s.Hash)
	}
	w.row(bookID, w.Book.Name)
	w.row(software, "plustwo "+w.Version)
	w.row(printed, w.Printed.Format("2006-01-02 15:04:05 -07:00"))
}

// signatures leaves room for those who sign.
func (w *writer) signatures() {
	_, height := w.pdf.GetPageSize()
	const room = 34.0
	if w.pdf.GetY()+room > height-margin {
		w.pdf.AddPage()
	}
	w.section(signatures)
	w.pdf.Ln(12)
	page, _ := w.pdf.GetPageSize()
	const gap = 6.0
	names := []rules.Text{roles[rules.Judge], competitor, roles[rules.Delegate], second}
	wide := (page - 2*margin - gap*float64(len(names)-1)) / float64(len(names))
	y := w.pdf.GetY()
	for i, n := range names {
		x := margin + float64(i)*(wide+gap)
		w.pdf.Line(x, y, x+wide, y)
		w.pdf.SetXY(x, y+1)
		w.pdf.CellFormat(wide, line, w.in(n), "", 0, "L", false, 0, "")
	}
}
