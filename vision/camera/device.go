package camera

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Device is a V4L2 device that may be a camera.
type Device struct {
	Socket string // where it is plugged in, as udev names it in /dev/v4l/by-path
	File   string // such as /dev/video0, which may be another camera after the next start
	Name   string // as the driver says
	// Modes are what it can take, the largest first; nil where it was not asked.
	Modes []DeviceMode
	// Err is why it could not be asked: it is not there, or may not be read.
	Err error
}

// Spec is what Open takes.
func (d Device) Spec() string { return "usb:" + d.Socket }

// DeviceMode is a way in which a device takes pictures.
type DeviceMode struct {
	Format        string // such as MJPG or YUYV
	Width, Height int    // pixels
	Rates         []float64
}

// Devices lists the cameras that are plugged in, by socket. It asks each for its
// modes, which disturbs none that is in use. What takes no pictures, as the
// second device of most USB cameras does, is left out.
func Devices() []Device { return devices("/", ioctlFile) }

// devices is Devices below a root and with a way to ask a device.
func devices(root string, open func(file string) (asker, error)) []Device {
	var out []Device
	for _, d := range listed(root) {
		a, err := open(d.File)
		if err != nil {
			d.Err = err
			out = append(out, d)
			continue
		}
		takes := true
		if d.Modes, takes, d.Err = modes(a); takes {
			out = append(out, d)
		}
		a.Close()
	}
	return out
}

// listed lists the video devices below a root, by socket, without asking them.
func listed(root string) []Device {
	const class = "sys/class/video4linux"
	entries, _ := os.ReadDir(filepath.Join(root, class)) // none where there is no such driver
	named := named(root)
	var out []Device
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), "video") {
			continue // radios and subdevices
		}
		dir := filepath.Join(root, class, e.Name())
		d := Device{File: filepath.Join(root, "dev", e.Name()), Name: readLine(filepath.Join(dir, "name")), Socket: named[e.Name()]}
		if d.Socket == "" {
			d.Socket = socketOf(dir)
		}
		if d.Socket == "" {
			d.Socket = d.File
		}
		out = append(out, d)
	}
	slices.SortFunc(out, func(a, b Device) int { return cmp.Compare(a.Socket, b.Socket) })
	return out
}

// named reads the names that udev gave, by device: "video0".
func named(root string) map[string]string {
	out := map[string]string{}
	dir := filepath.Join(root, byPath)
	links, _ := os.ReadDir(dir) // none where no udev runs, as in a container
	for _, l := range links {
		to, err := os.Readlink(filepath.Join(dir, l.Name()))
		if err != nil {
			continue
		}
		// Newer udevs give two names, of which the older one is on every machine.
		device := filepath.Base(to)
		if old := out[device]; old == "" || strings.Contains(old, "-usbv") {
			out[device] = l.Name()
		}
	}
	return out
}

var (
	pciAddress = regexp.MustCompile(`^[0-9a-f]{4,}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]$`)
	usbPlace   = regexp.MustCompile(`^[0-9]+-([0-9.]+):([0-9]+\.[0-9]+)$`)
)

// socketOf makes the name that udev would give (systemd, udev-builtin-path_id.c)
// from where the device lies in the tree of devices; "" where that is neither
// on USB nor on PCI.
func socketOf(class string) string {
	real, err := filepath.EvalSymlinks(class)
	if err != nil {
		return ""
	}
	var place []string
	platform := false
	for part := range strings.SplitSeq(filepath.ToSlash(real), "/") {
		switch usb := usbPlace.FindStringSubmatch(part); {
		case part == "platform":
			platform = true
		case platform && len(place) == 0 && strings.Contains(part, "."): // the innermost one counts: soc/fd500000.pcie
			place = []string{"platform-" + part}
			platform = false
		case pciAddress.MatchString(part):
			if n := len(place); n > 0 && strings.HasPrefix(place[n-1], "pci-") { // bridges on the way
				place = place[:n-1]
			}
			place = append(place, "pci-"+part)
		case usb != nil:
			place = append(place, "usb-0:"+usb[1]+":"+usb[2])
		}
	}
	if len(place) == 0 {
		return ""
	}
	index := readLine(filepath.Join(class, "index"))
	if _, err := strconv.Atoi(index); err != nil {
		index = "0"
	}
	return strings.Join(place, "-") + "-video-index" + index
}

// readLine reads a file of one line; "" where there is none.
func readLine(path string) string {
	raw, _ := os.ReadFile(path)
	return strings.TrimSpace(string(raw))
}
