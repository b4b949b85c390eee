package encode

import (
	"errors"
	"fmt"

	"github.com/plustwo/plustwo/stream/internal/codec"
	"github.com/plustwo/plustwo/vision"
)

// ErrEncode is wrapped by errors about pictures that cannot be encoded.
var ErrEncode = errors.New("picture cannot be encoded")

// Options say how to encode. A zero field takes its default.
type Options struct {
	Bitrate  int     // bit/s to aim at; 4,000,000
	Rate     float64 // pictures a second that the bitrate is meant for; 30
	KeyEvery int     // pictures from one key frame to the next; 10, so that a clip can be cut to a third of a second
	Keep     Keep    // what the tape holds
}

func (o Options) filled() Options {
	const (
		bitrate  = 4_000_000
		rate     = 30
		keyEvery = 10
	)
	if o.Bitrate == 0 {
		o.Bitrate = bitrate
	}
	if o.Rate == 0 {
		o.Rate = rate
	}
	if o.KeyEvery == 0 {
		o.KeyEvery = keyEvery
	}
	return o
}

// Encoder encodes one camera's pictures. The pictures may change their size;
// a key frame follows. It is for one goroutine at a time.
type Encoder struct {
	options       Options
	codec         *codec.Encoder
	width, height int
}

// NewEncoder returns an encoder; it opens its codec with the first picture.
func NewEncoder(o Options) *Encoder { return &Encoder{options: o.filled()} }

// Encode encodes a frame, as a key frame where that is asked or due. An odd
// last column or row is left out. Errors wrap ErrEncode.
func (e *Encoder) Encode(f vision.Frame, key bool) (Unit, error) {
	if f.Image == nil {
		return Unit{}, fmt.Errorf("%w: camera %q, frame %d has none", ErrEncode, f.Camera, f.Seq)
	}
	nalus, isKey, err := e.encode(f, key)
	if err != nil {
		return Unit{}, fmt.Errorf("%w: camera %q, frame %d: %w", ErrEncode, f.Camera, f.Seq, err)
	}
	return Unit{Seq: f.Seq, At: f.At, Key: isKey, NALUs: nalus}, nil
}

func (e *Encoder) encode(f vision.Frame, key bool) ([][]byte, bool, error) {
	if w, h := f.Image.Width, f.Image.Height; e.codec == nil || w != e.width || h != e.height {
		o := e.options
		fresh, err := codec.NewEncoder(codec.Config{Width: w, Height: h, Bitrate: o.Bitrate, Rate: o.Rate, KeyEvery: o.KeyEvery})
		if err != nil {
			return nil, false, err
		}
		if err := e.Close(); err != nil {
			return nil, false, err
		}
		e.codec, e.width, e.height = fresh, w, h
	}
	return e.codec.Encode(f.Image.Pix, f.At.Milliseconds(), key)
}

// Close frees the encoder. It may be called twice.
func (e *Encoder) Close() error {
	if e.codec == nil {
		return nil
	}
	err := e.codec.Close()
	e.codec = nil
	return err
}
