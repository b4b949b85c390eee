// Package camera is the source of pictures: files that are read once (Read,
// OpenVideo), and cameras (Open), which Keep keeps going.
package camera

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/internal/cv"
)

// ErrPicture means that a file holds no picture that can be used; the message
// says what is wrong with it and what to do.
var ErrPicture = errors.New("unusable picture")

// Limits of a picture, checked on its header before memory is taken.
const (
	// MaxSide is the longest side in pixels: above the largest sensor of a
	// phone or a camera on sale (200 megapixels, 16,320 wide).
	MaxSide = 16384
	// MaxPixels is 64 megapixels: 192 MB as RGB. A 3x3 that fills a tenth of
	// the width has stickers 300 pixels wide then; no more is of use.
	MaxPixels = 64 << 20
	// MaxBytes is the largest file: 64 megapixels of 16-bit RGB fit.
	MaxBytes = 6*MaxPixels + 1<<20
)

// Picture is a decoded picture as its file stores it.
type Picture struct {
	Stored *vision.Image
	// Orientation is how the stored picture is to be turned and mirrored to be
	// shown, 1 to 8 (EXIF 2.32, tag 0x0112); 1 is as it is stored.
	Orientation int
}

// Upright returns the picture as it is to be shown, so that width and height
// may be swapped.
func (p Picture) Upright() *vision.Image { return orient(p.Stored, p.Orientation) }

// Read reads a picture file as 8-bit sRGB: JPEG, PNG, TIFF, WebP, BMP or GIF
// (the first picture). Grey and CMYK become RGB, 16 bits become 8, and what is
// transparent is laid on white. A picture that ends early is an error, never
// half a picture. Errors are problem.Errors that name the file; they wrap
// ErrPicture or what opening the file gave.
func Read(path string) (Picture, error) {
	raw, err := readAll(path)
	if err != nil {
		return Picture{}, problem.At(path, err)
	}
	p, err := decode(raw)
	if err != nil {
		return Picture{}, problem.At(path, err)
	}
	return p, nil
}

// ReadFile is Read for a picture as it is to be shown.
func ReadFile(path string) (*vision.Image, error) {
	p, err := Read(path)
	if err != nil {
		return nil, err
	}
	return p.Upright(), nil
}

// Decode is ReadFile for a file's content.
func Decode(raw []byte) (*vision.Image, error) {
	p, err := decode(raw)
	if err != nil {
		return nil, err
	}
	return p.Upright(), nil
}

// readAll reads a file, but not much more than the largest that is of use.
func readAll(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, problem.New(err, problem.NoFile)
		}
		return nil, problem.New(err, problem.Unreadable)
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, problem.New(ErrPicture, problem.Folder)
	}
	raw, err := io.ReadAll(io.LimitReader(f, MaxBytes+1))
	if err != nil {
		return nil, problem.New(err, problem.Unreadable)
	}
	return raw, nil
}

func decode(raw []byte) (p Picture, err error) {
	if len(raw) == 0 {
		return p, problem.New(ErrPicture, problem.Empty)
	}
	if len(raw) > MaxBytes {
		return p, problem.New(ErrPicture, problem.LargeFile, "mb", MaxBytes>>20)
	}
	f, err := formatOf(raw)
	if err != nil {
		return p, err
	}
	// A broken picture must not end the program, whatever the decoder.
	defer func() {
		if x := recover(); x != nil {
			p, err = Picture{}, f.damaged(fmt.Errorf("%v", x))
		}
	}()
	if err := f.checkSize(raw); err != nil {
		return p, err
	}
	if p.Stored, err = f.pixels(raw); err != nil {
		return Picture{}, err
	}
	p.Orientation = orientation(f.exif(raw))
	return p, nil
}

// checkSize reads the header and refuses pictures outside the limits.
func (f format) checkSize(raw []byte) error {
	c, err := f.config(bytes.NewReader(raw))
	if err != nil {
		return f.damaged(err)
	}
	switch {
	case c.Width < 1 || c.Height < 1:
		return problem.New(ErrPicture, problem.NoPixels, "width", c.Width, "height", c.Height)
	case c.Width > MaxSide || c.Height > MaxSide || c.Width*c.Height > MaxPixels:
		return problem.New(ErrPicture, problem.ManyPixels, "width", c.Width, "height", c.Height,
			"side", MaxSide, "mega", MaxPixels>>20)
	}
	return nil
}

// pixels decodes with Go's decoders, which refuse a picture that ends early,
// and falls back to OpenCV for kinds that Go does not know.
func (f format) pixels(raw []byte) (*vision.Image, error) {
	decoded, unknown := f.decode(bytes.NewReader(raw))
	if unknown == nil {
		return toRGB(decoded), nil
	}
	if !unsupported(unknown) {
		return nil, f.damaged(unknown)
	}
	if f.ended != nil && !f.ended(raw) {
		return nil, f.damaged(io.ErrUnexpectedEOF)
	}
	img, err := cv.Decode(raw)
	if err != nil {
		return nil, problem.New(fmt.Errorf("%w: %w", ErrPicture, unknown), problem.OddKind, "format", f.name)
	}
	return img, nil
}

func (f format) damaged(err error) error {
	short := errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF)
	for _, says := range shortData {
		short = short || strings.Contains(err.Error(), says)
	}
	text := problem.Damaged
	if short {
		text = problem.EndsEarly
	}
	return problem.New(fmt.Errorf("%w: %w", ErrPicture, err), text, "format", f.name)
}

// shortData are the decoders' words for data that end early.
var shortData = []string{"not enough pixel data", "short Huffman data", "missing SOS marker"}

// format is one kind of picture file.
type format struct {
	name   string
	magic  []string // how a file starts; ? stands for any byte
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
	exif   func(raw []byte) []byte // finds the EXIF block, nil where there is none
	ended  func(raw []byte) bool   // whether the file is whole, where the fallback would not notice
}
