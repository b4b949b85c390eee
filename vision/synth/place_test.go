package synth

import (
	"math"
	"testing"

	"github.com/plustwo/plustwo/calib/geom"
)

// Things appear where the camera projects them, to a twentieth of a pixel, in
// the middle of the picture and near its corners, through a bent lens.
func TestPicturesAgreeWithTheCamera(t *testing.T) {
	for n, view := range Views {
		s, cam := scene(t, uint64(n), Options{Event: "333", Plain: true}, view)
		cam.Dist = [5]float64{-0.15, 0.03, 0.001, -0.001, 0}
		s.Puzzle, s.Things = nil, nil
		s.Table.Grain, s.Table.Streaks = 0, 0
		s.Table.Mat.Colour, s.Table.Mat.WidthMM, s.Table.Mat.DepthMM = RGB{10, 10, 10}, 1000, 700
		for _, at := range []pt{{0, 0}, {-110, 60}, {120, 50}, {70, -40}} {
			s.Table.Mat.Prints = []Print{{Shape: Disc, SizeMM: 6, XMM: at.x, YMM: at.y, Colour: RGB{255, 255, 255}}}
			want, ok := cam.Project(geom.Vec{X: at.x, Y: at.y, Z: s.Table.Mat.ThicknessMM})
			if !ok || want.U < 20 || want.V < 20 || want.U > 1259 || want.V > 699 {
				continue
			}
			light := levels(t, s, cam)
			var sum, u, v float64
			for y := int(want.V) - 15; y <= int(want.V)+15; y++ {
				for x := int(want.U) - 15; x <= int(want.U)+15; x++ {
					l := float64(light[y*cam.Width+x] - light[int(want.V)*cam.Width+int(want.U)-18])
					sum, u, v = sum+l, u+l*float64(x), v+l*float64(y)
				}
			}
			if d := math.Hypot(u/sum-want.U, v/sum-want.V); !(d < 0.05) {
				t.Errorf("%s: a disc at %v is %.3f pixels from its place %v", view, at, d, want)
			}
		}
	}
}
