// Package codec encodes and decodes H.264 with openh264. It is the only door to
// that library.
//
// Pictures are BT.601 in limited range with the matrix stated in the stream
// (ITU-T H.264, E.2.1), because players that ignore the statement, OpenCV among
// them, take BT.601. Half of the colour resolution goes both ways (4:2:0).
package codec

/*
#cgo pkg-config: openh264
#cgo CFLAGS: -O3
#cgo CXXFLAGS: -O2
#include <stdlib.h>
#include "codec.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"unsafe"
)

// ErrCodec is wrapped by all errors of this package.
var ErrCodec = errors.New("H.264")

// Limits of a picture's sides: at least one macroblock, and the largest picture
// that openh264 takes (level 5.2 of ITU-T H.264, table A-1).
const (
	MinSide   = 16
	MaxWidth  = 4096
	MaxHeight = 2304
)

// Config says what a stream is like.
type Config struct {
	Width, Height int     // of the RGB pictures; an odd last column or row is left out
	Bitrate       int     // bit/s to aim at
	Rate          float64 // pictures a second that the bitrate is meant for
	KeyEvery      int     // pictures from one key frame to the next
}

// Encoder encodes pictures of one size. It is for one goroutine at a time.
type Encoder struct {
	c *C.encoder
	n int // bytes of a picture
}

// NewEncoder opens an encoder for constrained baseline: no B-frames, one slice
// a picture. Errors wrap ErrCodec.
func NewEncoder(c Config) (*Encoder, error) {
	if c.Width < MinSide || c.Height < MinSide || c.Width > MaxWidth || c.Height > MaxHeight {
		return nil, fmt.Errorf("%w: a picture of %d x %d: %d x %d to %d x %d can be encoded", ErrCodec, c.Width, c.Height, MinSide, MinSide, MaxWidth, MaxHeight)
	}
	if c.Bitrate < 1 || !(c.Rate > 0) || c.KeyEvery < 1 {
		return nil, fmt.Errorf("%w: %d bit/s, %g pictures a second, a key frame every %d: all must be above 0", ErrCodec, c.Bitrate, c.Rate, c.KeyEvery)
	}
	e := &Encoder{n: 3 * c.Width * c.Height}
	if rc := C.encoder_open(&e.c, C.int(c.Width), C.int(c.Height), C.int(c.Bitrate), C.float(c.Rate), C.int(c.KeyEvery)); rc != 0 {
		return nil, fmt.Errorf("%w: openh264 refuses %+v (code %d)", ErrCodec, c, int(rc))
	}
	return e, nil
}

// Encode encodes an RGB picture (3 bytes a pixel, row-major), taken at so many
// milliseconds, as a key frame where that is asked or due. It returns the NAL
// units without start codes; they are the caller's.
func (e *Encoder) Encode(pix []uint8, ms int64, key bool) (nalus [][]byte, isKey bool, err error) {
	if e.c == nil {
		return nil, false, fmt.Errorf("%w: the encoder is closed", ErrCodec)
	}
	if len(pix) != e.n {
		return nil, false, fmt.Errorf("%w: a picture of %d bytes, not %d", ErrCodec, len(pix), e.n)
	}
	force := C.int(0)
	if key {
		force = 1
	}
	if rc := C.encoder_encode(e.c, (*C.uint8_t)(unsafe.SliceData(pix)), C.longlong(ms), force); rc != 0 {
		return nil, false, fmt.Errorf("%w: encoding: openh264's code %d", ErrCodec, int(rc))
	}
	return e.units()
}

// units copies what the encoder made.
func (e *Encoder) units() (nalus [][]byte, isKey bool, err error) {
	info := &e.c.info
	for i := range int(info.iLayerNum) {
		layer := &info.sLayerInfo[i]
		at := 0
		for _, n := range unsafe.Slice(layer.pNalLengthInByte, int(layer.iNalCount)) {
			raw := C.GoBytes(unsafe.Add(unsafe.Pointer(layer.pBsBuf), at), n)
			at += int(n)
			nalus = append(nalus, bare(raw))
		}
	}
	if len(nalus) == 0 {
		return nil, false, fmt.Errorf("%w: openh264 skipped a picture", ErrCodec)
	}
	return nalus, info.eFrameType == C.videoFrameTypeIDR, nil
}

// bare takes the start code (ITU-T H.264, B.1) off a NAL unit.
func bare(nalu []byte) []byte {
	for i, b := range nalu {
		if b == 1 && i >= 2 {
			return nalu[i+1:]
		}
		if b != 0 {
			break
		}
	}
	return nalu
}

// Close frees the encoder. It may be called twice.
func (e *Encoder) Close() error {
	C.encoder_close(e.c)
	e.c = nil
	return nil
}
