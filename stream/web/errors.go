package web

import "errors"

var (
	// ErrNoAttempt means that no attempt of that id is known at the table.
	ErrNoAttempt = errors.New("no such attempt")
	// ErrNoEvidence means that no picture or clip of that hash is kept.
	ErrNoEvidence = errors.New("no such evidence")
	// ErrNoCamera means that the table has no camera of that name.
	ErrNoCamera = errors.New("no such camera")
	// ErrIDUsed means that something else was sent by that id.
	ErrIDUsed = errors.New("the id was used for something else")
	// ErrNoTimer means that the table takes no reports of its timer.
	ErrNoTimer = errors.New("the timer takes no reports")
	// ErrOffer means that an offer for a WebRTC connection is not usable.
	ErrOffer = errors.New("bad offer")
)
