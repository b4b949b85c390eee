package table

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/journal"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/stream/web"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/still"
)

// versioned is a Record that knows which software suggested something.
type versioned interface {
	// Software returns the version that made an attempt's last suggestion; empty
	// where there is none.
	Software(ctx context.Context, table, id string) (string, error)
}

// Again implements web.Rejudger. The picture is the one that was kept, as JPEG and
// of one frame; the first suggestion had the mean of several. The camera is where
// the table's calibration has it now.
func (t *Table) Again(ctx context.Context, id string) (web.Again, error) {
	s, _, err := t.Case(ctx, id)
	if err != nil {
		return web.Again{}, err
	}
	n := len(s.Suggestions)
	if n == 0 || s.Suggestions[n-1].Still == "" {
		return web.Again{}, fmt.Errorf("%w: nothing was suggested from a picture", web.ErrNoEvidence)
	}
	first := s.Suggestions[n-1]
	im, err := t.kept(ctx, first.Still)
	if err != nil {
		return web.Again{}, err
	}
	book, err := rules.Load(s.Opened.Rulebook)
	if err != nil {
		return web.Again{}, err
	}
	select { // one at a time: it must not keep the tables waiting
	case t.again <- struct{}{}:
		defer func() { <-t.again }()
	case <-ctx.Done():
		return web.Again{}, ctx.Err()
	}
	view := vision.View{Name: Overhead}
	if l := t.lens(Overhead); l != nil {
		view.Camera = l.cfg.Camera
	}
	v, err := t.cfg.Eyes.Judge(&still.Still{Sharp: im, Mean: im, Count: 1}, view, PuzzleOf(s.Opened.Event), book)
	if err != nil {
		return web.Again{}, err
	}
	out := web.Again{First: first.Ruling, Second: v.Ruling, Shown: show(v, job{view: view}, first.Still)}
	if r, ok := t.cfg.Record.(versioned); ok {
		out.Before, err = r.Software(ctx, t.cfg.ID, id)
	}
	return out, err
}

// kept reads a picture of the evidence.
func (t *Table) kept(ctx context.Context, hash string) (*vision.Image, error) {
	f, _, err := t.Evidence(ctx, hash)
	if err != nil {
		return nil, err
	}
	defer f.Close() // read only
	im, err := jpeg.Decode(f)
	if err != nil {
		return nil, fmt.Errorf("%w: the picture %s: %w", web.ErrNoEvidence, hash, err)
	}
	return fromImage(im), nil
}

// fromImage is a picture as vision has it.
func fromImage(im image.Image) *vision.Image {
	r := im.Bounds()
	out := &vision.Image{Width: r.Dx(), Height: r.Dy(), Pix: make([]uint8, 0, 3*r.Dx()*r.Dy())}
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			c := color.RGBAModel.Convert(im.At(x, y)).(color.RGBA)
			out.Pix = append(out.Pix, c.R, c.G, c.B)
		}
	}
	return out
}

// Software implements versioned.
func (j Journal) Software(ctx context.Context, table, id string) (string, error) {
	suggests := journal.Of(table, id, attempt.Event{Data: attempt.Suggest{}}).Kind
	all, err := j.Journal.History(ctx, table, id)
	out := ""
	for _, e := range all {
		if e.Kind == suggests {
			out = e.Software
		}
	}
	return out, err
}
