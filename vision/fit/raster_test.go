package fit

import (
	"math"
	"testing"

	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
	"pgregory.net/rapid"
)

// back undoes x.
func (x *affine) back(size float64, v geom.Vec, direction bool) geom.Vec {
	if !direction {
		v = v.Sub(x.t)
	}
	return x.a.Inverse().Apply(v).Mul(1 / (size * size))
}

// cast returns the label that a ray from the eye through a picture pixel meets
// first, each layer taken as the set of points behind all its planes.
func cast(m *model, cam *calib.Camera, p *pose, xf []affine, q geom.Pixel) int16 {
	ray := geom.Vec{X: (q.U - cam.Cx) / cam.Fx, Y: (q.V - cam.Cy) / cam.Fy, Z: 1}
	first, id := math.Inf(1), int16(background)
	for l := range m.layers {
		eye, dir := xf[l].back(p.size, geom.Vec{}, false), xf[l].back(p.size, ray, true)
		enter, leave := 0.0, math.Inf(1)
		var front *facet
		for i := range m.layers[l].polys {
			f := &m.layers[l].polys[i]
			toward, off := f.Normal.Dot(dir), f.Normal.Dot(f.Corners[0].Sub(eye))
			switch {
			case toward < 0 && off/toward > enter:
				enter, front = off/toward, f
			case toward > 0:
				leave = min(leave, off/toward)
			case toward == 0 && off < 0:
				leave = -1
			}
		}
		if front == nil || enter > leave || enter >= first {
			continue
		}
		first, id = enter, m.bodyID(front.id)
		at := eye.Add(dir.Mul(enter))
		for _, s := range m.layers[l].stickers {
			if s.face == front.Face && inCell(&s, at, p.fill) {
				id = m.tileID(s.place)
			}
		}
	}
	return id
}

// inCell tells whether a point of a sticker's plane lies in the sticker.
func inCell(s *tile, at geom.Vec, fill float64) bool {
	for i, a := range s.corners {
		b := s.corners[(i+1)%len(s.corners)]
		a, b = s.centre.Add(a.Sub(s.centre).Mul(fill)), s.centre.Add(b.Sub(s.centre).Mul(fill))
		if b.Sub(a).Cross(at.Sub(a)).Dot(s.normal) < 0 {
			return false
		}
	}
	return true
}

// What the painter draws is what rays meet, at every pixel that is not within
// a fiftieth of a pixel of a border.
func TestPainterAgreesWithRays(t *testing.T) {
	for _, event := range append(someEvents, "777") {
		m := load(t, event)
		checked, shown := 0, map[int16]bool{}
		rapid.Check(t, func(t *rapid.T) {
			p := drawPose(t, m)
			cam := overhead(geom.Angle(rapid.Float64Range(0, 75).Draw(t, "tilt")) * geom.Degree)
			centre, _ := cam.Project(geom.Vec{X: p.x, Y: p.y, Z: p.size / 2})
			to := &patch{x0: math.Floor(centre.U - 80), y0: math.Floor(centre.V - 80), scale: 2, w: 80, h: 80}
			d := painter{m: m}
			var l labels
			if !d.draw(cam, &p, to, &l) {
				t.Fatal("a part is behind the camera")
			}
			for range 60 {
				x, y := rapid.IntRange(0, 79).Draw(t, "x"), rapid.IntRange(0, 79).Draw(t, "y")
				q := to.from(geom.Pixel{U: float64(x), V: float64(y)})
				want := cast(m, cam, &p, d.xf[:], q)
				clear := true
				for _, o := range [4]geom.Pixel{{U: 0.02, V: 0.02}, {U: -0.02, V: 0.02}, {U: 0.02, V: -0.02}, {U: -0.02, V: -0.02}} {
					clear = clear && cast(m, cam, &p, d.xf[:], geom.Pixel{U: q.U + o.U, V: q.V + o.V}) == want
				}
				if !clear {
					continue
				}
				checked++
				shown[want] = true
				if got := l.id[y*l.w+x]; got != want {
					t.Fatalf("%s: pixel %v shows part %d, a ray meets %d", event, q, got, want)
				}
			}
		})
		if checked < 1000 || len(shown) < len(m.puz.Stickers)/4 {
			t.Errorf("%s: only %d pixels were compared, which showed %d parts", event, checked, len(shown))
		}
	}
}

