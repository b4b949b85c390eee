package locate

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// A step measured in a blob's own sides stays as long when both are seen from
// another side; a square's own side is one long.
func TestWhitenAffine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := func(lo, hi float64, name string) float64 { return rapid.Float64Range(lo, hi).Draw(t, name) }
		// from the other side: stretched, sheared and turned
		sin, cos := math.Sincos(in(-4, 4, "turn"))
		long, wide, shear := in(0.2, 5, "long"), in(0.2, 5, "wide"), in(-2, 2, "shear")
		m := [4]float64{cos * long, cos*shear - sin*wide, sin * long, sin*shear + cos*wide}
		// the covariance of a unit square seen through m
		seen := func(m [4]float64) blob {
			b := blob{uu: (m[0]*m[0] + m[1]*m[1]) / 12, uv: (m[0]*m[2] + m[1]*m[3]) / 12, vv: (m[2]*m[2] + m[3]*m[3]) / 12}
			b.whiten()
			return b
		}
		du, dv := in(-3, 3, "du"), in(-3, 3, "dv")
		b := seen(m)
		x, y := b.white(m[0]*du+m[1]*dv, m[2]*du+m[3]*dv)
		if got, want := math.Hypot(x, y), math.Hypot(du, dv); math.Abs(got-want) > 1e-6*(1+want) {
			t.Fatalf("a step of %g sides is %g", want, got)
		}
	})
}

// Only what could be a square sticker seen from some side is compact.
func TestCompact(t *testing.T) {
	// boxes gives the moments of upright boxes: x0, y0, x1, y1.
	boxes := func(bs ...[4]float64) blob {
		var n, su, sv, uu, uv, vv float64
		for _, b := range bs {
			w, h := b[2]-b[0], b[3]-b[1]
			a, u, v := w*h, (b[0]+b[2])/2, (b[1]+b[3])/2
			n, su, sv = n+a, su+a*u, sv+a*v
			uu, uv, vv = uu+a*(u*u+w*w/12), uv+a*u*v, vv+a*(v*v+h*h/12)
		}
		return blob{area: n, uu: uu/n - su*su/n/n, uv: uv/n - su*sv/n/n, vv: vv/n - sv*sv/n/n}
	}
	disc := blob{area: math.Pi * 100, uu: 25, vv: 25}
	for _, c := range []struct {
		name string
		b    blob
		want bool
	}{
		{"a square", boxes([4]float64{0, 0, 20, 20}), true},
		{"3.9 to 1", boxes([4]float64{0, 0, 39, 10}), true},
		{"4.1 to 1", boxes([4]float64{0, 0, 41, 10}), false},
		{"a disc", disc, true},
		{"an L", boxes([4]float64{0, 0, 20, 6}, [4]float64{0, 6, 6, 20}), false},
		{"a square less a corner", boxes([4]float64{0, 0, 20, 15}, [4]float64{0, 15, 15, 20}), true},
		{"a frame", boxes([4]float64{0, 0, 20, 4}, [4]float64{0, 16, 20, 20}, [4]float64{0, 4, 4, 16}, [4]float64{16, 4, 20, 16}), false},
		{"a cross", boxes([4]float64{8, 0, 12, 20}, [4]float64{0, 8, 8, 12}, [4]float64{12, 8, 20, 12}), false},
		{"a line", blob{area: 20, uu: 33}, false},
		{"nothing", blob{}, false},
		{"nonsense", blob{area: 1, uu: math.NaN(), vv: 1}, false},
	} {
		if got := c.b.compact(); got != c.want {
			t.Errorf("%s: compact is %v", c.name, got)
		}
	}
}

// A square blob is where the square is and as large, at any scale.
func TestBlobsPlace(t *testing.T) {
	for _, scale := range []int{1, 2, 3} {
		im := picture(200, 160, func(x, y int) [3]uint8 {
			if x >= 60 && x < 108 && y >= 48 && y < 96 {
				return [3]uint8{200, 30, 40}
			}
			return [3]uint8{20, 20, 22}
		})
		list := blobs(im, scale)
		if len(list) != 1 {
			t.Fatalf("scale %d: %d blobs", scale, len(list))
		}
		b := &list[0]
		if math.Hypot(b.u-83.5, b.v-71.5) > 0.01 {
			t.Errorf("scale %d: at %g, %g", scale, b.u, b.v)
		}
		if x, _ := b.white(48, 0); math.Abs(x-1) > 0.1 {
			t.Errorf("scale %d: its side is %g of its own", scale, x)
		}
	}
}

func TestLargestOf(t *testing.T) {
	of := func(areas ...float64) (out []blob) {
		for _, a := range areas {
			out = append(out, blob{area: a})
		}
		return out
	}
	for _, c := range []struct {
		name string
		in   []blob
		n    int
		want []blob
	}{
		{"few", of(1, 3, 2), 3, of(1, 3, 2)},
		{"one too many", of(10, 300, 20), 2, of(300)},
		{"apart", of(10, 300, 26), 2, of(300, 26)},
		{"all alike", of(10, 11, 12, 9), 3, nil},
		{"none", nil, 2, nil},
	} {
		got := largestOf(c.in, c.n)
		if len(got) != len(c.want) {
			t.Errorf("%s: %d blobs, want %d", c.name, len(got), len(c.want))
			continue
		}
		for i := range got {
			if got[i].area != c.want[i].area {
				t.Errorf("%s: blob %d covers %g, want %g", c.name, i, got[i].area, c.want[i].area)
			}
		}
	}
}

// A blob found again at another threshold is known; a neighbour is not.
func TestKnown(t *testing.T) {
	at := func(u, side float64) blob {
		b := blob{u: u, uu: side * side / 12, vv: side * side / 12, area: side * side}
		b.whiten()
		return b
	}
	list := []blob{at(100, 20)}
	for _, c := range []struct {
		name string
		b    blob
		want bool
	}{
		{"itself", at(100, 20), true},
		{"a rim more", at(101, 22), true},
		{"3.9 pixels off", at(103.9, 20), true},
		{"4.1 pixels off", at(104.1, 20), false},
		{"1.39 times as large", at(100, 20*math.Sqrt(1.39)), true},
		{"1.41 times as large", at(100, 20*math.Sqrt(1.41)), false},
		{"1.41 times as small", at(100, 20/math.Sqrt(1.41)), false},
		{"the next one", at(122, 20), false},
	} {
		if got := known(list, &c.b); got != c.want {
			t.Errorf("%s: known is %v", c.name, got)
		}
	}
}
