package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/adjudicate/wcif"
	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/cmd/plustwo/internal/config"
	"github.com/plustwo/plustwo/cmd/plustwo/internal/demo"
	"github.com/plustwo/plustwo/cmd/plustwo/internal/film"
	"github.com/plustwo/plustwo/cmd/plustwo/internal/table"
	"github.com/plustwo/plustwo/stream/timer"
	"github.com/plustwo/plustwo/stream/web"
	"github.com/plustwo/plustwo/vision/camera"
	"github.com/plustwo/plustwo/vision/synth/play"
)

// venue is the tables of one place while they run.
type venue struct {
	cfg     *config.Document
	record  table.Journal
	metrics *table.Metrics
	log     *slog.Logger
	demo    bool // nobody may be there to judge

	competition *wcif.Competition // nil for none

	hall   table.Hall
	films  map[string]*film.Film // by table
	closer []io.Closer           // in the order in which they were opened
	stop   context.CancelFunc
	guests sync.WaitGroup // of the demonstration
}

// open opens all tables.
func (v *venue) open(ctx context.Context) error {
	rigs, err := v.cfg.Check(config.Things{Size: pictureSize, Ports: timer.Ports, Cards: timer.SoundCards})
	if err != nil {
		return badInput{err}
	}
	if v.competition, err = v.cfg.Competition(); err != nil {
		return badInput{err}
	}
	v.films = map[string]*film.Film{}
	var inner context.Context
	inner, v.stop = context.WithCancel(context.WithoutCancel(ctx))
	v.guests.Go(func() { v.inspect(inner) })
	for i, t := range v.cfg.Tables {
		if err := v.openTable(ctx, inner, i, rigs[t.ID]); err != nil {
			return err
		}
	}
	return nil
}

// inspect looks once whether the record is whole; screens tell what it finds.
func (v *venue) inspect(ctx context.Context) {
	r, err := v.record.Inspect(ctx)
	if err != nil && ctx.Err() == nil {
		v.log.Error("the record was not looked through", "err", err)
	}
	for _, f := range r.Faults {
		v.log.Error("the record is damaged", "where", f.Text().In(rules.English))
	}
}

// Close closes all tables; cameras, timers and what is being recorded first.
func (v *venue) Close() error {
	if v.stop != nil {
		v.stop()
	}
	v.guests.Wait()
	var errs []error
	for i := len(v.closer) - 1; i >= 0; i-- {
		errs = append(errs, v.closer[i].Close())
	}
	v.closer = nil
	return errors.Join(errs...)
}

// openTable opens one table: what stands before its synth: cameras, the film, the
// table, and an encoder for each camera.
func (v *venue) openTable(ctx, life context.Context, i int, rig *calib.Rig) error {
	c := v.cfg.Tables[i]
	book, err := loadBook(v.cfg.Rulebook)
	if err != nil {
		return err
	}
	last, err := v.record.Resume(ctx, c.ID, 0)
	if err != nil {
		return err
	}
	if err := v.record.Begun(ctx, c.ID, book.Name); err != nil {
		v.log.Error("the table's start is not on record", "table", c.ID, "err", err) // a table never stops
	}
	start, base := time.Now(), time.Duration(last.Latest)
	clock := func() time.Duration { return base + time.Since(start) }
	stage := demo.New(clock, v.log)
	v.closer = append(v.closer, stage)
	recordings := film.New(v.cfg.Data, clock, table.ClipStore{Journal: v.record, Table: c.ID}, v.log)
	cfg := table.Config{ID: c.ID, Name: c.Name, Event: c.Event, Book: book, Clock: clock, Epoch: start.Add(-base),
		Timer: v.timer(c, stage, clock), Station: c.Timer == "http", BySight: c.Timer == "sight",
		Record: v.record, Evidence: v.record, Clips: recordings, Metrics: v.metrics, Log: v.log}
	if cfg.Turns, err = v.turns(i, book); err != nil {
		return err
	}
	if cfg.Cameras, err = v.cameras(c, rig, stage, clock); err != nil {
		return err
	}
	t, err := table.Start(ctx, cfg)
	if err != nil {
		return err
	}
	v.closer = append(v.closer, t, recordings)
	for _, x := range cfg.Cameras {
		recordings.Add(x.Name, t.Frames(x.Name))
	}
	v.hall, v.films[c.ID] = append(v.hall, t), recordings
	if stage.Plays() {
		v.guests.Go(func() { stage.Run(life, t) })
	}
	if v.demo {
		v.guests.Go(func() { demo.Judge(life, t, v.log) })
	}
	return nil
}

