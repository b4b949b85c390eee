package journal

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// The form of a write-ahead log (sqlite.org/fileformat2.html#walformat), in bytes.
const (
	walHeader   = 32
	frameHeader = 24
	walMagic    = 0x377f0682 // the lowest bit tells the byte order of checksums
	minPage     = 512
	maxPage     = 1 << 16
)

// walk looks for damage in the write-ahead log, which SQLite takes for the log's
// end without a word, and for logs in which a start has found some.
//
// A transaction is written only when the one before is on disk, so where a whole
// transaction and then some follow a frame that is not right, something that was
// on disk is so no more. A frame that is not right in the last transaction is
// what a crash leaves. Every start begins a new log, so that one log does not
// hold what two crashes left.
func (c *checker) walk() error {
	frame, err := damagedAt(logPath(c.dir))
	if err != nil {
		return err
	}
	if frame > 0 {
		c.fault(Fault{Kind: FaultLog, File: logPath(c.dir), Detail: fmt.Sprintf("frame %d", frame)})
	}
	kept, err := filepath.Glob(logPath(c.dir) + ".damaged-*")
	for _, path := range kept {
		c.fault(Fault{Kind: FaultLog, File: path, Detail: "found at a start"})
	}
	return err
}

// keepDamaged puts a damaged log aside before SQLite cuts it off where the damage
// is: verify names it until somebody has looked at it and deletes it.
func keepDamaged(dir string, now time.Time) error {
	path := logPath(dir)
	frame, err := damagedAt(path)
	if err != nil || frame == 0 {
		return err
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return os.WriteFile(fmt.Sprintf("%s.damaged-%s", path, now.UTC().Format("20060102T150405")), raw, 0o600)
}

func logPath(dir string) string { return filepath.Join(dir, databaseFile+"-wal") }

// damagedAt is scanLog for a file; one that is not there is whole. What looks like
// damage once, and not twice, was being written.
func damagedAt(path string) (int, error) {
	first, err := scanFile(path)
	if err != nil || first == 0 {
		return 0, err
	}
	again, err := scanFile(path)
	if again != first {
		again = 0
	}
	return again, err
}

func scanFile(path string) (int, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer f.Close()
	return scanLog(f)
}

// scanLog returns the number of the frame at which a log is damaged, from 1; 0
// where it is whole.
func scanLog(r io.Reader) (int, error) {
	head := make([]byte, walHeader)
	if _, err := io.ReadFull(r, head); err != nil {
		return 0, ended(err)
	}
	big := binary.BigEndian
	var order binary.ByteOrder = binary.LittleEndian
	if big.Uint32(head)&1 == 1 {
		order = big
	}
	s0, s1 := checksum(order, 0, 0, head[:24])
	size := big.Uint32(head[8:])
	if big.Uint32(head)&^1 != walMagic || size < minPage || size > maxPage || s0 != big.Uint32(head[24:]) || s1 != big.Uint32(head[28:]) {
		// The header is on disk before the first frame is written.
		n, err := io.CopyN(io.Discard, r, frameHeader+minPage)
		if n == frameHeader+minPage {
			return 1, nil
		}
		return 0, ended(err)
	}
	salts := string(head[16:24])
	bad, whole := 0, false // a bad frame; a whole transaction after it
	frame := make([]byte, frameHeader+size)
	for n := 1; ; n++ {
		if _, err := io.ReadFull(r, frame); err != nil {
			return 0, ended(err)
		}
		if string(frame[8:16]) != salts {
			if bad == 0 && !whole {
				bad = n // what is left of an older log, or a damaged frame
			}
			continue
		}
		if whole {
			return bad, nil
		}
		if bad == 0 {
			s0, s1 = checksum(order, s0, s1, frame[:8])
			s0, s1 = checksum(order, s0, s1, frame[frameHeader:])
			if s0 != big.Uint32(frame[16:]) || s1 != big.Uint32(frame[20:]) {
				bad = n
			}
		}
		if bad > 0 && big.Uint32(frame[4:]) != 0 {
			whole = true
		}
	}
}

// ended takes the end of a file for no error.
func ended(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	return err
}

// checksum goes on with a log's checksum over words of 4 bytes.
func checksum(order binary.ByteOrder, s0, s1 uint32, b []byte) (uint32, uint32) {
	for ; len(b) >= 8; b = b[8:] {
		s0 += order.Uint32(b) + s1
		s1 += order.Uint32(b[4:]) + s0
	}
	return s0, s1
}
