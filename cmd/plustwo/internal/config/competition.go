package config

import (
	"fmt"
	"os"
	"strconv"

	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/adjudicate/wcif"
)

// Competition reads the competition's file; nil where there is none. Errors are
// problem.Errors.
func (d *Document) Competition() (*wcif.Competition, error) {
	if d.WCIF == "" {
		return nil, nil
	}
	raw, err := os.ReadFile(d.WCIF)
	if err != nil {
		return nil, d.at("wcif", problem.New(err, problem.NoFile))
	}
	c, err := wcif.Read(raw)
	if err != nil {
		return nil, d.at("wcif", err)
	}
	for i := range d.Tables {
		if _, err := d.Turns(c, i); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// Turns returns who is assigned to a table, by its index, in the order of the
// schedule.
func (d *Document) Turns(c *wcif.Competition, table int) ([]wcif.Turn, error) {
	t, path := d.Tables[table], fmt.Sprintf("tables[%d]", table)
	if c == nil || t.Station == "" {
		return nil, nil
	}
	if len(c.Rooms) == 0 {
		return nil, nil // no schedule yet
	}
	var names []string
	room := -1
	for _, r := range c.Rooms {
		names = append(names, r.Name)
		if r.Name == t.Room || t.Room == "" && len(c.Rooms) == 1 {
			room = r.ID
		}
	}
	switch {
	case room >= 0:
	case t.Room == "":
		return nil, d.at(path, problem.New(ErrConfig, problem.ConfigMissing, "like", "room: "+names[0]))
	default:
		return nil, d.at(path+".room", problem.New(ErrConfig, problem.ConfigValue, "found", t.Room, "known", names))
	}
	n, _ := strconv.Atoi(t.Station) // checked when it was read
	return c.Table(room, n), nil
}

// checkStation looks whether a table's place in the competition can be one.
func (d *document) checkStation(t Table, path string) error {
	n, err := strconv.Atoi(t.Station)
	switch {
	case t.Station != "" && (err != nil || n < 1 || n > mostStation):
		return d.at(path+".station", problem.New(ErrConfig, problem.ConfigType, "found", t.Station, "like", "1"))
	case t.Station != "" && d.WCIF == "":
		return d.at(path+".station", problem.New(ErrConfig, problem.ConfigMissing, "like", "wcif: wcif.json"))
	case t.Room != "" && t.Station == "":
		return d.at(path+".room", problem.New(ErrConfig, problem.ConfigMissing, "like", "station: 1"))
	}
	return nil
}

// mostStation bounds a table's number; the largest halls have about 100 tables.
const mostStation = 9999
