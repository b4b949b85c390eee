package play

import "time"

// From makes a table begin within its first script.
func (o Options) From(at time.Duration) Options {
	o.from = at
	return o
}
