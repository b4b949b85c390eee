package camera

// Captured is a source of pictures that OpenCV would read.
func Captured(p pictures, name string) Source { return CapturedAt(p, name, sinceNow()) }

// CapturedAt is Captured with a clock.
func CapturedAt(p pictures, name string, clock Clock) Source {
	return &capture{said: "usb:x", name: name, clock: clock, camera: p}
}
