package camera

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"

	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/internal/cv"
)

// ErrVideo means that a file holds no video that can be used; the message says
// what is wrong with it and what to do.
var ErrVideo = errors.New("unusable video")

// Video plays a video file as fast as it is read. It is a Source.
type Video struct {
	path   string
	said   string // how messages call the file
	camera string
	video  *cv.Video
	seq    uint64
	w, h   int
	whole  bool // whether the number of frames that the file states is to be trusted
}

// videoKinds are the containers that are read, with a check that the file is
// whole where the container tells.
var videoKinds = []struct {
	name, magic string
	check       func(r io.ReaderAt, size int64) error
	counts      bool // states how many frames there are
}{
	{"MP4", "????ftyp", checkBoxes, true},
	{"MOV", "????moov", checkBoxes, true},
	{"MOV", "????mdat", checkBoxes, true},
	{"MOV", "????wide", checkBoxes, true},
	{"MKV", "\x1aE\xdf\xa3", nil, false},
	{"AVI", "RIFF????AVI ", checkRIFF, true},
}

// notVideos are files that people give by mistake.
var notVideos = []struct{ magic, kind string }{
	{"\xff\xd8\xff", "JPEG"}, {"\x89PNG", "PNG"}, {"GIF8", "GIF"}, {"RIFF????WEBP", "WebP"},
	{"????ftyphei", "HEIC"}, {"????ftypmif1", "HEIC"}, {"????ftypavif", "AVIF"},
	{"%PDF", "PDF"}, {"{", "JSON"}, {"<", "HTML"}, {"RIFF????WAVE", "WAV"}, {"ID3", "MP3"},
}

// OpenVideo opens a video file (MP4, MOV, MKV, WebM or AVI) as the frames of a
// camera of the given name. Errors are problem.Errors that name the file; they
// wrap ErrVideo or what opening the file gave.
func OpenVideo(path, camera string) (*Video, error) {
	s := &Video{path: path, said: path, camera: camera}
	if err := s.open(); err != nil {
		s.Close()
		return nil, problem.At(path, err)
	}
	return s, nil
}

func (s *Video) open() error {
	counts, err := checkVideo(s.path)
	if err != nil {
		return err
	}
	s.whole = counts
	if s.video, err = cv.OpenVideo(s.path); err != nil {
		return problem.New(fmt.Errorf("%w: %w", ErrVideo, err), problem.OddVideo)
	}
	if s.w, s.h = s.video.Size(); s.w < 1 || s.h < 1 || s.w > MaxSide || s.h > MaxSide || s.w*s.h > MaxPixels {
		return problem.New(ErrVideo, problem.ManyPixels, "width", strconv.Itoa(s.w), "height", strconv.Itoa(s.h),
			"side", strconv.Itoa(MaxSide), "mega", strconv.Itoa(MaxPixels>>20))
	}
	return nil
}

// Size returns the pictures' width and height.
func (s *Video) Size() (width, height int) { return s.w, s.h }

// Next returns the next frame; it never waits. After the last frame the error
// is io.EOF, or wraps ErrVideo where the file should have more of them.
func (s *Video) Next(ctx context.Context) (vision.Frame, error) {
	if err := ctx.Err(); err != nil {
		return vision.Frame{}, err
	}
	img, at, err := s.video.Next()
	switch {
	case errors.Is(err, io.EOF):
		return vision.Frame{}, s.ended()
	case err != nil:
		return vision.Frame{}, problem.At(s.said, problem.New(fmt.Errorf("%w: %w", ErrVideo, err), problem.OddVideo))
	case img.Width != s.w || img.Height != s.h:
		return vision.Frame{}, problem.At(s.said, problem.New(ErrVideo, problem.SizeChanges, "frame", strconv.FormatUint(s.seq, 10)))
	}
	f := vision.Frame{Camera: s.camera, Seq: s.seq, At: max(at, 0), Image: img}
	s.seq++
	return f, nil
}

// ended tells a video that ends from one that breaks off.
func (s *Video) ended() error {
	n := s.video.Frames()
	const unread = 2 // frames that encoders count and players do not show
	switch {
	case s.seq == 0:
		return problem.At(s.said, problem.New(ErrVideo, problem.OddVideo))
	case s.whole && int(s.seq)+unread < n:
		return problem.At(s.said, problem.New(ErrVideo, problem.BreaksOff, "read", strconv.FormatUint(s.seq, 10), "all", strconv.Itoa(n)))
	}
	return io.EOF
}

// Close closes the file. It may be called twice.
func (s *Video) Close() error {
	if s.video == nil {
		return nil
	}
	return s.video.Close()
}

// checkVideo tells by how a file starts whether it is a video, and by its
// container's own sizes whether it is whole.
func checkVideo(path string) (counts bool, err error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, problem.New(err, problem.NoFile)
	}
	if err != nil {
		return false, problem.New(err, problem.Unreadable)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return false, problem.New(err, problem.Unreadable)
	}
	if info.IsDir() {
		return false, problem.New(ErrVideo, problem.Folder)
	}
	return checkContainer(f, info.Size())
}

// checkContainer is checkVideo for a file's content.
func checkContainer(r io.ReaderAt, size int64) (counts bool, err error) {
	head := make([]byte, 16)
	n, err := r.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return false, problem.New(err, problem.Unreadable)
	}
	if n == 0 {
		return false, problem.New(ErrVideo, problem.EmptyVideo)
	}
	for _, k := range notVideos {
		if starts(head[:n], k.magic) {
			return false, problem.New(ErrVideo, problem.OtherThanVideo, "kind", k.kind)
		}
	}
	for _, k := range videoKinds {
		if !starts(head[:n], k.magic) {
			continue
		}
		if k.check == nil {
			return k.counts, nil
		}
		return k.counts, fault(k.name, k.check(r, size))
	}
	return false, problem.New(ErrVideo, problem.NoVideo)
}

// What can be wrong with a container.
var (
	errCut     = errors.New("it ends early")
	errLength  = errors.New("a part has an impossible length")
	errNoIndex = errors.New("the index is missing")
)

// fault tells what is wrong with a container of a kind; nil for nothing.
func fault(kind string, err error) error {
	text := problem.DamagedVideo
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errCut):
		text = problem.CutVideo
	case errors.Is(err, errNoIndex):
		text = problem.NoIndex
	}
	return problem.New(fmt.Errorf("%w: %w", ErrVideo, err), text, "kind", kind)
}

// checkBoxes walks the boxes of an MP4 or MOV file (ISO/IEC 14496-12, 4.2) to
// see that none reaches beyond the end and that the index is there.
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
			return errLength
		}
		if length > size-at {
			return errCut
		}
		indexed = indexed || string(head[4:8]) == "moov"
		at += length
	}
	if !indexed {
		return errNoIndex
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
