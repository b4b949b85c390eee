package timer

import (
	"errors"
	"fmt"
	"io"
	"time"

	"go.bug.st/serial"
)

// ErrPort is wrapped by errors about a serial port.
var ErrPort = errors.New("unusable serial port")

// Open opens a line that gives the bytes of a Stackmat. Closing it must end a
// Read that waits.
type Open func() (io.ReadCloser, error)

// Port opens a serial port by its name, such as /dev/serial/by-id/.... The line
// must come with the polarity of a UART: RS-232 adapters turn a Stackmat's
// around, as they must; TTL adapters need their input inverted. Errors wrap
// ErrPort.
func Port(name string) Open {
	return func() (io.ReadCloser, error) {
		p, err := serial.Open(name, &serial.Mode{BaudRate: baud, DataBits: 8, Parity: serial.NoParity, StopBits: serial.OneStopBit})
		if err != nil {
			return nil, fmt.Errorf("%w: %s: %w; plug it in, or name another", ErrPort, name, err)
		}
		return p, nil
	}
}

// Serial is a Stackmat on a serial line.
type Serial struct {
	pump
	open     Open
	clock    Clock
	stackmat stackmat
}

const (
	// tickEvery is how often silence is looked for: told within silence and this.
	tickEvery = 50 * time.Millisecond
	// firstRetry and lastRetry bound the wait before a lost line is opened again.
	firstRetry = 250 * time.Millisecond
	lastRetry  = 4 * time.Second
)

// NewSerial listens to a line. It must open at once, as a wrong name would else
// pass for a timer that is switched off; when it is lost later it is opened
// again until that succeeds.
func NewSerial(open Open, clock Clock) (*Serial, error) {
	line, err := open()
	if err != nil {
		return nil, err
	}
	s := &Serial{pump: newPump(), open: open, clock: clock}
	go s.run(line)
	return s, nil
}

// chunk is what one Read gave, and when it did.
type chunk struct {
	raw []byte
	at  time.Duration
	err error
}

// run owns the decoder.
func (s *Serial) run(line io.ReadCloser) {
	for {
		err := s.session(line)
		if errors.Is(err, errQuit) || errors.Is(err, ErrBehind) {
			s.end(notQuit(err))
			return
		}
		s.stackmat.lose(s.clock(), err.Error())
		if line, err = s.reopen(); err != nil {
			s.end(notQuit(err))
			return
		}
	}
}

// errQuit is how the parts of a source tell each other that it was closed.
var errQuit = errors.New("closed")

func notQuit(err error) error {
	if errors.Is(err, errQuit) {
		return nil
	}
	return err
}

// session listens to a line until it fails or the source is closed; the error
// is never nil. Reading has a goroutine of its own, as only closing the line
// stops it.
func (s *Serial) session(line io.ReadCloser) error {
	chunks := make(chan chunk)
	over := make(chan struct{})
	read := make(chan struct{})
	go func() {
		defer close(read)
		s.read(line, chunks, over)
	}()
	err := s.listen(chunks)
	close(over)
	closed := line.Close()
	<-read
	if errors.Is(err, errQuit) {
		return err
	}
	return errors.Join(err, closed)
}

func (s *Serial) read(line io.Reader, chunks chan<- chunk, over <-chan struct{}) {
	const most = 64 // half a second of bytes
	for {
		raw := make([]byte, most)
		n, err := line.Read(raw)
		select {
		case chunks <- chunk{raw[:n], s.clock(), err}:
		case <-over:
			return
		}
		if err != nil {
			return
		}
	}
}

func (s *Serial) listen(chunks <-chan chunk) error {
	tick := time.NewTicker(tickEvery)
	defer tick.Stop()
	for {
		out, e := s.head()
		select {
		case c := <-chunks:
			s.stackmat.bytes(c.raw, c.at)
			if c.err != nil {
				return fmt.Errorf("%w: %w", ErrPort, c.err)
			}
		case <-tick.C:
			s.stackmat.tick(s.clock())
		case out <- e:
			s.sent()
		case <-s.quit:
			return errQuit
		}
		if err := s.add(s.stackmat.take(), s.stackmat.counts); err != nil {
			return err
		}
	}
}

// reopen tries until the line opens or the source is closed.
func (s *Serial) reopen() (io.ReadCloser, error) {
	for wait := firstRetry; ; wait = min(2*wait, lastRetry) {
		if err := s.pause(wait); err != nil {
			return nil, err
		}
		if line, err := s.open(); err == nil { // else it is still unplugged, which was told
			return line, nil
		}
	}
}

// pause gives events to the reader for a while.
func (s *Serial) pause(wait time.Duration) error {
	if err := s.add(s.stackmat.take(), s.stackmat.counts); err != nil {
		return err
	}
	over := time.NewTimer(wait)
	defer over.Stop()
	for {
		out, e := s.head()
		select {
		case <-over.C:
			return nil
		case out <- e:
			s.sent()
		case <-s.quit:
			return errQuit
		}
	}
}

var _ Source = (*Serial)(nil)
