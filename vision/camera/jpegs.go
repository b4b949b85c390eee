package camera

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
)

// ErrJPEGs means that a stream holds no JPEG pictures.
var ErrJPEGs = errors.New("no stream of JPEG pictures")

// Limits of a stream of JPEG pictures.
const (
	// mostBetween is how many bytes may lie between two pictures: the boundary
	// and the headers of a part take some hundred. A damaged segment may make
	// the reader miss up to 64 KB of what follows.
	mostBetween = 256 << 10
	// mostJPEG is the largest picture in bytes: 4K takes 12 MB without any
	// compression, as 8-bit 4:2:0.
	mostJPEG = 16 << 20
)

// Markers of a JPEG file (ITU-T T.81, table B.1).
const (
	markerSOI  = 0xd8
	markerEOI  = 0xd9
	markerTEM  = 0x01
	markerRST0 = 0xd0
	markerRST7 = 0xd7
)

// jpegs takes the pictures out of an MJPEG stream, multipart/x-mixed-replace or
// just one picture after the other. It goes by the pictures' own structure, so
// that it does not matter what cameras write between them: boundaries that are
// not those which they announced, wrong lengths or none. A picture that breaks
// off is left out.
type jpegs struct {
	r     *bufio.Reader
	buf   []byte
	begun bool // whether the start of the next picture was read already
}

func newJPEGs(r io.Reader) *jpegs {
	const chunk = 64 << 10
	return &jpegs{r: bufio.NewReaderSize(r, chunk)}
}

// next returns the next picture's file, which holds until the next call, and
// how many pictures that broke off were left out before it. The error is io.EOF
// at the end of the stream, wraps ErrJPEGs where there are no pictures in it,
// and else is the reader's.
func (j *jpegs) next() (raw []byte, broken int, err error) {
	for most := mostBetween; ; most = mostJPEG { // what is left of a broken picture is passed over
		if err := j.seek(most); err != nil {
			return nil, broken, err
		}
		err := j.picture()
		switch {
		case err == nil:
			return j.buf, broken, nil
		case errors.Is(err, errBroken):
			broken++
		case errors.Is(err, io.EOF):
			return nil, broken + 1, io.EOF
		default:
			return nil, broken, err
		}
	}
}

// seek reads on to behind the start of a picture.
func (j *jpegs) seek(most int) error {
	if j.begun {
		j.begun = false
		return nil
	}
	var last byte
	for range most {
		b, err := j.r.ReadByte()
		if err != nil {
			return err
		}
		if last == 0xff && b == markerSOI {
			return nil
		}
		last = b
	}
	return fmt.Errorf("%w: none begins within %d bytes", ErrJPEGs, most)
}

// errBroken means that a picture is not one to its end.
var errBroken = errors.New("the picture breaks off")

// picture reads the rest of a picture into the buffer.
func (j *jpegs) picture() error {
	j.buf = append(j.buf[:0], 0xff, markerSOI)
	for {
		m, err := j.marker()
		if err != nil {
			return err
		}
		switch {
		case m == markerEOI:
			return nil
		case m == markerSOI: // the last one broke off here
			j.begun = true
			return errBroken
		case m == markerTEM || m >= markerRST0 && m <= markerRST7: // stand alone
		default:
			if err := j.segment(); err != nil {
				return err
			}
		}
	}
}

// marker reads on to a marker: over the pixels of a scan, in which 0xff is
// followed by 0, and over padding.
func (j *jpegs) marker() (byte, error) {
	for {
		if err := j.upTo(0xff); err != nil {
			return 0, err
		}
		b := byte(0xff)
		for b == 0xff {
			var err error
			if b, err = j.take(); err != nil {
				return 0, err
			}
		}
		if b != 0 {
			return b, nil
		}
	}
}

// upTo moves bytes from the stream to the buffer, the last one being b.
func (j *jpegs) upTo(b byte) error {
	for {
		part, err := j.r.ReadSlice(b)
		if len(j.buf)+len(part) > mostJPEG {
			return errBroken
		}
		j.buf = append(j.buf, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}

// segment reads what follows a marker: two bytes of length, which count
// themselves, and as much as they say.
func (j *jpegs) segment() error {
	const self = 2
	hi, err := j.take()
	if err != nil {
		return err
	}
	lo, err := j.take()
	if err != nil {
		return err
	}
	length := int(hi)<<8 | int(lo)
	if length < self || len(j.buf)+length > mostJPEG {
		return errBroken
	}
	at := len(j.buf)
	j.buf = slices.Grow(j.buf, length-self)[:at+length-self]
	_, err = io.ReadFull(j.r, j.buf[at:])
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return io.EOF
	}
	return err
}

// take moves a byte from the stream to the buffer.
func (j *jpegs) take() (byte, error) {
	if len(j.buf) == mostJPEG {
		return 0, errBroken
	}
	b, err := j.r.ReadByte()
	if err == nil {
		j.buf = append(j.buf, b)
	}
	return b, err
}
