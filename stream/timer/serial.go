package timer

import (
	"errors"
	"fmt"
	"io"

	"go.bug.st/serial"
)

// ErrPort is wrapped by errors about a serial port.
var ErrPort = errors.New("unusable serial port")

// OpenLine opens a line that gives the bytes of a Stackmat. Closing it must end
// a Read that waits.
type OpenLine func() (io.ReadCloser, error)

// Port opens a serial port by its name, such as /dev/serial/by-id/.... The line
// must come with the polarity of a UART: RS-232 adapters turn a Stackmat's
// around, as they must; TTL adapters need their input inverted. Errors wrap
// ErrPort.
func Port(name string) OpenLine {
	return func() (io.ReadCloser, error) {
		p, err := serial.Open(name, &serial.Mode{BaudRate: baud, DataBits: 8, Parity: serial.NoParity, StopBits: serial.OneStopBit})
		if err != nil {
			return nil, fmt.Errorf("%w: %s: %w; plug it in, or name another", ErrPort, name, err)
		}
		return p, nil
	}
}

// Ports lists the serial ports of the machine by name. Errors wrap ErrPort.
func Ports() ([]string, error) {
	names, err := serial.GetPortsList()
	if err != nil {
		return nil, fmt.Errorf("%w: the ports cannot be listed: %w", ErrPort, err)
	}
	return names, nil
}

// NewSerial listens to a Stackmat on a serial line, which must open at once.
// Moments are the clock's.
func NewSerial(open OpenLine, clock Clock) (*Live, error) {
	s := &stackmat{}
	return newLive(s, func() (input, error) {
		in, err := open()
		if err != nil {
			return nil, err
		}
		return &wire{in, clock, s}, nil
	}, clock)
}

// wire is an open line.
type wire struct {
	io.ReadCloser
	clock    Clock
	stackmat *stackmat
}

func (w *wire) next() (func(), error) {
	const most = 64 // half a second of bytes
	raw := make([]byte, most)
	n, err := w.Read(raw)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrPort, err)
	}
	at := w.clock()
	return func() { w.stackmat.bytes(raw[:n], at) }, nil
}
