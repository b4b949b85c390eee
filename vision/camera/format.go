package camera

import (
	"bytes"
	"errors"
	"image/gif"
	"image/jpeg"
	"image/png"

	"github.com/plustwo/plustwo/adjudicate/problem"
	"golang.org/x/image/bmp"
	"golang.org/x/image/tiff"
	"golang.org/x/image/webp"
)

var formats = []format{
	{"JPEG", []string{"\xff\xd8\xff"}, jpeg.DecodeConfig, jpeg.Decode, exifOfJPEG, jpegEnded},
	{"PNG", []string{"\x89PNG\r\n\x1a\n"}, png.DecodeConfig, png.Decode, exifOfPNG, nil},
	{"TIFF", []string{"II*\x00", "MM\x00*"}, tiff.DecodeConfig, tiff.Decode, exifOfTIFF, nil},
	{"WebP", []string{"RIFF????WEBP"}, webp.DecodeConfig, webp.Decode, exifOfWebP, nil},
	{"BMP", []string{"BM"}, bmp.DecodeConfig, bmp.Decode, noEXIF, nil},
	{"GIF", []string{"GIF87a", "GIF89a"}, gif.DecodeConfig, gif.Decode, noEXIF, nil},
}

// foreign are kinds of files that people give by mistake.
var foreign = []struct{ magic, kind string }{
	{"????ftyphei", "HEIC"}, {"????ftypmif1", "HEIC"}, {"????ftyphev", "HEIC"}, {"????ftypavif", "AVIF"},
	{"????ftyp", video}, {"\x1aE\xdf\xa3", video}, {"RIFF????AVI ", video},
	{"%PDF", "PDF"}, {"{", "JSON"}, {"<", "SVG/HTML"},
}

const video = "video"

// formatOf tells the kind of a file by how it starts.
func formatOf(raw []byte) (format, error) {
	for _, f := range formats {
		for _, m := range f.magic {
			if starts(raw, m) {
				return f, nil
			}
		}
	}
	for _, k := range foreign {
		if !starts(raw, k.magic) {
			continue
		}
		if k.kind == video {
			return format{}, problem.New(ErrPicture, problem.Video)
		}
		return format{}, problem.New(ErrPicture, problem.OtherKind, "kind", k.kind)
	}
	return format{}, problem.New(ErrPicture, problem.NoPicture)
}

func starts(raw []byte, magic string) bool {
	if len(raw) < len(magic) {
		return false
	}
	for i := range magic {
		if magic[i] != '?' && raw[i] != magic[i] {
			return false
		}
	}
	return true
}

// unsupported tells whether a decoder gave up on a kind of file that it does
// not know, not on a damaged one.
func unsupported(err error) bool {
	var j jpeg.UnsupportedError
	var t tiff.UnsupportedError
	var p png.UnsupportedError
	return errors.As(err, &j) || errors.As(err, &t) || errors.As(err, &p) || errors.Is(err, bmp.ErrUnsupported)
}

// jpegEnded looks for the end marker near the end: libjpeg fills what is
// missing of a picture with grey, and some cameras pad their files.
func jpegEnded(raw []byte) bool {
	const padding = 4096
	return bytes.Contains(raw[max(0, len(raw)-padding):], []byte("\xff\xd9"))
}
