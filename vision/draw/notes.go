package draw

import (
	"github.com/plustwo/plustwo/adjudicate/phrase"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// noteLine is the height of a line of notes.
const noteLine = 30

// notes are headings with items, one below the other.
type notes struct {
	*sheet
	x, y, bottom float64
	full         bool // nothing more fits
}

// write adds a heading with its items, as far as they fit.
func (n *notes) write(title rules.Text, items []rules.Text) {
	if len(items) == 0 || n.full || n.y+3*noteLine > n.bottom { // a heading alone says nothing
		return
	}
	n.y += noteLine
	n.text(faceOf(n.lang, bold, 24), pt{n.x, n.y}, left, soft, title.In(n.lang))
	for _, item := range items {
		n.item(item.In(n.lang))
	}
	n.y += noteLine / 3
}

// item adds a paragraph with a bullet.
func (n *notes) item(s string) {
	const indent = 22
	body := faceOf(n.lang, regular, 22)
	for i, l := range body.wrap(s, columnWidth-margin-indent) {
		if n.full {
			return
		}
		n.y += noteLine
		if n.full = n.y+noteLine > n.bottom; n.full {
			l = "…"
		}
		if i == 0 {
			n.fill(soft, disc(pt{n.x + 6, n.y - 8}, 4))
		}
		n.text(body, pt{n.x + indent, n.y}, left, ink, l)
	}
}

// marked tells what the mark on stickers means.
func (n *notes) marked() {
	if n.full || n.y+2*noteLine > n.bottom {
		return
	}
	n.y += noteLine + 6
	at := pt{n.x + 16, n.y - 8}
	n.cross(at)
	n.dot(at, ground)
	n.text(faceOf(n.lang, regular, 22), pt{n.x + 44, n.y}, left, ink, phrase.OutOfPlace.In(n.lang))
	n.y += noteLine / 3
}
