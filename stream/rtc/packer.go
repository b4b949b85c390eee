package rtc

import (
	"math/rand/v2"
	"time"

	"github.com/pion/rtp"
	"github.com/pion/rtp/codecs"
	"github.com/pion/webrtc/v4"

	"github.com/plustwo/plustwo/stream/encode"
)

// packer packs access units into RTP (RFC 6184, packetization mode 1). It is for
// one goroutine.
type packer struct {
	track     *webrtc.TrackLocalStaticRTP
	payloader codecs.H264Payloader
	sequence  uint16
	base      uint32 // timestamp of time 0
	delay     uint8  // the header extension's number; 0 for none
	last      time.Duration
	shift     time.Duration // added to the camera's time, which may begin anew
}

func newPacker(track *webrtc.TrackLocalStaticRTP) *packer {
	// Both begin anywhere: RFC 3550, 5.1.
	return &packer{track: track, sequence: uint16(rand.Uint32()), base: rand.Uint32()}
}

// agree takes what was agreed on for the sender.
func (p *packer) agree(s *webrtc.RTPSender) {
	for _, e := range s.GetParameters().HeaderExtensions {
		if e.URI == playoutDelay {
			p.delay = uint8(e.ID)
		}
	}
}

// timestamp is a time of the camera's in RTP's units. It never goes back.
func (p *packer) timestamp(at time.Duration) uint32 {
	at += p.shift
	if at < p.last {
		const next = time.Second / 30
		p.shift += p.last + next - at
		at = p.last + next
	}
	p.last = at
	seconds, rest := at/time.Second, at%time.Second
	return p.base + uint32(seconds*clockRate+(rest*clockRate+time.Second/2)/time.Second)
}

// send sends an access unit.
func (p *packer) send(u encode.Unit, timestamp uint32) error {
	const mtu = 1200 // what pion and browsers take to pass everywhere
	var payloads [][]byte
	for _, n := range u.NALUs {
		payloads = append(payloads, p.payloader.Payload(mtu, n)...)
	}
	for i, payload := range payloads {
		packet := rtp.Packet{
			Header:  rtp.Header{Version: 2, Marker: i == len(payloads)-1, SequenceNumber: p.sequence, Timestamp: timestamp},
			Payload: payload,
		}
		if p.delay != 0 {
			// From 0 to 0 ms: show it as it comes.
			if err := packet.SetExtension(p.delay, []byte{0, 0, 0}); err != nil {
				return err
			}
		}
		p.sequence++
		if err := p.track.WriteRTP(&packet); err != nil {
			return err
		}
	}
	return nil
}
