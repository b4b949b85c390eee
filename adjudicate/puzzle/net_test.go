package puzzle

import (
	"math"
	"testing"
)

// A net keeps areas, and no two faces of it overlap.
func TestNet(t *testing.T) {
	for _, event := range Events() {
		p := load(t, event)
		net := p.Net()
		for i, s := range p.Stickers {
			if got, want := flatArea(net[i]), polygonArea(s.Polygon); math.Abs(got-want) > 1e-9 {
				t.Fatalf("%s: sticker %d covers %g in the net, %g on the puzzle", event, i, got, want)
			}
			for j := range p.Stickers {
				if j != i && inside(middle(net[i]), net[j]) {
					t.Fatalf("%s: stickers %d and %d overlap", event, i, j)
				}
			}
		}
	}
}

// The usual cross: U above F, D below it, L, F, R and B in a row.
func TestNetOfCube(t *testing.T) {
	p := load(t, "333")
	net := p.Net()
	for face, want := range map[string]Point{"F": {0, 0}, "U": {0, 1}, "D": {0, -1}, "L": {-1, 0}, "R": {1, 0}, "B": {2, 0}} {
		for i, s := range p.Stickers {
			if s.Row != 1 || s.Col != 1 || p.Faces[s.Face].Name != face {
				continue
			}
			if got := middle(net[i]); math.Hypot(got.X-want.X, got.Y-want.Y) > 1e-9 {
				t.Errorf("the middle of %s lies at %v, want %v", face, got, want)
			}
		}
	}
	// Rows run downwards and columns to the right on every face of the cross.
	for i, s := range p.Stickers {
		c := middle(net[i/9*9+4])
		got := middle(net[i])
		want := Point{c.X + float64(s.Col-1)/3, c.Y - float64(s.Row-1)/3}
		if math.Hypot(got.X-want.X, got.Y-want.Y) > 1e-9 {
			t.Errorf("sticker %d of %s lies at %v, want %v", i, p.Faces[s.Face].Name, got, want)
		}
	}
}

func flatArea(p []Point) float64 {
	sum := 0.0
	for i, a := range p {
		b := p[(i+1)%len(p)]
		sum += a.X*b.Y - a.Y*b.X
	}
	return sum / 2
}

func middle(p []Point) Point {
	var c Point
	for _, a := range p {
		c.X += a.X / float64(len(p))
		c.Y += a.Y / float64(len(p))
	}
	return c
}

// inside reports whether q lies in a convex polygon that runs counter-clockwise.
func inside(q Point, p []Point) bool {
	for i, a := range p {
		b := p[(i+1)%len(p)]
		if (b.X-a.X)*(q.Y-a.Y)-(b.Y-a.Y)*(q.X-a.X) <= 1e-9 {
			return false
		}
	}
	return true
}
