// Package camera is the source of pictures. It reads files for now.
package camera

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"strings"

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

// ReadFile reads a picture file as 8-bit sRGB, turned the way up that its EXIF
// orientation asks for, so that width and height may be swapped against the
// sensor's. It reads JPEG, PNG, TIFF, WebP, BMP and GIF (the first picture).
// Grey and CMYK become RGB, 16 bits become 8, and what is transparent is
// laid on white. A picture that ends early is an error, never half a picture.
// Errors wrap ErrPicture or are those of opening the file; they name the file.
func ReadFile(path string) (*vision.Image, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("picture: %w", err)
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("picture: %w", err)
	}
	img, err := Decode(raw)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return img, nil
}

// Decode is ReadFile for a file's content.
func Decode(raw []byte) (img *vision.Image, err error) {
	if len(raw) == 0 {
		return nil, fmt.Errorf("%w: the file is empty; take the picture again", ErrPicture)
	}
	if len(raw) > MaxBytes {
		return nil, fmt.Errorf("%w: the file is larger than %d MB; save it as JPEG", ErrPicture, MaxBytes>>20)
	}
	f, err := formatOf(raw)
	if err != nil {
		return nil, err
	}
	// A broken picture must not end the program, whatever the decoder.
	defer func() {
		if p := recover(); p != nil {
			img, err = nil, fmt.Errorf("%w: damaged %s: %v; take or copy the picture again", ErrPicture, f.name, p)
		}
	}()
	if err := f.checkSize(raw); err != nil {
		return nil, err
	}
	img, err = f.pixels(raw)
	if err != nil {
		return nil, err
	}
	return orient(img, orientation(f.exif(raw))), nil
}

// checkSize reads the header and refuses pictures outside the limits.
func (f format) checkSize(raw []byte) error {
	c, err := f.config(bytes.NewReader(raw))
	if err != nil {
		return f.damaged(err)
	}
	switch {
	case c.Width < 1 || c.Height < 1:
		return fmt.Errorf("%w: %d x %d pixels: there is nothing in it; take the picture again", ErrPicture, c.Width, c.Height)
	case c.Width > MaxSide || c.Height > MaxSide || c.Width*c.Height > MaxPixels:
		return fmt.Errorf("%w: %d x %d pixels: the limits are %d a side and %d megapixels; scale it down",
			ErrPicture, c.Width, c.Height, MaxSide, MaxPixels>>20)
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
		return nil, fmt.Errorf("%w: %s of a kind that cannot be read (%w); save it as an ordinary JPEG or PNG", ErrPicture, f.name, unknown)
	}
	return img, nil
}

func (f format) damaged(err error) error {
	short := errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF)
	for _, says := range shortData {
		short = short || strings.Contains(err.Error(), says)
	}
	if short {
		return fmt.Errorf("%w: the %s ends early; copy it again, or take the picture again", ErrPicture, f.name)
	}
	return fmt.Errorf("%w: damaged %s (%w); copy it again, or save it anew", ErrPicture, f.name, err)
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
