package film

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"io"

	"github.com/plustwo/plustwo/stream/clip"
	"github.com/plustwo/plustwo/stream/web"
	"github.com/plustwo/plustwo/vision"
)

// Frames cuts exact pictures out of recordings. It implements web.Frames.
type Frames struct{ Hall web.Hall }

var _ web.Frames = Frames{}

// quality keeps what a Delegate looks at frame by frame: little more than the
// recording itself has.
const quality = 90

// Frame implements web.Frames.
func (f Frames) Frame(ctx context.Context, table, hash string, n int) ([]byte, error) {
	t := f.Hall.Table(table)
	if t == nil {
		return nil, fmt.Errorf("%w: table %q", web.ErrNoEvidence, table)
	}
	content, _, err := t.Evidence(ctx, hash)
	if err != nil {
		return nil, err
	}
	defer content.Close()
	size, err := content.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, err
	}
	file, err := clip.Open(&seeking{content}, size)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", web.ErrNoEvidence, err)
	}
	im, err := file.Image(n)
	if errors.Is(err, clip.ErrClip) {
		return nil, fmt.Errorf("%w: %w", web.ErrNoEvidence, err)
	}
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = jpeg.Encode(&b, rgba(im), &jpeg.Options{Quality: quality})
	return b.Bytes(), err
}

// seeking reads at any place of what can be sought. It is for one goroutine.
type seeking struct{ io.ReadSeeker }

func (s *seeking) ReadAt(p []byte, at int64) (int, error) {
	if _, err := s.Seek(at, io.SeekStart); err != nil {
		return 0, err
	}
	return io.ReadFull(s, p)
}

func rgba(im *vision.Image) image.Image {
	out := image.NewRGBA(image.Rect(0, 0, im.Width, im.Height))
	for i, j := 0, 0; i < len(im.Pix); i, j = i+3, j+4 {
		copy(out.Pix[j:], im.Pix[i:i+3])
		out.Pix[j+3] = 255
	}
	return out
}
