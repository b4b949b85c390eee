package rules

// Key names a sentence of a rulebook.
type Key string

// The reasons that a ruling may give.
const (
	SayOK        Key = "ok"        // no move is needed
	SayPlusTwo   Key = "plus_two"  // one move is needed
	SayDNF       Key = "dnf"       // more than one move is needed
	SayAligned   Key = "aligned"   // no interface is over; with the widest one
	SayOver      Key = "over"      // an interface is turned beyond the limit
	SayColours   Key = "colours"   // the colours show moves about another axis
	SayMixed     Key = "mixed"     // the colours are more than one move from solved
	SayStaircase Key = "staircase" // every step within, the sum beyond
	SayUnseen    Key = "unseen"    // what is not seen is taken as the mildest

	SayClose         Key = "close"         // too close to call
	SayContradiction Key = "contradiction" // colours that no puzzle of the kind shows
	SayDoubtful      Key = "doubtful"      // colours that may be read in two ways
	SayTwoWays       Key = "two_ways"      // pictures that may be explained in two ways
	SayNotFound      Key = "not_found"     // nothing was found
	SayNoRule        Key = "no_rule"       // the rulebook has no limit for the event
	SayUnreadable    Key = "unreadable"    // the measurement itself is not usable

	SayPartOK    Key = "part_ok"    // an excused defect
	SayPartDNF   Key = "part_dnf"   // a defect that ends the solve
	SayPartRefer Key = "part_refer" // a defect that the text does not settle
)

// The checks that a ruling may ask of the judge.
const (
	CheckTurned    Key = "check_turned"    // a hidden turn would be +2
	CheckMixed     Key = "check_mixed"     // hidden colours out of place would be DNF
	CheckClose     Key = "check_close"     // look at the turned layer from several sides
	CheckColours   Key = "check_colours"   // look at the colours yourself
	CheckStaircase Key = "check_staircase" // call the Delegate
	CheckLook      Key = "check_look"      // look yourself
	CheckFlat      Key = "check_flat"      // one side alone may be a flat picture
	CheckPart      Key = "check_part"      // look at the parts yourself
)

// places lists, for each sentence, the {names} that it must hold once each, in
// alphabetical order.
var places = map[Key]string{
	SayOK: "", SayPlusTwo: "", SayDNF: "",
	SayAligned: "limit margin turn", SayOver: "a b from limit margin turn",
	SayColours: "", SayMixed: "", SayStaircase: "limit turn", SayUnseen: "",
	SayClose: "a b from limit margin turn", SayContradiction: "", SayDoubtful: "outcomes",
	SayTwoWays: "outcomes", SayNotFound: "", SayNoRule: "", SayUnreadable: "",
	SayPartOK: "", SayPartDNF: "", SayPartRefer: "",
	CheckTurned: "faces", CheckMixed: "faces", CheckClose: "a b from", CheckColours: "",
	CheckStaircase: "", CheckLook: "", CheckFlat: "", CheckPart: "",
}
