package table

import (
	"time"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/stream/timer"
	"github.com/plustwo/plustwo/stream/web"
	"github.com/prometheus/client_golang/prometheus"
)

// Metrics counts what tables do, for Prometheus.
type Metrics struct {
	registry *prometheus.Registry

	frames, refusals, flags, verdicts, suggestions, timer *prometheus.CounterVec

	up, waiting, fps *prometheus.GaugeVec

	watching, looking, judging, delay, recording *prometheus.HistogramVec
}

// Buckets in seconds around what the product must reach: 4 ms a frame, 150 ms
// from rest to the suggestion, 50 ms to put an event on record.
var (
	fast = []float64{.0005, .001, .002, .004, .008, .016, .033, .1}
	slow = []float64{.02, .05, .075, .1, .15, .2, .3, .5, 1, 3}
	disk = []float64{.001, .005, .01, .02, .05, .1, .5, 2, 5}
)

// NewMetrics makes counters that stand at zero.
func NewMetrics() *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry()}
	m.frames = m.counter("plustwo_camera_frames_total", "Frames that a camera gave.", "table", "camera")
	m.fps = m.gauge("plustwo_camera_frames_per_second", "Frames that a camera gives a second.", "table", "camera")
	m.up = m.gauge("plustwo_camera_up", "1 while a camera gives new pictures.", "table", "camera")
	m.timer = m.counter("plustwo_timer_events_total", "What the timer said.", "table", "kind")
	m.watching = m.histogram("plustwo_watch_seconds", "Time to watch one frame for rest and hands.", fast)
	m.looking = m.histogram("plustwo_look_seconds", "Time to find the puzzle in a frame.", slow, "found")
	m.judging = m.histogram("plustwo_judge_seconds", "Time from a still to its ruling.", slow)
	m.delay = m.histogram("plustwo_suggestion_delay_seconds", "Time from the frame that shows rest to the suggestion.", slow)
	m.suggestions = m.counter("plustwo_suggestions_total", "Suggestions by outcome.", "table", "outcome")
	m.verdicts = m.counter("plustwo_decisions_total", "Decisions by result.", "table", "verdict")
	m.flags = m.counter("plustwo_flags_total", "Flags.", "table", "flag")
	m.refusals = m.counter("plustwo_events_refused_total", "Events that did not fit their attempt.", "table")
	m.recording = m.histogram("plustwo_record_seconds", "Time to put an event on record.", disk)
	m.waiting = m.gauge("plustwo_record_backlog", "Events that are not on record yet.", "table")
	return m
}

// Gatherer gives the figures.
func (m *Metrics) Gatherer() prometheus.Gatherer { return m.registry }

func (m *Metrics) counter(name, help string, labels ...string) *prometheus.CounterVec {
	c := prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	m.registry.MustRegister(c)
	return c
}

func (m *Metrics) gauge(name, help string, labels ...string) *prometheus.GaugeVec {
	g := prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: name, Help: help}, labels)
	m.registry.MustRegister(g)
	return g
}

func (m *Metrics) histogram(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
	h := prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets}, append([]string{"table"}, labels...))
	m.registry.MustRegister(h)
	return h
}

func (m *Metrics) frame(table, camera string) { m.frames.WithLabelValues(table, camera).Inc() }

func (m *Metrics) camera(table string, h web.CameraHealth) {
	up := 1.0
	if h.Health == web.Lost {
		up = 0
	}
	m.up.WithLabelValues(table, h.Name).Set(up)
	m.fps.WithLabelValues(table, h.Name).Set(h.FPS)
}

func (m *Metrics) heard(table string, k timer.Kind) {
	m.timer.WithLabelValues(table, k.String()).Inc()
}

func (m *Metrics) watched(table string, took time.Duration) {
	m.watching.WithLabelValues(table).Observe(took.Seconds())
}

func (m *Metrics) looked(table string, found bool, took time.Duration) {
	is := "no"
	if found {
		is = "yes"
	}
	m.looking.WithLabelValues(table, is).Observe(took.Seconds())
}

func (m *Metrics) suggested(table string, o adjudicate.Outcome, took, delay time.Duration) {
	m.suggestions.WithLabelValues(table, o.String()).Inc()
	m.judging.WithLabelValues(table).Observe(took.Seconds())
	m.delay.WithLabelValues(table).Observe(delay.Seconds())
}

func (m *Metrics) decided(table string, v rules.Verdict) {
	m.verdicts.WithLabelValues(table, string(v)).Inc()
}

func (m *Metrics) flagged(table string, f rules.Flag) {
	m.flags.WithLabelValues(table, string(f)).Inc()
}

func (m *Metrics) refused(table string) { m.refusals.WithLabelValues(table).Inc() }

func (m *Metrics) saved(table string, took time.Duration) {
	m.recording.WithLabelValues(table).Observe(took.Seconds())
}

func (m *Metrics) backlog(table string, n int) { m.waiting.WithLabelValues(table).Set(float64(n)) }
