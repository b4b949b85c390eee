package camera

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"
)

// scene is a small picture whose corners tell the way up: red top left, green
// top right, blue bottom left, white bottom right. Blocks of 16 keep JPEG's
// colours apart.
func scene() *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, 48, 32))
	for y := range 32 {
		for x := range 48 {
			c := color.RGBA{A: 255}
			if y < 16 && x < 24 || y >= 16 && x >= 24 {
				c.R = 255
			}
			if x >= 24 {
				c.G = 255
			}
			if y >= 16 {
				c.B = 255
			}
			img.Set(x, y, c)
		}
	}
	return img
}

func encoded(t testing.TB, encode func(*bytes.Buffer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := encode(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func jpegOf(t testing.TB, img image.Image) []byte {
	return encoded(t, func(b *bytes.Buffer) error { return jpeg.Encode(b, img, &jpeg.Options{Quality: 95}) })
}

func pngOf(t testing.TB, img image.Image) []byte {
	return encoded(t, func(b *bytes.Buffer) error { return png.Encode(b, img) })
}

// near compares a pixel of a decoded picture with a colour.
func near(t *testing.T, raw []byte, x, y int, want [3]uint8, tolerance int) {
	t.Helper()
	img, err := Decode(raw)
	if err != nil {
		t.Fatal(err)
	}
	for c, w := range want {
		got := img.Pix[3*(y*img.Width+x)+c]
		if d := int(got) - int(w); d > tolerance || d < -tolerance {
			t.Errorf("pixel (%d,%d) channel %d: got %d, want %d within %d", x, y, c, got, w, tolerance)
		}
	}
}

func TestKinds(t *testing.T) {
	deep := image.NewNRGBA64(image.Rect(0, 0, 4, 4))
	grey := image.NewGray(image.Rect(0, 0, 4, 4))
	grey16 := image.NewGray16(image.Rect(0, 0, 4, 4))
	clear := image.NewNRGBA(image.Rect(0, 0, 4, 4))
	for i := range 16 {
		deep.Set(i%4, i/4, color.NRGBA64{R: 0xffff, G: 0x8080, B: 0x0101, A: 0xffff})
		grey.Set(i%4, i/4, color.Gray{Y: 77})
		grey16.Set(i%4, i/4, color.Gray16{Y: 77 * 257})
		clear.Set(i%4, i/4, color.NRGBA{R: 200, G: 0, B: 100, A: 128})
	}
	cmyk, err := os.ReadFile("testdata/cmyk.jpg")
	if err != nil {
		t.Fatal(err)
	}
	inTIFF, err := os.ReadFile("testdata/jpeg.tif") // Go's decoder does not know this kind
	if err != nil {
		t.Fatal(err)
	}
	orange := [3]uint8{255, 128, 0}
	for _, c := range []struct {
		name      string
		raw       []byte
		want      [3]uint8
		tolerance int
	}{
		{"16 bits", pngOf(t, deep), [3]uint8{255, 128, 1}, 0},
		{"grey PNG", pngOf(t, grey), [3]uint8{77, 77, 77}, 0},
		{"grey of 16 bits", pngOf(t, grey16), [3]uint8{77, 77, 77}, 0},
		{"grey JPEG", jpegOf(t, grey), [3]uint8{77, 77, 77}, 1},
		{"half transparent on white", pngOf(t, clear), [3]uint8{227, 127, 177}, 1},
		{"CMYK", cmyk, orange, 4},
		{"JPEG in TIFF", inTIFF, orange, 4},
		{"JPEG", jpegOf(t, scene()), [3]uint8{255, 0, 0}, 6},
		{"TIFF", encoded(t, func(b *bytes.Buffer) error { return tiff.Encode(b, scene(), nil) }), [3]uint8{255, 0, 0}, 0},
		{"BMP", encoded(t, func(b *bytes.Buffer) error { return bmp.Encode(b, scene()) }), [3]uint8{255, 0, 0}, 0},
		{"GIF", encoded(t, func(b *bytes.Buffer) error { return gif.Encode(b, scene(), nil) }), [3]uint8{255, 0, 0}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			near(t, c.raw, 3, 3, c.want, c.tolerance)
		})
	}
}

// Colour planes are interpolated: a smooth gradient survives 4:2:0 sampling
// to within the quantiser, without the steps of repeated samples.
func TestColourIsSmooth(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 64, 64))
	for y := range 64 {
		for x := range 64 {
			img.Set(x, y, color.RGBA{R: uint8(4 * x), G: uint8(255 - 4*x), B: uint8(2 * y), A: 255})
		}
	}
	out, err := Decode(encoded(t, func(b *bytes.Buffer) error { return jpeg.Encode(b, img, &jpeg.Options{Quality: 100}) }))
	if err != nil {
		t.Fatal(err)
	}
	for x := 2; x < 61; x++ {
		i := 3 * (32*64 + x)
		if step := int(out.Pix[i+3]) - int(out.Pix[i]); step < 2 || step > 6 {
			t.Errorf("red rises by %d from x = %d, want 4 +- 2", step, x)
		}
	}
}

