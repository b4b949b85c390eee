package fit

import (
	"math"
	"testing"

	"github.com/plustwo/plustwo/calib/geom"
	"pgregory.net/rapid"
)

// drawPose draws a stable pose near the mat's middle.
func drawPose(t *rapid.T, m *model) pose {
	var turn [maxLayers]float64
	for l := 1; l < len(m.layers); l++ {
		d := 0.0
		if rapid.Bool().Draw(t, "turned") {
			d = rapid.Float64Range(-0.5, 0.5).Draw(t, "turn") * m.step.Radians()
		}
		turn[l] = turn[l-1] + d
	}
	rests := restsOf(m, turn)
	if len(rests) == 0 {
		t.Fatalf("a puzzle with turns %v rests nowhere", turn)
	}
	s := m.puz.Size
	return pose{
		rest: rests[rapid.IntRange(0, len(rests)-1).Draw(t, "rest")].rest, turn: turn,
		x:    rapid.Float64Range(-80, 80).Draw(t, "x"),
		y:    rapid.Float64Range(-60, 60).Draw(t, "y"),
		z:    rapid.Float64Range(0, 5).Draw(t, "z"),
		yaw:  rapid.Float64Range(-math.Pi, math.Pi).Draw(t, "yaw"),
		size: rapid.Float64Range(s.MinMM, s.MaxMM).Draw(t, "size"),
		fill: rapid.Float64Range(0.7, 0.98).Draw(t, "fill"),
		rim:  rapid.Float64Range(0.92, 1).Draw(t, "rim"),
	}
}

// corners lists all corners of a layer in the mat frame (mm).
func (p *pose) corners(m *model, layer int) []geom.Vec {
	var xf [maxLayers]affine
	p.layersInto(m, identity, xf[:])
	var out []geom.Vec
	for _, c := range m.layers[layer].corners {
		out = append(out, xf[layer].apply(c))
	}
	return out
}

// someEvents have every shape of puzzle.
var someEvents = []string{"222", "333", "444", "pyram", "skewb", "minx"}

func TestPoseRestsOnTheSurface(t *testing.T) {
	for _, event := range someEvents {
		m := load(t, event)
		rapid.Check(t, func(t *rapid.T) {
			p := drawPose(t, m)
			low, touching := math.Inf(1), 0
			for l := range m.layers {
				for _, c := range p.corners(m, l) {
					low = min(low, c.Z)
					if math.Abs(c.Z-p.z) < 1e-3 {
						touching++
					}
				}
			}
			if math.Abs(low-p.z) > 1e-3 || touching < 3 {
				t.Fatalf("%s: the lowest corner is at %g mm and %d corners touch, want %g and at least 3", event, low, touching, p.z)
			}
			if mp := p.matFromPuzzle(m); mp.T.X != p.x || mp.T.Y != p.y || !mp.R.Valid(1e-9) {
				t.Fatalf("%s: the core is at %v, R %v; want x %g, y %g and a rotation", event, mp.T, mp.R, p.x, p.y)
			}
		})
	}
}

// Tilts turn the pose about the core: it stays at its place.
func TestTiltTurnsAboutTheCore(t *testing.T) {
	m := load(t, "333")
	rapid.Check(t, func(t *rapid.T) {
		p := drawPose(t, m)
		before := p.matFromPuzzle(m)
		p.tilt = [2]float64{rapid.Float64Range(-0.05, 0.05).Draw(t, "tilt x"), rapid.Float64Range(-0.05, 0.05).Draw(t, "tilt y")}
		after := p.matFromPuzzle(m)
		if after.T != before.T {
			t.Fatalf("the core moved from %v to %v", before.T, after.T)
		}
		// Up, seen from the puzzle, is turned by the tilt's size.
		up := geom.Vec{Z: 1}
		got := math.Acos(min(before.R.Inverse().Apply(up).Dot(after.R.Inverse().Apply(up)), 1))
		if want := math.Hypot(p.tilt[0], p.tilt[1]); math.Abs(got-want) > 1e-6 {
			t.Fatalf("up is turned by %g, want %g", got, want)
		}
	})
}

