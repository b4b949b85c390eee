//go:build browser

package browser

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/plustwo/plustwo/stream/encode"
	"github.com/plustwo/plustwo/stream/feed"
	"github.com/plustwo/plustwo/stream/rtc"
	"github.com/plustwo/plustwo/vision"
)

// rtcTable is the table whose camera is seen over WebRTC; the others have it by
// pictures over HTTP.
const rtcTable = "t2"

// counter is a camera whose pictures tell their number, encoded and sent.
type counter struct {
	frames feed.Feed[vision.Frame]
	stage  *encode.Stage
	peers  *rtc.Server
}

func newCounter(t testing.TB) *counter {
	t.Helper()
	c := &counter{}
	c.stage = encode.Start(c.frames.Reader(), encode.Options{Bitrate: 1_000_000, Rate: 15})
	var err error
	c.peers, err = rtc.New(rtc.Config{Listen: "127.0.0.1:0",
		Camera: func(table, camera string) (rtc.Source, bool) {
			return c.stage, table == rtcTable && camera == "overhead"
		},
		Overlay: func(_, _ string, seq uint64) []byte {
			return fmt.Appendf(nil, `{"width":640,"height":360,"outline":[[{"U":%d,"V":100},{"U":300,"V":100},{"U":300,"V":200}]]}`, seq%300)
		}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// run films, fifteen pictures a second, until the context ends.
func (c *counter) run(ctx context.Context) error {
	tick := time.NewTicker(time.Second / 15)
	defer tick.Stop()
	start := time.Now()
	for seq := uint64(0); ; seq++ {
		select {
		case <-ctx.Done():
			return errors.Join(c.peers.Close(), c.stage.Close())
		case <-tick.C:
			c.frames.Publish(vision.Frame{Camera: "overhead", Seq: seq, At: time.Since(start), Image: numbered(seq)})
		}
	}
}

// numbered is a picture with its number as 16 squares of 40 pixels, the lowest
// bit first, white for 1.
func numbered(seq uint64) *vision.Image {
	m := &vision.Image{Width: 640, Height: 360, Pix: make([]uint8, 640*360*3)}
	for i := range m.Pix {
		m.Pix[i] = 60
	}
	for y := range 40 {
		for x := range 640 {
			v := uint8(255 * (seq >> (x / 40) & 1))
			for k := range 3 {
				m.Pix[(y*640+x)*3+k] = v
			}
		}
	}
	return m
}
