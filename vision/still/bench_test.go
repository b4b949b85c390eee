package still

import (
	"testing"
	"time"

	"github.com/plustwo/plustwo/vision"
)

// large doubles a film's pictures and camera: 720p.
func large(f *film) *film {
	g := &film{camera: f.camera, places: f.places}
	c := &g.camera
	c.Width, c.Height, c.Fx, c.Fy, c.Cx, c.Cy = 2*c.Width, 2*c.Height, 2*c.Fx, 2*c.Fy, 2*c.Cx+0.5, 2*c.Cy+0.5
	twice := map[*vision.Image]*vision.Image{}
	for _, fr := range f.frames {
		if twice[fr.Image] == nil {
			im := &vision.Image{Width: 2 * fr.Image.Width, Height: 2 * fr.Image.Height, Pix: make([]uint8, 12*fr.Image.Width*fr.Image.Height)}
			for y := range im.Height {
				for x := range im.Width {
					copy(im.Pix[3*(y*im.Width+x):][:3], fr.Image.Pix[3*(y/2*fr.Image.Width+x/2):][:3])
				}
			}
			twice[fr.Image] = im
		}
		fr.Image = twice[fr.Image]
		g.frames = append(g.frames, fr)
	}
	for i, p := range g.places {
		if p != nil {
			q := Place{MMPerPx: p.MMPerPx / 2}
			for _, u := range p.Outline {
				u.U, u.V = 2*u.U+0.5, 2*u.V+0.5
				q.Outline = append(q.Outline, u)
			}
			g.places = append(g.places[:i:i], append([]*Place{&q}, g.places[i+1:]...)...)
		}
	}
	return g
}

// warm returns a function that feeds a watcher the next frame of a 720p film; it
// has seen rest and the still, and nothing happens any more.
func warm(t testing.TB) func() {
	shots := quiet(40)
	for i := range 8 {
		shots[i].x = float64(i - 8) // the competitor puts it down
	}
	f := large(shoot(t, 1, 640, shots))
	w := New(Config{Camera: &f.camera, SizeMM: 56})
	w.Stop(time.Second / 2)
	seq := uint64(0)
	next := func() {
		fr := f.frames[min(seq, 20+seq%20)]
		fr.Seq, fr.At = seq, time.Duration(seq)*time.Second/rate
		seq++
		for _, e := range w.Feed(fr) {
			if e.Kind == Look {
				w.Place(fr.Seq, f.places[20])
			}
		}
	}
	for range 60 {
		next()
	}
	if !w.guard.on || !w.track.on || w.take.on {
		t.Fatal("the watcher has not seen rest and taken the still")
	}
	return next
}

// quiet is a script in which nothing happens.
func quiet(n int) []shot { return make([]shot, n) }

// A 720p frame with the puzzle at rest, watched for contacts.
func BenchmarkFeed(b *testing.B) {
	next := warm(b)
	b.ReportAllocs()
	for b.Loop() {
		next()
	}
}

// The same while the stop is to be told by sight.
func BenchmarkFeedBySight(b *testing.B) {
	f := large(shoot(b, 1, 640, quiet(8)))
	w := New(Config{Camera: &f.camera, SizeMM: 56})
	seq := uint64(0)
	b.ReportAllocs()
	for b.Loop() {
		fr := f.frames[seq%uint64(len(f.frames))]
		fr.Seq, fr.At = seq, time.Duration(seq)*time.Second/rate
		seq++
		w.Feed(fr)
	}
}

func TestNoAllocations(t *testing.T) {
	next := warm(t)
	if n := testing.AllocsPerRun(50, next); n != 0 {
		t.Errorf("%v allocations a frame", n)
	}
}
