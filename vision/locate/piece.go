package locate

// pieces calls each with every set of neighbouring places (up, down, left, right)
// of a w x h grid that are in; in is cleared. The set is valid during the call.
func pieces(w, h int, in []bool, each func(at []int)) {
	set := make([]int, 0, w*h)
	for i := range in {
		if !in[i] {
			continue
		}
		in[i] = false
		set = append(set[:0], i)
		for k := 0; k < len(set); k++ {
			j := set[k]
			take := func(ok bool, n int) {
				if ok && in[n] {
					in[n] = false
					set = append(set, n)
				}
			}
			take(j%w > 0, j-1)
			take(j%w < w-1, j+1)
			take(j >= w, j-w)
			take(j < w*(h-1), j+w)
		}
		each(set)
	}
}
