package timer

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// wavFile reads the first channel of a WAV file as it comes, so that a pipe
// from a recorder will do: the tip of a Stackmat's plug is the left channel.
type wavFile struct {
	r        io.Reader
	rate     int
	channels int
	bits     int
	float    bool
	left     int64 // bytes of sound; below 0 where the header does not tell
	frame    []byte
}

// Format tags of the fmt chunk (RFC 2361; extensible: the tag is in the
// subformat).
const (
	tagPCM        = 1
	tagFloat      = 3
	tagExtensible = 0xfffe
)

// newWAVFile reads up to the first sample. Errors wrap ErrAudio.
func newWAVFile(r io.Reader) (*wavFile, error) {
	var riff [12]byte
	if _, err := io.ReadFull(r, riff[:]); err != nil || string(riff[8:]) != "WAVE" || string(riff[:4]) != "RIFF" && string(riff[:4]) != "RF64" {
		return nil, fmt.Errorf("%w: this is no WAV file", ErrAudio)
	}
	w := &wavFile{r: r}
	for {
		var head [8]byte
		if _, err := io.ReadFull(r, head[:]); err != nil {
			return nil, fmt.Errorf("%w: the file ends before its sound begins", ErrAudio)
		}
		size := int64(binary.LittleEndian.Uint32(head[4:]))
		switch string(head[:4]) {
		case "fmt ":
			if err := w.readFormat(size); err != nil {
				return nil, err
			}
		case "data":
			return w, w.begin(size)
		default:
			if err := skip(r, size+size%2); err != nil {
				return nil, err
			}
		}
	}
}

func skip(r io.Reader, n int64) error {
	if _, err := io.CopyN(io.Discard, r, n); err != nil {
		return fmt.Errorf("%w: the file ends before its sound begins", ErrAudio)
	}
	return nil
}

func (w *wavFile) readFormat(size int64) error {
	const plain, withSubformat = 16, 26
	body := make([]byte, min(size, withSubformat))
	if _, err := io.ReadFull(w.r, body); err != nil || size < plain {
		return fmt.Errorf("%w: the format is cut short", ErrAudio)
	}
	tag := binary.LittleEndian.Uint16(body)
	if tag == tagExtensible && len(body) == withSubformat {
		tag = binary.LittleEndian.Uint16(body[24:])
	}
	w.channels = int(binary.LittleEndian.Uint16(body[2:]))
	w.rate = int(binary.LittleEndian.Uint32(body[4:]))
	w.bits = int(binary.LittleEndian.Uint16(body[14:]))
	w.float = tag == tagFloat
	known := tag == tagPCM && (w.bits == 8 || w.bits == 16 || w.bits == 24 || w.bits == 32) ||
		tag == tagFloat && (w.bits == 32 || w.bits == 64)
	const mostChannels = 64
	if !known || w.channels < 1 || w.channels > mostChannels {
		return fmt.Errorf("%w: format %d with %d channels of %d bits; save it as 16-bit PCM, mono", ErrAudio, tag, w.channels, w.bits)
	}
	return skip(w.r, size-int64(len(body))+size%2)
}

// begin starts the sound, of the size that the header gives. Recorders that
// write to a pipe cannot know it, and give 0 or more than two gigabytes.
func (w *wavFile) begin(size int64) error {
	if w.channels == 0 {
		return fmt.Errorf("%w: the sound comes before its format", ErrAudio)
	}
	w.left = size
	if size == 0 || size >= math.MaxInt32-math.MaxUint16 {
		w.left = -1
	}
	w.frame = make([]byte, w.channels*w.bits/8)
	return nil
}

// read fills mono with samples from -1 to 1 and tells how many. At the end of
// the sound the error is io.EOF; others wrap ErrAudio or come from the reader.
func (w *wavFile) read(mono []float32) (int, error) {
	for i := range mono {
		if w.left >= 0 && w.left < int64(len(w.frame)) {
			return i, io.EOF
		}
		_, err := io.ReadFull(w.r, w.frame)
		ended := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		switch {
		case ended && w.left < 0:
			return i, io.EOF
		case ended:
			return i, fmt.Errorf("%w: the file is cut short, by %d bytes", ErrAudio, w.left)
		case err != nil:
			return i, err
		}
		if w.left >= 0 {
			w.left -= int64(len(w.frame))
		}
		mono[i] = w.sample()
	}
	return len(mono), nil
}

// sample gives the first channel of the frame.
func (w *wavFile) sample() float32 {
	b := w.frame
	switch {
	case w.float && w.bits == 64:
		return float32(math.Float64frombits(binary.LittleEndian.Uint64(b)))
	case w.float:
		return math.Float32frombits(binary.LittleEndian.Uint32(b))
	case w.bits == 8:
		return (float32(b[0]) - 128) / 128
	case w.bits == 16:
		return float32(int16(binary.LittleEndian.Uint16(b))) / (1 << 15)
	case w.bits == 24:
		return float32(int32(uint32(b[0])<<8|uint32(b[1])<<16|uint32(b[2])<<24)) / (1 << 31)
	}
	return float32(int32(binary.LittleEndian.Uint32(b))) / (1 << 31)
}
