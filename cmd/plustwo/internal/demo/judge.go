package demo

import (
	"context"
	"log/slog"
	"time"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/stream/web"
)

// Patience is how long a demonstration waits for a visitor to judge before its own
// judge does.
const Patience = 20 * time.Second

// Judge is the judge of a demonstration that nobody attends: she says what was
// suggested, or that all is well, once an attempt has waited long enough. What a
// visitor has begun she leaves alone. It ends with the context.
func Judge(ctx context.Context, t web.Table, log *slog.Logger) {
	by := attempt.Actor{Role: rules.Judge, ID: "demo"}
	due := time.NewTicker(time.Second)
	defer due.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-due.C:
		}
		now := t.Snapshot()
		a := now.Attempt
		if a.StoppedAt == nil || a.Phase >= attempt.Decided || visited(a) || time.Duration(now.At-*a.StoppedAt) < Patience {
			continue
		}
		d := attempt.Decide{Verdict: rules.IsOK, Seen: len(a.Suggestions)}
		if n := len(a.Suggestions); n > 0 && a.Suggestions[n-1].Ruling.Suggestion != adjudicate.Refer {
			d.Verdict = rules.Verdict(a.Suggestions[n-1].Ruling.Suggestion.String())
		}
		if err := t.Do(ctx, a.Opened.ID, by, d); err != nil && ctx.Err() == nil {
			log.Debug("the demonstration's judge", "err", err)
		}
	}
}

// visited tells whether a person has done something to an attempt.
func visited(a attempt.State) bool {
	for _, f := range a.Flags {
		if f.Dismissed != nil {
			return true
		}
	}
	return len(a.Pad)+len(a.Freezes)+len(a.Decisions)+len(a.Views)+len(a.Requests)+len(a.Extras) > 0
}
