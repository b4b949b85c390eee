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

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/journal"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/cmd/plustwo/internal/demo"
	"github.com/plustwo/plustwo/cmd/plustwo/internal/table"
	"github.com/plustwo/plustwo/stream/timer"
	"github.com/plustwo/plustwo/stream/web"
	"github.com/plustwo/plustwo/vision/camera"
)

// serveCmd is "plustwo serve".
type serveCmd struct {
	Config string `default:"plustwo.yaml" placeholder:"FILE" help:"${serve_config}"`
	Demo   bool   `help:"${serve_demo}"`
	Listen string `default:"127.0.0.1:8080" placeholder:"ADDRESS" help:"${serve_listen}"`
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

// serve serves until the context ends.
func (c *serveCmd) serve(ctx context.Context, s *streams) (err error) {
	log := slog.New(slog.NewTextHandler(s.err, nil))
	dir := c.Data
	if dir == "" {
		if dir, err = os.MkdirTemp("", "plustwo-"); err != nil {
			return err
		}
		defer os.RemoveAll(dir)
	}
	record, err := journal.Open(ctx, dir, journal.Options{Software: version})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, record.Close()) }()
	metrics := table.NewMetrics()
	t, err := c.demo(ctx, table.Journal{Journal: record}, metrics, log)
	if err != nil {
		return err
	}
	hall := table.Hall{t}
	defer func() { err = errors.Join(err, t.Close()) }()
	screens, err := web.New(web.Config{Hall: hall, Log: log, Open: c.Demo, Version: version})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, screens.Close()) }()
	return listen(ctx, c.Listen, handler(hall, metrics, screens.Handler()), screens, s)
}

// demo starts the table that does not exist.
func (c *serveCmd) demo(ctx context.Context, record table.Journal, metrics *table.Metrics, log *slog.Logger) (*table.Table, error) {
	play, err := demo.New()
	if err != nil {
		return nil, err
	}
	book, err := rules.Load(rules.Default)
	if err != nil {
		return nil, err
	}
	r, err := record.Resume(ctx, "demo", 0)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	clock := func() time.Duration { return time.Duration(r.Latest) + time.Since(start) }
	play.Clock = clock
	var t *table.Table
	ready := make(chan struct{})
	play.Report = func(kind string, at, shows time.Duration) {
		<-ready
		var k timer.Kind
		if err := k.UnmarshalText([]byte(kind)); err == nil {
			err = t.Report(ctx, attempt.Actor{Role: rules.Device, ID: "demo"}, timer.Report{Kind: k, At: at, Time: shows})
			if err != nil {
				log.Error("timer", "err", err)
			}
		}
	}
	t, err = table.Start(ctx, table.Config{ID: "demo", Name: "Demo", Event: "333", Book: book,
		Clock: clock, Epoch: start.Add(-time.Duration(r.Latest)),
		Cameras: []table.Camera{{Name: table.Overhead, Camera: play.Camera(), Open: func() (camera.Source, error) { return play, nil }}},
		Record:  record, Evidence: record, Metrics: metrics, Log: log})
	close(ready)
	return t, err
}

// listen serves HTTP until the context ends and lets requests in flight finish.
func listen(ctx context.Context, address string, h http.Handler, live io.Closer, s *streams) error {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return fmt.Errorf("--listen %s: %w: choose another port", address, err)
	}
	server := &http.Server{Handler: h, ReadHeaderTimeout: grace}
	done := make(chan error, 1)
	go func() { done <- server.Serve(l) }()
	fmt.Fprintf(s.out, "plustwo serves at http://%s/\n", l.Addr())
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	closed := live.Close() // streams would last for ever
	if err := errors.Join(closed, server.Shutdown(last)); err != nil {
		return errors.Join(err, server.Close())
	}
	return nil
}
