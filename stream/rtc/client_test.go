package rtc

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/bluenviron/mediacommon/v2/pkg/codecs/h264"
	"github.com/pion/rtcp"
	"github.com/pion/rtp/codecs"
	"github.com/pion/webrtc/v4"

	"github.com/plustwo/plustwo/stream/encode"
	"github.com/plustwo/plustwo/stream/feed"
	"github.com/plustwo/plustwo/vision"
)

// patience is how long a test waits for what must come.
const patience = 30 * time.Second

// await returns what comes on a channel.
func await[T any](t *testing.T, what string, c <-chan T) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(patience):
		t.Fatalf("%s: waited in vain", what)
		panic("unreachable")
	}
}

// table is a table with one camera whose frames the test takes, and its server.
type table struct {
	*Server
	frames   feed.Feed[vision.Frame]
	stage    *encode.Stage
	tape     *encode.Reader
	next     int
	asked    chan struct{}        // key frames: a viewer begins, or lost something
	texts    chan (chan<- []byte) // what Messages was asked for
	seen     chan Stats           // what Observe was told
	overlaid chan uint64          // what Overlay was asked for: frames told to somebody
}

func (s *table) Live() *encode.Reader { return s.stage.Live() }

func (s *table) Key() {
	s.stage.Key()
	s.asked <- struct{}{}
}

const many = 1000 // events that may wait for a test to look

// overlays are what belongs to frames, one after the other.
var overlays = [][]byte{nil, []byte("{}"), []byte(` {"outline":[3]}`)}

// open starts a table; the test ends it and finds nothing left.
func open(t *testing.T, change func(*Config)) *table {
	t.Helper()
	s := &table{asked: make(chan struct{}, many), texts: make(chan (chan<- []byte), many), seen: make(chan Stats, many), overlaid: make(chan uint64, many)}
	s.stage = encode.Start(s.frames.Reader(), encode.Options{Bitrate: 500_000})
	s.tape = s.stage.Tape().From(0)
	cfg := Config{
		Listen: "127.0.0.1:0",
		Camera: func(table, camera string) (Source, bool) { return s, table == "1" && camera == "overhead" },
		Messages: func(ctx context.Context, _, _ string) <-chan []byte {
			c := make(chan []byte)
			own := make(chan []byte, many)
			go func() {
				defer close(c)
				for {
					select {
					case <-ctx.Done():
						return
					case text := <-own:
						c <- text
					}
				}
			}()
			s.texts <- own
			return c
		},
		Overlay: func(_, _ string, seq uint64) []byte {
			s.overlaid <- seq
			return overlays[seq%uint64(len(overlays))]
		},
		Observe: func(st Stats) { s.seen <- st },
	}
	if change != nil {
		change(&cfg)
	}
	var err error
	if s.Server, err = New(cfg); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for range 2 {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		}
		s.stage.Close()
		if n := s.Stats().Open; n != 0 {
			t.Errorf("%d connections after Close", n)
		}
		nothingLeft(t)
	})
	return s
}

// nothingLeft waits until no goroutine of this package or pion runs.
func nothingLeft(t *testing.T) {
	t.Helper()
	buf := make([]byte, 4<<20)
	for deadline := time.Now().Add(patience); ; runtime.Gosched() {
		left := 0
		stacks := string(buf[:runtime.Stack(buf, true)])
		for _, g := range strings.Split(stacks, "\n\n") {
			if strings.Contains(g, "github.com/pion/") || strings.Contains(g, "stream/rtc.(*peer)") || strings.Contains(g, "stream/encode.") {
				left++
			}
		}
		if left == 0 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines are left:\n%s", left, stacks)
		}
	}
}

const width, height = 160, 96

// picture shows a bright square that moves on with each frame.
func picture(n int) *vision.Image {
	pix := make([]uint8, 3*width*height)
	for y := range height {
		for x := range width {
			p := pix[3*(y*width+x):]
			p[0], p[1], p[2] = 60, uint8(y), uint8(x)
			if x/16 == n%10 && y/16 == n/10%6 {
				p[0], p[1], p[2] = 250, 240, 40
			}
		}
	}
	return &vision.Image{Width: width, Height: height, Pix: pix}
}

// taken is when frame n was taken: a camera's clock wavers.
func taken(n int) time.Duration {
	return time.Hour + time.Duration(n)*time.Second/30 + time.Duration(n*7919%9)*time.Millisecond
}

