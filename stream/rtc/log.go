package rtc

import (
	"fmt"
	"log/slog"

	"github.com/pion/logging"
)

// pionLog hands pion's messages to slog, one level lower than pion has them:
// what it warns of is daily life of networks.
type pionLog struct{ to *slog.Logger }

func (l pionLog) NewLogger(scope string) logging.LeveledLogger {
	return scoped{l.to.With("scope", "webrtc/"+scope)}
}

type scoped struct{ to *slog.Logger }

func (s scoped) Trace(string)              {}
func (s scoped) Tracef(string, ...any)     {}
func (s scoped) Debug(string)              {}
func (s scoped) Debugf(string, ...any)     {}
func (s scoped) Info(string)               {}
func (s scoped) Infof(string, ...any)      {}
func (s scoped) Warn(m string)             { s.to.Debug(m) }
func (s scoped) Warnf(f string, a ...any)  { s.to.Debug(fmt.Sprintf(f, a...)) }
func (s scoped) Error(m string)            { s.to.Warn(m) }
func (s scoped) Errorf(f string, a ...any) { s.to.Warn(fmt.Sprintf(f, a...)) }
