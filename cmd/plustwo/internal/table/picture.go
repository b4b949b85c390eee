package table

import (
	"bytes"
	"image"
	"image/jpeg"
	"io"
	"sync"

	"github.com/plustwo/plustwo/vision"
)

const (
	// evidenceQuality keeps stickers' colours and edges: at 90 of 100 the stills
	// judge as the pictures that they were made of.
	evidenceQuality = 90
	liveQuality     = 75 // what browsers show without visible blocks
)

func encodeJPEG(im image.Image, quality int) ([]byte, error) {
	var b bytes.Buffer
	err := jpeg.Encode(&b, im, &jpeg.Options{Quality: quality})
	return b.Bytes(), err
}

// toYCbCr converts a picture as JPEG wants it (JFIF 1.02), its colour at half
// the resolution both ways: the mean of four pixels.
func toYCbCr(im *vision.Image) *image.YCbCr {
	out := image.NewYCbCr(image.Rect(0, 0, im.Width, im.Height), image.YCbCrSubsampleRatio420)
	for y := 0; y < im.Height; y += 2 {
		for x := 0; x < im.Width; x += 2 {
			var r, g, b, n int32
			for dy := 0; dy < 2 && y+dy < im.Height; dy++ {
				row := (y + dy) * im.Width
				for dx := 0; dx < 2 && x+dx < im.Width; dx++ {
					p := im.Pix[3*(row+x+dx):][:3]
					pr, pg, pb := int32(p[0]), int32(p[1]), int32(p[2])
					out.Y[(y+dy)*out.YStride+x+dx] = uint8((19595*pr + 38470*pg + 7471*pb + 1<<15) >> 16)
					r, g, b, n = r+pr, g+pg, b+pb, n+1
				}
			}
			r, g, b = r/n, g/n, b/n
			i := y/2*out.CStride + x/2
			out.Cb[i] = clamped((-11056*r - 21712*g + 32768*b + 257<<15) >> 16)
			out.Cr[i] = clamped((32768*r - 27440*g - 5328*b + 257<<15) >> 16)
		}
	}
	return out
}

func clamped(v int32) uint8 { return uint8(min(max(v, 0), 255)) }

// recent keeps the newest pictures that could not be put among the evidence.
type recent struct {
	mu     sync.Mutex
	hashes []string
	raw    map[string][]byte
}

// mostRecent is how many are kept: those of the last few attempts.
const mostRecent = 32

func (r *recent) add(hash string, raw []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.raw == nil {
		r.raw = map[string][]byte{}
	}
	if _, ok := r.raw[hash]; ok {
		return
	}
	r.raw[hash] = raw
	if r.hashes = append(r.hashes, hash); len(r.hashes) > mostRecent {
		delete(r.raw, r.hashes[0])
		r.hashes = r.hashes[1:]
	}
}

func (r *recent) get(hash string) io.ReadSeekCloser {
	r.mu.Lock()
	defer r.mu.Unlock()
	if raw, ok := r.raw[hash]; ok {
		return content{bytes.NewReader(raw)}
	}
	return nil
}

// content is what is in memory, as if it were a file.
type content struct{ *bytes.Reader }

func (content) Close() error { return nil }