// exifBlock is an EXIF block that holds an orientation and nothing else.
func exifBlock(o uint16, order binary.ByteOrder) []byte {
	b := []byte("II*\x00")
	if order == binary.ByteOrder(binary.BigEndian) {
		b = []byte("MM\x00*")
	}
	ap := order.(binary.AppendByteOrder)
	b = ap.AppendUint32(b, 8)
	b = ap.AppendUint16(b, 1)
	b = ap.AppendUint16(b, 0x0112)
	b = ap.AppendUint16(b, 3)
	b = ap.AppendUint32(b, 1)
	b = ap.AppendUint16(b, o)
	return ap.AppendUint32(b, 0)
}

func jpegWithEXIF(t testing.TB, o uint16, order binary.ByteOrder) []byte {
	raw := jpegOf(t, scene())
	body := append([]byte("Exif\x00\x00"), exifBlock(o, order)...)
	app1 := append(binary.BigEndian.AppendUint16([]byte{0xff, 0xe1}, uint16(len(body)+2)), body...)
	return append(append(raw[:2:2], app1...), raw[2:]...)
}

func pngChunk(kind string, body []byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	b = append(append(b, kind...), body...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
}

// Where the picture's red, green, blue and white corners go for each EXIF
// orientation (EXIF 2.32: where row 0 and column 0 lie).
func TestOrientation(t *testing.T) {
	for o, corners := range map[uint16]string{1: "RGBW", 2: "GRWB", 3: "WBGR", 4: "BWRG", 5: "RBGW", 6: "BRWG", 7: "WGBR", 8: "GWRB", 9: "RGBW", 0: "RGBW"} {
		plain := pngOf(t, scene())
		const afterHeader = 8 + 25 // signature and IHDR
		inPNG := append(append(plain[:afterHeader:afterHeader], pngChunk("eXIf", exifBlock(o, binary.BigEndian))...), plain[afterHeader:]...)
		for name, raw := range map[string][]byte{
			"JPEG, little": jpegWithEXIF(t, o, binary.LittleEndian),
			"JPEG, big":    jpegWithEXIF(t, o, binary.BigEndian),
			"PNG":          inPNG,
		} {
			t.Run(fmt.Sprintf("%s %d", name, o), func(t *testing.T) {
				img, err := Decode(raw)
				if err != nil {
					t.Fatal(err)
				}
				if (o >= 5 && o <= 8) != (img.Width == 32) || img.Width*img.Height != 48*32 {
					t.Fatalf("%d x %d", img.Width, img.Height)
				}
				colours := map[byte][3]uint8{'R': {255, 0, 0}, 'G': {0, 255, 0}, 'B': {0, 0, 255}, 'W': {255, 255, 255}}
				for i := range 4 {
					near(t, raw, 3+(i%2)*(img.Width-7), 3+(i/2)*(img.Height-7), colours[corners[i]], 6)
				}
			})
		}
	}
}

func TestExifOfWebP(t *testing.T) {
	raw := []byte("RIFF\x00\x00\x00\x00WEBPVP8X\x01\x00\x00\x00a\x00EXIF\x18\x00\x00\x00")
	raw = append(raw, exifBlock(6, binary.LittleEndian)...)
	if o := orientation(exifOfWebP(raw)); o != 6 {
		t.Errorf("got %d", o)
	}
}

// A file that cannot be used gives an error that says what is wrong and what
// to do about it.
func TestBad(t *testing.T) {
	wide := pngOf(t, image.NewGray(image.Rect(0, 0, 20000, 2)))
	photo, drawing := jpegOf(t, scene()), pngOf(t, scene())
	header := func(w, h uint32) []byte {
		body := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, w), h)
		return append([]byte("\x89PNG\r\n\x1a\n"), pngChunk("IHDR", append(body, 8, 2, 0, 0, 0))...)
	}
	for _, c := range []struct {
		name string
		raw  []byte
		says []string
	}{
		{"empty", nil, []string{"empty", "again"}},
		{"text", []byte("hello, world"), []string{"no picture", "JPEG or PNG"}},
		{"JSON", []byte(`{"cameras":{}}`), []string{"of the kind JSON"}},
		{"HEIC", []byte("\x00\x00\x00\x18ftypheic\x00\x00"), []string{"HEIC", "JPEG"}},
		{"video", []byte("\x00\x00\x00\x18ftypmp42"), []string{"a video"}},
		{"truncated JPEG", photo[:len(photo)/2], []string{"JPEG ends early", "again"}},
		{"JPEG without its end", photo[:len(photo)-20], []string{"JPEG ends early"}},
		{"JPEG header only", photo[:4], []string{"JPEG ends early"}},
		{"truncated PNG", drawing[:len(drawing)/2], []string{"PNG ends early"}},
		{"PNG with a wrong checksum", append(drawing[:20:20], append([]byte{1}, drawing[21:]...)...), []string{"PNG is damaged", "copy it again"}},
		{"0 wide GIF", []byte("GIF89a\x00\x00\x08\x00\x00\x00\x00"), []string{"0 x 8"}},
		{"0 wide PNG", header(0, 10), []string{"PNG"}},
		{"20,000 wide", wide, []string{"20000 x 2", "16384", "scale it down"}},
		{"many megapixels", header(16000, 16000), []string{"64 megapixels", "scale it down"}},
		{"2^31 wide", header(1<<31-1, 1<<31-1), []string{"PNG"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			img, err := Decode(c.raw)
			if !errors.Is(err, ErrPicture) {
				t.Fatalf("got %v, %v", img, err)
			}
			for _, s := range c.says {
				if !strings.Contains(err.Error(), s) {
					t.Errorf("%q does not say %q", err, s)
				}
			}
		})
	}
}

