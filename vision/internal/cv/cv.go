// Package cv is the only door to OpenCV (through gocv), and so to cgo. Matrices
// never leave it: what goes in and comes out are Go's own types.
package cv

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/plustwo/plustwo/vision"
	"gocv.io/x/gocv"
)

// ErrDecode means that OpenCV cannot read a picture.
var ErrDecode = errors.New("OpenCV cannot decode the picture")

// Decode reads an encoded picture as 8-bit RGB, in the orientation in which it
// is stored. The caller has checked the size that the header states: OpenCV
// ends the process where a picture is larger than it allows.
func Decode(raw []byte) (*vision.Image, error) {
	if len(raw) == 0 { // gocv takes the address of the first byte
		return nil, fmt.Errorf("%w: no data", ErrDecode)
	}
	m, err := gocv.IMDecode(raw, gocv.IMReadColor|gocv.IMReadIgnoreOrientation)
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrDecode, err)
	}
	defer m.Close()
	if m.Empty() {
		return nil, ErrDecode
	}
	return fromBGR(m)
}

// fromBGR copies an 8-bit matrix in OpenCV's channel order, in one pass.
func fromBGR(m gocv.Mat) (*vision.Image, error) {
	if m.Type() != gocv.MatTypeCV8UC3 {
		return nil, fmt.Errorf("%w: pixels of type %v", ErrDecode, m.Type())
	}
	img := &vision.Image{Width: m.Cols(), Height: m.Rows(), Pix: make([]uint8, 3*m.Cols()*m.Rows())}
	var pin runtime.Pinner // OpenCV holds the pixels' address across calls
	pin.Pin(&img.Pix[0])
	defer pin.Unpin()
	rgb, err := gocv.NewMatFromBytes(img.Height, img.Width, gocv.MatTypeCV8UC3, img.Pix)
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrDecode, err)
	}
	defer rgb.Close()
	gocv.CvtColor(m, &rgb, gocv.ColorBGRToRGB) // into the pixels: size and type are right already
	return img, nil
}
