package table

import "github.com/plustwo/plustwo/stream/web"

// Hall is the tables of one place, in order.
type Hall []*Table

// Tables implements web.Hall.
func (h Hall) Tables() []string {
	out := make([]string, 0, len(h))
	for _, t := range h {
		out = append(out, t.cfg.ID)
	}
	return out
}

// Table implements web.Hall.
func (h Hall) Table(id string) web.Table {
	for _, t := range h {
		if t.cfg.ID == id {
			return t
		}
	}
	return nil
}

var (
	_ web.Hall  = Hall(nil)
	_ web.Table = (*Table)(nil)
)
