package fit

import (
	"slices"

	"github.com/plustwo/plustwo/vision/locate"
)

// How many hypotheses each stage keeps.
const (
	keepShapes   = 160 // by silhouette
	keepOutlines = 16  // of those, whatever else is said of them
	keepRegions  = 44  // of the others by regions on the coarse patch
	keepNear     = 30  // after the first steps at half scale
	keepMid      = 6   // after refinement at half scale
	keepFine     = 4   // to the end
)

// run returns the best explanations, best first.
func (f *fitter) run(c locate.Candidate, size float64) []guess {
	g := f.win.shapes(f.m, c, size, surfaceMM, keepShapes)
	first := slices.Clone(g[:min(keepOutlines, len(g))])
	rest := g[len(first):]
	for j := range rest {
		rest[j].cost = f.win.regionCost(&f.r.d, &rest[j].pose, &f.lab, f.sums)
	}
	return f.improve(append(first, top(rest, keepRegions)...), 2)
}

// improve refines guesses and looks for better ones beside them: it scans the
// layers of the best sources. It returns the best explanations, best first.
func (f *fitter) improve(g []guess, sources int) []guess {
	for j := range g {
		f.polish(&g[j], half, 2, 9, 7)
	}
	g = top(g, keepNear)
	for j := range g {
		f.polish(&g[j], half, 2, 5, 4)
	}
	g = distinct(f.m, top(g, len(g)), keepMid)
	for j := range g {
		f.polish(&g[j], full, 1.5, 4, 3)
	}
	g = top(g, len(g))
	if len(g) == 0 {
		return nil // nothing of the puzzle's shape is there
	}
	for range len(f.m.layers) { // a round may mend one layer
		before := g[0].cost
		for i := range min(sources, len(g)) {
			if !g[i].scanned {
				g[i].scanned = true
				src := g[i]
				g = append(g, f.beside(&src, g)...)
			}
		}
		g = distinct(f.m, top(g, len(g)), keepModes)
		if g[0].cost > before-1 {
			break
		}
	}
	return f.finish(g)
}

// finish refines the best guesses to the end and keeps the others as modes.
func (f *fitter) finish(g []guess) []guess {
	g, f.modes = g[:min(keepFine, len(g))], g[min(keepFine, len(g)):]
	for j := range g {
		f.polish(&g[j], full, 1.5, 3, 2.5, 2.5)
	}
	return top(g, keepFine)
}

// beside returns refined guesses found by scanning the layers of src, without
// those that have come to one of the known.
func (f *fitter) beside(src *guess, known []guess) []guess {
	places := f.scan(src)
	for j := range places {
		f.polish(&places[j], half, 2, 6, 4)
	}
	var out []guess
	for _, q := range distinct(f.m, top(places, len(places)), len(places)) {
		if !slices.ContainsFunc(known, func(o guess) bool { return alike(f.m, &q.pose, &o.pose, same) }) {
			f.polish(&q, full, 1.5, 4, 3)
			out = append(out, q)
		}
	}
	return out
}

// distinct keeps the best guesses whose layers differ in the picture.
func distinct(m *model, g []guess, keep int) []guess {
	var out []guess
next:
	for _, q := range g {
		for i := range out {
			if alike(m, &q.pose, &out[i].pose, near) {
				out[i].scanned = out[i].scanned || q.scanned
				continue next
			}
		}
		out = append(out, q)
		if len(out) == keep {
			break
		}
	}
	return out
}

// How far apart (puzzle sizes) the parts of two poses may be: near, a tenth of a
// sticker, where they tell the same of a picture; same where refinement leads
// both to one place.
const (
	near = 0.03
	same = 0.01
)

// alike tells whether two poses put the puzzle's parts at the same places.
func alike(m *model, a, b *pose, reach float64) bool {
	var xa, xb [maxLayers]affine
	a.layersInto(m, identity, xa[:])
	b.layersInto(m, identity, xb[:])
	tol := reach * a.size
	for l := range m.layers {
		for i := range m.layers[l].polys {
			f := &m.layers[l].polys[i]
			c := xa[l].apply(f.Centre())
			found := false
			for k := range m.layers {
				for j := range m.layers[k].polys {
					e := &m.layers[k].polys[j]
					found = found || xb[k].apply(e.Centre()).Sub(c).Norm() < tol
				}
			}
			if !found {
				return false
			}
		}
	}
	return true
}

// again refines guesses of a search to the end.
func (f *fitter) again(g []guess) []guess {
	for j := range g {
		f.polish(&g[j], full, 1.5, 4, 3)
	}
	return f.finish(distinct(f.m, top(g, len(g)), keepModes))
}
