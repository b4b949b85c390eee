package attempt

import (
	"fmt"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// run is one step on its way.
type run struct {
	p       *rules.Procedure
	book    *rules.Rulebook
	s       *State
	at      Time // the event's own time: for what is measured
	now     Time // never earlier than an event before: for what people do
	by      Actor
	effects []Effect
}

// Step applies an event. It changes neither s nor book; where it returns an
// error the event is refused and the returned state is s.
func Step(book *rules.Rulebook, s State, e Event) (State, []Effect, error) {
	if book == nil || book.Procedure == nil {
		return s, nil, fmt.Errorf("%w: it says nothing of attempts: load one of %v", ErrRulebook, rules.Books())
	}
	e, err := e.settled()
	if err != nil {
		return s, nil, err
	}
	next := s.clone()
	r := &run{p: book.Procedure, book: book, s: &next, at: e.At, now: max(s.Now, e.At), by: e.By}
	if err := r.admit(e); err != nil {
		return s, nil, err
	}
	if err := e.Data.apply(r); err != nil {
		return s, nil, fmt.Errorf("%s: %w", e.Kind(), err)
	}
	next.Now = r.now
	r.due(&s)
	next.Phase = next.phase()
	return next, r.effects, nil
}

// Replay applies events from the beginning and returns the state and how many
// were refused.
func Replay(book *rules.Rulebook, events []Event) (s State, refused int) {
	for _, e := range events {
		next, _, err := Step(book, s, e)
		if err != nil {
			refused++
		}
		s = next
	}
	return s, refused
}

// admit checks what holds for every event: its time, its sender, its place.
func (r *run) admit(e Event) error {
	if e.At < 0 || e.At > maxTime {
		return fmt.Errorf("%w: at_ns is %d: must be 0 to %d", ErrEvent, e.At, maxTime)
	}
	if e.By.Role.Rank() < 0 || len(e.By.ID) > maxText {
		return fmt.Errorf("%w: by.role is %q: must be device, judge or delegate", ErrEvent, e.By.Role)
	}
	if len(e.Ref) > maxRef {
		return fmt.Errorf("%w: ref has %d bytes: at most %d", ErrEvent, len(e.Ref), maxRef)
	}
	if e.By.Role != rules.Device && e.By.ID == "" {
		return fmt.Errorf("%w: by.id is missing: people have one", ErrEvent)
	}
	_, opening := e.Data.(Open)
	if !opening && r.s.Opened == nil {
		return fmt.Errorf("%w: %s: the attempt is not open", ErrPhase, e.Kind())
	}
	if !opening && r.s.Opened.Rulebook != r.book.Name {
		return fmt.Errorf("%w: the attempt goes by %s, not %s", ErrRulebook, r.s.Opened.Rulebook, r.book.Name)
	}
	if power := kinds[e.Kind()].power; power != "" {
		return r.needs(r.p.Powers[power].Role, r.p.Powers[power].Article)
	}
	return nil
}

// needs refuses whoever has less than a role.
func (r *run) needs(role rules.Role, article string) error {
	if r.by.Role.Rank() < role.Rank() {
		return fmt.Errorf("%w: takes a %s (%s %s)", ErrRole, role, r.book.Name, article)
	}
	return nil
}

// unfrozen refuses whoever is no Delegate while the scene is frozen.
func (r *run) unfrozen() error {
	if r.s.Frozen() != nil && r.by.Role != rules.Delegate {
		return fmt.Errorf("%w: the Delegate decides", ErrFrozen)
	}
	return nil
}

// undecided refuses what comes after a decision or once the attempt is set
// aside, and everybody but a Delegate while the scene is frozen.
func (r *run) undecided() error {
	if r.s.void() {
		return fmt.Errorf("%w: the attempt is set aside", ErrDecided)
	}
	if r.s.standing() >= 0 {
		return fmt.Errorf("%w: take it back, or let the Delegate amend it", ErrDecided)
	}
	return r.unfrozen()
}

// patient refuses a tap that comes too soon after the buttons changed.
func (r *run) patient(since *Time) error {
	if since != nil && r.now < since.after(r.p.TakeBack.DoubleTapMS) {
		return fmt.Errorf("%w: wait %d ms and tap again", ErrDoubleTap, r.p.TakeBack.DoubleTapMS)
	}
	return nil
}

func (r *run) emit(e Effect) { r.effects = append(r.effects, e) }

func (r *run) callDelegate(c rules.Cited) {
	r.emit(Effect{Kind: CallDelegate, Article: c.Article, Text: c.Text})
}

// calls returns what is called out during this attempt's inspection.
func (s *State) calls(p *rules.Procedure) []rules.Call {
	if s.Opened.HeadToHead && p.Inspection.HeadToHead != nil {
		return p.Inspection.HeadToHead.Calls
	}
	return p.Inspection.Calls
}

// deadline tells whether a start may be late.
func (s *State) deadline(p *rules.Procedure) bool {
	return !s.Opened.HeadToHead && !p.Inspection.None.Has(s.Opened.Event)
}

// due emits what has become due between the last event and this one.
func (r *run) due(before *State) {
	s := r.s
	if s.phase() == Inspection && s.InspectedAt != nil {
		for _, c := range s.calls(r.p) {
			if t := s.InspectedAt.after(c.AtMS); t > before.Now && t <= s.Now {
				r.emit(Effect{Kind: Say, Article: c.Article, Text: c.Text})
			}
		}
	}
	if end := s.takeBackEnd(r.p); end != nil && before.takeBackEnd(r.p) != nil && *end >= before.Now && *end < s.Now {
		r.final()
	}
}

// final says that the standing decision can only be amended from now on.
func (r *run) final() {
	out := r.s.Standing().Result
	r.emit(Effect{Kind: Final, Result: &out})
}

// takeBackEnd returns the last moment at which the standing decision can be
// taken back, or nil where it cannot.
func (s *State) takeBackEnd(p *rules.Procedure) *Time {
	i := s.standing()
	if i < 0 || s.void() || s.Frozen() != nil || s.Decisions[i].Kind.later() {
		return nil
	}
	return at(s.Decisions[i].At.after(p.TakeBack.WithinMS))
}

// Wake returns when Step should next get a Tick at the latest, and whether it
// waits for one.
func (s State) Wake(book *rules.Rulebook) (Time, bool) {
	if s.Opened == nil || book == nil || book.Procedure == nil {
		return 0, false
	}
	if s.phase() == Inspection && s.InspectedAt != nil {
		for _, c := range s.calls(book.Procedure) {
			if t := s.InspectedAt.after(c.AtMS); t > s.Now {
				return t, true
			}
		}
	}
	if end := s.takeBackEnd(book.Procedure); end != nil && *end >= s.Now {
		return *end + 1, true
	}
	return 0, false
}
