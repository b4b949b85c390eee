//go:build browser

package browser

import (
	"fmt"
	"slices"

	"github.com/plustwo/plustwo/adjudicate"
	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib/geom"
	"github.com/plustwo/plustwo/stream/web"
)

// The evidence of every attempt, by its hash.
const (
	stillHash = "a5711a"
	drawnHash = "d4a317"
	clipHash  = "c11b0a"
	sideHash  = "c11b0b"
)

// clipFPS and clipStop are those of testdata/clips/touch-07138.mp4.
const (
	clipFPS    = 30
	clipFrames = 64
	clipStop   = 22
)

// scripts are what a table can be brought to; each begins a new attempt.
var scripts = map[string]func(*play){
	"idle":       func(*play) {},
	"covered":    func(p *play) { p.do(attempt.Cover{}) },
	"inspection": func(p *play) { p.do(attempt.Cover{}, attempt.Inspect{}) },
	"solving":    func(p *play) { p.do(attempt.Cover{}, attempt.Inspect{}, attempt.Start{}) },
	"settling":   func(p *play) { p.stop(12190); p.do(attempt.Moving{}) },
	"solved":     func(p *play) { p.ruled(adjudicate.OK, web.LooksSolved) },
	"plus2":      func(p *play) { p.ruled(adjudicate.PlusTwo, web.LooksPlus2) },
	"dnf":        func(p *play) { p.ruled(adjudicate.DNF, web.LooksDNF) },
	"close":      func(p *play) { p.ruled(adjudicate.Refer, web.TooClose) },
	"look":       func(p *play) { p.ruled(adjudicate.Refer, web.CannotTell) },
	"gone":       func(p *play) { p.ruled(adjudicate.Refer, web.NotInView) },
	"flagged": func(p *play) {
		p.ruled(adjudicate.PlusTwo, web.LooksPlus2)
		p.do(attempt.RaiseFlag{Flag: rules.FlagTouched}, attempt.RaiseFlag{Flag: rules.FlagHeadphones})
	},
	"byhand": func(p *play) { p.t.timer = web.TimerHealth{Health: web.Unused, ByHand: true} },
	"several": func(p *play) {
		p.stop(3001230)
		for cube, o := range []adjudicate.Outcome{adjudicate.OK, adjudicate.PlusTwo, adjudicate.Refer} {
			p.do(attempt.Suggest{Cube: cube + 1, Ruling: adjudicate.Ruling{Rulebook: p.t.book.Name, Suggestion: o}})
		}
	},
	"ill": func(p *play) {
		p.t.cameras[1].Health, p.t.cameras[1].Why = web.Lost, rules.Text{rules.English: "No picture for 4 s: check its cable.",
			rules.Traditional: "已 4 秒沒有畫面：請檢查線路。", rules.Simplified: "已4秒没有画面：请检查线路。"}
		p.t.trouble = []web.Trouble{{Health: web.Poor, Text: rules.Text{rules.English: "The disk is nearly full.",
			rules.Traditional: "磁碟快滿了。", rules.Simplified: "磁盘快满了。"}}}
	},
}

// play brings an attempt somewhere.
type play struct {
	t   *table
	id  string
	err error
}

// script ends what is on the table and plays the next attempt.
func (t *table) script(name string) error {
	run, ok := scripts[name]
	if !ok {
		return fmt.Errorf("no script %q", name)
	}
	t.mu.Lock()
	t.clear()
	t.count++
	p := &play{t: t, id: fmt.Sprintf("%s-%d", t.id, t.count)}
	t.current = p.id
	open := attempt.Open{ID: p.id, Event: "333", Rulebook: t.book.Name, Competitor: "Ann Wong 王安", Round: "2", Number: 1 + (t.count-1)%5}
	if name == "several" {
		open.Event, open.Cubes = "333mbf", 3
	}
	p.do(open)
	run(p)
	t.mu.Unlock()
	t.publish()
	return p.err
}

// clear takes the attempt off the table: it stays where it waits for somebody.
func (t *table) clear() {
	s := t.states[t.current]
	if s.Opened != nil && (s.Frozen() != nil || s.Course >= attempt.Stopped) {
		t.order = append(t.order, t.current)
	}
	t.timer = web.TimerHealth{Health: web.Good}
	t.cameras = []web.CameraHealth{{Name: "overhead", Health: web.Good, FPS: 30, Width: 1280, Height: 720, Rig: true},
		{Name: "side", Health: web.Good, FPS: 30, Width: 1280, Height: 720, Rig: true}}
	t.trouble = nil
}

