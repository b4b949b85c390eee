package camera

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/internal/cv"
)

// ErrVideo means that a file holds no video that can be used; the message says
// what is wrong with it and what to do.
var ErrVideo = errors.New("unusable video")

// Video plays a video file as fast as it is read. It is a Source.
type Video struct {
	path   string
	camera string
	video  *cv.Video
	seq    uint64
	w, h   int
	whole  bool // whether the number of frames that the file states is to be trusted
}

// videoKinds are the containers that are read, with a check that the file is
// whole where the container tells; the error of a check needs no file name.
var videoKinds = []struct {
	name, magic string
	check       func(io.ReaderAt, int64) error
	counts      bool // states how many frames there are
}{
	{"MP4", "????ftyp", checkBoxes, true},
	{"QuickTime", "????moov", checkBoxes, true},
	{"QuickTime", "????mdat", checkBoxes, true},
	{"QuickTime", "????wide", checkBoxes, true},
	{"Matroska", "\x1aE\xdf\xa3", nil, false},
	{"AVI", "RIFF????AVI ", checkRIFF, true},
}

// notVideos are files that people give by mistake.
var notVideos = []struct{ magic, says string }{
	{"\xff\xd8\xff", "a JPEG picture"}, {"\x89PNG", "a PNG picture"}, {"GIF8", "a GIF picture"}, {"RIFF????WEBP", "a WebP picture"},
	{"????ftyphei", "an HEIC picture"}, {"????ftypmif1", "an HEIC picture"}, {"????ftypavif", "an AVIF picture"},
	{"%PDF", "a PDF"}, {"{", "a JSON file"}, {"<", "an SVG or HTML file"}, {"RIFF????WAVE", "a sound file"}, {"ID3", "a sound file"},
}

// OpenVideo opens a video file (MP4, MOV, MKV, WebM or AVI) as the frames of a
// camera of the given name. Errors wrap ErrVideo, or are those of opening the
// file; they name the file.
func OpenVideo(path, camera string) (*Video, error) {
	counts, err := checkVideo(path)
	if err != nil {
		return nil, fmt.Errorf("video %s: %w", path, err)
	}
	v, err := cv.OpenVideo(path)
	if err != nil {
		return nil, fmt.Errorf("video %s: %w: damaged, or of a kind that cannot be read; copy it again, or save it as an MP4 with H.264", path, ErrVideo)
	}
	s := &Video{path: path, camera: camera, video: v, whole: counts}
	if s.w, s.h = v.Size(); s.w < 1 || s.h < 1 || s.w > MaxSide || s.h > MaxSide || s.w*s.h > MaxPixels {
		v.Close()
		return nil, fmt.Errorf("video %s: %w: pictures of %d x %d pixels: the limits are %d a side and %d megapixels; scale it down", path, ErrVideo, s.w, s.h, MaxSide, MaxPixels>>20)
	}
	return s, nil
}

// Size returns the pictures' width and height.
func (s *Video) Size() (width, height int) { return s.w, s.h }

// Frames returns how many frames the file says it has; 0 where it does not say.
func (s *Video) Frames() int { return s.video.Frames() }

// Next returns the next frame; it never waits. After the last frame the error
// is io.EOF, or wraps ErrVideo where the file should have more of them.
func (s *Video) Next(ctx context.Context) (vision.Frame, error) {
	if err := ctx.Err(); err != nil {
		return vision.Frame{}, err
	}
	img, at, err := s.video.Next()
	if errors.Is(err, io.EOF) {
		return vision.Frame{}, s.ended()
	}
	if err != nil {
		return vision.Frame{}, fmt.Errorf("video %s, frame %d: %w: %w", s.path, s.seq, ErrVideo, err)
	}
	if img.Width != s.w || img.Height != s.h {
		return vision.Frame{}, fmt.Errorf("video %s, frame %d: %w: the picture's size changes from %d x %d to %d x %d; give one recording by one camera", s.path, s.seq, ErrVideo, s.w, s.h, img.Width, img.Height)
	}
	f := vision.Frame{Camera: s.camera, Seq: s.seq, At: max(at, time.Duration(0)), Image: img}
	s.seq++
	return f, nil
}

