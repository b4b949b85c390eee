package codec

/*
#include "codec.h"
*/
import "C"

import (
	"fmt"
	"unsafe"
)

// Decoder decodes one stream. It is for one goroutine at a time.
type Decoder struct {
	c      *C.decoder
	annexB []byte // what the library wants, kept for the next call
}

// NewDecoder opens a decoder. Errors wrap ErrCodec.
func NewDecoder() (*Decoder, error) {
	d := &Decoder{}
	if rc := C.decoder_open(&d.c); rc != 0 {
		return nil, fmt.Errorf("%w: no decoder: openh264's code %d", ErrCodec, int(rc))
	}
	return d, nil
}

// Decode decodes the NAL units of one picture (without start codes) to RGB, 3
// bytes a pixel, row-major. The first must be a key frame's. Damage is an
// error, never a patched picture.
func (d *Decoder) Decode(nalus [][]byte) (width, height int, pix []uint8, err error) {
	if d.c == nil {
		return 0, 0, nil, fmt.Errorf("%w: the decoder is closed", ErrCodec)
	}
	d.annexB = d.annexB[:0]
	for _, n := range nalus {
		d.annexB = append(append(d.annexB, 0, 0, 0, 1), n...)
	}
	if len(d.annexB) == 0 {
		return 0, 0, nil, fmt.Errorf("%w: no data to decode", ErrCodec)
	}
	if rc := C.decoder_decode(d.c, (*C.uint8_t)(unsafe.SliceData(d.annexB)), C.int(len(d.annexB))); rc != 0 {
		return 0, 0, nil, fmt.Errorf("%w: decoding: openh264's code %#x", ErrCodec, int(rc))
	}
	width, height = int(d.c.width), int(d.c.height)
	if width < 1 || height < 1 || width > MaxWidth || height > MaxHeight {
		return 0, 0, nil, fmt.Errorf("%w: no picture came out", ErrCodec)
	}
	pix = make([]uint8, 3*width*height)
	C.planes_to_rgb(d.c, (*C.uint8_t)(unsafe.SliceData(pix)))
	return width, height, pix, nil
}

// Close frees the decoder. It may be called twice.
func (d *Decoder) Close() error {
	C.decoder_close(d.c)
	d.c = nil
	return nil
}
