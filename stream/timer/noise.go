package timer

import "time"

const (
	// noiseWindow is how long ignored bytes are counted before they are told.
	noiseWindow = time.Second
	// noiseLimit is how many ignored bytes in a window pass in silence: one
	// packet, as the first one of a line is often cut.
	noiseLimit = 10
)

// noise counts ignored bytes and tells where they are many.
type noise struct {
	since time.Duration // start of the window
	count int
	noisy bool // told
}

func (n *noise) add(bytes int) { n.count += bytes }

func (n *noise) tick(s *scribe, now time.Duration) {
	if now-n.since < noiseWindow {
		return
	}
	switch {
	case n.count > noiseLimit:
		n.noisy = true
		s.write(Event{Kind: Noisy, Noise: n.count, Solve: s.solve, At: now, Seen: now})
	case n.noisy:
		n.noisy = false
		s.write(Event{Kind: Noisy, Solve: s.solve, At: now, Seen: now})
	}
	n.since, n.count = now, 0
}
