package synth

import "testing"

// One 1280 x 720 picture with a typical table, JPEG losses included.
func BenchmarkRender(b *testing.B) {
	for _, event := range []string{"333", "777", "minx"} {
		b.Run(event, func(b *testing.B) {
			s, cam := scene(b, 5, Options{Event: event}, "overhead")
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Render(s, *cam); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "pictures/s")
		})
	}
}

// The same without JPEG.
func BenchmarkRaw(b *testing.B) {
	s, cam := scene(b, 5, Options{Event: "333"}, "overhead")
	for b.Loop() {
		if _, err := Raw(s, *cam); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "pictures/s")
}
