package table

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/stream/web"
)

// Memory is a record and evidence that end with the program. Its zero value is
// ready; its methods may be called from many goroutines.
type Memory struct {
	mu       sync.Mutex
	order    []string
	events   map[string][]attempt.Event
	kept     map[string]Kept
	pictures map[string][]byte
}

// Append implements Record.
func (m *Memory) Append(_ context.Context, _, id string, e attempt.Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.events == nil {
		m.events, m.kept = map[string][]attempt.Event{}, map[string]Kept{}
	}
	if m.events[id] == nil {
		m.order = append(m.order, id)
	}
	m.events[id] = append(m.events[id], e)
	return nil
}

// Keep implements Record.
func (m *Memory) Keep(_ context.Context, _, id string, k Kept) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.kept[id] = k
	return nil
}

// Find implements Record.
func (m *Memory) Find(_ context.Context, _, id string) (attempt.State, Kept, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	events := m.events[id]
	if len(events) == 0 {
		return attempt.State{}, Kept{}, fmt.Errorf("%w: %q", web.ErrNoAttempt, id)
	}
	book, err := rules.Load(events[0].Data.(attempt.Open).Rulebook)
	if err != nil {
		return attempt.State{}, Kept{}, err
	}
	s, _ := attempt.Replay(book, events)
	return s, m.kept[id], nil
}

// Events implements Sent.
func (m *Memory) Events(_ context.Context, _, id string) ([]attempt.Event, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.events[id]), nil
}

// Open implements Record.
func (m *Memory) Open(ctx context.Context, table string) ([]string, error) {
	m.mu.Lock()
	ids := slices.Clone(m.order)
	m.mu.Unlock()
	var out []string
	for _, id := range ids {
		if s, _, err := m.Find(ctx, table, id); err == nil && (s.Phase < attempt.Decided || s.Frozen() != nil) {
			out = append(out, id)
		}
	}
	return out, nil
}

// Put implements Evidence.
func (m *Memory) Put(_ context.Context, _, _ string, _ EvidenceKind, _ attempt.Time, jpeg []byte) error {
	sum := sha256.Sum256(jpeg)
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.pictures == nil {
		m.pictures = map[string][]byte{}
	}
	m.pictures[hex.EncodeToString(sum[:])] = jpeg
	return nil
}

// Get implements Evidence.
func (m *Memory) Get(_ context.Context, hash string) (io.ReadSeekCloser, string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	raw, ok := m.pictures[hash]
	if !ok {
		return nil, "", fmt.Errorf("%w: %q", web.ErrNoEvidence, hash)
	}
	return content{bytes.NewReader(raw)}, "image/jpeg", nil
}
