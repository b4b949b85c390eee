// Command mkdata draws labelled pictures of puzzles at rest, for tests,
// benchmarks and accuracy tables:
//
//	go run ./cmd/mkdata -n 50 --event 333 --views overhead,offset --out out/333
//
// It writes NAME-VIEW.jpg and the truth NAME.json, in the format that
// testdata/README.md tells. The same flags make the same files.
//
// With --competition it writes a made-up competition, as the WCA's site would
// give it out, instead:
//
//	go run ./cmd/mkdata --competition --out testdata/competition
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"

	"github.com/alecthomas/kong"

	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/vision/synth"
)

// job is the command line.
type job struct {
	N     int      `short:"n" default:"10" help:"Number of scenes."`
	Out   string   `short:"o" required:"" type:"path" help:"Folder to write to; made if it is not there."`
	Event string   `short:"e" help:"Event, such as 333; any where not given."`
	Case  string   `help:"Situation, such as near_plus2; any where not given."`
	Kind  string   `help:"Build: stickered, tiled or stickerless; any where not given."`
	Views []string `default:"overhead" help:"Cameras: overhead, offset, left, right."`
	Seed  uint64   `default:"1" help:"Another seed makes other scenes."`
	Plain bool     `help:"No clutter and no prints."`
	Reach bool     `help:"A hand reaches over each puzzle."`
	Jobs  int      `short:"j" default:"1" help:"Pictures to draw at once."`

	Competition bool `help:"Write a made-up competition (WCIF) instead of scenes."`
}

func main() {
	var j job
	k := kong.Parse(&j, kong.Name("mkdata"), kong.Description("Draw labelled pictures of puzzles at rest. The same flags make the same files."))
	k.FatalIfErrorf(j.run(os.Stdout))
}

func (j *job) run(out io.Writer) error {
	if err := os.MkdirAll(j.Out, 0o755); err != nil {
		return fmt.Errorf("make folder: %w", err)
	}
	if j.Competition {
		return j.competition()
	}
	var wait sync.WaitGroup
	errs := make([]error, j.N)
	slots := make(chan struct{}, max(1, j.Jobs))
	for i := range j.N {
		slots <- struct{}{}
		wait.Go(func() {
			defer func() { <-slots }()
			errs[i] = j.scene(i)
		})
	}
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(out, "%d scenes in %s\n", j.N, j.Out)
	return err
}

// scene draws scene number i and writes its files.
func (j *job) scene(i int) error {
	rng := rand.New(rand.NewPCG(j.Seed, uint64(i)))
	s, err := synth.Random(rng, synth.Options{Event: j.Event, Case: synth.Case(j.Case), Kind: synth.Kind(j.Kind), Plain: j.Plain, Reach: j.Reach})
	if err != nil {
		return err
	}
	s.ID = fmt.Sprintf("%s-s%d-%04d", s.Puzzle.Event, j.Seed, i)
	rig, err := synth.RandomRig(rng, j.Views...)
	if err != nil {
		return err
	}
	truth, err := synth.MakeTruth(s, rig)
	if err != nil {
		return err
	}
	for name, cam := range rig {
		if err := j.picture(s, *cam, truth.Cameras[name].File); err != nil {
			return err
		}
	}
	raw, err := json.Marshal(truth)
	if err != nil {
		return fmt.Errorf("%s: %w", s.ID, err)
	}
	return write(filepath.Join(j.Out, s.ID+".json"), raw)
}

func (j *job) picture(s synth.Scene, cam calib.Camera, file string) error {
	im, err := synth.Raw(s, cam)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	raw, err := synth.Encode(im, max(1, s.Sensor.JPEG))
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return write(filepath.Join(j.Out, file), raw)
}

func write(path string, raw []byte) error {
	if err := os.WriteFile(path, raw, 0o644); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	return nil
}
