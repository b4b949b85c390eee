// Package feed hands the newest of something, such as a camera's frames, to
// any number of readers. Nothing queues up: who reads slowly misses values, and
// the newest wins.
package feed

import (
	"context"
	"errors"
	"sync"
)

// ErrClosed means that the feed was closed and its last value was read.
var ErrClosed = errors.New("the feed is closed")

// Feed holds the newest value. The zero Feed is ready to use. Its methods may
// be called from many goroutines.
type Feed[T any] struct {
	mu     sync.Mutex
	value  T
	count  uint64        // values published
	next   chan struct{} // closed at the next value; nil while nobody waits
	closed bool
}

// Publish makes a value the newest. It never waits. After Close it does nothing.
func (f *Feed[T]) Publish(v T) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return
	}
	f.value = v
	f.count++
	f.wake()
}

// Close ends the feed: readers get the value that they have not read yet, then
// ErrClosed. It may be called twice.
func (f *Feed[T]) Close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
	f.wake()
}

// wake lets all readers look again. The lock is held.
func (f *Feed[T]) wake() {
	if f.next != nil {
		close(f.next)
		f.next = nil
	}
}

// Newest returns the newest value; false where there is none yet.
func (f *Feed[T]) Newest() (T, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.value, f.count > 0
}

// Reader reads a feed. It is for one goroutine.
type Reader[T any] struct {
	feed *Feed[T]
	seen uint64 // values published when it last read
}

// Reader returns a reader whose first value is the newest one, if there is one.
func (f *Feed[T]) Reader() *Reader[T] {
	r := &Reader[T]{feed: f}
	f.mu.Lock()
	r.seen = f.count
	if f.count > 0 {
		r.seen--
	}
	f.mu.Unlock()
	return r
}

// Next waits for a value that this reader has not read and returns it, with the
// number of values that it missed before. The error is that of the context, or
// ErrClosed.
func (r *Reader[T]) Next(ctx context.Context) (v T, missed uint64, err error) {
	for {
		v, missed, wait, err := r.take()
		if wait == nil {
			return v, missed, err
		}
		select {
		case <-ctx.Done():
			return v, 0, ctx.Err()
		case <-wait:
		}
	}
}

// take returns the newest value where it is new, else what to wait for.
func (r *Reader[T]) take() (v T, missed uint64, wait chan struct{}, err error) {
	f := r.feed
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case f.count > r.seen:
		missed = f.count - r.seen - 1
		r.seen = f.count
		return f.value, missed, nil, nil
	case f.closed:
		return v, 0, nil, ErrClosed
	case f.next == nil:
		f.next = make(chan struct{})
	}
	return v, 0, f.next, nil
}
