package cv

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/plustwo/plustwo/vision"
	"gocv.io/x/gocv"
	"golang.org/x/sys/unix"
)

// ErrCapture means that OpenCV cannot read a camera.
var ErrCapture = errors.New("OpenCV cannot read the camera")

// Mode is how a device is asked to take pictures. It may do otherwise.
type Mode struct {
	Width, Height int     // pixels
	Rate          float64 // frames a second
}

// Capture is an open camera. It is for one goroutine. Close it.
type Capture struct {
	capture *gocv.VideoCapture
	mat     gocv.Mat
	stamped bool // whether the device says when it took a frame
	closed  bool
}

// OpenDevice opens a V4L2 device by the path of its file. It asks for JPEG
// pictures, as uncompressed ones of 720p do not fit through USB 2 at 30 frames a
// second, and for the shortest queue.
func OpenDevice(path string, mode Mode) (*Capture, error) {
	quiet()
	c, err := gocv.VideoCaptureFileWithAPI(path, gocv.VideoCaptureV4L2)
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrCapture, err)
	}
	const shortest = 2 // one to fill while the other is read
	c.Set(gocv.VideoCaptureFOURCC, c.ToCodec("MJPG"))
	c.Set(gocv.VideoCaptureFrameWidth, float64(mode.Width))
	c.Set(gocv.VideoCaptureFrameHeight, float64(mode.Height))
	c.Set(gocv.VideoCaptureFPS, mode.Rate)
	c.Set(gocv.VideoCaptureBufferSize, shortest)
	return &Capture{capture: c, mat: gocv.NewMat(), stamped: true}, nil
}

// OpenStream opens a network camera by its address (RTSP, by FFmpeg). It waits
// for the camera's answer.
func OpenStream(address string) (*Capture, error) {
	quiet()
	c, err := gocv.VideoCaptureFileWithAPI(address, gocv.VideoCaptureFFmpeg)
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrCapture, err)
	}
	return &Capture{capture: c, mat: gocv.NewMat()}, nil
}

// Next waits for the next picture and tells how long ago it was taken, 0 where
// the camera does not say. The error is io.EOF where there are no more, whatever
// the reason.
func (c *Capture) Next() (*vision.Image, time.Duration, error) {
	if c.closed || !c.capture.Read(&c.mat) || c.mat.Empty() {
		return nil, 0, io.EOF
	}
	var age time.Duration
	if c.stamped {
		age = since(c.capture.Get(gocv.VideoCapturePosMsec))
	}
	img, err := fromBGR(c.mat)
	return img, age, err
}

// since tells how long ago a moment of the kernel's monotonic clock was, in
// milliseconds: V4L2 devices stamp their frames with it (V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC).
// 0 where it cannot be so: some devices stamp with another clock.
func since(ms float64) time.Duration {
	var now unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &now); err != nil {
		return 0
	}
	return credible(time.Duration(now.Nano()) - time.Duration(ms*float64(time.Millisecond)))
}

// credible returns an age that a frame may have, else 0.
func credible(age time.Duration) time.Duration {
	const oldest = time.Second // in the queue of a camera at 2 frames a second
	if age < 0 || age > oldest {
		return 0
	}
	return age
}

// Close frees the camera. It may be called twice.
func (c *Capture) Close() error {
	if c.closed {
		return nil
	}
	c.closed = true
	return errors.Join(c.mat.Close(), c.capture.Close())
}
