package rtc

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/pion/webrtc/v4"

	"github.com/plustwo/plustwo/stream/internal/codec"
	"github.com/plustwo/plustwo/stream/web"
	"github.com/plustwo/plustwo/vision"
)

// off is the mean difference of two pictures, in grey levels: under 1 where it
// is the right one, above 4 where it is another.
func off(pix []uint8, of *vision.Image) float64 {
	sum := 0
	for i := range pix {
		sum += max(int(pix[i])-int(of.Pix[i]), int(of.Pix[i])-int(pix[i]))
	}
	return float64(sum) / float64(len(pix))
}

// A viewer gets each picture, told apart by its number and time; what the table
// says comes in between.
func TestVideo(t *testing.T) {
	s := open(t, nil)
	v, texts := join(t, s)
	d, err := codec.NewDecoder()
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	var first uint32
	told := 0
	for n := 0; told < 25; n++ {
		s.take(t)
		got := await(t, "a picture", v.shots)
		if n == 0 {
			first = got.rtp
		}
		if want := uint32((taken(n) - taken(0)) * clockRate / time.Second); got.rtp-first-want+1 > 2 {
			t.Errorf("picture %d: %d on RTP's clock, want %d", n, got.rtp-first, want)
		}
		if told > 0 || len(s.overlaid) > 0 { // the channel is open
			told++
			checkText(t, n, got.rtp, await(t, "its text", v.frames))
		}
		w, h, pix, err := d.Decode(got.nalus)
		if err != nil || w != width || h != height {
			t.Fatalf("picture %d: %d x %d: %v", n, w, h, err)
		}
		if o := off(pix, picture(n)); o > 2 {
			t.Errorf("picture %d is %.1f off", n, o)
		}
	}
	texts <- []byte(`{"kind":"state","rev":7}`)
	if text := await(t, "the table's text", v.texts); text != `{"kind":"state","rev":7}` {
		t.Errorf("text %s", text)
	}
	s.HangUp("nobody")
	s.HangUp(v.id)
	if st := s.Stats(); st.Open != 0 || st.Opened != 1 || st.Stalled != 0 || st.Skipped != 0 {
		t.Errorf("stats %+v", st)
	}
}

// checkText checks the text that came with picture n.
func checkText(t *testing.T, n int, rtp uint32, f frameText) {
	t.Helper()
	seq := uint64(100 + n)
	if f.RTP != rtp || f.Seq != seq || f.At != int64(taken(n)) || (len(f.Outline) == 1) != (seq%3 == 2) {
		t.Errorf("picture %d at %d is told as %+v", n, rtp, f)
	}
}

// The answer names one port for UDP and TCP, and hosts only.
func TestAnswer(t *testing.T) {
	s := open(t, nil)
	_, answer, err := s.Answer(context.Background(), "1", "overhead", browse(t, nil).offer())
	if err != nil {
		t.Fatal(err)
	}
	var candidates []string
	for line := range strings.Lines(answer) {
		if c, ok := strings.CutPrefix(strings.TrimSpace(line), "a=candidate:"); ok {
			f := strings.Fields(c)
			candidates = append(candidates, strings.Join(append(f[2:3:3], f[4:8]...), " "))
		}
	}
	want := []string{fmt.Sprintf("udp 127.0.0.1 %d typ host", s.Port()), fmt.Sprintf("tcp 127.0.0.1 %d typ host", s.Port())}
	if len(candidates) < 2 {
		t.Fatalf("candidates %v, want %v", candidates, want)
	}
	for _, c := range candidates {
		if c != want[0] && c != want[1] {
			t.Errorf("candidate %q, want one of %q", c, want)
		}
	}
	for _, part := range []string{"a=sendonly", "packetization-mode=1", "profile-level-id=42e01f", "a=setup:active"} {
		if !strings.Contains(answer, part) {
			t.Errorf("the answer has no %q:\n%s", part, answer)
		}
	}
}

// A key frame comes when a viewer says that it lost a picture.
func TestPictureLoss(t *testing.T) {
	s := open(t, nil)
	v, _ := join(t, s)
	for range 5 {
		s.take(t)
	}
	v.lost(await(t, "the track", v.track))
	await(t, "the report", s.asked)
	if u := s.take(t); !u.Key || u.Seq != 105 {
		t.Errorf("frame %d: key is %v, want a key frame out of turn", u.Seq, u.Key)
	}
	if st := s.Stats(); st.Keys != 1 {
		t.Errorf("stats %+v", st)
	}
}

// Thirty viewers cost one encode, and each gets all.
func TestManyViewers(t *testing.T) {
	s := open(t, nil)
	viewers := make([]*viewer, 30)
	for i := range viewers {
		viewers[i], _ = join(t, s)
	}
	const frames = 12
	for n := range frames {
		u := s.take(t)
		for i, v := range viewers {
			if got := await(t, "a picture", v.shots); len(got.nalus) != len(u.NALUs) {
				t.Errorf("viewer %d got %d NAL units for picture %d, want %d", i, len(got.nalus), n, len(u.NALUs))
			}
		}
	}
	if st := s.stage.Stats(); st.Encoded != frames || st.Missed != 0 {
		t.Errorf("the encoder's stats %+v after %d frames", st, frames)
	}
	if st := s.Stats(); st.Open != len(viewers) || st.Skipped != 0 {
		t.Errorf("stats %+v", st)
	}
}