// The truth of a rendered scene, made into a pose, has every sticker where the
// scene's own labels have it.
func TestPoseAgreesWithTheScene(t *testing.T) {
	for n, event := range someEvents {
		s := take(t, order{seed: uint64(40 + n), options: poseScene(event), views: "offset"})
		p := s.pose(t)
		var xf [maxLayers]affine
		p.layersInto(s.m, s.views[0].Camera.CamFromMat, xf[:])
		for l := range s.m.layers {
			for _, k := range s.m.layers[l].stickers {
				px, ok := s.views[0].Camera.ProjectCam(xf[l].apply(k.centre))
				want := s.known.Stickers[k.place].Px["offset"]
				if d := math.Hypot(px.U-want[0], px.V-want[1]); !ok || !(d < 0.05) {
					t.Errorf("%s: sticker %d is at %v, want %v", s.scene.ID, k.place, px, want)
				}
			}
		}
	}
}

func TestAddMovesWhatGetReads(t *testing.T) {
	m := load(t, "777")
	rapid.Check(t, func(t *rapid.T) {
		p := drawPose(t, m)
		k := rapid.IntRange(0, maxParams-1).Draw(t, "parameter")
		d := rapid.Float64Range(-1, 1).Draw(t, "by")
		q := p
		q.add(k, d)
		for i := range maxParams {
			want := p.get(i)
			if i == k {
				want += d
			}
			if q.get(i) != want {
				t.Fatalf("parameter %d is %g, want %g, after adding %g to parameter %d", i, q.get(i), want, d, k)
			}
		}
	})
}

// The Jacobian that the normal equations gather is that of the projection.
func TestJacobian(t *testing.T) {
	s := take(t, plainShot)
	m := s.m
	win := s.window(t, 0)
	cam := overhead(15 * geom.Degree)
	view := *win
	view.cam = cam
	rapid.Check(t, func(t *rapid.T) {
		p := drawPose(t, m)
		p.tilt = [2]float64{rapid.Float64Range(-0.01, 0.01).Draw(t, "tilt x"), rapid.Float64Range(-0.01, 0.01).Draw(t, "tilt y")}
		r := newFitter(m, &view).r
		r.use(&view, scale(rapid.IntRange(0, 1).Draw(t, "scale")))
		r.linearise(&p)
		b := border{layer: rapid.IntRange(0, len(m.layers)-1).Draw(t, "layer"), by: pFill}
		if rapid.Bool().Draw(t, "inner face") {
			b.by = pRim
		}
		stickers := m.layers[b.layer].stickers
		tile := stickers[rapid.IntRange(0, len(stickers)-1).Draw(t, "sticker")]
		b.c = tile.centre
		raw := tile.corners[rapid.IntRange(0, len(tile.corners)-1).Draw(t, "corner")]
		sin, cos := math.Sincos(rapid.Float64Range(0, 2*math.Pi).Draw(t, "normal"))

		place := func(p *pose) float64 { // of the border point along the normal, in the level's pixels
			var xf [maxLayers]affine
			p.layersInto(m, cam.CamFromMat, xf[:])
			v := b.c.Add(raw.Sub(b.c).Mul(p.get(b.by)))
			px, _ := cam.ProjectCam(xf[b.layer].apply(v))
			q := r.lv.to(px)
			return q.U*cos + q.V*sin
		}
		r.accumulate(&b, raw, b.c.Add(raw.Sub(b.c).Mul(p.get(b.by))), cos, sin, 1, 1)
		for k := range r.params() {
			h := delta(k)
			if k == pFill || k == pRim {
				h = 1e-3
			}
			q := p
			q.add(k, h)
			want := (place(&q) - place(&p)) / h // linearise's own step
			// Over that step only the perspective bends: by its square, a ten
			// thousandth.
			if got := r.atb[k]; math.Abs(got-want) > 0.002*math.Abs(want)+0.02 {
				t.Fatalf("parameter %d: derivative %g, want %g", k, got, want)
			}
		}
	})
}
