package web

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/stream/timer"
)

// current stands for the attempt on the table in an address.
const current = "current"

// opening are the kinds of events that may be meant for the attempt on the
// table, whichever that is; everything else names its attempt, so that nobody
// decides about one that they do not look at.
var opening = []attempt.Kind{"open", "cover", "inspect", "enter"}

// sendable are the kinds of events that people send. The others come from the
// cameras and the timer.
var sendable = append([]attempt.Kind{"early", "flag",
	"reset_by", "time", "dismiss", "penalise", "forgive", "mark", "decide", "take_back", "sign", "freeze", "request",
	"view", "amend", "uphold", "grant", "settle", "void", "restore"}, opening...)

// Ids that screens make: long enough not to meet by chance.
const (
	minID = 8
	maxID = 64
)

func checkID(id string) error {
	if len(id) < minID || len(id) > maxID {
		return failField(codeBadRequest, "id", nil)
	}
	return nil
}

// table returns the table that an address names.
func (s *Server) table(c echo.Context) (Table, error) {
	if t := s.cfg.Hall.Table(param(c, "table")); t != nil {
		return t, nil
	}
	return nil, failField(codeNoTable, "table", nil)
}

// act carries out what a person does to an attempt.
func (s *Server) act(c echo.Context) error {
	t, err := s.table(c)
	if err != nil {
		return err
	}
	var in Act
	if err := s.readJSON(c, &in); err != nil {
		return err
	}
	if err := checkID(in.ID); err != nil {
		return err
	}
	data, err := dataOf(in)
	if err != nil {
		return err
	}
	id := param(c, "attempt")
	if id == current {
		if !slices.Contains(opening, in.Kind) {
			return failField(codeBadKind, "kind", nil)
		}
		id = ""
	}
	by, ctx := s.actor(c), c.Request().Context()
	what := key(string(by.Role), by.ID, param(c, "attempt"), string(in.Kind), string(in.Data))
	before := false // it is on record, from before the start
	repeated, err := s.acts.do(ctx, key("act", param(c, "table"), in.ID), []byte(what), func() (err error) {
		ctx, cancel := s.lasting(ctx)
		defer cancel()
		if r, ok := t.(Rememberer); ok {
			before, err = r.DoOnce(ctx, in.ID, id, by, data)
			return err
		}
		return t.Do(ctx, id, by, data)
	})
	if err != nil {
		return s.explained(ctx, t, id, err)
	}
	out := Acted{Attempt: t.Snapshot().Attempt, Repeated: repeated || before}
	if id != "" {
		if out.Attempt, err = t.Attempt(ctx, id); err != nil {
			return err
		}
	}
	return c.JSON(http.StatusOK, out)
}

// lasting returns a context that outlives its request, so that what a screen
// that has lost its connection has begun is finished and known when it asks
// again. It ends with the server.
func (s *Server) lasting(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(s.ctx, cancel)
	return ctx, func() { stop(); cancel() }
}

// explained adds to an error what the rulebook says of it: which flag holds, or
// what may be watched slowly.
func (s *Server) explained(ctx context.Context, t Table, id string, err error) error {
	held, evidence := errors.Is(err, attempt.ErrHeld), errors.Is(err, attempt.ErrEvidence)
	if !held && !evidence {
		return err
	}
	a, unknown := t.Attempt(ctx, id)
	if unknown != nil || a.Opened == nil {
		return err
	}
	book, unknown := rules.Load(a.Opened.Rulebook)
	if unknown != nil || book.Procedure == nil {
		return err
	}
	f := faultOf(err)
	if evidence {
		f.cited = append(f.cited, book.Procedure.Evidence.Cited)
	}
	for _, x := range a.Flags {
		if rule := book.Procedure.Flags[x.Flag]; held && x.Dismissed == nil && rule.Holds != rules.HoldNothing {
			f.cited = append(f.cited, rule.Cited)
		}
	}
	return f
}

// dataOf reads an event's data as package attempt has it.
func dataOf(in Act) (attempt.Data, error) {
	if !slices.Contains(sendable, in.Kind) {
		return nil, failField(codeBadKind, "kind", nil)
	}
	event := map[string]any{"kind": in.Kind, "at_ns": 0, "by": attempt.Actor{Role: rules.Device}}
	if len(in.Data) > 0 {
		event["data"] = in.Data
	}
	raw, err := json.Marshal(event)
	if err != nil {
		return nil, failField(codeBadRequest, "data", err)
	}
	e, err := attempt.Decode(raw)
	if err != nil {
		field := "data"
		if f := badField(err); f != "" {
			field += "." + f
		}
		return nil, failField(codeBadRequest, field, err)
	}
	return e.Data, nil
}

// key joins parts so that no two lists of parts give the same.
func key(parts ...string) string {
	raw, _ := json.Marshal(parts) // strings always are
	return string(raw)
}

// reportTimer passes on what somebody says of the timer.
func (s *Server) reportTimer(c echo.Context) error {
	t, err := s.table(c)
	if err != nil {
		return err
	}
	raw, err := s.body(c, "application/json")
	if err != nil {
		return err
	}
	var in Report
	if err := decode(raw, &in); err != nil {
		if errors.Is(err, timer.ErrKind) {
			return failField(codeBadKind, "kind", err)
		}
		return err
	}
	if err := checkID(in.ID); err != nil {
		return err
	}
	if in.Kind == 0 {
		return failField(codeBadKind, "kind", nil)
	}
	if in.Time < 0 || in.Time > maxReport.Milliseconds() {
		return failField(codeBadRequest, "time_ms", nil)
	}
	by, ctx := s.actor(c), c.Request().Context()
	r := timer.Report{Kind: in.Kind, Time: time.Duration(in.Time) * time.Millisecond, Left: in.Left, Right: in.Right}
	what := key(string(by.Role), by.ID, string(raw))
	_, err = s.acts.do(ctx, key("timer", param(c, "table"), in.ID), []byte(what), func() error {
		ctx, cancel := s.lasting(ctx)
		defer cancel()
		return t.Report(ctx, by, r)
	})
	if err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

// maxReport bounds a reported time; package timer takes less than a day.
const maxReport = 24 * time.Hour
