package geom

import "math"

// Rot is a rotation matrix, row-major. Its zero value is not a rotation; use Identity.
type Rot [9]float64

// Identity is the rotation that changes nothing.
var Identity = Rot{1, 0, 0, 0, 1, 0, 0, 0, 1}

// AxisAngle returns the right-handed rotation by a about axis, which need not
// be a unit vector (Rodrigues' formula).
func AxisAngle(axis Vec, a Angle) Rot {
	k := axis.Unit()
	s, c := math.Sincos(float64(a))
	d := 1 - c
	return Rot{
		c + k.X*k.X*d, k.X*k.Y*d - k.Z*s, k.X*k.Z*d + k.Y*s,
		k.Y*k.X*d + k.Z*s, c + k.Y*k.Y*d, k.Y*k.Z*d - k.X*s,
		k.Z*k.X*d - k.Y*s, k.Z*k.Y*d + k.X*s, c + k.Z*k.Z*d,
	}
}

// Between returns the smallest rotation that takes direction a to direction b.
func Between(a, b Vec) Rot {
	a, b = a.Unit(), b.Unit()
	c := a.Cross(b)
	if c.Norm() < 1e-12 {
		if a.Dot(b) > 0 {
			return Identity
		}
		p := a.Cross(Vec{1, 0, 0})
		if p.Norm() < 1e-6 {
			p = a.Cross(Vec{0, 1, 0})
		}
		return AxisAngle(p, Turn/2)
	}
	return AxisAngle(c, Angle(math.Atan2(c.Norm(), a.Dot(b))))
}

// Apply returns r v.
func (r Rot) Apply(v Vec) Vec {
	return Vec{
		r[0]*v.X + r[1]*v.Y + r[2]*v.Z,
		r[3]*v.X + r[4]*v.Y + r[5]*v.Z,
		r[6]*v.X + r[7]*v.Y + r[8]*v.Z,
	}
}

// Mul returns the matrix product r q: first q, then r.
func (r Rot) Mul(q Rot) Rot {
	var m Rot
	for i := 0; i < 3; i++ {
		for j := 0; j < 3; j++ {
			m[3*i+j] = r[3*i]*q[j] + r[3*i+1]*q[3+j] + r[3*i+2]*q[6+j]
		}
	}
	return m
}

// Inverse returns the transpose, which undoes r.
func (r Rot) Inverse() Rot {
	return Rot{r[0], r[3], r[6], r[1], r[4], r[7], r[2], r[5], r[8]}
}

// Valid reports whether r is a rotation: orthonormal within tol, determinant +1.
func (r Rot) Valid(tol float64) bool {
	p := r.Mul(r.Inverse())
	for i, v := range p {
		if !(math.Abs(v-Identity[i]) <= tol) {
			return false
		}
	}
	a, b, c := Vec{r[0], r[1], r[2]}, Vec{r[3], r[4], r[5]}, Vec{r[6], r[7], r[8]}
	return math.Abs(a.Cross(b).Dot(c)-1) <= 3*tol
}

// Pose is a rigid motion named target-from-source: x_target = R x_source + T.
type Pose struct {
	R Rot
	T Vec
}

// Apply takes a point of the source frame to the target frame.
func (p Pose) Apply(v Vec) Vec { return p.R.Apply(v).Add(p.T) }

// Mul composes poses: aFromB.Mul(bFromC) is aFromC.
func (p Pose) Mul(q Pose) Pose { return Pose{p.R.Mul(q.R), p.R.Apply(q.T).Add(p.T)} }

// Inverse returns source-from-target.
func (p Pose) Inverse() Pose {
	i := p.R.Inverse()
	return Pose{i, i.Apply(p.T).Mul(-1)}
}
