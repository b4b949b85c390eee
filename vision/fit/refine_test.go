package fit

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision/synth"
)

// basinShots are pictures, with clutter, of every kind of turn.
func basinShots() []order {
	var out []order
	cases := []synth.Case{synth.NearOK, synth.NearPlusTwo, synth.TwoOver, synth.Aligned}
	for n := range uint64(8) {
		out = append(out, order{seed: 100 + n, options: synth.Options{Event: "333", Case: cases[n%4]}, views: synth.Views[n%2]})
	}
	return out
}

// displaced moves a pose by up to the given angle at every interface and in
// yaw, and by what makes as much at a puzzle's edge in place and size.
func displaced(p pose, m *model, by geom.Angle, rng *rand.Rand) pose {
	within := func(a float64) float64 { return (2*rng.Float64() - 1) * a }
	for l := 1; l < len(m.layers); l++ {
		d := within(by.Radians())
		for k := l; k < len(m.layers); k++ {
			p.turn[k] += d
		}
	}
	p.yaw += within(by.Radians())
	lever := by.Radians() * p.size / 2
	p.x, p.y, p.size = p.x+within(lever), p.y+within(lever), p.size+within(lever)
	return p
}

// refined polishes a guess as Fit does after the table.
func (f *fitter) refined(p pose) guess {
	g := guess{pose: p}
	f.polish(&g, half, 2, 9, 7, 5, 4)
	f.polish(&g, full, 1.5, 4, 3)
	return g
}

// Displaced from the truth, the refinement comes back: nearly always from half
// the table's spacing, which is what the table needs.
func TestRefineBasin(t *testing.T) {
	const tries = 20
	want := map[geom.Angle]float64{2.5: 0.9, 5: 0.75} // measured: 96 and 80 %
	for _, by := range []geom.Angle{2.5, 5, 7.5, 10} {
		back, all := 0, 0
		for n, o := range basinShots() {
			s := take(t, o)
			f := s.fitter(t)
			home := f.refined(s.pose(t))
			rng := rand.New(rand.NewPCG(uint64(n), 5))
			for range tries {
				all++
				g := f.refined(displaced(s.pose(t), s.m, by*geom.Degree, rng))
				same := true
				for l, e := range s.slipErrors(&g.pose) {
					// What the picture does not tell cannot come back.
					same = same && (home.sigma[l] > unseen || e < geom.Degree+3*home.sigma[l])
				}
				if same {
					back++
				}
			}
		}
		share := float64(back) / float64(all)
		t.Logf("from up to %v: %.0f %% of %d come back", by*geom.Degree, 100*share, all)
		if share < want[by] {
			t.Errorf("from up to %v only %.0f %% come back, want %.0f %%", by*geom.Degree, 100*share, 100*want[by])
		}
	}
}

// The step from the truth is small: the picture's borders are where the model
// has them.
func TestTruthStays(t *testing.T) {
	for _, o := range basinShots() {
		s := take(t, o)
		f := s.fitter(t)
		p := s.pose(t)
		g := f.refined(p)
		for l, e := range s.slipErrors(&g.pose) {
			if g.sigma[l] < unseen && e > 1.5*geom.Degree {
				t.Errorf("%s: interface %d drifts by %v (deviation %v)", s.scene.ID, l, e, g.sigma[l])
			}
		}
		const mm = 2.5 // a sixth of a sticker: the rounded rims move a little
		if d := math.Hypot(g.pose.x-p.x, g.pose.y-p.y); d > mm {
			t.Errorf("%s: the core drifts by %g mm", s.scene.ID, d)
		}
		if d := math.Abs(g.pose.size - p.size); d > mm {
			t.Errorf("%s: the size drifts by %g mm", s.scene.ID, d)
		}
	}
}

// On pictures without noise errors agree with the deviations: they are neither
// much larger nor much smaller.
func TestDeviationsAreHonest(t *testing.T) {
	var z []float64
	for n := range uint64(16) {
		o := order{seed: 300 + n, options: synth.Options{Event: "333", Case: synth.NearOK, Plain: true}, views: synth.Views[n%2], clean: true}
		s := take(t, o)
		g := s.fitter(t).refined(s.pose(t))
		for l, e := range s.slipErrors(&g.pose) {
			if g.sigma[l] < unseen {
				z = append(z, float64(e/g.sigma[l]))
			}
		}
	}
	sum, beyond := 0.0, 0
	for _, x := range z {
		sum += x * x
		if x > 2 {
			beyond++
		}
	}
	rms := math.Sqrt(sum / float64(len(z)))
	t.Logf("%d errors, %.2f deviations at the root of the mean square, %d beyond 2", len(z), rms, beyond)
	if len(z) < 24 {
		t.Fatalf("only %d interfaces were seen", len(z))
	}
	if rms > 1.5 || rms < 0.2 || beyond*10 > len(z) {
		t.Errorf("errors are %.2f deviations, %d of %d beyond 2", rms, beyond, len(z))
	}
}

// A step that cannot be taken says so and leaves the pose alone.
func TestStepWithoutPuzzle(t *testing.T) {
	s := take(t, plainShot)
	f := s.fitter(t)
	p := s.pose(t)
	p.y = 1e5 // behind every camera that looks down at the mat
	p.z = 1e6
	before := p
	if f.r.step(&p, full, 3, 1.5) {
		t.Error("a puzzle out of sight was refined")
	}
	if p != before {
		t.Error("the pose moved")
	}
}

// Rates and surveys prefer the truth to poses that are plainly wrong.
func TestTruthRatesBest(t *testing.T) {
	better, all := 0, 0
	for n, o := range basinShots() {
		s := take(t, o)
		f := s.fitter(t)
		home := f.refined(s.pose(t))
		rng := rand.New(rand.NewPCG(uint64(n), 9))
		for range 10 {
			p := home.pose
			l := 1 + rng.IntN(len(s.m.layers)-1)
			d := (15 + 15*rng.Float64()) * geom.Degree.Radians() * float64(1-2*rng.IntN(2))
			for k := l; k < len(s.m.layers); k++ {
				p.turn[k] += d
			}
			all++
			if f.rate(full, &home.pose)+f.slipCost(&home.pose) < f.rate(full, &p)+f.slipCost(&p) {
				better++
			}
		}
	}
	t.Logf("the truth rates better than %d of %d", better, all)
	if better*100 < 90*all {
		t.Errorf("the truth rates better than only %d of %d wrong poses", better, all)
	}
}