// ended tells a video that ends from one that breaks off.
func (s *Video) ended() error {
	n := s.video.Frames()
	const unread = 2 // frames that encoders count and players do not show
	switch {
	case s.seq == 0:
		return fmt.Errorf("video %s: %w: no picture in it can be read; copy it again, or save it as an MP4 with H.264", s.path, ErrVideo)
	case s.whole && int(s.seq)+unread < n:
		return fmt.Errorf("video %s: %w: it breaks off after %d of %d frames; copy it again", s.path, ErrVideo, s.seq, n)
	}
	return io.EOF
}

// Close closes the file. It may be called twice.
func (s *Video) Close() error { return s.video.Close() }

// checkVideo tells by how a file starts whether it is a video, and by its
// container's own sizes whether it is whole.
func checkVideo(path string) (counts bool, err error) {
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return false, err
	}
	if info.IsDir() {
		return false, fmt.Errorf("%w: it is a folder; give a video file", ErrVideo)
	}
	return checkContainer(f, info.Size())
}

// checkContainer is checkVideo for a file's content.
func checkContainer(r io.ReaderAt, size int64) (counts bool, err error) {
	head := make([]byte, 16)
	n, err := r.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return false, err
	}
	if n == 0 {
		return false, fmt.Errorf("%w: the file is empty; copy it again", ErrVideo)
	}
	for _, k := range notVideos {
		if starts(head[:n], k.magic) {
			return false, fmt.Errorf("%w: this is %s; give an MP4, MOV, MKV, WebM or AVI video", ErrVideo, k.says)
		}
	}
	for _, k := range videoKinds {
		if !starts(head[:n], k.magic) {
			continue
		}
		if k.check == nil {
			return k.counts, nil
		}
		if err := k.check(r, size); err != nil {
			return false, fmt.Errorf("%w: %s: %w", ErrVideo, k.name, err)
		}
		return k.counts, nil
	}
	return false, fmt.Errorf("%w: this is no video file; give an MP4, MOV, MKV, WebM or AVI video", ErrVideo)
}

var errCut = errors.New("the file ends early; copy it again")

// checkBoxes walks the boxes of an MP4 or QuickTime file (ISO/IEC 14496-12, 4.2)
// to see that none reaches beyond the end and that the index is there.
func checkBoxes(r io.ReaderAt, size int64) error {
	indexed := false
	for at := int64(0); at < size; {
		var head [16]byte
		n, err := r.ReadAt(head[:], at)
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		const short, long = 8, 16 // bytes of a box's head
		if n < short {
			return errCut
		}
		length, least := int64(binary.BigEndian.Uint32(head[:])), int64(short)
		switch length {
		case 0: // to the end of the file
			length = size - at
		case 1: // a 64-bit length follows the name
			if n < long {
				return errCut
			}
			length, least = int64(binary.BigEndian.Uint64(head[8:])), long
		}
		if length < least {
			return errors.New("damaged: a box has an impossible length; copy it again")
		}
		if length > size-at {
			return errCut
		}
		name := string(head[4:8])
		indexed = indexed || name == "moov"
		at += length
	}
	if !indexed {
		return errors.New("the index is missing, as where a recording was cut off; record or copy it again")
	}
	return nil
}

// checkRIFF compares the length that an AVI file states with its own. Files
// above 1 GB have several parts and state the first one's.
func checkRIFF(r io.ReaderAt, size int64) error {
	var head [8]byte
	if _, err := r.ReadAt(head[:], 0); err != nil {
		return errCut
	}
	if int64(binary.LittleEndian.Uint32(head[4:]))+8 > size {
		return errCut
	}
	return nil
}
