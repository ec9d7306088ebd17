package ir

import "encoding/json"

// Documented defaults of the draft's tables 2 and 6. An absent member means
// its default.
const (
	DefaultSILP    = "v1"
	DefaultVersion = "ir-v0.1"
	DefaultOut     = "natural"
	// DefaultConfidence stands where meta.confidence is absent.
	DefaultConfidence = 1.0
	// Positional is the entity ID of a positional argument (draft section 3.2).
	Positional = "act"
)

// IR is the root object (draft section 3.1). A field is a pointer exactly where
// its zero value is a valid value that differs from "absent".
type IR struct {
	SILP         string  // protocol version; "" means DefaultSILP
	Version      *string // IR schema version; nil means DefaultVersion
	Intent       Action  // the main action
	Entities     []Entity
	Constraints  []Constraint
	Alternatives []Alternative
	Meta         Meta
}

// Entity is an argument slot of the intent, or of a secondary action if Action
// differs from the intent (draft section 3.2).
type Entity struct {
	ID, Value string
	Action    Action // "" means absent: the entity belongs to the intent
	Extra     Extra
}

// Constraint is a condition on the task (draft section 3.3). A Type that begins
// with "!" negates. Subject and Operator are the draft's common extra fields:
// they stand here when they are JSON strings, in Extra when they are anything
// else.
type Constraint struct {
	Type, Value             string
	Time, Subject, Operator *string
	Extra                   Extra
}

// Alternative is a fallback action, the else-branch (draft section 3.4).
type Alternative struct {
	Action           Action
	Target, Location *string
	Extra            Extra
}

// Meta is the protocol metadata (draft section 3.5).
type Meta struct {
	ReqID      string // 4 to 8 lower-case hex digits; "" means not yet set
	SessionID  *string
	Priority   int64    // 0 means absent
	Confidence *float64 // 0 to 1; nil means DefaultConfidence
	Seq        []string // action codes of a multi-step task, in serial order
	Out        *string  // output format hint; nil means DefaultOut
	NextAgent  *string
	Extra      Extra
}

// Extra holds the members that the draft does not name, each a JSON value.
// Parse stores them in canonical spelling: compact, members sorted by code
// point at every depth, numbers kept to the byte.
type Extra map[string]json.RawMessage

// Header is what travels beside a payload's text: the protocol data of an IR.
// Its JSON form is {"silp":…,"version":…,"meta":{…}}, defaults left out.
type Header struct {
	SILP    string
	Version *string
	Meta    Meta
}

// New returns an empty IR with room for a usual payload, made in one
// allocation. ParseInto and a frontend's DecodeInto fill it without another
// one as long as the payload fits and has no version and of meta only req_id,
// priority and seq.
func New() *IR {
	x := newBlock()
	x.Version, x.Meta.SessionID, x.Meta.Out, x.Meta.NextAgent, x.Meta.Confidence = nil, nil, nil, nil, nil
	return x
}

// newBlock returns an IR that looks as if a usual payload had been parsed into
// it before: every pointer that the parser may need is there to be taken up.
func newBlock() *IR {
	b := new(block)
	free := b.strings[:]
	ptr := func() *string {
		p := &free[0]
		free = free[1:]
		return p
	}
	x := &b.ir
	x.Entities = b.entities[:0]
	x.Constraints = b.constraints[:0]
	x.Alternatives = b.alternatives[:0]
	x.Version = ptr()
	x.Meta = Meta{SessionID: ptr(), Out: ptr(), NextAgent: ptr(), Confidence: &b.confidence, Seq: b.seq[:0]}
	for i := range b.constraints {
		b.constraints[i] = Constraint{Time: ptr(), Subject: ptr(), Operator: ptr()}
	}
	for i := range b.alternatives {
		b.alternatives[i] = Alternative{Target: ptr(), Location: ptr()}
	}
	return x
}

// block is an IR and the memory that a usual payload needs.
type block struct {
	ir           IR
	entities     [4]Entity
	constraints  [3]Constraint
	alternatives [2]Alternative
	confidence   float64
	seq          [3]string
	strings      [4 + 3*3 + 2*2]string
}
