package camera

import (
	"bytes"
	"encoding/binary"

	"github.com/plustwo/plustwo/vision"
)

// orient turns the stored picture the way up that an EXIF orientation from 1
// to 8 asks for (EXIF 2.32, tag 0x0112); other values change nothing.
func orient(src *vision.Image, o int) *vision.Image {
	if o < 2 || o > 8 {
		return src
	}
	w, h := src.Width, src.Height
	out := &vision.Image{Width: w, Height: h, Pix: make([]uint8, len(src.Pix))}
	if o >= 5 { // lying on its side
		out.Width, out.Height = h, w
	}
	for y := range h {
		for x := range w {
			u, v := x, y
			switch o {
			case 2:
				u = w - 1 - x
			case 3:
				u, v = w-1-x, h-1-y
			case 4:
				v = h - 1 - y
			case 5:
				u, v = y, x
			case 6:
				u, v = h-1-y, x
			case 7:
				u, v = h-1-y, w-1-x
			case 8:
				u, v = y, w-1-x
			}
			copy(out.Pix[3*(v*out.Width+u):][:3], src.Pix[3*(y*w+x):][:3])
		}
	}
	return out
}

// orientation reads the orientation from an EXIF block, which is a small TIFF
// file; 1, the stored way up, where there is none or a reserved one.
func orientation(block []byte) int {
	const (
		upright        = 1
		tagOrientation = 0x0112
		entrySize      = 12
	)
	var order binary.ByteOrder = binary.LittleEndian
	switch {
	case starts(block, "II*\x00"):
	case starts(block, "MM\x00*"):
		order = binary.BigEndian
	default:
		return upright
	}
	if len(block) < 8 {
		return upright
	}
	at := int(order.Uint32(block[4:]))
	if at < 0 || at+2 > len(block) {
		return upright
	}
	for n, e := int(order.Uint16(block[at:])), at+2; n > 0 && e+entrySize <= len(block); n, e = n-1, e+entrySize {
		if order.Uint16(block[e:]) == tagOrientation {
			if o := int(order.Uint16(block[e+8:])); o >= upright && o <= 8 {
				return o
			}
			return upright // reserved
		}
	}
	return upright
}

func noEXIF([]byte) []byte { return nil }

func exifOfTIFF(raw []byte) []byte { return raw }

// exifOfJPEG walks the segments before the first scan to APP1.
func exifOfJPEG(raw []byte) []byte {
	for i := 2; i+4 <= len(raw) && raw[i] == 0xff; {
		marker := raw[i+1]
		if marker == 0xff { // padding
			i++
			continue
		}
		end := i + 2 + int(binary.BigEndian.Uint16(raw[i+2:]))
		if marker == 0xda || end > len(raw) { // start of scan
			break
		}
		const app1 = 0xe1
		if body := raw[i+4 : max(i+4, end)]; marker == app1 && bytes.HasPrefix(body, []byte("Exif\x00\x00")) {
			return body[6:]
		}
		i = max(end, i+2)
	}
	return nil
}

// exifOfPNG walks the chunks to eXIf (PNG, third edition).
func exifOfPNG(raw []byte) []byte {
	const head, tail = 8, 4 // length and type; checksum
	for i := 8; i+head <= len(raw); {
		n := int(binary.BigEndian.Uint32(raw[i:]))
		if n < 0 || n > len(raw)-i-head {
			break
		}
		if string(raw[i+4:i+head]) == "eXIf" {
			return raw[i+head : i+head+n]
		}
		i += head + n + tail
	}
	return nil
}

// exifOfWebP walks the RIFF chunks to EXIF.
func exifOfWebP(raw []byte) []byte {
	const head = 8
	for i := 12; i+head <= len(raw); {
		n := int(binary.LittleEndian.Uint32(raw[i+4:]))
		if n < 0 || n > len(raw)-i-head {
			break
		}
		if string(raw[i:i+4]) == "EXIF" {
			return bytes.TrimPrefix(raw[i+head:i+head+n], []byte("Exif\x00\x00"))
		}
		i += head + n + n%2
	}
	return nil
}