func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.png")
	if err := os.WriteFile(path, pngOf(t, scene()), 0o600); err != nil {
		t.Fatal(err)
	}
	if img, err := ReadFile(path); err != nil || img.Width != 48 || img.Height != 32 {
		t.Errorf("got %v, %v", img, err)
	}
	if _, err := ReadFile(filepath.Join(dir, "none.png")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
	if _, err := ReadFile(dir); err == nil || !strings.Contains(err.Error(), dir) {
		t.Errorf("a folder: %v", err)
	}
}

// FuzzDecode: any bytes give an error or a picture of its stated size.
func FuzzDecode(f *testing.F) {
	for _, raw := range [][]byte{jpegWithEXIF(f, 6, binary.LittleEndian), pngOf(f, scene()), []byte("GIF89a\x00\x00\x08\x00\x00\x00\x00")} {
		f.Add(raw)
	}
	for _, name := range []string{"cmyk.jpg", "jpeg.tif"} {
		raw, err := os.ReadFile("testdata/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		img, err := Decode(raw)
		if err != nil {
			if !errors.Is(err, ErrPicture) {
				t.Errorf("error without sentinel: %v", err)
			}
			return
		}
		if img.Width < 1 || img.Height < 1 || len(img.Pix) != 3*img.Width*img.Height {
			t.Errorf("%d x %d with %d bytes", img.Width, img.Height, len(img.Pix))
		}
	})
}