// Where UDP is blocked, TCP carries it.
func TestTCP(t *testing.T) {
	s := open(t, nil)
	v := browse(t, func(e *webrtc.SettingEngine) {
		e.SetNetworkTypes([]webrtc.NetworkType{webrtc.NetworkTypeTCP4})
	}).meet(s)
	await(t, "a viewer that begins", s.asked)
	s.take(t)
	await(t, "a picture", v.shots)
}

// A browser whose network dies is dropped.
func TestSilence(t *testing.T) {
	s := open(t, func(c *Config) { c.Stall = 2 * time.Second }) // time enough to connect on a busy machine
	var network net.PacketConn
	v := browse(t, func(e *webrtc.SettingEngine) {
		c, err := net.ListenPacket("udp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		network = c
		e.SetICEUDPMux(webrtc.NewICEUDPMux(e.LoggerFactory.NewLogger("udp"), c))
	}).meet(s)
	await(t, "a viewer that begins", s.asked)
	s.take(t)
	await(t, "a picture", v.shots)
	network.Close()
	until(t, s, "the dead network", func(st Stats) bool { return st.Open == 0 && st.Stalled == 1 })
}

// A browser that leaves is forgotten at once, and may come again.
func TestLeaving(t *testing.T) {
	s := open(t, nil)
	leaves, _ := join(t, s)
	s.takeKey(t)
	await(t, "a picture", leaves.shots)
	leaves.pc.Close()
	until(t, s, "leaving", func(st Stats) bool { return st.Open == 0 && st.Opened == 1 && st.Stalled == 0 })

	again, _ := join(t, s)
	s.takeKey(t)
	await(t, "a picture", again.shots)
	if st := s.Stats(); st.Open != 1 || st.Opened != 2 {
		t.Errorf("stats %+v", st)
	}
}

// until waits until Observe was told something.
func until(t *testing.T, s *table, what string, is func(Stats) bool) {
	t.Helper()
	for !is(await(t, what, s.seen)) {
	}
}

// A browser that makes an offer and never comes is dropped.
func TestNeverConnects(t *testing.T) {
	s := open(t, func(c *Config) { c.Stall = 100 * time.Millisecond })
	if _, _, err := s.Answer(context.Background(), "1", "overhead", browse(t, nil).offer()); err != nil {
		t.Fatal(err)
	}
	until(t, s, "a browser that does not come", func(st Stats) bool { return st.Open == 0 && st.Stalled == 1 })
}

// When the camera's stream ends, so do its viewers' connections.
func TestCameraEnds(t *testing.T) {
	s := open(t, nil)
	v, _ := join(t, s)
	s.take(t)
	await(t, "a picture", v.shots)
	s.frames.Close()
	until(t, s, "the end", func(st Stats) bool { return st.Open == 0 && st.Opened == 1 })
}

func TestBadOffers(t *testing.T) {
	s := open(t, nil)
	bare := func(kind webrtc.RTPCodecType, to webrtc.RTPTransceiverDirection) string {
		v := browse(t, nil)
		if _, err := v.pc.AddTransceiverFromKind(kind, webrtc.RTPTransceiverInit{Direction: to}); err != nil {
			t.Fatal(err)
		}
		return v.local()
	}
	good := browse(t, nil).offer()
	for name, offer := range map[string]string{
		"empty":      "",
		"no SDP":     "{}",
		"cut short":  good[:len(good)/2],
		"audio only": bare(webrtc.RTPCodecTypeAudio, webrtc.RTPTransceiverDirectionRecvonly),
		"sends":      bare(webrtc.RTPCodecTypeVideo, webrtc.RTPTransceiverDirectionSendonly),
		"no H.264":   strings.ReplaceAll(bare(webrtc.RTPCodecTypeVideo, webrtc.RTPTransceiverDirectionRecvonly), "H264/90000", "H266/90000"),
	} {
		if _, _, err := s.Answer(context.Background(), "1", "overhead", offer); !errors.Is(err, web.ErrOffer) {
			t.Errorf("%s: err = %v", name, err)
		}
	}
	for _, c := range [][2]string{{"2", "overhead"}, {"1", "left"}} {
		if _, _, err := s.Answer(context.Background(), c[0], c[1], good); !errors.Is(err, web.ErrNoCamera) {
			t.Errorf("%v: err = %v", c, err)
		}
	}
	if st := s.Stats(); st.Opened != 0 {
		t.Errorf("stats %+v", st)
	}
	s.Close()
	if _, _, err := s.Answer(context.Background(), "1", "overhead", good); !errors.Is(err, ErrClosed) {
		t.Errorf("closed: err = %v", err)
	}
}

func TestListen(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for _, address := range []string{"nonsense", "127.0.0.1:99999", taken.Addr().String()} {
		if s, err := New(Config{Listen: address}); err == nil {
			s.Close()
			t.Errorf("%s: no error", address)
		}
	}
}
