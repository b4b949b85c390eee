package rtc

import (
	"fmt"

	"github.com/pion/ice/v4"
	"github.com/pion/interceptor"
	"github.com/pion/interceptor/pkg/nack"
	"github.com/pion/interceptor/pkg/report"
	"github.com/pion/webrtc/v4"
)

const (
	clockRate = 90000 // of video in RTP: RFC 6184, 8.2.1
	// playoutDelay is the header extension by which the server asks the browser
	// to show pictures as they come; a table's network is a hall's.
	playoutDelay = "http://www.webrtc.org/experiments/rtp-hdrext/playout-delay"
)

// h264Video is the coding as it is offered; the encoder makes constrained baseline,
// which decoders of each of the profiles take (RFC 6184, 8.1).
var h264Video = webrtc.RTPCodecCapability{MimeType: webrtc.MimeTypeH264, ClockRate: clockRate, SDPFmtpLine: fmtp("42e01f"), RTCPFeedback: feedback}

var feedback = []webrtc.RTCPFeedback{{Type: "nack"}, {Type: "nack", Parameter: "pli"}, {Type: "ccm", Parameter: "fir"}}

func fmtp(profile string) string {
	return "level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=" + profile
}

// newAPI configures pion.
func newAPI(p *port, cfg Config) (*webrtc.API, error) {
	media := &webrtc.MediaEngine{}
	const first = 96 // of the payload types that are free: RFC 3551, table 5
	for i, profile := range []string{"42e01f", "42c01f", "42001f"} {
		c := h264Video
		c.SDPFmtpLine = fmtp(profile)
		number := webrtc.PayloadType(first + 2*i)
		again := webrtc.RTPCodecCapability{MimeType: webrtc.MimeTypeRTX, ClockRate: clockRate, SDPFmtpLine: fmt.Sprintf("apt=%d", number)}
		for n, c := range []webrtc.RTPCodecCapability{c, again} {
			if err := media.RegisterCodec(webrtc.RTPCodecParameters{RTPCodecCapability: c, PayloadType: number + webrtc.PayloadType(n)}, webrtc.RTPCodecTypeVideo); err != nil {
				return nil, fmt.Errorf("video: %w", err)
			}
		}
	}
	if err := media.RegisterHeaderExtension(webrtc.RTPHeaderExtensionCapability{URI: playoutDelay}, webrtc.RTPCodecTypeVideo); err != nil {
		return nil, fmt.Errorf("video: %w", err)
	}
	between, err := interceptors()
	if err != nil {
		return nil, fmt.Errorf("video: %w", err)
	}
	return webrtc.NewAPI(webrtc.WithMediaEngine(media), webrtc.WithInterceptorRegistry(between), webrtc.WithSettingEngine(settings(p, cfg))), nil
}

// interceptors answer for lost packets and report what was sent.
func interceptors() (*interceptor.Registry, error) {
	const kept = 128 // packets to send again: 0.3 s at 4 Mbit/s; what is later comes too late
	again, err := nack.NewResponderInterceptor(nack.ResponderSize(kept))
	if err != nil {
		return nil, err
	}
	reports, err := report.NewSenderInterceptor()
	if err != nil {
		return nil, err
	}
	r := &interceptor.Registry{}
	r.Add(again)
	r.Add(reports)
	return r, nil
}

func settings(p *port, cfg Config) webrtc.SettingEngine {
	s := webrtc.SettingEngine{LoggerFactory: pionLog{cfg.Log}}
	s.SetICEUDPMux(p.udp)
	s.SetICETCPMux(p.tcp)
	s.SetNetworkTypes([]webrtc.NetworkType{webrtc.NetworkTypeUDP4, webrtc.NetworkTypeUDP6, webrtc.NetworkTypeTCP4, webrtc.NetworkTypeTCP6})
	s.SetICEMulticastDNSMode(ice.MulticastDNSModeDisabled)
	s.SetIncludeLoopbackCandidate(true) // a browser on this machine may have no network
	s.DisableActiveTCP(true)
	// Silence counts as disconnected, then as failed; a browser that lives
	// answers several checks in that time.
	const checks = 5
	s.SetICETimeouts(cfg.Stall/2, cfg.Stall/2, cfg.Stall/(2*checks))
	return s
}
