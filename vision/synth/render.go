// Package synth draws labelled pictures of a puzzle at rest on a mat: any
// puzzle, colours and layer angles, camera, light, table and clutter.
//
// It is a painter: things are drawn from far to near, polygon by polygon, each
// pixel by the share that the polygon covers. What is convex and parted by
// planes has an exact order, so no depth buffer and no supersampling are needed.
// Light comes from panels and the sky; soft shadows are sums over points of
// them. Everything happens in linear light until the sensor's last step.
//
// The same scene always gives the same picture.
package synth

import (
	"math"
	"math/rand/v2"

	"github.com/plustwo/plustwo/calib"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/vision"
)

// Render draws a scene as a camera's picture, JPEG losses included where the
// sensor asks for them. The error is ErrScene where the scene makes no sense.
func Render(s Scene, cam calib.Camera) (*vision.Image, error) {
	im, err := Raw(s, cam)
	if err != nil || s.Sensor.JPEG == 0 {
		return im, err
	}
	lose(im, s.Sensor.JPEG)
	return im, nil
}

// Raw is Render before JPEG: what a picture file is to be encoded from.
func Raw(s Scene, cam calib.Camera) (*vision.Image, error) {
	p, err := paint(&s, &cam)
	if err != nil {
		return nil, err
	}
	defer p.free()
	rng := rand.New(rand.NewPCG(s.Seed, math.Float64bits(cam.CamFromMat.T.X+cam.CamFromMat.T.Z)))
	return shoot(p.frame, &s.Sensor, p.onMat, rng), nil
}

// paint draws the light that reaches the sensor.
func paint(s *Scene, cam *calib.Camera) (*painter, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	if err := checkSize(cam); err != nil {
		return nil, err
	}
	w, err := newWorld(s)
	if err != nil {
		return nil, err
	}
	p := &painter{world: w, frame: newFrame(cam.Width, cam.Height), lens: newLens(cam), lights: newLights(s, fine), spacing: 5}
	p.onMat, _ = p.lights.at(geom.Vec{Z: w.top}, geom.Vec{Z: 1}, nil)
	light := make(chan *groundLight, 1)
	own := newLens(cam)
	go func() { light <- p.lightGround(own) }() // while the ground is drawn
	p.drawGround()
	p.applyLight(<-light)
	p.lights = newLights(s, coarse)
	for _, it := range farToNear(w.items, p.lens.eye) {
		it.draw(p)
	}
	return p, nil
}

// maxSide bounds pictures to what memory holds.
const maxSide = 8192

// fine divides a lamp so that the steps of its shadows on the mat are no wider
// than a few pixels: a step is about a tenth of the sample's size, as things
// are a tenth as high as lamps.
func fine(sizeMM float64) int { return 2 + min(int(sizeMM/300), 3) }

// coarse divides a lamp for the shadows between things.
func coarse(float64) int { return 2 }
