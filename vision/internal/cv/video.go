package cv

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/plustwo/plustwo/vision"
	"gocv.io/x/gocv"
)

// ErrVideo means that OpenCV cannot read a video.
var ErrVideo = errors.New("OpenCV cannot read the video")

// Video is an open video file. It is for one goroutine. Close it.
type Video struct {
	capture *gocv.VideoCapture
	mat     gocv.Mat
	rate    float64 // frames a second, as the file says
	frames  int     // how many the file says it has
	read    int
	last    time.Duration
	closed  bool
}

// OpenVideo opens a video file. The caller has checked that it is one: OpenCV
// takes the name of a picture for one of a series of pictures.
func OpenVideo(path string) (*Video, error) {
	quiet()
	c, err := gocv.VideoCaptureFileWithAPI(path, gocv.VideoCaptureFFmpeg)
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrVideo, err)
	}
	v := &Video{capture: c, rate: c.Get(gocv.VideoCaptureFPS), frames: int(c.Get(gocv.VideoCaptureFrameCount))}
	const fastest = 1000 // frames a second: above any camera over a table
	if !(v.rate > 0 && v.rate <= fastest) {
		c.Close()
		return nil, fmt.Errorf("%w: it claims %g frames a second", ErrVideo, v.rate)
	}
	v.mat = gocv.NewMat()
	return v, nil
}

// Size returns the width and height of the pictures, as the file says.
func (v *Video) Size() (width, height int) {
	return int(v.capture.Get(gocv.VideoCaptureFrameWidth)), int(v.capture.Get(gocv.VideoCaptureFrameHeight))
}

// Frames returns how many frames the file says it has; 0 where it does not say.
func (v *Video) Frames() int { return max(v.frames, 0) }

// Rate returns the frames a second.
func (v *Video) Rate() float64 { return v.rate }

// Next returns the next picture and when it was taken, from the first one on.
// The error is io.EOF where no further frame can be read, whatever the reason.
func (v *Video) Next() (*vision.Image, time.Duration, error) {
	if v.closed || !v.capture.Read(&v.mat) || v.mat.Empty() {
		return nil, 0, io.EOF
	}
	at := time.Duration(v.capture.Get(gocv.VideoCapturePosMsec) * float64(time.Millisecond))
	if v.read > 0 && at <= v.last { // a container without times
		at = v.last + time.Duration(float64(time.Second)/v.rate)
	}
	v.read++
	v.last = at
	img, err := fromBGR(v.mat)
	return img, at, err
}

// Close frees the video. It may be called twice.
func (v *Video) Close() error {
	if v.closed {
		return nil
	}
	v.closed = true
	return errors.Join(v.mat.Close(), v.capture.Close())
}
