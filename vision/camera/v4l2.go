package camera

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"slices"
	"syscall"
	"unsafe"
)

// asker asks a device questions of V4L2 (linux/videodev2.h): the answer replaces
// the question in the buffer.
type asker interface {
	ask(question uintptr, buffer []byte) error
	io.Closer
}

// ioctlFile opens a device to be asked.
func ioctlFile(file string) (asker, error) {
	f, err := os.OpenFile(file, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	return device{f}, nil
}

type device struct{ *os.File }

func (d device) ask(question uintptr, buffer []byte) error {
	conn, err := d.SyscallConn()
	if err != nil {
		return err
	}
	var no syscall.Errno
	err = conn.Control(func(fd uintptr) {
		_, _, no = syscall.Syscall(syscall.SYS_IOCTL, fd, question, uintptr(unsafe.Pointer(&buffer[0])))
	})
	if err == nil && no != 0 {
		err = no
	}
	return err
}

// The questions: their numbers hold the sizes of their buffers.
const (
	queryCap      = 0x80685600
	enumFormat    = 0xc0405602
	enumSizes     = 0xc02c564a
	enumIntervals = 0xc034564b

	sizeOfCap      = 104
	sizeOfFormat   = 64
	sizeOfSize     = 44
	sizeOfInterval = 52
)

const (
	videoCapture = 1       // V4L2_CAP_VIDEO_CAPTURE and V4L2_BUF_TYPE_VIDEO_CAPTURE
	deviceCaps   = 1 << 31 // V4L2_CAP_DEVICE_CAPS: the device says what it itself can do
	discrete     = 1       // V4L2_FRMSIZE_TYPE_DISCRETE and V4L2_FRMIVAL_TYPE_DISCRETE
	mostAnswers  = 256     // above what any camera lists, in case a driver never ends
)

var native = binary.NativeEndian

// modes asks a device what pictures it takes; takes is false where it takes none.
func modes(a asker) (out []DeviceMode, takes bool, err error) {
	caps := make([]byte, sizeOfCap)
	if err := a.ask(queryCap, caps); err != nil {
		return nil, true, err
	}
	can := native.Uint32(caps[84:])
	if can&deviceCaps != 0 {
		can = native.Uint32(caps[88:])
	}
	if can&videoCapture == 0 {
		return nil, false, nil
	}
	formats := list(a, enumFormat, sizeOfFormat, func(b []byte) { native.PutUint32(b[4:], videoCapture) })
	for _, f := range formats {
		for _, s := range list(a, enumSizes, sizeOfSize, func(b []byte) { copy(b[4:8], f[44:48]) }) {
			m := DeviceMode{Format: string(bytes.TrimSpace(f[44:48])), Width: int(native.Uint32(s[12:])), Height: int(native.Uint32(s[16:]))}
			if native.Uint32(s[8:]) != discrete { // from this size in steps to the largest, which is shown
				m.Width, m.Height = int(native.Uint32(s[16:])), int(native.Uint32(s[28:]))
			}
			m.Rates = rates(a, f[44:48], m)
			out = append(out, m)
		}
	}
	slices.SortStableFunc(out, func(a, b DeviceMode) int { return cmp.Compare(b.Width*b.Height, a.Width*a.Height) })
	return out, true, nil
}

// rates asks for the frames a second of a mode, the fastest first.
func rates(a asker, format []byte, m DeviceMode) []float64 {
	var out []float64
	for _, b := range list(a, enumIntervals, sizeOfInterval, func(b []byte) {
		copy(b[4:8], format)
		native.PutUint32(b[8:], uint32(m.Width))
		native.PutUint32(b[12:], uint32(m.Height))
	}) {
		// Seconds a frame, as a fraction; of a range, the shortest stands first.
		if over, under := native.Uint32(b[20:]), native.Uint32(b[24:]); over > 0 {
			out = append(out, float64(under)/float64(over))
		}
	}
	slices.Sort(out)
	slices.Reverse(out)
	return out
}

// list asks a question for index 0, 1 and so on until there is no more.
func list(a asker, question uintptr, size int, fill func([]byte)) [][]byte {
	var out [][]byte
	for i := range mostAnswers {
		b := make([]byte, size)
		native.PutUint32(b, uint32(i))
		fill(b)
		if a.ask(question, b) != nil {
			return out
		}
		out = append(out, b)
	}
	return out
}

// Denied tells whether a device may not be read by this user.
func (d Device) Denied() bool { return errors.Is(d.Err, os.ErrPermission) }
