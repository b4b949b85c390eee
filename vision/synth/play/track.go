package play

import (
	"math"
	"time"

	"github.com/plustwo/plustwo/calib/geom"
)

// share tells how far a motion is, 0 to 1, at t between two moments.
func (e Ease) share(t, from, to time.Duration) float64 {
	if t >= to || to <= from {
		return 1
	}
	if t <= from {
		return 0
	}
	s := float64(t-from) / float64(to-from)
	switch e {
	case Smooth:
		return s * s * (3 - 2*s)
	case Slow:
		return 1 - (1-s)*(1-s)
	case Fall:
		return s * s
	}
	return s
}

// between finds the keys around t by their moments: the index of the last one
// at or before t, -1 where there is none.
func between[K any](keys []K, at func(*K) time.Duration, t time.Duration) int {
	n := -1
	for n+1 < len(keys) && at(&keys[n+1]) <= t {
		n++
	}
	return n
}

func mix(a, b, s float64) float64 { return a + (b-a)*s }

// puzzleAt returns where the puzzle is; false where it is out of sight.
func puzzleAt(keys []PuzzleKey, t time.Duration) (PuzzleKey, bool) {
	i := between(keys, func(k *PuzzleKey) time.Duration { return k.At }, t)
	if i < 0 {
		return PuzzleKey{}, false
	}
	k := keys[i]
	if i+1 < len(keys) && !k.Hidden && !k.Covered {
		n := &keys[i+1]
		s := n.Ease.share(t, k.At, n.At)
		k.X, k.Y, k.Lift = mix(k.X, n.X, s), mix(k.Y, n.Y, s), mix(k.Lift, n.Lift, s)
		k.R = turned(k.R, n.R, s)
	}
	return k, !k.Hidden
}

// turned returns the rotation a share of the shortest way from a to b.
func turned(a, b geom.Rot, s float64) geom.Rot {
	if s <= 0 || a == b {
		return a
	}
	if s >= 1 {
		return b
	}
	d := b.Mul(a.Inverse())
	cos := math.Max(-1, math.Min(1, (d[0]+d[4]+d[8]-1)/2))
	axis := geom.Vec{X: d[7] - d[5], Y: d[2] - d[6], Z: d[3] - d[1]}
	if axis.Norm() < 1e-9 { // half a turn: its axis is the columns' mean with one of the frame's
		axis = geom.Vec{X: d[0] + 1, Y: d[3], Z: d[6]}
		if axis.Norm() < 1e-6 {
			axis = geom.Vec{X: d[1], Y: d[4] + 1, Z: d[7]}
		}
		if axis.Norm() < 1e-6 {
			axis = geom.Vec{X: d[2], Y: d[5], Z: d[8] + 1}
		}
	}
	return geom.AxisAngle(axis, geom.Angle(s*math.Acos(cos))).Mul(a)
}

// handAt returns where a hand is over the mat; false before its first key and
// after its last.
func handAt(h *Hand, puzzle PuzzleKey, t time.Duration) (HandKey, bool) {
	i := between(h.Keys, func(k *HandKey) time.Duration { return k.At }, t)
	if i < 0 || i+1 >= len(h.Keys) {
		return HandKey{}, false
	}
	k, n := h.Keys[i].over(puzzle), h.Keys[i+1].over(puzzle)
	s := n.Ease.share(t, k.At, n.At)
	k.X, k.Y, k.Lift = mix(k.X, n.X, s), mix(k.Y, n.Y, s), mix(k.Lift, n.Lift, s)
	k.Yaw, k.Roll = mix(k.Yaw, n.Yaw, s), mix(k.Roll, n.Roll, s)
	k.Curl, k.Spread, k.Busy = mix(k.Curl, n.Curl, s), mix(k.Spread, n.Spread, s), mix(k.Busy, n.Busy, s)
	k.fidget(t, h.Left)
	k.Lift = math.Max(0, k.Lift)
	return k, true
}

// over takes a held key to the mat.
func (k HandKey) over(puzzle PuzzleKey) HandKey {
	if k.Held {
		k.X, k.Y, k.Lift = k.X+puzzle.X, k.Y+puzzle.Y, k.Lift+puzzle.Lift
	}
	return k
}

// fidget moves a busy hand as one that turns layers.
func (k *HandKey) fidget(t time.Duration, left bool) {
	if k.Busy == 0 {
		return
	}
	wave := func(hz, phase float64) float64 {
		if left {
			phase += 2
		}
		return k.Busy * math.Sin(2*math.Pi*hz*t.Seconds()+phase)
	}
	k.X += 2.5 * wave(1.7, 0)
	k.Y += 4 * wave(2.3, 1)
	k.Lift += 2 * wave(1.1, 4)
	k.Yaw += 5 * wave(1.9, 3)
	k.Roll += 10 * wave(2.9, 5)
	k.Curl += 0.16 * wave(3.7, 2)
}

// coverAt returns where the cover is.
func coverAt(keys []CoverKey, t time.Duration) CoverKey {
	i := between(keys, func(k *CoverKey) time.Duration { return k.At }, t)
	if i < 0 {
		return keys[0]
	}
	k := keys[i]
	if i+1 < len(keys) {
		n := &keys[i+1]
		s := n.Ease.share(t, k.At, n.At)
		k.X, k.Y, k.Lift, k.Yaw = mix(k.X, n.X, s), mix(k.Y, n.Y, s), mix(k.Lift, n.Lift, s), mix(k.Yaw, n.Yaw, s)
	}
	return k
}
