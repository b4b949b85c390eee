package draw

import (
	"image/color"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/phrase"
	"github.com/plustwo/plustwo/adjudicate/puzzle"
)

func rgb(hex uint32) color.NRGBA {
	return color.NRGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 255}
}

func faded(c color.NRGBA, alpha uint8) color.NRGBA { return color.NRGBA{c.R, c.G, c.B, alpha} }

// The sheet's colours. Text on its ground has a contrast above 4.5 to 1 (WCAG
// 2.1, 1.4.3).
var (
	ground = rgb(0x14171b)
	card   = rgb(0x20262d)
	ink    = rgb(0xf4f6f8)
	soft   = rgb(0xa9b3be)
	white  = rgb(0xffffff)
	black  = rgb(0x000000)
	okInk  = rgb(0x35b26f)
	twoInk = rgb(0xf2a93b)
	dnfInk = rgb(0xf0555b)
	askInk = rgb(0x5aa2ff)
	// markInk marks what is out of place: magenta, far from every sticker's shade.
	markInk = rgb(0xff3df2)
)

// outcomeInk colours an outcome; its name always stands beside it.
func outcomeInk(o adjudicate.Outcome) color.NRGBA {
	switch o {
	case adjudicate.OK:
		return okInk
	case adjudicate.PlusTwo:
		return twoInk
	case adjudicate.DNF:
		return dnfInk
	}
	return askInk
}

// standingInk colours an interface by the side of the limit that it is on.
func standingInk(f adjudicate.Interface) color.NRGBA {
	switch {
	case !phrase.Measured(f.Sigma):
		return soft
	case f.Close:
		return askInk
	case f.Over:
		return twoInk
	}
	return okInk
}

// stickerInk shows a colour by its name's usual shade.
var stickerInk = [puzzle.NumColours]color.NRGBA{
	puzzle.Unknown: rgb(0x303030), puzzle.White: rgb(0xffffff), puzzle.Yellow: rgb(0xffdd00), puzzle.Red: rgb(0xd3122e),
	puzzle.Orange: rgb(0xff7f11), puzzle.Blue: rgb(0x1155dd), puzzle.Green: rgb(0x00a550), puzzle.Purple: rgb(0x7a2fb5),
	puzzle.Grey: rgb(0x8c8c8c), puzzle.LightGreen: rgb(0x8ee04e), puzzle.LightBlue: rgb(0x67c7f2), puzzle.Cream: rgb(0xf3e3b0),
	puzzle.Pink: rgb(0xff86b6), puzzle.Black: rgb(0x0a0a0a),
}
