package camera

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
)

// The trees of two machines: a PC, and a Raspberry Pi 4 with a hub.
const (
	onPC = "devices/pci0000:00/0000:00:14.0/usb1/1-2/1-2:1.0/video4linux/"
	onPi = "devices/platform/scb/fd500000.pcie/pci0000:00/0000:00:00.0/0000:01:00.0/usb1/1-1/1-1.3/1-1.3:1.0/video4linux/"
)

// machine makes a tree of files as the kernel and udev show it.
func machine(t *testing.T, devices map[string]string, links map[string]string) string {
	t.Helper()
	root := t.TempDir()
	write := func(path, content string) {
		t.Helper()
		path = filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	link := func(to, from string) {
		t.Helper()
		from = filepath.Join(root, from)
		if err := os.MkdirAll(filepath.Dir(from), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(to, from); err != nil {
			t.Fatal(err)
		}
	}
	for name, place := range devices {
		index := "0\n"
		if name == "video1" {
			index = "1\n"
		}
		write(filepath.Join("sys", place, name, "name"), "Camera of "+name+"\n")
		write(filepath.Join("sys", place, name, "index"), index)
		write(filepath.Join("dev", name), "")
		link(filepath.Join(root, "sys", place, name), filepath.Join("sys/class/video4linux", name))
	}
	for name, device := range links {
		link("../../"+device, filepath.Join("dev/v4l/by-path", name))
	}
	return root
}

func sockets(all []Device) (out []string) {
	for _, d := range all {
		out = append(out, d.Socket)
	}
	return out
}

func TestListed(t *testing.T) {
	for _, c := range []struct {
		name    string
		devices map[string]string
		links   map[string]string
		want    []string
	}{
		{"nothing", nil, nil, nil},
		{"as udev names it", map[string]string{"video0": onPC}, map[string]string{"pci-1-video-index0": "video0"}, []string{"pci-1-video-index0"}},
		{"udev with two names", map[string]string{"video0": onPC},
			map[string]string{"pci-0000:00:14.0-usb-0:2:1.0-video-index0": "video0", "pci-0000:00:14.0-usbv2-0:2:1.0-video-index0": "video0"},
			[]string{"pci-0000:00:14.0-usb-0:2:1.0-video-index0"}},
		{"without udev, a PC", map[string]string{"video0": onPC, "video1": onPC}, nil,
			[]string{"pci-0000:00:14.0-usb-0:2:1.0-video-index0", "pci-0000:00:14.0-usb-0:2:1.0-video-index1"}},
		{"without udev, a Raspberry Pi", map[string]string{"video0": onPi}, nil,
			[]string{"platform-fd500000.pcie-pci-0000:01:00.0-usb-0:1.3:1.0-video-index0"}},
		{"subdevices and radios", map[string]string{"v4l-subdev0": onPC, "radio0": onPC}, nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := machine(t, c.devices, c.links)
			got := listed(root)
			if !reflect.DeepEqual(sockets(got), c.want) {
				t.Errorf("got %v", sockets(got))
			}
			for _, d := range got {
				if !strings.HasPrefix(d.Name, "Camera of video") || !strings.HasPrefix(d.File, root) || d.Spec() != "usb:"+d.Socket {
					t.Errorf("%+v", d)
				}
			}
		})
	}
}

// A device on neither bus, such as a loopback one, is named by its file.
func TestListedElsewhere(t *testing.T) {
	root := machine(t, map[string]string{"video0": "devices/virtual/video4linux/"}, nil)
	if got := listed(root); len(got) != 1 || got[0].Socket != got[0].File {
		t.Errorf("%+v", got)
	}
}

func TestDeviceFile(t *testing.T) {
	root := machine(t, map[string]string{"video0": onPC}, nil)
	const socket = "pci-0000:00:14.0-usb-0:2:1.0-video-index0"
	for _, c := range []struct {
		name, socket string
		is           error
		says         string
	}{
		{"plugged in, but a plain file", socket, ErrSpec, "no video device"},
		{"the same by its whole path", byPath + socket, ErrSpec, "no video device"},
		{"another socket", "pci-0000:00:14.0-usb-0:3:1.0-video-index0", ErrLost, "write one of usb:" + socket},
		{"a file that is not there", "/dev/video99", ErrLost, "write one of usb:" + socket},
	} {
		if got, err := deviceFile(root, c.socket); !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: got %q, %v", c.name, got, err)
		}
	}
	if got, err := deviceFile("/", "/dev/null"); err != nil || got != "/dev/null" {
		t.Errorf("a device by its file: got %q, %v", got, err)
	}
	if _, err := deviceFile(t.TempDir(), socket); !errors.Is(err, ErrLost) || !strings.Contains(err.Error(), "no camera is plugged in") {
		t.Errorf("no cameras at all: %v", err)
	}
}

