package attempt

// Time is a point in time: nanoseconds since a start that all events of an
// attempt share, such as the program's. It never reads a clock. A
// time.Duration since that start converts as Time(d).
type Time int64

// Millis is a reading of the timer in milliseconds, or a length of time.
type Millis int64

const (
	millisecond = Time(1e6)
	maxTime     = Time(1<<53 - 1)   // 104 days, the largest that every JSON reader keeps exact
	maxReading  = Millis(360000000) // 100 hours
)

// after returns the time ms milliseconds later.
func (t Time) after(ms int64) Time { return t + Time(ms)*millisecond }

func at(t Time) *Time { return &t }
