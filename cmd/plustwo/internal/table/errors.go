package table

import "errors"

var (
	// ErrClosed means that the table has ended.
	ErrClosed = errors.New("the table is closed")
	// ErrUnfit means that the record refuses an event for good; writing it again
	// would not help.
	ErrUnfit = errors.New("the record refuses the event")
)