// reset forgets every attempt.
func (t *table) reset() {
	t.mu.Lock()
	t.order, t.current, t.events = nil, "", nil
	t.mu.Unlock()
}

func (p *play) do(data ...attempt.Data) {
	for _, d := range data {
		if p.err == nil {
			p.err = p.t.step(p.id, attempt.Actor{Role: rules.Device, ID: "table"}, d)
		}
	}
}

func (p *play) stop(ms attempt.Millis) {
	p.do(attempt.Cover{})
	if p.t.states[p.id].Opened.Cubes == 0 {
		p.do(attempt.Inspect{})
	}
	p.do(attempt.Start{}, attempt.Stop{TimeMS: ms})
}

// ruled plays a whole attempt up to its suggestion, and keeps its recordings.
func (p *play) ruled(o adjudicate.Outcome, look web.Look) {
	p.stop(12190)
	ruling := adjudicate.Ruling{Rulebook: p.t.book.Name, Suggestion: o, Possible: []adjudicate.Outcome{o}}
	p.do(attempt.Moving{}, attempt.Rest{Still: stillHash}, attempt.Suggest{Ruling: ruling, Still: stillHash})
	if p.err != nil {
		return
	}
	p.t.shown[p.id] = shownAs(look)
	stop := *p.t.states[p.id].StoppedAt
	var frames []attempt.Time
	for i := range clipFrames {
		frames = append(frames, stop+attempt.Time((i-clipStop)*1e9/clipFPS))
	}
	frames = slices.DeleteFunc(frames, func(t attempt.Time) bool { return t < 0 })
	p.t.clips[p.id] = []web.Clip{{Hash: clipHash, Camera: "overhead", Width: 640, Height: 360, Frames: frames},
		{Hash: sideHash, Camera: "side", Width: 640, Height: 360, Frames: frames}}
}

// looks are the words of each look, as a table sends them.
var looks = map[web.Look][2]rules.Text{
	web.LooksSolved: {{rules.English: "Looks solved", rules.Traditional: "看起來已復原", rules.Simplified: "看起来已还原"},
		{rules.English: "largest angle 8.6°, limit 45°", rules.Traditional: "最大角度 8.6°，限度 45°", rules.Simplified: "最大角度 8.6°，限度 45°"}},
	web.LooksPlus2: {rules.Plain("+2"),
		{rules.English: "top layer 52° off", rules.Traditional: "頂層偏 52°", rules.Simplified: "顶层偏 52°"}},
	web.LooksDNF: {rules.Plain("DNF"), {rules.English: "two layers", rules.Traditional: "兩層", rules.Simplified: "两层"}},
	web.TooClose: {{rules.English: "Too close to call", rules.Traditional: "太接近，無法判定", rules.Simplified: "太接近，无法判定"},
		rules.Plain("44.6° ± 0.9°")},
	web.CannotTell: {{rules.English: "Cannot see", rules.Traditional: "看不清楚", rules.Simplified: "看不清楚"},
		{rules.English: "look yourself", rules.Traditional: "請親自查看", rules.Simplified: "请亲自查看"}},
	web.NotInView: {{rules.English: "Not in the picture", rules.Traditional: "不在畫面中", rules.Simplified: "不在画面中"},
		{rules.English: "judge it where it lies", rules.Traditional: "請在它靜止的地方判定", rules.Simplified: "请在它静止的地方判定"}},
}

func shownAs(look web.Look) web.Shown {
	words := looks[look]
	out := web.Shown{Look: look, Word: words[0], Detail: words[1], Camera: "overhead", Still: stillHash, TookMS: 210,
		Checks: []rules.Text{{rules.English: "the face towards you and the one below", rules.Traditional: "面向你的面與底面", rules.Simplified: "面向你的面和底面"}},
		Grounds: []web.Ground{{Article: "10f1", Text: rules.Text{rules.English: "At most 45° is within the limit.",
			rules.Traditional: "45° 以內在限度內。", rules.Simplified: "45°以内在限度内。"}}},
		Drawn:   map[rules.Lang]string{rules.English: drawnHash, rules.Traditional: drawnHash, rules.Simplified: drawnHash},
		Outline: [][]geom.Pixel{{{U: 560, V: 250}, {U: 760, V: 260}, {U: 750, V: 460}, {U: 550, V: 450}}}}
	if look == web.NotInView {
		out.Drawn, out.Outline, out.Checks = nil, nil, nil
	}
	return out
}
