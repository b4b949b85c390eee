package codec

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// slope returns an RGB picture of colours that change slowly.
func slope(width, height int) []uint8 {
	pix := make([]uint8, 0, 3*width*height)
	for y := range height {
		for x := range width {
			pix = append(pix, uint8(x*200/width), uint8(y*200/height), 90)
		}
	}
	return pix
}

// drawing returns a copy of a picture with a bright square that moves with n.
func drawing(on []uint8, width, n int) []uint8 {
	const side = 64
	pix := slices.Clone(on)
	for y := range side {
		row := pix[3*(y*width+n*side/4):]
		for x := range side {
			copy(row[3*x:], []uint8{230, 220, 40})
		}
	}
	return pix
}

// noiseDB is the peak signal-to-noise ratio of a picture against another.
func noiseDB(a, b []uint8) float64 {
	sum := 0.0
	for i := range a {
		d := float64(a[i]) - float64(b[i])
		sum += d * d
	}
	return 10 * math.Log10(255*255/(sum/float64(len(a))))
}

func encoder720(t testing.TB) *Encoder {
	t.Helper()
	e, err := NewEncoder(Config{Width: 1280, Height: 720, Bitrate: 4_000_000, Rate: 30, KeyEvery: 10})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

func TestStream(t *testing.T) {
	e := encoder720(t)
	d, err := NewDecoder()
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	var sps []byte
	ground := slope(1280, 720)
	asked := 13 // out of turn: the next one comes ten later
	for n := range 30 {
		pix := drawing(ground, 1280, n)
		nalus, key, err := e.Encode(pix, int64(n)*33, n == asked)
		if err != nil {
			t.Fatal(err)
		}
		if want := n < asked && n%10 == 0 || n >= asked && (n-asked)%10 == 0; key != want {
			t.Errorf("picture %d: key is %v, want %v", n, key, want)
		}
		var kinds []byte
		for _, u := range nalus {
			kinds = append(kinds, u[0]&31)
		}
		want := []byte{1}
		if key {
			want = []byte{7, 8, 5} // SPS, PPS, IDR slice: ITU-T H.264, table 7-1
			if sps == nil {
				sps = nalus[0]
			}
			if !slices.Equal(sps, nalus[0]) {
				t.Errorf("picture %d: another SPS", n)
			}
		}
		if !slices.Equal(kinds, want) {
			t.Errorf("picture %d: NAL units %v, want %v", n, kinds, want)
		}
		w, h, got, err := d.Decode(nalus)
		if err != nil || w != 1280 || h != 720 {
			t.Fatalf("picture %d: decoded to %d x %d: %v", n, w, h, err)
		}
		if n%6 != 5 {
			continue // comparing takes long
		}
		if db := noiseDB(got, pix); db < 44 { // measured: 46.3 and more
			t.Errorf("picture %d: %.1f dB", n, db)
		}
	}
	// Constrained baseline, level 3.1: ITU-T H.264, A.2.1.1.
	if got := [3]byte(sps[1:4]); got != [3]byte{0x42, 0xc0, 0x1f} {
		t.Errorf("profile and level %x, want 42c01f", got)
	}
}

func TestOddSides(t *testing.T) {
	e, err := NewEncoder(Config{Width: 101, Height: 67, Bitrate: 1_000_000, Rate: 30, KeyEvery: 10})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	nalus, _, err := e.Encode(slope(101, 67), 0, false)
	if err != nil {
		t.Fatal(err)
	}
	d, err := NewDecoder()
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if w, h, _, err := d.Decode(nalus); w != 100 || h != 66 || err != nil {
		t.Errorf("%d x %d (%v), want 100 x 66", w, h, err)
	}
}

func TestRefuses(t *testing.T) {
	good := Config{Width: 64, Height: 64, Bitrate: 1e6, Rate: 30, KeyEvery: 10}
	for name, spoil := range map[string]func(*Config){
		"no width": func(c *Config) { c.Width = 0 }, "one row": func(c *Config) { c.Height = 1 },
		"huge": func(c *Config) { c.Width = 1 << 20 }, "no bits": func(c *Config) { c.Bitrate = 0 },
		"rate": func(c *Config) { c.Rate = math.NaN() }, "keys": func(c *Config) { c.KeyEvery = -1 },
	} {
		c := good
		spoil(&c)
		if _, err := NewEncoder(c); !errors.Is(err, ErrCodec) {
			t.Errorf("%s: err = %v", name, err)
		}
	}
	e, err := NewEncoder(good)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := e.Encode(make([]uint8, 5), 0, false); !errors.Is(err, ErrCodec) {
		t.Errorf("a short picture: err = %v", err)
	}
	e.Close()
	e.Close()
	if _, _, err := e.Encode(make([]uint8, 64*64*3), 0, false); !errors.Is(err, ErrCodec) {
		t.Errorf("closed: err = %v", err)
	}
	d, err := NewDecoder()
	if err != nil {
		t.Fatal(err)
	}
	for name, nalus := range map[string][][]byte{"nothing": nil, "noise": {{9, 8, 7}}, "a slice without its key": {{0x41, 0x9a, 1, 2, 3, 4}}} {
		if _, _, _, err := d.Decode(nalus); !errors.Is(err, ErrCodec) {
			t.Errorf("%s: err = %v", name, err)
		}
	}
	d.Close()
	d.Close()
	if _, _, _, err := d.Decode([][]byte{{7}}); !errors.Is(err, ErrCodec) {
		t.Errorf("closed: err = %v", err)
	}
}

// The conversion is that of BT.601 within rounding, whatever the picture and
// its width, blocks and their rests included.
func TestPlanes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := 2 * rapid.OneOf(rapid.IntRange(1, 9), rapid.IntRange(254, 258)).Draw(t, "w")
		h := 2 * rapid.IntRange(1, 3).Draw(t, "h")
		seed := rapid.SliceOfN(rapid.Byte(), 7, 7).Draw(t, "seed")
		pix := make([]uint8, 3*w*h)
		for i := range pix {
			pix[i] = seed[i%7] + uint8(i/7*13)
		}
		y, cb, cr := planes(pix, w, h)
		at := func(x, y, c int) float64 { return float64(pix[3*(y*w+x)+c]) }
		near := func(what string, got uint8, want float64) {
			if math.Abs(float64(got)-want) > 1.6 { // 8-bit factors and three roundings
				t.Fatalf("%s: %d, want %.2f", what, got, want)
			}
		}
		for v := range h {
			for u := range w {
				near("luma", y[v*w+u], 16+(65.481*at(u, v, 0)+128.553*at(u, v, 1)+24.966*at(u, v, 2))/255)
			}
		}
		for v := range h / 2 {
			for u := range w / 2 {
				mean := func(c int) float64 {
					return (at(2*u, 2*v, c) + at(2*u+1, 2*v, c) + at(2*u, 2*v+1, c) + at(2*u+1, 2*v+1, c)) / 4
				}
				near("Cb", cb[v*w/2+u], 128+(-37.797*mean(0)-74.203*mean(1)+112*mean(2))/255)
				near("Cr", cr[v*w/2+u], 128+(112*mean(0)-93.786*mean(1)-18.214*mean(2))/255)
			}
		}
	})
}

func BenchmarkPlanes720(b *testing.B) {
	pix := slope(1280, 720)
	for b.Loop() {
		planes(pix, 1280, 720)
	}
}

func BenchmarkEncode720(b *testing.B) {
	e := encoder720(b)
	pix := [10][]uint8{}
	noise := rand.New(rand.NewPCG(1, 2))
	for i := range pix {
		pix[i] = drawing(slope(1280, 720), 1280, i)
		for o := range pix[i] { // a sensor's, which is most of what there is to encode
			pix[i][o] += uint8(noise.NormFloat64()*3 + 10)
		}
	}
	n, bytes := 0, 0
	for b.Loop() {
		nalus, _, err := e.Encode(pix[n%10], int64(n)*33, false)
		if err != nil {
			b.Fatal(err)
		}
		for _, u := range nalus {
			bytes += len(u)
		}
		n++
	}
	b.ReportMetric(float64(bytes)*8*30/float64(n)/1e6, "Mbit/s")
}
