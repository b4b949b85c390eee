package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/calib"
)

// Things are what a configuration names: the outside world, for Check.
type Things struct {
	// Size opens a camera by its spec and returns the size of its pictures.
	Size func(spec string) (width, height int, err error)
	// Ports and Cards list what timers can be plugged into.
	Ports func() ([]string, error)
	Cards func() ([]string, error)
}

// Check looks whether the cameras, timers and rig files are there and fit each
// other, and returns the rigs by table. Errors are problem.Errors that wrap
// ErrConfig or what was the matter.
func (d *Document) Check(things Things) (map[string]*calib.Rig, error) {
	rigs := map[string]*calib.Rig{}
	for i, t := range d.Tables {
		path := fmt.Sprintf("tables[%d]", i)
		rig, err := d.rig(t, path)
		if err != nil {
			return nil, err
		}
		rigs[t.ID] = rig
		if err := d.timer(t, path+".timer", things); err != nil {
			return nil, err
		}
		cameras := map[string]string{}
		for view := range t.Cameras {
			cameras[path+".cameras."+view] = view
		}
		for _, where := range d.inOrder(cameras) {
			if err := d.camera(t, cameras[where], where, rig, things); err != nil {
				return nil, err
			}
		}
	}
	return rigs, nil
}

// rig reads a table's rig file; nil where it has none.
func (d *document) rig(t Table, path string) (*calib.Rig, error) {
	if t.Rig == "" {
		return nil, nil
	}
	rig, err := calib.ReadRig(t.Rig)
	if err == nil {
		_, err = rig.Camera("overhead")
	}
	if err != nil {
		return nil, d.at(path+".rig", tellRig(err))
	}
	return rig, nil
}

// tellRig makes a rig's fault one that can be told in every language.
func tellRig(err error) error {
	var f *calib.Fault
	if !errors.As(err, &f) {
		return err
	}
	return problem.Rig(f, f.File, f.View, f.Field, f.Says, f.Values)
}

// camera looks whether a camera is there and its pictures have the rig's size.
func (d *document) camera(t Table, view, path string, rig *calib.Rig, things Things) error {
	w, h, err := things.Size(t.Cameras[view])
	if err != nil {
		return d.at(path, err)
	}
	if rig == nil {
		return nil
	}
	cam, ok := rig.Cameras[view]
	if ok && (cam.Width != w || cam.Height != h) {
		return d.at(path, problem.New(ErrConfig, problem.ConfigRigSize, "width", w, "height", h, "rig", filepath.Base(t.Rig), "rw", cam.Width, "rh", cam.Height))
	}
	return nil
}

// timer looks whether a timer is there.
func (d *document) timer(t Table, path string, things Things) error {
	scheme, name, _ := strings.Cut(t.Timer, ":")
	switch scheme {
	case "wav":
		if info, err := os.Stat(name); err != nil {
			return d.at(path, problem.New(err, problem.NoFile))
		} else if info.IsDir() {
			return d.at(path, problem.New(ErrConfig, problem.Folder))
		}
	case "serial":
		if _, err := os.Stat(name); err != nil {
			return d.missing(path, "serial:", things.Ports)
		}
	case "sound":
		cards, err := things.Cards()
		if err != nil {
			return d.at(path, err)
		}
		if name != "" && !slices.Contains(cards, name) {
			return d.missing(path, "sound:", things.Cards)
		}
	}
	return nil
}

// missing tells that a timer is not plugged in, and what is.
func (d *document) missing(path, scheme string, list func() ([]string, error)) error {
	names, err := list()
	if err != nil {
		return d.at(path, err)
	}
	known := []string{"keyboard"}
	for _, n := range names {
		known = append(known, scheme+n)
	}
	return d.at(path, problem.New(ErrConfig, problem.ConfigPort, "known", known))
}
