package main

import (
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/camera"
	"github.com/plustwo/plustwo/vision/draw"
)

// judgeCmd is "plustwo judge".
type judgeCmd struct {
	Event    string   `placeholder:"ID" help:"${judge_event}"`
	Rulebook string   `default:"${rulebook}" help:"${judge_rulebook}"`
	Rig      string   `placeholder:"RIG.json" help:"${judge_rig}"`
	View     []string `sep:"none" placeholder:"NAME" help:"${judge_view}"`
	JSON     bool     `name:"json" help:"${judge_json}"`
	Draw     string   `placeholder:"OUT.png" help:"${judge_draw}"`
	Images   []string `arg:"" optional:"" name:"image" help:"${judge_images}"`
}

// Run judges the pictures and prints the ruling.
func (c *judgeCmd) Run(s *streams) error {
	book, err := loadBook(c.Rulebook)
	if err != nil {
		return err
	}
	if c.Event != "" {
		if _, err := puzzleOf(c.Event); err != nil {
			return err
		}
	}
	if err := c.checkDraw(); err != nil {
		return badInput{err}
	}
	views, err := c.views()
	if err != nil {
		return badInput{err}
	}
	v, err := judge(views, c.Event, book)
	if err != nil {
		return err
	}
	if c.JSON {
		err = v.printJSON(s.out, s.lang)
	} else {
		err = v.printText(s, s.lang)
	}
	if c.Draw == "" {
		return err
	}
	return errors.Join(err, v.draw(c.Draw, s.lang))
}

// views reads the rig and the pictures.
func (c *judgeCmd) views() ([]vision.View, error) {
	if len(c.Images) == 0 {
		return nil, problem.New(nil, problem.NoPictures)
	}
	cameras, err := c.cameras()
	if err != nil {
		return nil, err
	}
	if err := c.checkTwins(); err != nil {
		return nil, err
	}
	var views []vision.View
	for i, path := range c.Images {
		v := vision.View{Name: fmt.Sprintf("view%d", i)}
		if cameras != nil {
			v.Name, v.Camera = c.View[i], cameras[i]
		}
		if v.Image, err = c.picture(path, v); err != nil {
			return nil, err
		}
		views = append(views, v)
	}
	return views, nil
}

// cameras reads the rig and returns the camera of each picture; nil without a
// rig. Cameras that no --view names need not be usable.
func (c *judgeCmd) cameras() ([]*calib.Camera, error) {
	if c.Rig == "" {
		if len(c.View) > 0 {
			return nil, problem.New(nil, problem.ViewWithoutRig)
		}
		return nil, nil
	}
	rig, err := calib.ReadRig(c.Rig)
	if err != nil {
		return nil, tellRig(err)
	}
	if len(c.View) != len(c.Images) {
		return nil, problem.New(nil, problem.ViewsMissing, "pictures", len(c.Images),
			"views", len(c.View), "rig", c.Rig, "known", rig.Views())
	}
	var out []*calib.Camera
	for i, name := range c.View {
		if slices.Contains(c.View[:i], name) {
			return nil, problem.New(nil, problem.ViewTwice, "view", name)
		}
		cam, err := rig.Camera(name)
		if err != nil {
			if strings.Contains(name, ",") && !slices.Contains(rig.Views(), name) {
				return nil, problem.New(err, problem.ViewList, "views", name)
			}
			return nil, tellRig(err)
		}
		out = append(out, cam)
	}
	return out, nil
}

// checkTwins refuses a picture that is given for two views.
func (c *judgeCmd) checkTwins() error {
	var before []os.FileInfo
	for _, path := range c.Images {
		info, err := os.Stat(path)
		if err != nil {
			continue // reading it tells
		}
		for _, b := range before {
			if os.SameFile(b, info) {
				return problem.At(path, problem.New(nil, problem.PictureTwice))
			}
		}
		before = append(before, info)
	}
	return nil
}

