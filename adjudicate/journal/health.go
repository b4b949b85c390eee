package journal

import (
	"context"
	"slices"
	"time"
)

// Health is how the record does.
type Health struct {
	Failing  error         // why the last write failed; nil where it did not
	Free     int64         // bytes left on the disk
	P99      time.Duration // of the last writes, 99 of 100 took no longer
	Writes   int           // that P99 is of
	Swept    Swept         // what the last sweep did, of those that Options.Retention asks for
	Sweeping error         // why the last of them failed; nil where it did not
	Faults   []Fault       // what the last Inspect found
}

// Health tells how the record does, for a screen to say before somebody waits.
func (j *Journal) Health() Health {
	var h Health
	h.Swept, h.Sweeping = j.sweeper.found()
	if found := j.found.Load(); found != nil {
		h.Faults = *found
	}
	if free, err := Free(j.dir); err == nil {
		h.Free = free
	}
	p := &j.writer.pace
	p.mu.Lock()
	defer p.mu.Unlock()
	h.Failing, h.Writes = p.failing, min(p.count, len(p.last))
	if n := h.Writes; n > 0 {
		sorted := slices.Sorted(slices.Values(p.last[:n]))
		h.P99 = sorted[(n-1)*99/100]
	}
	return h
}

// Inspect looks at the chains and at what follows from them, as Verify does, but
// reads no evidence, so that it may run beside a competition. Health tells what it
// found from then on.
func (j *Journal) Inspect(ctx context.Context) (Report, error) {
	c := newChecker(j.dir, j.opts)
	c.quick = true
	err := c.run(ctx, j.read, j.engine == liteEngine)
	if err == nil {
		j.found.Store(&c.report.Faults)
	}
	return c.report, told(j.dir, err)
}
