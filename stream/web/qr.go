package web

import "fmt"

// drawQR draws a QR code, true for dark, as SVG.
func drawQR(dark [][]bool) []byte {
	out := fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %[1]d %[1]d" shape-rendering="crispEdges">`+
		`<path fill="#fff" d="M0 0h%[1]dv%[1]dH0z"/><path fill="#000" d="`, len(dark))
	for y, row := range dark {
		for x := 0; x < len(row); x++ {
			from := x
			for x < len(row) && row[x] {
				x++
			}
			if x > from {
				out = fmt.Appendf(out, "M%d %dh%dv1h-%dz", from, y, x-from, x-from)
			}
		}
	}
	return append(out, `"/></svg>`...)
}
