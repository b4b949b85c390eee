package puzzle

import (
	"fmt"
	"slices"
)

// Limits on definitions: several times what the puzzles of the events need,
// and small enough to cut a solid in a moment.
const (
	maxFaces  = 32  // Megaminx 12
	maxAxes   = 32  // Megaminx 12
	maxCuts   = 16  // 7x7 6
	maxOrder  = 12  // Megaminx 5; Square-1 will need 12
	maxPieces = 400 // 7x7 343, the core included
	far       = 10  // puzzle sizes; no corner of a solid lies so far from its core
)

// languages are those that every definition names its puzzle in.
var languages = []string{"en", "zh-TW", "zh-CN"}

func bad(field, fix string, args ...any) error {
	return fmt.Errorf("%w: %s: %s", ErrDefinition, field, fmt.Sprintf(fix, args...))
}

func (d Definition) check() error {
	if d.Event == "" {
		return bad("event", "give the event's id, such as 333")
	}
	for _, l := range languages {
		if d.Names[l] == "" {
			return bad("names."+l, "give the puzzle's name")
		}
	}
	s := d.Size
	if !(s.MinMM > 0 && s.MinMM <= s.TypicalMM && s.TypicalMM <= s.MaxMM && s.MaxMM < 1e3) {
		return bad("size", "needs 0 < min_mm <= typical_mm <= max_mm < 1000")
	}
	for _, part := range []func() error{d.checkFaces, d.checkAxes, d.checkSchemes} {
		if err := part(); err != nil {
			return err
		}
	}
	return nil
}

func (d Definition) checkFaces() error {
	if n := len(d.FaceDefs); n < 4 || n > maxFaces {
		return bad("faces", "needs 4 to %d, has %d", maxFaces, n)
	}
	hangsOn := map[string]string{}
	for i, f := range d.FaceDefs {
		at := fmt.Sprintf("faces[%d]", i)
		if _, taken := hangsOn[f.Name]; f.Name == "" || taken {
			return bad(at+".name", "needs a name that no other face has")
		}
		hangsOn[f.Name] = f.Net
		if !usable(f.Normal) || !usable(f.Up) {
			return bad(at, "normal and up need a length above 0 and numbers below %d", far)
		}
		if !(f.Distance > eps && f.Distance < far) {
			return bad(at+".distance", "must lie between 0 and %d", far)
		}
		if !(vec(f.Normal).Unit().Cross(vec(f.Up).Unit()).Norm() > near) {
			return bad(at+".up", "must not lie along the normal")
		}
	}
	return checkNet(hangsOn)
}

// checkNet makes sure that all faces hang together on the one without a net.
func checkNet(hangsOn map[string]string) error {
	roots := 0
	for name, on := range hangsOn {
		if on == "" {
			roots++
		}
		for n := 0; on != ""; n++ {
			next, ok := hangsOn[on]
			if !ok || n > len(hangsOn) {
				return bad("faces.net", "of %s leads to no face without one", name)
			}
			on = next
		}
	}
	if roots != 1 {
		return bad("faces.net", "must be empty for one face, not for %d", roots)
	}
	return nil
}

func (d Definition) checkAxes() error {
	if n := len(d.AxisDefs); n < 1 || n > maxAxes {
		return bad("axes", "needs 1 to %d, has %d", maxAxes, n)
	}
	axes, moves := map[string]bool{"": true}, map[string]bool{"": true}
	for i, a := range d.AxisDefs {
		at := fmt.Sprintf("axes[%d]", i)
		if axes[a.Name] {
			return bad(at+".name", "needs a name that no other axis has")
		}
		axes[a.Name] = true
		if !usable(a.Normal) {
			return bad(at+".normal", "needs a length above 0 and numbers below %d", far)
		}
		if a.Order < 2 || a.Order > maxOrder {
			return bad(at+".order", "must lie between 2 and %d", maxOrder)
		}
		if n := len(a.Cuts); n < 1 || n > maxCuts {
			return bad(at+".cuts", "needs 1 to %d, has %d", maxCuts, n)
		}
		for k, c := range a.Cuts {
			if !(c > -far && c < far) || (k > 0 && !(c > a.Cuts[k-1]+near)) {
				return bad(at+".cuts", "must ascend")
			}
		}
		if len(a.Moves) == 0 {
			return bad(at+".moves", "needs at least one outer block")
		}
		if err := a.checkMoves(at, moves); err != nil {
			return err
		}
	}
	return nil
}

// checkMoves also collects the names that are taken.
func (a AxisDef) checkMoves(at string, taken map[string]bool) error {
	for k, m := range slices.Concat(a.Moves, a.Others) {
		field := fmt.Sprintf("%s.moves[%d]", at, k)
		if k >= len(a.Moves) {
			field = fmt.Sprintf("%s.others[%d]", at, k-len(a.Moves))
		}
		if taken[m.Name] {
			return bad(field+".name", "needs a name that no other move has")
		}
		taken[m.Name] = true
		if m.Turn == 0 || m.Turn <= -a.Order || m.Turn >= a.Order {
			return bad(field+".turn", "must not be a whole turn")
		}
		last := len(a.Cuts)
		for j, l := range m.Layers {
			if l < 0 || l > last || (j > 0 && l <= m.Layers[j-1]) {
				return bad(field+".layers", "must ascend within 0 and %d", last)
			}
		}
		n := len(m.Layers)
		if n == 0 {
			return bad(field+".layers", "needs a layer")
		}
		if k >= len(a.Moves) {
			continue
		}
		if m.Layers[n-1]-m.Layers[0] != n-1 || (m.Layers[0] == 0) == (m.Layers[n-1] == last) {
			return bad(field+".layers", "must be neighbours, one of them outermost, and leave a layer over")
		}
		if !m.plain() {
			return bad(field+".turn", "must be 1 or -1")
		}
	}
	return nil
}

func (d Definition) checkSchemes() error {
	if len(d.Schemes) == 0 {
		return bad("schemes", "needs at least one")
	}
	for i, s := range d.Schemes {
		at := fmt.Sprintf("schemes[%d]", i)
		if s.Name == "" || len(s.Colours) != len(d.FaceDefs) {
			return bad(at, "needs a name and a colour for each face")
		}
		used := map[Colour]bool{}
		for _, f := range d.FaceDefs {
			c, ok := ParseColour(s.Colours[f.Name])
			if !ok || used[c] {
				return bad(at+".colours."+f.Name, "needs a known colour that no other face has (WCA 3a3)")
			}
			used[c] = true
		}
	}
	return nil
}

// usable reports whether v can serve as a direction.
func usable(v [3]float64) bool {
	for _, x := range v {
		if !(x > -far && x < far) {
			return false
		}
	}
	return vec(v).Norm() > near
}
