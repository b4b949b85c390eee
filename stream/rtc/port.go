package rtc

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"sync"
	"syscall"

	"github.com/pion/ice/v4"
	"github.com/pion/logging"
	"github.com/pion/webrtc/v4"
)

// port is one number for all peers, by UDP and by TCP.
type port struct {
	number int
	udp    ice.UDPMux
	tcp    ice.TCPMux
	once   sync.Once
	err    error // of closing
}

// listen opens both. Where any port will do, one is looked for that is free for
// both.
func listen(address string, log logging.LoggerFactory) (*port, error) {
	host, number, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("video: listen on %q: %w", address, err)
	}
	const tries = 20
	for try := 1; ; try++ {
		l, err := net.Listen("tcp", address)
		if err != nil {
			return nil, fmt.Errorf("video: %w", err)
		}
		n := l.Addr().(*net.TCPAddr).Port
		c, err := net.ListenPacket("udp", net.JoinHostPort(host, strconv.Itoa(n)))
		if err == nil {
			return newPort(n, l, c, log), nil
		}
		l.Close()
		if number != "0" || !errors.Is(err, syscall.EADDRINUSE) || try == tries {
			return nil, fmt.Errorf("video: %w", err)
		}
	}
}

func newPort(n int, l net.Listener, c net.PacketConn, log logging.LoggerFactory) *port {
	const waiting = 32 // packets of a connection by TCP that nobody has read yet
	return &port{
		number: n,
		udp:    webrtc.NewICEUDPMux(log.NewLogger("udp"), c),
		tcp:    webrtc.NewICETCPMux(log.NewLogger("tcp"), l, waiting),
	}
}

// close closes both, with what they listen on.
func (p *port) close() error {
	p.once.Do(func() { p.err = errors.Join(p.udp.Close(), p.tcp.Close()) })
	return p.err
}
