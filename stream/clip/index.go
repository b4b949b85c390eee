package clip

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"time"

	"github.com/plustwo/plustwo/stream/encode"
)

// boxID marks the boxes that list frames; it was drawn by chance.
var boxID = [16]byte{0x5d, 0x1c, 0x9e, 0x02, 0x77, 0xb4, 0x4a, 0x6f, 0x93, 0x20, 0xe8, 0x55, 0x0b, 0x31, 0xc6, 0x2a}

// The layout of such a box.
const (
	boxHead      = 8 // length and type
	indexVersion = 1
	indexHead    = len(boxID) + 8 // id, version, count
	indexEntry   = 8 + 8 + 4
	keyBit       = 1 << 31
)

// indexed is a frame as the index lists it.
type indexed struct {
	Frame
	size uint32 // bytes in mdat
}

// appendIndex appends the box that lists a fragment's units and their sizes.
func appendIndex(b []byte, units []encode.Unit, sizes []int) []byte {
	b = binary.BigEndian.AppendUint32(b, uint32(boxHead+indexHead+indexEntry*len(units)))
	b = append(append(b, "uuid"...), boxID[:]...)
	b = append(b, indexVersion, 0, 0, 0)
	b = binary.BigEndian.AppendUint32(b, uint32(len(units)))
	for i, u := range units {
		b = binary.BigEndian.AppendUint64(b, u.Seq)
		b = binary.BigEndian.AppendUint64(b, uint64(u.At))
		size := uint32(sizes[i])
		if u.Key {
			size |= keyBit
		}
		b = binary.BigEndian.AppendUint32(b, size)
	}
	return b
}

// readIndex reads the content of such a box; false where it is another's.
func readIndex(b []byte) ([]indexed, bool, error) {
	if !bytes.HasPrefix(b, boxID[:]) {
		return nil, false, nil
	}
	if len(b) < indexHead || b[len(boxID)] != indexVersion {
		return nil, true, fmt.Errorf("%w: a list of frames of an unknown version", ErrClip)
	}
	n := binary.BigEndian.Uint32(b[len(boxID)+4:])
	b = b[indexHead:]
	if uint64(len(b)) != uint64(n)*indexEntry {
		return nil, true, fmt.Errorf("%w: a list of %d frames in %d bytes", ErrClip, n, len(b))
	}
	list := make([]indexed, n)
	for i := range list {
		e := b[i*indexEntry:]
		size := binary.BigEndian.Uint32(e[16:])
		list[i] = indexed{
			Frame: Frame{Seq: binary.BigEndian.Uint64(e), At: time.Duration(binary.BigEndian.Uint64(e[8:])), Key: size&keyBit != 0},
			size:  size &^ keyBit,
		}
	}
	return list, true, nil
}