// picture reads one picture and compares it with its camera. A rig describes
// the picture in one way only, and whether it was calibrated with pictures as
// stored or as shown nobody knows: tools differ. So with a rig the two must be
// the same. Without one a picture is turned as it is to be shown.
func (c *judgeCmd) picture(path string, v vision.View) (*vision.Image, error) {
	p, err := camera.Read(path)
	if err != nil {
		return nil, err
	}
	if v.Camera == nil {
		return p.Upright(), nil
	}
	if p.Orientation != 1 {
		return nil, problem.At(path, problem.New(camera.ErrPicture, problem.Orientation, "n", p.Orientation))
	}
	if err := v.Camera.CheckSize(p.Stored.Width, p.Stored.Height); err != nil {
		var f *calib.Fault
		if errors.As(err, &f) {
			f.File, f.View = c.Rig, v.Name
		}
		return nil, problem.At(path, tellRig(err))
	}
	return p.Stored, nil
}

// tellRig makes a rig's fault one that can be told in every language.
func tellRig(err error) error {
	var f *calib.Fault
	if !errors.As(err, &f) {
		return err
	}
	return problem.Rig(f, f.File, f.View, f.Field, f.Says, f.Values)
}

// checkDraw refuses to write over what was given, before any work is done.
func (c *judgeCmd) checkDraw() error {
	if c.Draw == "" {
		return nil
	}
	bad := func(text rules.Text, values ...any) error {
		return problem.At("--draw "+c.Draw, problem.New(nil, text, values...))
	}
	if encoderOf(c.Draw) == nil {
		return bad(problem.DrawKind)
	}
	folder := filepath.Dir(c.Draw)
	if dir, err := os.Stat(folder); err != nil || !dir.IsDir() {
		return bad(problem.DrawNoFolder, "folder", folder)
	}
	out, err := os.Stat(c.Draw)
	if err != nil {
		return nil // a new file
	}
	if out.IsDir() {
		return bad(problem.Folder)
	}
	for _, given := range append([]string{c.Rig}, c.Images...) {
		if in, err := os.Stat(given); err == nil && os.SameFile(in, out) {
			return bad(problem.DrawOver, "file", given)
		}
	}
	return nil
}

// encoderOf returns how a picture is written to a file of that name; nil where
// the name does not tell.
func encoderOf(path string) func(io.Writer, image.Image) error {
	const fine = 90 // of 100: letters stay free of ringing
	switch strings.ToLower(filepath.Ext(path)) {
	case ".png":
		return png.Encode
	case ".jpg", ".jpeg":
		return func(w io.Writer, img image.Image) error { return jpeg.Encode(w, img, &jpeg.Options{Quality: fine}) }
	}
	return nil
}

// draw writes the annotated picture.
func (v *verdict) draw(path string, lang rules.Lang) error {
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("--draw: %w", err)
	}
	err = encoderOf(path)(f, draw.Sheet(v.Views, v.Seen, v.Ruling, lang))
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("--draw %s: %w", path, err)
	}
	return nil
}

// puzzleOf loads an event's puzzle; an unknown one is bad input.
func puzzleOf(event string) (*puzzle.Puzzle, error) {
	p, err := puzzle.Load(event)
	if errors.Is(err, puzzle.ErrUnknown) {
		return nil, badInput{problem.New(err, problem.UnknownEvent, "name", quoted(event), "known", puzzle.Events())}
	}
	return p, err
}

// loadBook loads a rulebook; an unknown one is bad input.
func loadBook(name string) (*rules.Rulebook, error) {
	b, err := rules.Load(name)
	if errors.Is(err, rules.ErrUnknown) {
		return nil, badInput{problem.New(err, problem.UnknownRulebook, "name", quoted(name), "known", rules.Books())}
	}
	return b, err
}

func quoted(s string) string { return fmt.Sprintf("%q", s) }
