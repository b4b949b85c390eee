package journal

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strconv"
)

// encoding is the version of what is hashed.
const encoding = "plustwo/event/1"

// sum returns the event's hash: see the package's documentation. Hash itself is
// not looked at.
func (e Event) sum() string {
	h := sha256.New()
	for _, field := range []string{encoding, e.Prev, e.Table, decimal(e.Seq), e.ID, string(e.Kind), e.Attempt,
		string(e.By.Role), e.By.ID, decimal(int64(e.At)), decimal(e.Wall.UnixNano()), decimal(e.Schema), e.Software,
		e.Rulebook, e.Calibration, string(e.Payload)} {
		var size [8]byte
		binary.BigEndian.PutUint64(size[:], uint64(len(field)))
		h.Write(size[:])
		h.Write([]byte(field))
	}
	return hex.EncodeToString(h.Sum(nil))
}

func decimal(n int64) string { return strconv.FormatInt(n, 10) }
