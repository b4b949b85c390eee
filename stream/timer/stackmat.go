package timer

import "time"

// Counts are totals since a source began.
type Counts struct {
	Packets int64 // valid ones
	Ignored int64 // bytes that belong to none, or to one that was not believed
}

// stackmat makes events of the bytes of a Stackmat. It has no clock: moments
// come with the bytes.
type stackmat struct {
	framer  framer
	tracker tracker
	noise   noise
	counts  Counts
}

// bytes takes bytes of which the last ended on the line at the given moment.
func (s *stackmat) bytes(raw []byte, end time.Duration) {
	for i, b := range raw {
		s.byte(b, end-time.Duration(len(raw)-1-i)*byteTime)
	}
}

func (s *stackmat) byte(b byte, end time.Duration) {
	s.hush(end) // a line that was silent is told so before it is heard again
	if p, ok := s.framer.next(b, end); ok {
		s.counts.Packets++
		s.tracker.packet(p)
	}
}

// garbage takes bytes that could not even be read.
func (s *stackmat) garbage(bytes int) { s.framer.ignored += bytes }

// tick lets time pass; at least every 50 ms or so.
func (s *stackmat) tick(now time.Duration) {
	const longest = 1 + digitsGen3 + 1 // bytes of a packet
	ignored := s.framer.takeIgnored() + longest*s.tracker.odd
	s.tracker.odd = 0
	s.counts.Ignored += int64(ignored)
	s.noise.add(ignored)
	s.hush(now)
	s.noise.tick(&s.tracker.scribe, now)
}

// hush tells of silence; after it another timer may be on the line.
func (s *stackmat) hush(now time.Duration) {
	if s.tracker.tick(now) {
		s.framer.length = lengthLock{}
	}
}

// lose tells that the line is gone, and why.
func (s *stackmat) lose(now time.Duration, detail string) {
	s.tracker.lose(now, detail)
	s.framer = framer{ignored: s.framer.ignored}
}

// take gives the events since it was last called.
func (s *stackmat) take() []Event { return s.tracker.take() }
