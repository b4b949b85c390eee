package geom

import "math"

// Vec is a point or a direction in space: millimetres, or puzzle sizes in the
// puzzle frame.
type Vec struct{ X, Y, Z float64 }

// Add returns a + b.
func (a Vec) Add(b Vec) Vec { return Vec{a.X + b.X, a.Y + b.Y, a.Z + b.Z} }

// Sub returns a - b.
func (a Vec) Sub(b Vec) Vec { return Vec{a.X - b.X, a.Y - b.Y, a.Z - b.Z} }

// Mul returns s * a.
func (a Vec) Mul(s float64) Vec { return Vec{a.X * s, a.Y * s, a.Z * s} }

// Dot returns the scalar product.
func (a Vec) Dot(b Vec) float64 { return a.X*b.X + a.Y*b.Y + a.Z*b.Z }

// Cross returns the vector product.
func (a Vec) Cross(b Vec) Vec {
	return Vec{a.Y*b.Z - a.Z*b.Y, a.Z*b.X - a.X*b.Z, a.X*b.Y - a.Y*b.X}
}

// Norm returns the length of a.
func (a Vec) Norm() float64 { return math.Sqrt(a.Dot(a)) }

// Unit returns a scaled to length 1; the zero vector stays zero.
func (a Vec) Unit() Vec {
	n := a.Norm()
	if n == 0 {
		return a
	}
	return a.Mul(1 / n)
}

// Pixel is a place in a picture: u right, v down, (0,0) the centre of the
// top-left pixel.
type Pixel struct{ U, V float64 }

// Centroid returns the mean of the points; zero for none.
func Centroid(pts []Vec) Vec {
	var c Vec
	for _, p := range pts {
		c = c.Add(p)
	}
	if len(pts) == 0 {
		return c
	}
	return c.Mul(1 / float64(len(pts)))
}
