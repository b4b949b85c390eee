package timer

// hint follows the status bytes of a timer, two alike in a row, as one alone
// may be stray.
type hint struct {
	status      byte // of the packet before
	left, right bool // as told
	ready       bool // told
}

func (h *hint) packet(s *scribe, p packet) {
	twice := p.status == h.status
	h.status = p.status
	if !twice {
		return
	}
	if left, right := hands(p.status); left != h.left || right != h.right {
		h.left, h.right = left, right
		s.write(Event{Kind: Hands, Solve: s.solve, Left: left, Right: right, At: p.at, Seen: p.end})
	}
	ready := p.status == statusReady && p.shown == 0
	if ready && !h.ready {
		s.write(Event{Kind: Ready, Solve: s.solve, Left: true, Right: true, At: p.at, Seen: p.end})
	}
	h.ready = ready
}
