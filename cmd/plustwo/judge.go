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

	"github.com/plustwo/plustwo/adjudicate/puzzle"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/camera"
	"github.com/plustwo/plustwo/vision/draw"
)

// judgeCmd is "plustwo judge".
type judgeCmd struct {
	Event    string     `placeholder:"ID" help:"The puzzle: 222 to 777, pyram, skewb, minx. Left out, plustwo tells it from the picture where it can."`
	Rulebook string     `default:"${rulebook}" help:"The rules to judge by: ${rulebooks}."`
	Rig      string     `placeholder:"RIG.json" help:"The calibrated cameras."`
	View     []string   `sep:"none" placeholder:"NAME" help:"The camera of each picture, in the order of the pictures (repeat the flag)."`
	JSON     bool       `name:"json" help:"Print one JSON object on one line."`
	Draw     string     `placeholder:"OUT.png" help:"Write the annotated picture."`
	Lang     rules.Lang `enum:"en,zh-TW,zh-CN" default:"en" help:"Language of the text: en, zh-TW or zh-CN."`
	Images   []string   `arg:"" name:"image" help:"Pictures of one scene: JPEG, PNG, TIFF, WebP, BMP or GIF."`
}

// Help is printed below the flags.
func (judgeCmd) Help() string {
	return `Examples:
  plustwo judge --event 333 --rig rig.json --view overhead table.jpg
      One picture by a calibrated camera.
  plustwo judge --event 333 --rig rig.json --view overhead table.jpg --draw out.png --lang zh-TW
      The same in Chinese, with the annotated picture.
  plustwo judge --event 333 --rig rig.json --view overhead --view offset a.jpg b.jpg --json
      Two cameras that see the same scene, for a program to read.

Exit codes: 0 judged ("refer" and "no puzzle found" included), 2 wrong use or bad input, 1 anything else.`
}

// Run judges the pictures and prints the ruling.
func (c *judgeCmd) Run(s *streams) error {
	book, err := rules.Load(c.Rulebook)
	if err != nil {
		return badInput{err}
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
		err = v.printJSON(s.out, c.Lang)
	} else {
		err = v.printText(s, c.Lang)
	}
	if c.Draw == "" {
		return err
	}
	return errors.Join(err, v.draw(c.Draw, c.Lang))
}

// views reads the rig and the pictures.
func (c *judgeCmd) views() ([]vision.View, error) {
	var rig *calib.Rig
	if c.Rig != "" {
		var err error
		if rig, err = calib.ReadRig(c.Rig); err != nil {
			return nil, err
		}
		if len(c.View) != len(c.Images) {
			return nil, fmt.Errorf("%d pictures and %d --view names: give one --view for each picture, in their order; %s has %s",
				len(c.Images), len(c.View), c.Rig, strings.Join(rig.Views(), ", "))
		}
	} else if len(c.View) > 0 {
		return nil, errors.New("--view names a camera of the rig: give --rig RIG.json too, or leave --view out")
	}
	var views []vision.View
	for i, path := range c.Images {
		v, err := c.view(rig, i, path)
		if err != nil {
			return nil, err
		}
		views = append(views, v)
	}
	return views, nil
}

// view reads one picture and finds its camera.
func (c *judgeCmd) view(rig *calib.Rig, i int, path string) (vision.View, error) {
	v := vision.View{Name: fmt.Sprintf("view%d", i)}
	if rig != nil {
		v.Name = c.View[i]
		if slices.Contains(c.View[:i], v.Name) {
			return v, fmt.Errorf("--view %s is given twice: every picture needs a camera of its own", v.Name)
		}
		var err error
		if v.Camera, err = rig.Camera(v.Name); err != nil {
			return v, err
		}
	}
	img, err := camera.ReadFile(path)
	if err != nil {
		return v, err
	}
	v.Image = img
	if v.Camera != nil {
		if err := v.Camera.CheckSize(img.Width, img.Height); err != nil {
			return v, fmt.Errorf("%s, view %s of %s: %w", path, v.Name, c.Rig, err)
		}
	}
	return v, nil
}

// checkDraw refuses to write over what was given, before any work is done.
func (c *judgeCmd) checkDraw() error {
	if c.Draw == "" {
		return nil
	}
	if encoderOf(c.Draw) == nil {
		return fmt.Errorf("--draw %s: give a name that ends in .png or .jpg", c.Draw)
	}
	if dir, err := os.Stat(filepath.Dir(c.Draw)); err != nil || !dir.IsDir() {
		return fmt.Errorf("--draw %s: there is no folder %s; make it or give another name", c.Draw, filepath.Dir(c.Draw))
	}
	out, err := os.Stat(c.Draw)
	if err != nil {
		return nil // a new file
	}
	if out.IsDir() {
		return fmt.Errorf("--draw %s is a folder; give the name of a file", c.Draw)
	}
	for _, given := range append([]string{c.Rig}, c.Images...) {
		if in, err := os.Stat(given); err == nil && os.SameFile(in, out) {
			return fmt.Errorf("--draw %s would write over %s; give another name", c.Draw, given)
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
	err = encoderOf(path)(f, draw.Sheet(v.views, v.seen, v.ruling, lang))
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("--draw %s: %w", path, err)
	}
	return nil
}

// puzzleOf loads an event's puzzle; an unknown one is bad input.
func puzzleOf(event string) (*puzzle.Puzzle, error) {
	p, err := puzzle.Load(event)
	if errors.Is(err, puzzle.ErrUnknown) {
		return nil, badInput{err}
	}
	return p, err
}
