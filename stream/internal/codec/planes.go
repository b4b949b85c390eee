package codec

/*
#include "codec.h"
*/
import "C"

import "unsafe"

// planes converts an RGB picture of even sides as Encode does.
func planes(pix []uint8, width, height int) (y, cb, cr []uint8) {
	y, cb, cr = make([]uint8, width*height), make([]uint8, width*height/4), make([]uint8, width*height/4)
	first := func(b []uint8) *C.uint8_t { return (*C.uint8_t)(unsafe.SliceData(b)) }
	C.rgb_to_planes(first(pix), C.int(3*width), C.int(width), C.int(height), first(y), first(cb), first(cr))
	return y, cb, cr
}
