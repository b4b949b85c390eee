package rules

// Procedure is what a rulebook says of an attempt, from the covered puzzle to
// the signed result: everything in it that is not the end state of a puzzle.
// Where a text is silent its article is the one that says who fills the gap
// (SRA 82), and the value is the WCA's, labelled as such in its sentence.
type Procedure struct {
	Rulebook string   `json:"rulebook"` // the name of the rulebook that it belongs to
	Events   []string `json:"events"`   // events that may be attempted at a table

	Refused      EventRule `json:"refused"`        // events that leave no puzzle at rest to judge
	NeverPlusTwo EventRule `json:"never_plus_two"` // events whose end state is solved or DNF
	Several      EventRule `json:"several"`        // events with several puzzles an attempt, judged one by one
	SeveralDNF   Cited     `json:"several_dnf"`    // fewer solved than not, or one alone: DNF

	Inspection Inspection `json:"inspection"`
	Early      Early      `json:"early"`
	Many       Many       `json:"many"`
	Notation   Notation   `json:"notation"`
	Precision  Precision  `json:"precision"`
	Evidence   Evidence   `json:"evidence"`
	Dispute    Dispute    `json:"dispute"`
	TakeBack   TakeBack   `json:"take_back"`

	Powers    map[Power]PowerRule `json:"powers"`
	Flags     map[Flag]FlagRule   `json:"flags"`
	Penalties []Penalty           `json:"penalties"`
	Reasons   []Reason            `json:"reasons"`
}

// Cited is a sentence with the article that it rests on.
type Cited struct {
	Article string `json:"article"`
	Text    Text   `json:"text"`
}

// EventRule is something that holds for some events.
type EventRule struct {
	Events []string `json:"events"`
	Cited
}

// Inspection says how long a competitor may look, and what is called out.
type Inspection struct {
	None       EventRule   `json:"none"`         // events without an inspection
	Calls      []Call      `json:"calls"`        // in the order of their times
	PlusTwoMS  int64       `json:"plus_two_ms"`  // from here on a start is late; the time itself is late (WCA A4d1+)
	DNFMS      int64       `json:"dnf_ms"`       // from here on it is too late (WCA A4d2+)
	HeadToHead *HeadToHead `json:"head_to_head"` // nil where the rulebook has no such rounds
}

// HeadToHead says what is called in rounds of one competitor against another,
// where no start is late (WCA I4c6).
type HeadToHead struct {
	EventRule
	Calls []Call `json:"calls"`
}

// Call is what the judge calls out at a time of the inspection.
type Call struct {
	AtMS int64 `json:"at_ms"`
	Cited
}

// Early is the reading of the timer below which a stop before the end of the
// solve is the timer's fault; the reading itself is not below (WCA A6b1, A6b2).
type Early struct {
	BelowMS int64 `json:"below_ms"`
}

// Many is the number of penalties in one attempt beyond which the Delegate is called.
type Many struct {
	MoreThan int `json:"more_than"`
	Cited
}

// Style is a way to write a result with penalties.
type Style string

// The styles.
const (
	Sum       Style = "sum"       // 12.19 + 4 = 16.19: one sum of all additions (WCA A7b4)
	BeforeEnd Style = "pre+t+end" // 2 + 32.10 + 2 = 36.10: additions of the start left, the others right, one by one
)

// DNFTime says when a DNF keeps its time in brackets.
type DNFTime string

// The answers.
const (
	DNFTimeNever      DNFTime = "never"
	DNFTimeCumulative DNFTime = "cumulative" // under a cumulative time limit (WCA A1a2+)
	DNFTimeAlways     DNFTime = "always"
)

// Notation says how a result is written.
type Notation struct {
	Style   Style   `json:"style"`
	DNFTime DNFTime `json:"dnf_time"`
	Cited
}

// Precision says which digits of a time count. Digits beyond are cut off, not
// rounded (WCA 9f1, 9f2).
type Precision struct {
	Decimals    int   `json:"decimals"`      // of a second, 2 or 3
	WholeFromMS int64 `json:"whole_from_ms"` // from here on whole seconds; 0 where never
	Cited
}

// Evidence says how recordings may be watched and what they may support.
type Evidence struct {
	// RealTime means that anything slower than real time, and stepping, needs
	// one of Reasons, and supports only what MayAdd lists and milder rulings.
	RealTime bool             `json:"real_time"`
	Reasons  []EvidenceReason `json:"reasons"`
	MayAdd   []string         `json:"may_add"` // articles
	Cited
}

// EvidenceReason is one reason to watch slowly.
type EvidenceReason struct {
	ID string `json:"id"`
	Cited
}

// Dispute says how long a competitor may argue a ruling.
type Dispute struct {
	WithinMS int64 `json:"within_ms"`
	Cited
}

