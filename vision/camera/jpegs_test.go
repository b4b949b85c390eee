package camera

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

// greyJPEG is a small picture in one grey.
func greyJPEG(grey uint8) []byte {
	im := image.NewGray(image.Rect(0, 0, 16, 16))
	for i := range im.Pix {
		im.Pix[i] = grey
	}
	im.SetGray(int(grey)%16, 3, color.Gray{Y: 255 - grey})
	var b bytes.Buffer
	if err := jpeg.Encode(&b, im, nil); err != nil {
		panic(err) // memory does not fail
	}
	return b.Bytes()
}

// thumbed is a picture with another one in its EXIF data, whole with SOI and EOI.
func thumbed(raw []byte) []byte {
	inside := append([]byte("Exif\x00\x00"), greyJPEG(9)...)
	n := len(inside) + 2
	out := append([]byte{0xff, 0xd8, 0xff, 0xe1, byte(n >> 8), byte(n)}, inside...)
	return append(out, raw[2:]...)
}

// part is one of a multipart/x-mixed-replace stream.
func part(raw []byte, headers string) []byte {
	return append([]byte("\r\n--frame\r\nContent-Type: image/jpeg\r\n"+headers+"\r\n"), raw...)
}

func length(raw []byte) string { return fmt.Sprintf("Content-Length: %d\r\n", len(raw)) }

// read takes all pictures out of a stream.
func read(r io.Reader) (out [][]byte, broken int, err error) {
	j := newJPEGs(r)
	for {
		raw, b, err := j.next()
		broken += b
		if err != nil {
			return out, broken, err
		}
		out = append(out, bytes.Clone(raw))
	}
}

func TestJPEGs(t *testing.T) {
	a, b := greyJPEG(10), greyJPEG(200)
	cut := a[:len(a)-4] // within the scan
	join := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	for _, c := range []struct {
		name   string
		stream []byte
		want   [][]byte
		broken int
		err    error
	}{
		{"as it should be", join(part(a, length(a)), part(b, length(b)), []byte("\r\n--frame--\r\n")), [][]byte{a, b}, 0, io.EOF},
		{"no lengths", join(part(a, ""), part(b, "")), [][]byte{a, b}, 0, io.EOF},
		{"wrong lengths", join(part(a, "Content-Length: 3\r\n"), part(b, "Content-Length: 99999999999999999999\r\n")), [][]byte{a, b}, 0, io.EOF},
		{"no boundaries at all", join(a, b), [][]byte{a, b}, 0, io.EOF},
		{"line feeds only", []byte(strings.ReplaceAll(string(part(nil, "")), "\r", "") + string(a)), [][]byte{a}, 0, io.EOF},
		{"a picture inside a picture", join(part(thumbed(a), ""), part(b, "")), [][]byte{thumbed(a), b}, 0, io.EOF},
		{"padding before a marker", join(a[:2], []byte{0xff, 0xff}, a[2:]), [][]byte{join(a[:2], []byte{0xff, 0xff}, a[2:])}, 0, io.EOF},
		{"the second one breaks off", join(a, cut, part(b, "")), [][]byte{a, b}, 1, io.EOF},
		{"an impossible length", join([]byte{0xff, 0xd8, 0xff, 0xe0, 0, 1}, part(b, "")), [][]byte{b}, 1, io.EOF},
		{"it ends within a picture", join(a, cut), [][]byte{a}, 1, io.EOF},
		{"it ends within a segment", a[:10], nil, 1, io.EOF},
		{"nothing", nil, nil, 0, io.EOF},
		{"a little text", []byte("<html>Please log in</html>"), nil, 0, io.EOF},
		{"much text", bytes.Repeat([]byte("la "), mostBetween), nil, 0, ErrJPEGs},
		{"a picture without an end", join(a[:len(a)-2], bytes.Repeat([]byte{1, 2, 3}, mostJPEG/3), b), [][]byte{b}, 1, io.EOF},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, broken, err := read(bytes.NewReader(c.stream))
			if !errors.Is(err, c.err) || broken != c.broken || len(got) != len(c.want) {
				t.Fatalf("got %d pictures, %d broken, %v", len(got), broken, err)
			}
			for i := range got {
				if !bytes.Equal(got[i], c.want[i]) {
					t.Errorf("picture %d is another", i)
				}
			}
		})
	}
}

// However the network cuts a stream up, the same pictures come out.
func TestJPEGsInPieces(t *testing.T) {
	stream := append(part(greyJPEG(1), ""), part(thumbed(greyJPEG(2)), "")...)
	want, _, _ := read(bytes.NewReader(stream))
	for name, r := range map[string]io.Reader{"bytes": iotest.OneByteReader(bytes.NewReader(stream)), "halves": iotest.HalfReader(bytes.NewReader(stream))} {
		got, broken, err := read(r)
		if !errors.Is(err, io.EOF) || broken != 0 || len(got) != 2 || !bytes.Equal(bytes.Join(got, nil), bytes.Join(want, nil)) {
			t.Errorf("%s: %d pictures, %d broken, %v", name, len(got), broken, err)
		}
	}
	lost := errors.New("connection reset")
	if _, _, err := read(io.MultiReader(bytes.NewReader(stream), iotest.ErrReader(lost))); !errors.Is(err, lost) {
		t.Errorf("got %v", err)
	}
}

// Whatever damage a stream takes, what is whole after it is found again.
func TestJPEGsRecover(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		damaged := part(greyJPEG(rapid.Uint8().Draw(t, "grey")), "")
		for range rapid.IntRange(1, 8).Draw(t, "faults") {
			damaged[rapid.IntRange(0, len(damaged)-1).Draw(t, "at")] = rapid.Byte().Draw(t, "value")
		}
		// A segment whose length was damaged may reach over the next picture, by
		// no more than 64 KB; the one after that is whole.
		last := greyJPEG(77)
		stream := append(damaged, bytes.Repeat([]byte{0}, 64<<10)...)
		got, _, _ := read(bytes.NewReader(append(append(stream, last...), last...)))
		if len(got) == 0 || !bytes.Equal(got[len(got)-1], last) {
			t.Fatalf("got %d pictures", len(got))
		}
	})
}

// Whatever comes in, pictures start and end as they should, and hold nothing
// that did not come in.
func FuzzJPEGs(f *testing.F) {
	a := greyJPEG(10)
	f.Add(part(a, length(a)))
	f.Add(append(thumbed(a), a[:40]...))
	f.Add([]byte{0xff, 0xd8, 0xff, 0xff, 0xd9, 0xff, 0xd8, 0xff, 0xc0, 0, 2, 0xff, 0, 0xff, 0xd9})
	f.Fuzz(func(t *testing.T, stream []byte) {
		got, broken, err := read(bytes.NewReader(stream))
		if err == nil || broken > len(stream)/2 {
			t.Fatalf("%d broken, %v", broken, err)
		}
		for _, raw := range got {
			if !bytes.HasPrefix(raw, []byte{0xff, 0xd8}) || !bytes.HasSuffix(raw, []byte{0xff, 0xd9}) || !bytes.Contains(stream, raw) {
				t.Fatalf("% x", raw)
			}
		}
	})
}
