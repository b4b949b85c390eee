package cv

import (
	"errors"
	"testing"
)

// A PPM is the simplest picture: two pixels, orange and blue.
func TestDecode(t *testing.T) {
	img, err := Decode([]byte("P6 2 1 255\n\xff\x80\x00\x00\x00\xff"))
	if err != nil {
		t.Fatal(err)
	}
	if img.Width != 2 || img.Height != 1 || string(img.Pix) != "\xff\x80\x00\x00\x00\xff" {
		t.Errorf("got %+v", img)
	}
}

func TestDecodeBad(t *testing.T) {
	for _, raw := range []string{"", "no picture", "P6 2 1 255\n"} {
		if img, err := Decode([]byte(raw)); !errors.Is(err, ErrDecode) {
			t.Errorf("%q: got %v, %v", raw, img, err)
		}
	}
}