// driver answers as a camera with two formats does (linux/videodev2.h).
type driver struct {
	caps, own uint32
	endless   bool
	closed    *int
}

func (d driver) Close() error {
	*d.closed++
	return nil
}

func (d driver) ask(question uintptr, b []byte) error {
	sizes := map[string][][2]uint32{"MJPG": {{640, 480}, {1280, 720}}, "YUYV": {{640, 480}}}[string(b[4:8])]
	i := native.Uint32(b)
	switch question {
	case queryCap:
		native.PutUint32(b[84:], d.caps)
		native.PutUint32(b[88:], d.own)
	case enumFormat:
		if native.Uint32(b[4:]) != videoCapture || len(b) != sizeOfFormat || i > 1 {
			return syscall.EINVAL
		}
		copy(b[44:], []string{"MJPG", "YUYV"}[i])
	case enumSizes:
		if int(i) >= len(sizes) || len(b) != sizeOfSize {
			return syscall.EINVAL
		}
		native.PutUint32(b[8:], discrete)
		native.PutUint32(b[12:], sizes[i][0])
		native.PutUint32(b[16:], sizes[i][1])
	case enumIntervals:
		if (i > 1 || native.Uint32(b[8:]) == 0 || len(b) != sizeOfInterval) && !d.endless {
			return syscall.EINVAL
		}
		native.PutUint32(b[20:], 1)
		native.PutUint32(b[24:], 15*(i%2+1))
	default:
		return syscall.ENOTTY
	}
	return nil
}

func TestDevices(t *testing.T) {
	root := machine(t, map[string]string{"video0": onPC, "video1": onPC, "video2": onPi}, nil)
	closed := 0
	all := devices(root, func(file string) (asker, error) {
		switch filepath.Base(file) {
		case "video0":
			return driver{caps: videoCapture | deviceCaps, own: videoCapture, closed: &closed}, nil
		case "video1": // the second device of a camera, for metadata
			return driver{caps: videoCapture | deviceCaps, own: 0x00a00000, closed: &closed}, nil
		}
		return nil, &fs.PathError{Op: "open", Path: file, Err: syscall.EACCES}
	})
	if len(all) != 2 || closed != 2 {
		t.Fatalf("%+v, %d closed", all, closed)
	}
	want := []DeviceMode{
		{"MJPG", 1280, 720, []float64{30, 15}},
		{"MJPG", 640, 480, []float64{30, 15}},
		{"YUYV", 640, 480, []float64{30, 15}},
	}
	if got := all[0]; !reflect.DeepEqual(got.Modes, want) || got.Err != nil || got.Denied() {
		t.Errorf("%+v", got)
	}
	if got := all[1]; got.Modes != nil || !got.Denied() {
		t.Errorf("%+v", got)
	}
}

// An old driver says only what the whole camera can do; a driver that never ends
// a list is cut short.
func TestModesOfOddDrivers(t *testing.T) {
	got, takes, err := modes(driver{caps: videoCapture, endless: true})
	if err != nil || !takes || len(got) != 3 || len(got[0].Rates) != mostAnswers {
		t.Errorf("%d modes, %v, %v", len(got), takes, err)
	}
}

// stepping takes any size from 320 x 240 to 1920 x 1080, at any rate to 60.
type stepping struct{}

func (stepping) Close() error { return nil }

func (stepping) ask(question uintptr, b []byte) error {
	const stepwise = 3
	switch {
	case question == queryCap:
		native.PutUint32(b[84:], videoCapture)
	case native.Uint32(b) > 0:
		return syscall.EINVAL
	case question == enumFormat:
		copy(b[44:], "RGB3")
	case question == enumSizes:
		native.PutUint32(b[8:], stepwise)
		for i, v := range []uint32{320, 1920, 2, 240, 1080, 2} {
			native.PutUint32(b[12+4*i:], v)
		}
	case native.Uint32(b[8:]) != 1920 || native.Uint32(b[12:]) != 1080:
		return syscall.EINVAL
	default:
		native.PutUint32(b[16:], stepwise)
		for i, v := range []uint32{1, 60, 1, 1, 1, 1} {
			native.PutUint32(b[20+4*i:], v)
		}
	}
	return nil
}

func TestModesInSteps(t *testing.T) {
	got, takes, err := modes(stepping{})
	if want := []DeviceMode{{"RGB3", 1920, 1080, []float64{60}}}; err != nil || !takes || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v, %v", got, takes, err)
	}
}

func TestIoctlFile(t *testing.T) {
	a, err := ioctlFile(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := modes(a); !errors.Is(err, syscall.ENOTTY) {
		t.Errorf("no V4L2 device: %v", err)
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	if err := a.ask(queryCap, make([]byte, sizeOfCap)); err == nil {
		t.Error("a closed device answered")
	}
}
