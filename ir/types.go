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
