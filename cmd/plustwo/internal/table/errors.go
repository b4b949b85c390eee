package table

import "errors"

// ErrClosed means that the table has ended.
var ErrClosed = errors.New("the table is closed")
