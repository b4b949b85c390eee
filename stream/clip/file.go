package clip

import (
	"encoding/binary"
	"fmt"
	"io"

	"github.com/bluenviron/mediacommon/v2/pkg/codecs/h264"

	"github.com/plustwo/plustwo/stream/internal/codec"
	"github.com/plustwo/plustwo/vision"
)

// File is a clip that is read. Its methods may be called from many goroutines.
type File struct {
	r      io.ReaderAt
	frames []Frame
	places []place // of the frames' data
	whole  int64
}

// place is where something lies in a file.
type place struct {
	at   int64
	size uint32
}

// Open reads which frames a clip holds. A file that was cut short, or is being
// written, is read to its last whole fragment. Errors wrap ErrClip or are those
// of reading.
func Open(r io.ReaderAt, size int64) (*File, error) {
	f := &File{r: r}
	var list []indexed // of the fragment being read
	for at := int64(0); ; {
		kind, length, err := f.box(at, size)
		if err != nil {
			return nil, err
		}
		if length == 0 {
			break // the rest is missing
		}
		if at == 0 && kind != "ftyp" {
			return nil, fmt.Errorf("%w: it does not begin as an MP4 file", ErrClip)
		}
		switch kind {
		case "uuid":
			if list, err = f.index(at, length, list); err != nil {
				return nil, err
			}
		case "mdat":
			if err := f.add(list, at+boxHead, length-boxHead); err != nil {
				return nil, err
			}
			list, f.whole = nil, at+length
		}
		at += length
	}
	if len(f.frames) == 0 {
		return nil, fmt.Errorf("%w: it has no whole fragment", ErrClip)
	}
	return f, nil
}

// box reads the head of the box at a place: its type and its length, which is 0
// where the file ends before the box does.
func (f *File) box(at, size int64) (kind string, length int64, err error) {
	if size-at < boxHead {
		return "", 0, nil
	}
	var head [boxHead]byte
	if _, err := f.r.ReadAt(head[:], at); err != nil {
		return "", 0, fmt.Errorf("clip: reading: %w", err)
	}
	length = int64(binary.BigEndian.Uint32(head[:]))
	if length < boxHead {
		return "", 0, fmt.Errorf("%w: a part of %d bytes at %d", ErrClip, length, at)
	}
	if length > size-at {
		return "", 0, nil
	}
	return string(head[4:]), length, nil
}

// index reads the list of frames in the box at a place; the list so far where
// it is a box of somebody else's.
func (f *File) index(at, length int64, list []indexed) ([]indexed, error) {
	const most = 1 << 20 // bytes: a fragment of 50,000 frames
	if length > most {
		return list, nil
	}
	b := make([]byte, length-boxHead)
	if _, err := f.r.ReadAt(b, at+boxHead); err != nil {
		return nil, fmt.Errorf("clip: reading: %w", err)
	}
	read, ours, err := readIndex(b)
	if !ours {
		return list, nil
	}
	return read, err
}

// add adds a fragment's frames, whose data lie one after the other.
func (f *File) add(list []indexed, at, length int64) error {
	if list == nil {
		return fmt.Errorf("%w: a fragment without a list of its frames", ErrClip)
	}
	for _, e := range list {
		if int64(e.size) > length {
			return fmt.Errorf("%w: frame %d reaches beyond its fragment", ErrClip, e.Seq)
		}
		if len(f.frames) == 0 && !e.Key {
			return fmt.Errorf("%w: it does not begin with a key frame", ErrClip)
		}
		f.frames = append(f.frames, e.Frame)
		f.places = append(f.places, place{at, e.size})
		at += int64(e.size)
		length -= int64(e.size)
	}
	return nil
}

// Frames lists the pictures. It is not to be changed.
func (f *File) Frames() []Frame { return f.frames }

// Whole is the number of bytes from the beginning that are whole: give no more
// than these to players that are strict.
func (f *File) Whole() int64 { return f.whole }

// Image decodes picture n, from 0: the key frame before it and all from there.
func (f *File) Image(n int) (*vision.Image, error) {
	if n < 0 || n >= len(f.frames) {
		return nil, fmt.Errorf("%w: picture %d of %d", ErrClip, n, len(f.frames))
	}
	from := n
	for from > 0 && !f.frames[from].Key {
		from--
	}
	d, err := codec.NewDecoder()
	if err != nil {
		return nil, fmt.Errorf("clip: %w", err)
	}
	defer d.Close()
	var img vision.Image
	for i := from; i <= n; i++ {
		nalus, err := f.data(i)
		if err != nil {
			return nil, err
		}
		if img.Width, img.Height, img.Pix, err = d.Decode(nalus); err != nil {
			return nil, fmt.Errorf("%w: picture %d: %w", ErrClip, i, err)
		}
	}
	return &img, nil
}

// data reads a picture's NAL units.
func (f *File) data(n int) ([][]byte, error) {
	b := make([]byte, f.places[n].size)
	if _, err := f.r.ReadAt(b, f.places[n].at); err != nil {
		return nil, fmt.Errorf("clip: reading picture %d: %w", n, err)
	}
	var nalus h264.AVCC
	if err := nalus.Unmarshal(b); err != nil {
		return nil, fmt.Errorf("%w: picture %d: %w", ErrClip, n, err)
	}
	return nalus, nil
}
