package web

import "errors"

var (
	// ErrNoAttempt means that no attempt of that id is known at the table.
	ErrNoAttempt = errors.New("no such attempt")
	// ErrNoEvidence means that no picture or clip of that hash is kept.
	ErrNoEvidence = errors.New("no such evidence")
)