// take has the camera take the next frame, and waits until it is encoded.
func (s *table) take(t *testing.T) encode.Unit {
	t.Helper()
	s.frames.Publish(vision.Frame{Camera: "overhead", Seq: uint64(100 + s.next), At: taken(s.next), Image: picture(s.next)})
	s.next++
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	u, _, err := s.tape.Next(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// takeKey takes frames until one is a key frame.
func (s *table) takeKey(t *testing.T) {
	t.Helper()
	for !s.take(t).Key {
	}
}

// shot is a picture as a viewer got it.
type shot struct {
	rtp   uint32
	nalus [][]byte
}

// viewer is a browser's stand-in.
type viewer struct {
	t      *testing.T
	pc     *webrtc.PeerConnection
	id     string
	track  chan *webrtc.TrackRemote
	shots  chan shot
	frames chan frameText
	texts  chan string
}

// frameText is the text that comes with each frame.
type frameText struct {
	RTP     uint32 `json:"rtp"`
	Seq     uint64 `json:"seq"`
	At      int64  `json:"at_ns"`
	Outline []int  `json:"outline"`
}

// browse makes a browser that has not met the server yet.
func browse(t *testing.T, change func(*webrtc.SettingEngine)) *viewer {
	t.Helper()
	settings := webrtc.SettingEngine{LoggerFactory: pionLog{slog.New(slog.DiscardHandler)}}
	settings.SetIncludeLoopbackCandidate(true)
	settings.SetNetworkTypes([]webrtc.NetworkType{webrtc.NetworkTypeUDP4})
	if change != nil {
		change(&settings)
	}
	media := &webrtc.MediaEngine{}
	if err := media.RegisterDefaultCodecs(); err != nil {
		t.Fatal(err)
	}
	pc, err := webrtc.NewAPI(webrtc.WithMediaEngine(media), webrtc.WithSettingEngine(settings)).NewPeerConnection(webrtc.Configuration{})
	if err != nil {
		t.Fatal(err)
	}
	v := &viewer{t: t, pc: pc, track: make(chan *webrtc.TrackRemote, 1), shots: make(chan shot, many), frames: make(chan frameText, many), texts: make(chan string, many)}
	t.Cleanup(func() { pc.GracefulClose() })
	return v
}

// offer makes a browser's offer with a video and the channel.
func (v *viewer) offer() string {
	v.t.Helper()
	if _, err := v.pc.AddTransceiverFromKind(webrtc.RTPCodecTypeVideo, webrtc.RTPTransceiverInit{Direction: webrtc.RTPTransceiverDirectionRecvonly}); err != nil {
		v.t.Fatal(err)
	}
	for name, take := range map[string]func(string){overlayChannel: v.frame, tableChannel: func(s string) { v.texts <- s }} {
		channel, err := v.pc.CreateDataChannel(name, nil)
		if err != nil {
			v.t.Fatal(err)
		}
		channel.OnMessage(func(m webrtc.DataChannelMessage) { take(string(m.Data)) })
	}
	v.pc.OnTrack(func(track *webrtc.TrackRemote, _ *webrtc.RTPReceiver) {
		v.track <- track
		v.watch(track)
	})
	return v.local()
}

// local is the offer with all candidates.
func (v *viewer) local() string {
	v.t.Helper()
	offer, err := v.pc.CreateOffer(nil)
	if err != nil {
		v.t.Fatal(err)
	}
	gathered := webrtc.GatheringCompletePromise(v.pc)
	if err := v.pc.SetLocalDescription(offer); err != nil {
		v.t.Fatal(err)
	}
	await(v.t, "candidates", gathered)
	return v.pc.LocalDescription().SDP
}

func (v *viewer) frame(text string) {
	var f frameText
	if err := json.Unmarshal([]byte(text), &f); err != nil {
		v.t.Errorf("%s: %v", text, err)
	}
	v.frames <- f
}

// watch puts packets together to pictures.
func (v *viewer) watch(track *webrtc.TrackRemote) {
	depacketizer := codecs.H264Packet{IsAVC: true}
	var whole bytes.Buffer
	for {
		packet, _, err := track.ReadRTP()
		if err != nil {
			return
		}
		part, err := depacketizer.Unmarshal(packet.Payload)
		if err != nil {
			v.t.Error(err)
			return
		}
		whole.Write(part)
		if !packet.Marker {
			continue
		}
		var nalus h264.AVCC
		if err := nalus.Unmarshal(bytes.Clone(whole.Bytes())); err != nil {
			v.t.Error(err)
			return
		}
		whole.Reset()
		v.shots <- shot{packet.Timestamp, nalus}
	}
}

// meet has the server answer, and the browser take the answer.
func (v *viewer) meet(s *table) *viewer {
	v.t.Helper()
	id, answer, err := s.Answer(context.Background(), "1", "overhead", v.offer())
	if err != nil {
		v.t.Fatal(err)
	}
	v.id = id
	if err := v.pc.SetRemoteDescription(webrtc.SessionDescription{Type: webrtc.SDPTypeAnswer, SDP: answer}); err != nil {
		v.t.Fatal(err)
	}
	return v
}

// join connects a viewer and waits until it would get the next key frame, and
// the table's texts.
func join(t *testing.T, s *table) (v *viewer, texts chan<- []byte) {
	t.Helper()
	v = browse(t, nil).meet(s)
	await(t, "a viewer that begins", s.asked)
	return v, await(t, "the table's channel", s.texts)
}

// lost has the browser say that it lost a picture.
func (v *viewer) lost(track *webrtc.TrackRemote) {
	v.t.Helper()
	if err := v.pc.WriteRTCP([]rtcp.Packet{&rtcp.PictureLossIndication{MediaSSRC: uint32(track.SSRC())}}); err != nil {
		v.t.Fatal(err)
	}
}
