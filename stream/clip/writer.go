package clip

import (
	"bytes"
	"fmt"
	"io"
	"time"

	"github.com/bluenviron/mediacommon/v2/pkg/codecs/h264"
	"github.com/bluenviron/mediacommon/v2/pkg/formats/fmp4"
	"github.com/bluenviron/mediacommon/v2/pkg/formats/fmp4/seekablebuffer"
	"github.com/bluenviron/mediacommon/v2/pkg/formats/mp4/codecs"

	"github.com/plustwo/plustwo/stream/encode"
)

const (
	// fragment is the longest that a fragment lasts: what a crash may lose.
	fragment = time.Second
	// early is when a key frame begins the next fragment, so that fragments
	// begin with one where key frames come every 10 pictures at 25 or 30 a second.
	early = 4 * fragment / 5
	// timescale is the usual one of video: 1/90000 s.
	timescale = 90000
	trackID   = 1
)

// Writer writes one clip. It is for one goroutine.
type Writer struct {
	w       io.Writer
	sps     []byte
	pending []encode.Unit // of the fragment that is not written yet
	parts   uint32
	info    Info
	err     error // of writing; nothing is written after it
}

// NewWriter returns a writer of a clip; the first unit must be a key frame. A
// writer that can sync, such as a file, is synced after each fragment.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Add adds the next unit. Errors are ErrOrder, after which the clip may still be
// closed, or that of writing.
func (w *Writer) Add(u encode.Unit) error {
	if w.err != nil {
		return w.err
	}
	if err := w.follows(u); err != nil {
		return err
	}
	if w.sps == nil {
		if w.err = w.begin(u); w.err != nil {
			return w.err
		}
	}
	if w.full(u) {
		if w.err = w.flush(u.At); w.err != nil {
			return w.err
		}
	}
	w.pending = append(w.pending, u)
	w.info.Frames = append(w.info.Frames, Frame{u.Seq, u.At, u.Key})
	return nil
}

// last is when the last frame was taken; false where there is none.
func (w *Writer) last() (time.Duration, bool) {
	n := len(w.info.Frames)
	if n == 0 {
		return 0, false
	}
	return w.info.Frames[n-1].At, true
}

// follows tells whether a unit continues the clip.
func (w *Writer) follows(u encode.Unit) error {
	if w.sps == nil {
		if !u.Key {
			return fmt.Errorf("%w: frame %d is the first and no key frame", ErrOrder, u.Seq)
		}
		return nil
	}
	if last := w.info.Frames[len(w.info.Frames)-1]; u.At < last.At {
		return fmt.Errorf("%w: frame %d was taken at %v, frame %d before it at %v", ErrOrder, u.Seq, u.At, last.Seq, last.At)
	}
	if u.Key && !bytes.Equal(parameter(u, h264.NALUTypeSPS), w.sps) {
		return fmt.Errorf("%w: with frame %d the picture's size or coding changes", ErrOrder, u.Seq)
	}
	return nil
}

// full tells whether a unit begins the next fragment.
func (w *Writer) full(u encode.Unit) bool {
	if len(w.pending) == 0 {
		return false
	}
	lasts := u.At - w.pending[0].At
	return lasts >= fragment || u.Key && lasts >= early
}

// parameter returns a unit's parameter set of a kind; nil where it has none.
func parameter(u encode.Unit, kind h264.NALUType) []byte {
	for _, n := range u.NALUs {
		if len(n) > 0 && h264.NALUType(n[0]&0x1f) == kind {
			return n
		}
	}
	return nil
}

// begin writes what stands before the fragments.
func (w *Writer) begin(u encode.Unit) error {
	sps, pps := parameter(u, h264.NALUTypeSPS), parameter(u, h264.NALUTypePPS)
	var read h264.SPS
	if err := read.Unmarshal(sps); err != nil {
		return fmt.Errorf("%w: key frame %d has no usable SPS: %w", ErrOrder, u.Seq, err)
	}
	if pps == nil {
		return fmt.Errorf("%w: key frame %d has no PPS", ErrOrder, u.Seq)
	}
	init := fmp4.Init{Tracks: []*fmp4.InitTrack{{ID: trackID, TimeScale: timescale, Codec: &codecs.H264{SPS: sps, PPS: pps}}}}
	var b seekablebuffer.Buffer
	if err := init.Marshal(&b); err != nil {
		return fmt.Errorf("clip: its beginning: %w", err)
	}
	w.sps = sps
	w.info.Width, w.info.Height = read.Width(), read.Height()
	return w.write(b.Bytes())
}

// ticks is a time on the clip's clock. Each is rounded by itself, so that
// durations add up.
func (w *Writer) ticks(at time.Duration) uint64 {
	const perSecond = uint64(time.Second)
	since := uint64(at - w.info.Frames[0].At)
	return since/perSecond*timescale + (since%perSecond*timescale+perSecond/2)/perSecond
}

// flush writes the pending units as a fragment that lasts to a time.
func (w *Writer) flush(until time.Duration) error {
	sizes := make([]int, len(w.pending))
	samples := make([]*fmp4.Sample, len(w.pending))
	for i, u := range w.pending {
		next := until
		if i+1 < len(w.pending) {
			next = w.pending[i+1].At
		}
		payload, err := h264.AVCC(u.NALUs).Marshal()
		if err != nil {
			return fmt.Errorf("clip: frame %d: %w", u.Seq, err)
		}
		sizes[i] = len(payload)
		samples[i] = &fmp4.Sample{Duration: uint32(w.ticks(next) - w.ticks(u.At)), IsNonSyncSample: !u.Key, Payload: payload}
	}
	w.parts++
	part := fmp4.Part{SequenceNumber: w.parts, Tracks: []*fmp4.PartTrack{{ID: trackID, BaseTime: w.ticks(w.pending[0].At), Samples: samples}}}
	var b seekablebuffer.Buffer
	if err := part.Marshal(&b); err != nil {
		return fmt.Errorf("clip: a fragment: %w", err)
	}
	whole := append(appendIndex(nil, w.pending, sizes), b.Bytes()...)
	if err := w.write(whole); err != nil {
		return err
	}
	w.pending = w.pending[:0]
	return nil
}

func (w *Writer) write(b []byte) error {
	n, err := w.w.Write(b)
	w.info.Bytes += int64(n)
	if err != nil {
		return fmt.Errorf("clip: writing: %w", err)
	}
	if f, ok := w.w.(interface{ Sync() error }); ok {
		if err := f.Sync(); err != nil {
			return fmt.Errorf("clip: writing: %w", err)
		}
	}
	return nil
}

// Close writes what is pending and returns what the clip holds; it does not
// close what it was written to. The last frame is shown as long as the one
// before. The error is that of writing, or ErrNothing.
func (w *Writer) Close() (Info, error) {
	switch {
	case w.err != nil:
		return w.written(), w.err
	case len(w.info.Frames) == 0:
		return w.info, ErrNothing
	case len(w.pending) > 0:
		w.err = w.flush(w.info.Frames[len(w.info.Frames)-1].At + w.lastLasts())
	}
	return w.written(), w.err
}

// lastLasts is how long the last frame is shown.
func (w *Writer) lastLasts() time.Duration {
	const alone = time.Second / 30 // where there is no other frame to go by
	f := w.info.Frames
	if len(f) < 2 {
		return alone
	}
	return f[len(f)-1].At - f[len(f)-2].At
}

// written is what the clip holds for certain: what is pending is not written.
func (w *Writer) written() Info {
	info := w.info
	info.Frames = info.Frames[:len(info.Frames)-len(w.pending)]
	return info
}