// The order does not depend on where along the axis' normal the eye is between
// two cuts, and puts the eye's own layer last.
func TestOrder(t *testing.T) {
	m := load(t, "444")
	for _, c := range []struct {
		height float64
		want   [4]int
	}{
		{-9, [4]int{3, 2, 1, 0}},
		{m.cuts[0] - 0.01, [4]int{3, 2, 1, 0}},
		{m.cuts[0] + 0.01, [4]int{0, 3, 2, 1}},
		{m.cuts[1] - 0.01, [4]int{0, 3, 2, 1}},
		{m.cuts[1] + 0.01, [4]int{0, 1, 3, 2}},
		{9, [4]int{0, 1, 2, 3}},
	} {
		if got := m.order(c.height, nil); [4]int(got) != c.want {
			t.Errorf("from height %g the order is %v, want %v", c.height, got, c.want)
		}
	}
}

// A part behind the camera is reported, not drawn.
func TestDrawBehindTheCamera(t *testing.T) {
	m := load(t, "333")
	p := pose{rest: restsOf(m, [maxLayers]float64{})[0].rest, size: 56, fill: 0.9, rim: 0.975, y: 1000}
	cam := overhead(80 * geom.Degree)
	d := painter{m: m}
	var l labels
	if d.draw(cam, &p, &patch{w: 64, h: 64, scale: 1}, &l) {
		t.Error("a puzzle behind the camera was drawn")
	}
}

// drawConvex draws the corners of a convex polygon, some of them far outside,
// some polygons thin or without area.
func drawConvex(t *rapid.T, w, h int) []geom.Pixel {
	u := rapid.Float64Range(-1.5*float64(w), 2.5*float64(w)).Draw(t, "u")
	v := rapid.Float64Range(-1.5*float64(h), 2.5*float64(h)).Draw(t, "v")
	a := rapid.Float64Range(0, 3*float64(w)).Draw(t, "half width")
	b := a * rapid.SampledFrom([]float64{1, 0.3, 0.01, 0}).Draw(t, "thin")
	n := rapid.IntRange(3, 7).Draw(t, "corners")
	turn := rapid.Float64Range(0, math.Pi).Draw(t, "turn")
	out := make([]geom.Pixel, n)
	for i := range out {
		s, c := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		x, y := a*c, b*s
		s, c = math.Sincos(turn)
		out[i] = geom.Pixel{U: u + x*c - y*s, V: v + x*s + y*c}
	}
	return out
}

// nearBorder tells whether a point is within rounding of a polygon's border.
func nearBorder(pts []geom.Pixel, u, v float64) bool {
	for i, a := range pts {
		b := pts[(i+1)%len(pts)]
		du, dv := b.U-a.U, b.V-a.V
		k := ((u-a.U)*du + (v-a.V)*dv) / max(du*du+dv*dv, 1e-12)
		k = min(max(k, 0), 1)
		if math.Hypot(u-a.U-k*du, v-a.V-k*dv) < 1e-6 {
			return true
		}
	}
	return false
}

func TestFillAgreesWithPointInPolygon(t *testing.T) {
	const w, h = 23, 17
	rapid.Check(t, func(t *rapid.T) {
		var l labels
		l.reset(w, h)
		polys := make([][]geom.Pixel, rapid.IntRange(1, 3).Draw(t, "polygons"))
		for k := range polys {
			polys[k] = drawConvex(t, w, h)
			l.fill(polys[k], int16(k+1))
		}
		if l.x0 < 0 || l.y0 < 0 || l.x1 > w || l.y1 > h {
			t.Fatalf("the box %d..%d, %d..%d leaves the picture", l.x0, l.x1, l.y0, l.y1)
		}
		for y := range h {
			for x := range w {
				want, sure := int16(background), true
				for k, p := range polys {
					sure = sure && !nearBorder(p, float64(x), float64(y))
					if holds(p, float64(x), float64(y)) {
						want = int16(k + 1)
					}
				}
				got := l.id[y*w+x]
				if sure && got != want {
					t.Fatalf("pixel %d,%d shows %d, want %d, of %v", x, y, got, want, polys)
				}
				if got != background && (x < l.x0 || x >= l.x1 || y < l.y0 || y >= l.y1) {
					t.Fatalf("pixel %d,%d is painted outside the box %d..%d, %d..%d", x, y, l.x0, l.x1, l.y0, l.y1)
				}
			}
		}
	})
}

