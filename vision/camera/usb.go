package camera

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/vision/internal/cv"
)

const exampleUSB = "usb:pci-0000:00:14.0-usb-0:2:1.0-video-index0?size=1280x720&rate=30"

// usual is what a device is asked for where its spec says nothing: 720p at 30
// frames a second is what the measurements were made with, and what every USB
// camera of the last ten years gives as JPEG.
var usual = cv.Mode{Width: 1280, Height: 720, Rate: 30}

// byPath is where udev names video devices by the socket that they are plugged into.
const byPath = "/dev/v4l/by-path/"

func openUSB(spec, name string, o Options) (Source, error) {
	mode := usual
	path, err := split(spec,
		option{"size", "size=1280x720", func(v string) bool { return setSize(&mode, v) }},
		option{"rate", "rate=30", func(v string) bool { return setRate(&mode, v) }})
	if err != nil {
		return nil, err
	}
	file, err := deviceFile("/", path)
	if err != nil {
		return nil, err
	}
	c, err := cv.OpenDevice(file, mode)
	if err != nil {
		return nil, problem.New(fmt.Errorf("%w: %w", ErrLost, err), problem.CameraRefused)
	}
	return &capture{said: spec, name: name, clock: o.Clock, camera: c}, nil
}

func setSize(m *cv.Mode, v string) bool {
	w, h, _ := strings.Cut(v, "x")
	var err, err2 error
	m.Width, err = strconv.Atoi(w)
	m.Height, err2 = strconv.Atoi(h)
	return err == nil && err2 == nil && m.Width > 0 && m.Height > 0 && m.Width <= MaxSide && m.Height <= MaxSide
}

func setRate(m *cv.Mode, v string) bool {
	const fastest = 1000 // frames a second: above any camera over a table
	var err error
	m.Rate, err = strconv.ParseFloat(v, 64)
	return err == nil && m.Rate > 0 && m.Rate <= fastest && !math.IsNaN(m.Rate)
}

// deviceFile finds the file of the device that is plugged into a socket, below a
// root; a path below /dev stands for itself, and may be another camera after
// the next start.
func deviceFile(root, socket string) (string, error) {
	file := socket
	if !strings.HasPrefix(socket, "/dev/") || strings.HasPrefix(socket, byPath) {
		d, err := plugged(root, strings.TrimPrefix(socket, byPath))
		if err != nil {
			return "", err
		}
		file = d.File
	}
	info, err := os.Stat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", missing(root)
	case errors.Is(err, fs.ErrPermission):
		return "", problem.New(fmt.Errorf("%w: %w", ErrLost, err), problem.CameraRefused)
	case err != nil:
		return "", problem.New(fmt.Errorf("%w: %w", ErrLost, err), problem.CameraNoDevice)
	case info.Mode()&os.ModeCharDevice == 0:
		return "", problem.New(ErrSpec, problem.CameraNoDevice)
	}
	return file, nil
}

// plugged finds the device in a socket.
func plugged(root, socket string) (Device, error) {
	for _, d := range listed(root) {
		if d.Socket == socket {
			return d, nil
		}
	}
	return Device{}, missing(root)
}

// missing tells that there is no such device, and which there are.
func missing(root string) error {
	var specs []string
	for _, d := range listed(root) {
		specs = append(specs, d.Spec())
	}
	if len(specs) == 0 {
		return problem.New(ErrLost, problem.CameraNone)
	}
	return problem.New(ErrLost, problem.CameraMissing, "known", specs)
}
