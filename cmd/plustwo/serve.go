package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/plustwo/plustwo/adjudicate/journal"
	"github.com/plustwo/plustwo/cmd/plustwo/internal/config"
	"github.com/plustwo/plustwo/cmd/plustwo/internal/table"
)

// serveCmd is "plustwo serve".
type serveCmd struct {
	Config string `default:"plustwo.yaml" placeholder:"FILE" help:"${serve_config}"`
	Demo   bool   `help:"${serve_demo}"`
	Listen string `placeholder:"ADDRESS" help:"${serve_listen}"`
	Video  string `placeholder:"ADDRESS" help:"${serve_video}"`
	Data   string `placeholder:"DIR" help:"${serve_data}"`
}

// grace is how long what is in flight may take at the end.
const grace = 5 * time.Second

// Run serves until it is interrupted.
func (c *serveCmd) Run(s *streams) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return c.serve(ctx, s)
}

// serve wires the parts and serves until the context ends. What is opened first
// is closed last.
func (c *serveCmd) serve(ctx context.Context, s *streams) (err error) {
	log := slog.New(slog.NewTextHandler(s.err, nil))
	cfg, err := c.read()
	if err != nil {
		return badInput{err}
	}
	if c.Demo && c.Data == "" {
		if cfg.Data, err = os.MkdirTemp("", "plustwo-"); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(cfg.Data)) }()
	}
	record, err := journal.Open(ctx, cfg.Data, journal.Options{Software: version, Retention: keeping(cfg.Retention)})
	if err != nil {
		return err
	}
	defer closing(&err, record)
	place := &venue{cfg: cfg, record: table.Journal{Journal: record}, metrics: table.NewMetrics(), log: log, demo: c.Demo}
	defer closing(&err, place)
	if err := place.open(ctx); err != nil {
		return err
	}
	video := place.video(cfg.Video)
	defer closing(&err, video)
	people, err := newEntrance(cfg, record, log, c.Demo)
	if err != nil {
		return err
	}
	screens, err := place.screens(video.peers(), people)
	if err != nil {
		return err
	}
	defer closing(&err, screens)
	return listen(ctx, cfg.Listen, handler(place.hall, place.record, place.metrics, screens.Handler()), people, screens, s.out)
}

// keeping is how long footage is kept.
func keeping(c config.Retention) *journal.Retention {
	r := journal.DefaultRetention
	r.Undisputed, r.Disputed = c.Times()
	r.MaxBytes = c.Cap()
	return &r
}

// closing closes something and adds what goes wrong to an error.
func closing(err *error, c io.Closer) { *err = errors.Join(*err, c.Close()) }

// read returns the configuration, with what the flags say instead.
func (c *serveCmd) read() (*config.Document, error) {
	var cfg *config.Document
	var err error
	if c.Demo {
		cfg, err = config.Parse("--demo", []byte(demoConfig))
	} else {
		cfg, err = config.Read(c.Config)
	}
	if err != nil {
		return nil, err
	}
	if c.Listen != "" {
		cfg.Listen = c.Listen
	}
	if c.Data != "" {
		cfg.Data = c.Data
	}
	if c.Video != "" {
		cfg.Video = c.Video
	}
	return cfg, nil
}

// demoConfig is the table of a demonstration. It waits for a visitor's judgement
// longer than its own judge does.
const demoConfig = `
tables:
  - id: demo
    name: Demo
    timer: synth
    cameras:
      overhead: synth:?script=demo&wait=30s
`

// listen serves HTTP until the context ends and lets requests in flight finish;
// live streams, which last for ever, end first.
func listen(ctx context.Context, address string, h http.Handler, people *entrance, live io.Closer, out io.Writer) error {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return badInput{fmt.Errorf("--listen %s: %w: choose another port", address, err)}
	}
	server := &http.Server{Handler: h, ReadHeaderTimeout: grace, TLSConfig: people.tls,
		ErrorLog: slog.NewLogLogger(people.log.Handler(), slog.LevelDebug)} // of browsers that do not trust it yet
	done := make(chan error, 1)
	go func() {
		if people.tls != nil {
			done <- server.ServeTLS(secured{l}, "", "") // the certificate is in the settings
		} else {
			done <- server.Serve(l)
		}
	}()
	if err := people.welcome(l.Addr(), out); err != nil {
		return errors.Join(err, server.Close())
	}
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	ended := live.Close()
	if err := server.Shutdown(last); err != nil {
		return errors.Join(ended, err, server.Close())
	}
	return ended
}
