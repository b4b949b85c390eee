package attempt

import (
	"encoding/json"
	"fmt"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// kinds lists the events: how each is read and which power it takes. An empty
// power means that devices may send it too.
var kinds = map[Kind]struct {
	read  func([]byte) (Data, error)
	power rules.Power
}{
	"open": {as[Open], ""}, "cover": {as[Cover], ""}, "inspect": {as[Inspect], ""}, "start": {as[Start], ""},
	"stop": {as[Stop], ""}, "sight": {as[Sight], ""}, "early": {as[Early], ""}, "reset": {as[Reset], ""}, "suspect": {as[Suspect], ""},
	"lost": {as[Lost], ""}, "back": {as[Back], ""}, "moving": {as[Moving], ""}, "rest": {as[Rest], ""},
	"suggest": {as[Suggest], ""}, "flag": {as[RaiseFlag], ""}, "tick": {as[Tick], ""}, "drop": {as[Drop], ""},

	"enter": {as[Enter], rules.MayDecide}, "reset_by": {as[ResetBy], rules.MayDecide}, "time": {as[EnterTime], rules.MayDecide},
	"dismiss": {as[Dismiss], rules.MayDecide}, "penalise": {as[Penalise], rules.MayDecide},
	"forgive": {as[Forgive], rules.MayDecide}, "mark": {as[Mark], rules.MayDecide},
	"decide": {as[Decide], rules.MayDecide}, "take_back": {as[TakeBack], rules.MayDecide},
	"sign": {as[Sign], rules.MayDecide}, "request": {as[Request], rules.MayDecide},
	"void": {as[Nullify], rules.MayDecide}, "freeze": {as[Freeze], rules.MayFreeze},

	"view": {as[View], rules.MayView}, "amend": {as[Amend], rules.MayAmend}, "uphold": {as[Uphold], rules.MayAmend},
	"grant": {as[Grant], rules.MayExtra}, "settle": {as[Settle], rules.MayExtra}, "restore": {as[Restore], rules.MayExtra},
}

func (Open) kind() Kind      { return "open" }
func (Cover) kind() Kind     { return "cover" }
func (Inspect) kind() Kind   { return "inspect" }
func (Start) kind() Kind     { return "start" }
func (Stop) kind() Kind      { return "stop" }
func (Sight) kind() Kind     { return "sight" }
func (Early) kind() Kind     { return "early" }
func (Reset) kind() Kind     { return "reset" }
func (Enter) kind() Kind     { return "enter" }
func (ResetBy) kind() Kind   { return "reset_by" }
func (Suspect) kind() Kind   { return "suspect" }
func (Lost) kind() Kind      { return "lost" }
func (Back) kind() Kind      { return "back" }
func (EnterTime) kind() Kind { return "time" }
func (Moving) kind() Kind    { return "moving" }
func (Rest) kind() Kind      { return "rest" }
func (Suggest) kind() Kind   { return "suggest" }
func (RaiseFlag) kind() Kind { return "flag" }
func (Tick) kind() Kind      { return "tick" }
func (Dismiss) kind() Kind   { return "dismiss" }
func (Penalise) kind() Kind  { return "penalise" }
func (Forgive) kind() Kind   { return "forgive" }
func (Mark) kind() Kind      { return "mark" }
func (Decide) kind() Kind    { return "decide" }
func (TakeBack) kind() Kind  { return "take_back" }
func (Sign) kind() Kind      { return "sign" }
func (Freeze) kind() Kind    { return "freeze" }
func (Request) kind() Kind   { return "request" }
func (View) kind() Kind      { return "view" }
func (Amend) kind() Kind     { return "amend" }
func (Uphold) kind() Kind    { return "uphold" }
func (Grant) kind() Kind     { return "grant" }
func (Settle) kind() Kind    { return "settle" }
func (Drop) kind() Kind      { return "drop" }
func (Nullify) kind() Kind   { return "void" }
func (Restore) kind() Kind   { return "restore" }

// Kind returns the kind of the event, or nothing where it has no data.
func (e Event) Kind() Kind {
	if e.Data == nil {
		return ""
	}
	return e.Data.kind()
}

// as reads the data of one kind of event.
func as[T Data](raw []byte) (Data, error) {
	var d T
	if len(raw) == 0 {
		return d, nil
	}
	return d, rules.Decode(raw, &d)
}

// eventJSON is an event as JSON has it.
type eventJSON struct {
	Kind Kind            `json:"kind"`
	At   *Time           `json:"at_ns"`
	By   Actor           `json:"by"`
	Data json.RawMessage `json:"data,omitempty"`
	Ref  string          `json:"ref,omitempty"`
}

// MarshalJSON writes the event. The error is ErrEvent where its data is missing
// or holds what JSON cannot.
func (e Event) MarshalJSON() ([]byte, error) {
	if e.Data == nil {
		return nil, fmt.Errorf("%w: no data", ErrEvent)
	}
	data, err := json.Marshal(e.Data)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrEvent, e.Data.kind(), err)
	}
	if string(data) == "{}" {
		data = nil
	}
	return json.Marshal(eventJSON{Kind: e.Data.kind(), At: &e.At, By: e.By, Data: data, Ref: e.Ref})
}

// UnmarshalJSON reads what MarshalJSON writes. The error is ErrEvent.
func (e *Event) UnmarshalJSON(raw []byte) error {
	var in eventJSON
	if err := rules.Decode(raw, &in); err != nil {
		return fmt.Errorf("%w: %w", ErrEvent, err)
	}
	k, ok := kinds[in.Kind]
	if !ok {
		return fmt.Errorf("%w: kind %q is not known", ErrEvent, in.Kind)
	}
	if in.At == nil {
		return fmt.Errorf("%w: %s: at_ns is missing", ErrEvent, in.Kind)
	}
	data, err := k.read(in.Data)
	if err != nil {
		return fmt.Errorf("%w: %s: %w", ErrEvent, in.Kind, err)
	}
	*e = Event{At: *in.At, By: in.By, Data: data, Ref: in.Ref}
	return nil
}

// Decode reads one event as JSON.
func Decode(raw []byte) (Event, error) {
	var e Event
	err := e.UnmarshalJSON(raw)
	return e, err
}

// settled returns the event as it will be read back, so that what is applied is
// what the record holds.
func (e Event) settled() (Event, error) {
	if e.Data == nil {
		return Event{}, fmt.Errorf("%w: no data", ErrEvent)
	}
	if _, ok := e.Data.(Tick); ok {
		return e, nil // has nothing to settle
	}
	raw, err := e.MarshalJSON()
	if err != nil {
		return Event{}, err
	}
	return Decode(raw)
}