// TakeBack is plustwo's own, not the rules': for how long a judge may take a
// decision back, and how close two taps may be before the second is taken for
// a double tap. 500 ms is the customary longest double click.
type TakeBack struct {
	WithinMS    int64 `json:"within_ms"`
	DoubleTapMS int64 `json:"double_tap_ms"`
}

// Role is what a person may do; Device is no person.
type Role string

// The roles, lowest first. Delegate stands for whoever has the last word in
// the hall: the WCA's Delegate, the SRA's chief examiner.
const (
	Device   Role = "device"
	Judge    Role = "judge"
	Delegate Role = "delegate"
)

// The roles of people who have no say in a ruling.
const (
	Viewer    Role = "viewer"     // looks on
	DataEntry Role = "data_entry" // copies results from the score sheets
	Organiser Role = "organiser"  // lets people in
)

// Known tells whether there is such a role.
func (r Role) Known() bool { return r.Rank() >= 0 || r == Viewer || r == DataEntry || r == Organiser }

// Rank orders the roles: -1 for one that has no say.
func (r Role) Rank() int {
	switch r {
	case Device:
		return 0
	case Judge:
		return 1
	case Delegate:
		return 2
	}
	return -1
}

// Power names something that not everybody may do.
type Power string

// The powers.
const (
	MayDecide Power = "decide" // say what the result is, and mark penalties
	MayFreeze Power = "freeze" // let nothing be touched until the Delegate comes
	MayAmend  Power = "amend"  // change or uphold what was decided
	MayExtra  Power = "extra"  // grant an extra attempt, or make an attempt void
	MayView   Power = "view"   // watch recordings for a ruling
)

// Powers lists all of them.
func Powers() []Power { return []Power{MayDecide, MayFreeze, MayAmend, MayExtra, MayView} }

// PowerRule says who has a power, at least.
type PowerRule struct {
	Role Role `json:"role"`
	Cited
}

// Verdict is what a person may decide.
type Verdict string

// The verdicts on an attempt, and what else a reason may lead to.
const (
	IsOK      Verdict = "ok"
	IsPlusTwo Verdict = "+2"
	IsDNF     Verdict = "DNF"
	IsDNS     Verdict = "DNS"
	IsExtra   Verdict = "extra"
	IsVoid    Verdict = "void"
)

// Side is the part of an attempt in which a penalty arises.
type Side string

// The sides. Additions of the start stand left of the time where the notation
// keeps them apart.
const (
	AtStart Side = "start" // before the timer runs
	InSolve Side = "solve"
	AtStop  Side = "stop"
)

// Need says when a penalty of the pad makes sense.
type Need string

// The needs.
const (
	Always         Need = ""
	WithInspection Need = "inspection" // only where there is an inspection
	WithDeadline   Need = "deadline"   // only where a start may be late
)

// Penalty is one entry of the pad: what no camera rules on.
type Penalty struct {
	ID     string   `json:"id"`
	Side   Side     `json:"side"`
	Effect Verdict  `json:"effect"` // +2 or DNF
	Role   Role     `json:"role"`   // who may give it, at least
	Needs  Need     `json:"needs"`
	Events []string `json:"events"` // empty for every event
	Cited
}

// Reason is a reason to decide otherwise than suggested, to amend, to grant
// an extra attempt or to make an attempt void.
type Reason struct {
	ID   string    `json:"id"`
	For  []Verdict `json:"for"`
	Role Role      `json:"role"` // who may give it, at least
	Note bool      `json:"note"` // it must be explained in words
	// AnySpeed means that evidence watched slowly supports it whatever the
	// ruling (WCA 11f2, cheating).
	AnySpeed bool `json:"any_speed"`
	Cited
}

// Has tells whether a rule names an event.
func (r EventRule) Has(event string) bool { return contains(r.Events, event) }

// Penalty returns the pad's entry of a name.
func (p *Procedure) Penalty(id string) (Penalty, bool) {
	for _, x := range p.Penalties {
		if x.ID == id {
			return x, true
		}
	}
	return Penalty{}, false
}

// Reason returns the reason of a name.
func (p *Procedure) Reason(id string) (Reason, bool) {
	for _, x := range p.Reasons {
		if x.ID == id {
			return x, true
		}
	}
	return Reason{}, false
}

// Fits tells whether the pad offers a penalty in an event, with or without a
// deadline for the start.
func (p *Procedure) Fits(x Penalty, event string, deadline bool) bool {
	if len(x.Events) > 0 && !contains(x.Events, event) {
		return false
	}
	inspected := !p.Inspection.None.Has(event)
	switch x.Needs {
	case WithInspection:
		return inspected
	case WithDeadline:
		return inspected && deadline
	}
	return true
}

func contains[T comparable](list []T, x T) bool {
	for _, y := range list {
		if y == x {
			return true
		}
	}
	return false
}
