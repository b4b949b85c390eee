package journal

import "os"

// reserve is a file that only takes room: on a full disk it makes way for the
// events that tell what was deleted.
type reserve struct{ path string }

const (
	reserveFile  = "reserve"
	reserveBytes = 1 << 20 // a sweep's events, and the pages that they change
)

// fill makes the file where it is not there, or not whole.
func (r reserve) fill() error {
	if r.there() {
		return nil
	}
	err := os.WriteFile(r.path, make([]byte, reserveBytes), 0o600)
	if err != nil {
		os.Remove(r.path) // a part of it takes room and helps nobody
	}
	return err
}

// free deletes the file and tells whether that made room.
func (r reserve) free() bool { return os.Remove(r.path) == nil }

// there tells whether the file is there, whole.
func (r reserve) there() bool {
	info, err := os.Stat(r.path)
	return err == nil && info.Size() == reserveBytes
}