// turns are who is expected at a table: as the competition's file says, or made up.
// What cannot be followed at a table (an event that the rulebook refuses, or a round
// of a format that it has not) is left to its judge.
func (v *venue) turns(i int, book *rules.Rulebook) ([]table.Turn, error) {
	var out []table.Turn
	if v.demo {
		for _, t := range demo.Turns(v.cfg.Tables[i].Event) {
			out = append(out, table.Turn{Competitor: t.Competitor, Registrant: t.Registrant, Event: t.Event, Round: t.Round, Attempts: demo.Attempts})
		}
		return out, nil
	}
	seats, err := v.cfg.Turns(v.competition, i)
	for _, s := range seats {
		code := s.Activity.Code
		if p := book.Procedure; !slices.Contains(p.Events, code.Event) || p.Refused.Has(code.Event) || p.Several.Has(code.Event) || book.Results == nil {
			continue
		}
		round, ok := v.competition.Round(wcif.Code{Event: code.Event, Round: code.Round}.String())
		format, known := book.Results.Format(round.Format)
		if ok && known {
			out = append(out, table.Turn{Competitor: s.Person.Name, Registrant: s.Person.RegistrantID, Event: code.Event, Round: round.ID,
				Attempts: format.Attempts, Until: s.Activity.End})
		}
	}
	return out, err
}

// views are the cameras that a table may have, the one that is judged first.
var views = []string{table.Overhead, "left", "right", "competitor"}

// cameras are a table's cameras.
func (v *venue) cameras(c config.Table, rig *calib.Rig, stage *demo.Stage, clock func() time.Duration) ([]table.Camera, error) {
	options := camera.Options{Clock: clock, Dial: dialCamera(), Openers: map[string]camera.Opener{play.Scheme: stage.Open}}
	var out []table.Camera
	for _, view := range views {
		spec, ok := c.Cameras[view]
		if !ok {
			continue
		}
		x := table.Camera{Name: view, Open: func() (camera.Source, error) { return camera.Open(spec, view, options) }}
		if rig != nil {
			x.Camera = rig.Cameras[view]
		} else if strings.HasPrefix(spec, play.Scheme+":") {
			var err error
			if x.Camera, err = stage.Camera(spec, view); err != nil {
				return nil, err
			}
		}
		out = append(out, x)
	}
	return out, nil
}

// timer returns how a table's timer is opened; nil where none is wired.
func (v *venue) timer(c config.Table, stage *demo.Stage, clock func() time.Duration) func() (timer.Source, error) {
	scheme, name, _ := strings.Cut(c.Timer, ":")
	switch scheme {
	case "serial":
		return func() (timer.Source, error) { return timer.NewSerial(timer.Port(name), clock) }
	case "sound":
		return func() (timer.Source, error) { return timer.NewSound(timer.SoundCard(name), clock) }
	case "wav":
		return func() (timer.Source, error) { return playTimer(name, clock) }
	case play.Scheme:
		return stage.Timer
	}
	return nil
}

// screens makes the server of the screens.
func (v *venue) screens(peers web.Peers, e *entrance) (*web.Server, error) {
	key, err := signingKey(v.cfg.Data)
	if err != nil {
		return nil, err
	}
	return web.New(web.Config{Hall: v.hall, Peers: peers, Frames: film.Frames{Hall: v.hall}, Log: v.log, Open: v.demo,
		PINs: e.pins, Accounts: e.accounts, Note: e.note, Sessions: e.sessions, Authority: e.authority, Secure: e.tls != nil,
		Version: version, Key: key})
}

// pictureSize opens a camera and returns the size of its first picture.
func pictureSize(spec string) (width, height int, err error) {
	if strings.HasPrefix(spec, play.Scheme+":") {
		o, err := play.Parse(spec)
		return o.Width, o.Width * 9 / 16, err
	}
	const patience = 10 * time.Second // network cameras take seconds to begin
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	s, err := camera.Open(spec, "check", camera.Options{Dial: dialCamera()})
	if err != nil {
		return 0, 0, err
	}
	defer s.Close()
	f, err := s.Next(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return 0, 0, problem.New(err, problem.CameraUnreachable)
	}
	if err != nil {
		return 0, 0, fmt.Errorf("%w", err)
	}
	return f.Image.Width, f.Image.Height, nil
}
