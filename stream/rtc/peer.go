package rtc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pion/rtcp"
	"github.com/pion/webrtc/v4"

	"github.com/plustwo/plustwo/stream/encode"
	"github.com/plustwo/plustwo/stream/web"
)

// Why a peer ended.
var (
	errHungUp  = errors.New("hung up")
	errLeft    = errors.New("the browser left")
	errStalled = errors.New("the browser is silent")
)

// The data channels that a page may open.
const (
	overlayChannel = "overlay"
	tableChannel   = "table"
)

// Bytes that may wait in a data channel: above the first, what is sent with each
// frame is left out; above the second, nobody is reading. A text takes some 100
// bytes, a table's state some 10 KB.
const (
	muchWaits    = 64 << 10
	tooMuchWaits = 4 << 20
)

// peer is one browser's connection.
type peer struct {
	id            string
	server        *Server
	table, camera string
	source        Source

	pc        *webrtc.PeerConnection
	sender    *webrtc.RTPSender
	rtp       *packer
	overlay   atomic.Pointer[webrtc.DataChannel] // nil until it is open
	tables    chan *webrtc.DataChannel           // the page's for the table's texts, once it is open
	connected chan struct{}
	once      sync.Once

	ctx  context.Context
	end  context.CancelCauseFunc
	done chan struct{}
}

func newPeer(s *Server, table, camera string, source Source) (*peer, error) {
	pc, err := s.api.NewPeerConnection(webrtc.Configuration{})
	if err != nil {
		return nil, fmt.Errorf("video: %w", err)
	}
	track, err := webrtc.NewTrackLocalStaticRTP(h264Video, camera, table)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("video: %w", err), pc.Close())
	}
	p := &peer{
		server: s, table: table, camera: camera, source: source,
		pc: pc, rtp: newPacker(track),
		tables: make(chan *webrtc.DataChannel, 1), connected: make(chan struct{}), done: make(chan struct{}),
	}
	p.ctx, p.end = context.WithCancelCause(context.Background())
	if p.sender, err = pc.AddTrack(track); err != nil {
		return nil, errors.Join(fmt.Errorf("video: %w", err), pc.Close())
	}
	pc.OnConnectionStateChange(p.changed)
	pc.OnDataChannel(func(c *webrtc.DataChannel) { c.OnOpen(func() { p.opened(c) }) })
	return p, nil
}

// changed is told how the connection is.
func (p *peer) changed(state webrtc.PeerConnectionState) {
	switch state {
	case webrtc.PeerConnectionStateConnected:
		p.once.Do(func() { close(p.connected) })
	case webrtc.PeerConnectionStateFailed:
		p.end(errStalled)
	case webrtc.PeerConnectionStateClosed:
		p.end(errLeft)
	}
}

// opened is told of a data channel of the page's.
func (p *peer) opened(c *webrtc.DataChannel) {
	switch c.Label() {
	case overlayChannel:
		p.overlay.Store(c)
	case tableChannel:
		select {
		case p.tables <- c:
		default: // it has opened one before
		}
	}
}

// answer makes the answer to an offer, with all candidates.
func (p *peer) answer(ctx context.Context, offer string) (string, error) {
	if err := p.pc.SetRemoteDescription(webrtc.SessionDescription{Type: webrtc.SDPTypeOffer, SDP: offer}); err != nil {
		return "", fmt.Errorf("%w: %w", web.ErrOffer, err)
	}
	answer, err := p.pc.CreateAnswer(nil)
	if err != nil {
		return "", fmt.Errorf("%w: %w", web.ErrOffer, err)
	}
	gathered := webrtc.GatheringCompletePromise(p.pc)
	if err := p.pc.SetLocalDescription(answer); err != nil {
		return "", fmt.Errorf("%w: %w", web.ErrOffer, err)
	}
	if !p.wanted() {
		return "", fmt.Errorf("%w: it asks for no H.264 video", web.ErrOffer)
	}
	p.rtp.agree(p.sender)
	select {
	case <-gathered:
		return p.pc.LocalDescription().SDP, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// wanted tells whether the browser takes the video.
func (p *peer) wanted() bool {
	for _, t := range p.pc.GetTransceivers() {
		if t.Sender() == p.sender {
			d := t.Direction()
			return t.Mid() != "" && (d == webrtc.RTPTransceiverDirectionSendonly || d == webrtc.RTPTransceiverDirectionSendrecv)
		}
	}
	return false
}

// run lives as long as the connection.
func (p *peer) run() {
	var parts sync.WaitGroup
	parts.Go(p.listen)
	select {
	case <-p.connected:
		parts.Go(p.talk)
		p.end(p.show())
	case <-time.After(p.server.cfg.Stall):
		p.end(errStalled)
	case <-p.ctx.Done():
	}
	if err := p.pc.GracefulClose(); err != nil {
		p.server.cfg.Log.Debug("closing a connection", "viewer", p.id, "error", err)
	}
	parts.Wait()
	p.server.remove(p, context.Cause(p.ctx))
	close(p.done)
}

// listen reads what the browser reports, until the connection ends.
func (p *peer) listen() {
	for {
		packets, _, err := p.sender.ReadRTCP()
		if err != nil {
			return
		}
		for _, packet := range packets {
			switch packet.(type) {
			case *rtcp.PictureLossIndication, *rtcp.FullIntraRequest:
				p.server.keys.Add(1)
				p.source.Key()
			}
		}
	}
}

// show sends the camera's pictures until something ends.
func (p *peer) show() error {
	units := p.source.Live()
	p.source.Key()
	for {
		u, missed, err := units.Next(p.ctx)
		if err != nil {
			return err
		}
		p.server.skipped.Add(uint64(missed))
		rtp := p.rtp.timestamp(u.At)
		if c := p.overlay.Load(); c != nil && c.BufferedAmount() < muchWaits {
			if err := c.SendText(p.text(u, rtp)); err != nil {
				return err
			}
		}
		if err := p.rtp.send(u, rtp); err != nil {
			return err
		}
	}
}

// text says which frame the picture of a timestamp is, and what belongs to it.
func (p *peer) text(u encode.Unit, rtp uint32) string {
	var more []byte
	if p.server.cfg.Overlay != nil {
		object := bytes.TrimSpace(p.server.cfg.Overlay(p.table, p.camera, u.Seq))
		if more = bytes.TrimPrefix(object, []byte("{")); len(more) > 1 {
			more = append([]byte(","), more...)
		}
	}
	if len(more) == 0 {
		more = []byte("}")
	}
	return fmt.Sprintf(`{"rtp":%d,"seq":%d,"at_ns":%d%s`, rtp, u.Seq, u.At.Nanoseconds(), more)
}

// talk sends the table's texts once the page has opened its channel.
func (p *peer) talk() {
	if p.server.cfg.Messages == nil {
		return
	}
	var c *webrtc.DataChannel
	select {
	case <-p.ctx.Done():
		return
	case c = <-p.tables:
	}
	for text := range p.server.cfg.Messages(p.ctx, p.table, p.camera) {
		if c.BufferedAmount() > tooMuchWaits {
			p.end(errStalled)
		}
		if p.ctx.Err() != nil {
			continue // until its maker closes it
		}
		if err := c.SendText(string(text)); err != nil {
			p.end(err)
		}
	}
}
