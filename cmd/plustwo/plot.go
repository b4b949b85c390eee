package main

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"os"

	"github.com/plustwo/plustwo/vision/truth"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

var (
	inkData  = color.RGBA{0x1f, 0x6f, 0xb4, 0xff}
	inkModel = color.RGBA{0xc4, 0x4e, 0x1c, 0xff}
	inkFaint = color.RGBA{0xb0, 0xb0, 0xb0, 0xff}
)

// plotCalibration writes a picture of how honest the reported standard
// deviations are: each error against its sigma, and the distribution of
// |error| / sigma against that of a normal deviate.
func plotCalibration(path string, rows []truth.Row) error {
	all := truth.Summarise("all", rows)
	if len(all.Deviates) == 0 {
		return errors.New("--plot: no angle was reported with a standard deviation; there is nothing to plot")
	}
	scatter, err := plotErrors(rows)
	if err != nil {
		return fmt.Errorf("--plot: %w", err)
	}
	share, err := plotShare(all)
	if err != nil {
		return fmt.Errorf("--plot: %w", err)
	}
	canvas := vgimg.NewWith(vgimg.UseWH(14*vg.Inch, 6.5*vg.Inch), vgimg.UseDPI(120), vgimg.UseBackgroundColor(color.White))
	tiles := draw.Tiles{Rows: 1, Cols: 2, PadX: 20, PadTop: 10, PadBottom: 10, PadLeft: 10, PadRight: 20}
	for i, p := range []*plot.Plot{scatter, share} {
		p.Draw(tiles.At(draw.New(canvas), i, 0))
	}
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("--plot: %w", err)
	}
	_, err = vgimg.PngCanvas{Canvas: canvas}.WriteTo(f)
	return errors.Join(err, f.Close())
}

// plotErrors draws each interface's error against its sigma, both on
// logarithmic scales, with the lines at one and two sigma.
func plotErrors(rows []truth.Row) (*plot.Plot, error) {
	const least = 0.01 // degrees; smaller values are drawn there
	var at plotter.XYs
	lo, hi := math.Inf(1), 0.0
	for _, r := range rows {
		for _, a := range r.Angles {
			if a.Measured() {
				x, y := math.Max(least, a.Sigma.Degrees()), math.Max(least, a.Error.Degrees())
				at = append(at, plotter.XY{X: x, Y: y})
				lo, hi = math.Min(lo, x), math.Max(hi, x)
			}
		}
	}
	p := newPlot("Error of each interface against its reported sigma", "reported standard deviation (degrees)", "error (degrees)")
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = plot.LogTicks{Prec: -1}, plot.LogTicks{Prec: -1}
	lo, hi = math.Pow(10, math.Floor(math.Log10(lo))), math.Pow(10, math.Ceil(math.Log10(hi))) // whole decades
	for k := 1.0; k <= 2; k++ {
		line, err := plotter.NewLine(plotter.XYs{{X: lo, Y: k * lo}, {X: hi, Y: k * hi}})
		if err != nil {
			return nil, err
		}
		line.Color, line.Width = inkModel, vg.Points(1.5)
		if k == 2 {
			line.Dashes = []vg.Length{vg.Points(6), vg.Points(4)}
		}
		p.Add(line)
		p.Legend.Add(fmt.Sprintf("error = %.0f sigma", k), line)
	}
	dots, err := plotter.NewScatter(at)
	if err != nil {
		return nil, err
	}
	dots.GlyphStyle = draw.GlyphStyle{Color: inkData, Radius: vg.Points(3), Shape: draw.CircleGlyph{}}
	p.Add(dots)
	p.Legend.Add(fmt.Sprintf("%d interfaces of %d scenes", len(at), len(rows)), dots)
	p.Legend.Top, p.Legend.Left = true, true
	return p, nil
}

// plotShare draws the share of interfaces whose error is below x sigma, and
// that of a normal deviate, erf(x / sqrt 2).
func plotShare(all truth.Summary) (*plot.Plot, error) {
	const most = 5.0 // sigma shown
	p := newPlot("Share of errors below a multiple of sigma", "|error| / sigma", "share")
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, most, 0, 1
	normal := plotter.NewFunction(func(x float64) float64 { return math.Erf(x / math.Sqrt2) })
	normal.Color, normal.Width, normal.Samples = inkModel, vg.Points(2), 200
	p.X.Tick.Marker = plot.TickerFunc(func(lo, hi float64) (ticks []plot.Tick) {
		for x := lo; x <= hi; x++ {
			ticks = append(ticks, plot.Tick{Value: x, Label: fmt.Sprint(x)})
		}
		return ticks
	})
	n := float64(len(all.Deviates))
	steps := plotter.XYs{{X: 0, Y: 0}}
	for i, d := range all.Deviates {
		steps = append(steps, plotter.XY{X: math.Min(d, most), Y: float64(i) / n}, plotter.XY{X: math.Min(d, most), Y: float64(i+1) / n})
	}
	steps = append(steps, plotter.XY{X: most, Y: steps[len(steps)-1].Y})
	data, err := plotter.NewLine(steps)
	if err != nil {
		return nil, err
	}
	data.Color, data.Width = inkData, vg.Points(2)
	for x := 1.0; x <= 2; x++ {
		mark, err := plotter.NewLine(plotter.XYs{{X: x, Y: 0}, {X: x, Y: 1}})
		if err != nil {
			return nil, err
		}
		mark.Color, mark.Dashes = inkFaint, []vg.Length{vg.Points(3), vg.Points(3)}
		p.Add(mark)
	}
	p.Add(normal, data)
	p.Legend.Add("normal: 68.3% within 1, 95.4% within 2", normal)
	p.Legend.Add(fmt.Sprintf("measured: %s within 1, %s within 2", percent(all.Within1), percent(all.Within2)), data)
	p.Legend.YOffs = vg.Points(10)
	return p, nil
}

func newPlot(title, x, y string) *plot.Plot {
	p := plot.New()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, y
	p.Title.Padding = vg.Points(8)
	for _, style := range []*text.Style{&p.Title.TextStyle, &p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.Legend.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label} {
		style.Font.Variant, style.Font.Size = "Sans", vg.Points(12)
	}
	p.Legend.Padding = vg.Points(3)
	return p
}