// Polygons that are none paint nothing and do no harm.
func TestFillNothing(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for name, pts := range map[string][]geom.Pixel{
		"no corners":      nil,
		"one corner":      {{U: 3, V: 3}},
		"two corners":     {{U: 1.5, V: 1}, {U: 1.5, V: 6}},
		"a point thrice":  {{U: 3, V: 3}, {U: 3, V: 3}, {U: 3, V: 3}},
		"between rows":    {{U: 0, V: 2.1}, {U: 8, V: 2.1}, {U: 8, V: 2.9}, {U: 0, V: 2.9}},
		"between columns": {{U: 2.1, V: 0}, {U: 2.9, V: 0}, {U: 2.9, V: 8}, {U: 2.1, V: 8}},
		"not numbers":     {{U: nan, V: nan}, {U: nan, V: nan}, {U: nan, V: nan}},
		"a corner is not": {{U: nan, V: 0}, {U: nan, V: 8}, {U: nan, V: 8}},
		"right of it":     {{U: 20, V: 0}, {U: 30, V: 0}, {U: 30, V: 8}},
		"left of it":      {{U: -20, V: 0}, {U: -3, V: 0}, {U: -3, V: 8}},
		"above it":        {{U: 0, V: -9}, {U: 8, V: -9}, {U: 8, V: -2}},
		"below it":        {{U: 0, V: 19}, {U: 8, V: 19}, {U: 8, V: 12}},
		"endless":         {{U: -inf, V: -inf}, {U: inf, V: -inf}, {U: inf, V: inf}},
		"huge and off":    {{U: 1e300, V: 1e300}, {U: 2e300, V: 1e300}, {U: 2e300, V: 2e300}},
	} {
		t.Run(name, func(t *testing.T) {
			var l labels
			l.reset(8, 8)
			l.fill(pts, 1)
			var m mask
			m.polygon(pts, new(rows))
			for i, id := range l.id {
				if id != background || m[i/8]>>(i%8)&1 != 0 {
					t.Fatalf("pixel %d,%d is painted", i%8, i/8)
				}
			}
		})
	}
}

// Every finite polygon with one corner that is no number is harmless.
func TestFillAnyNumbers(t *testing.T) {
	number := rapid.OneOf(rapid.Float64(), rapid.Float64Range(-10, 30), rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1)}))
	rapid.Check(t, func(t *rapid.T) {
		var l labels
		l.reset(16, 12)
		pts := make([]geom.Pixel, rapid.IntRange(0, 6).Draw(t, "corners"))
		for i := range pts {
			pts[i] = geom.Pixel{U: number.Draw(t, "u"), V: number.Draw(t, "v")}
		}
		l.fill(pts, 1)
		var m mask
		m.polygon(pts, new(rows))
		if l.x0 < 0 || l.y0 < 0 || l.x1 > 16 || l.y1 > 12 {
			t.Fatalf("the box %d..%d, %d..%d leaves the picture", l.x0, l.x1, l.y0, l.y1)
		}
	})
}

func TestResetForgets(t *testing.T) {
	var l labels
	l.reset(9, 7)
	l.fill([]geom.Pixel{{U: -1, V: -1}, {U: 20, V: -1}, {U: 20, V: 20}, {U: -1, V: 20}}, 5)
	l.reset(5, 4)
	if len(l.id) != 20 || l.x0 != 5 || l.y0 != 4 || l.x1 != 0 || l.y1 != 0 {
		t.Fatalf("box %d..%d, %d..%d over %d pixels", l.x0, l.x1, l.y0, l.y1, len(l.id))
	}
	for _, id := range l.id {
		if id != background {
			t.Fatal("a pixel kept its label")
		}
	}
}

// A patch's coordinates and the picture's are each other's inverse.
func TestPatchCoordinates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := patch{x0: rapid.Float64Range(0, 900).Draw(t, "x0"), y0: rapid.Float64Range(0, 900).Draw(t, "y0"), scale: float64(rapid.IntRange(1, 6).Draw(t, "scale"))}
		q := geom.Pixel{U: rapid.Float64Range(-50, 2000).Draw(t, "u"), V: rapid.Float64Range(-50, 2000).Draw(t, "v")}
		if r := p.from(p.to(q)); math.Hypot(r.U-q.U, r.V-q.V) > 1e-9 {
			t.Fatalf("%v came back as %v", q, r)
		}
	})
}
