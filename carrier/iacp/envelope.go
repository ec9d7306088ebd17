package iacp

import (
	"encoding/json"
	"strings"

	"github.com/silp-protocol/silp-go/internal/show"
	"github.com/silp-protocol/silp-go/ir"
)

const (
	// Version is the protocol version that is written. Every 1.x is read.
	Version = "1.1"
	// Queen is the reserved name of the orchestrator.
	Queen = "queen"
	// DefaultMaxLine is how many bytes a line may have, its line feed included.
	DefaultMaxLine = 1 << 20
)

// The message kinds of the page, section "Message kinds". A receiver takes any
// other kind too.
const (
	TaskAssign = "task.assign" // queen to forager
	TaskAccept = "task.accept" // forager to queen, ref
	TaskReject = "task.reject" // forager to queen, ref, body.reason
	TaskResult = "task.result" // forager to queen, ref
	TaskCancel = "task.cancel" // queen to forager, ref
	Heartbeat  = "hb"          // both ways
	MemSync    = "mem.sync"    // 2.0: read, never written
	ToolQuery  = "tool.query"  // both ways
	ToolReply  = "tool.reply"  // both ways, ref
	CtlDrain   = "ctl.drain"   // queen to forager
	CtlHalt    = "ctl.halt"    // queen to forager
)

// Envelope is one message: a JSON object on a line of its own (the page,
// section "Envelope"). The tags name the members; Line and Parse are the way to
// write and read it.
type Envelope struct {
	V    string          `json:"v"`    // "" is written as Version
	ID   string          `json:"id"`   // opaque, unique per sender
	From string          `json:"from"` // agent names
	To   string          `json:"to"`
	Kind string          `json:"kind"`
	Ref  string          `json:"ref,omitempty"`  // ID of the message that is answered; "" is none
	TS   int64           `json:"ts"`             // Unix seconds of the sender's clock
	Body json.RawMessage `json:"body,omitempty"` // as it stood in the line; empty is none
	// Extra holds the members that the page does not name.
	Extra ir.Extra `json:"-"`
}

// maxTS is the last second of the year 9999.
const maxTS = 253402300799

// known reports whether the page names a member of the envelope.
func known(name string) bool {
	switch name {
	case "v", "id", "from", "to", "kind", "ref", "ts", "body":
		return true
	}
	return false
}

// check finds the first member whose value no envelope may have. A receiver
// asks no more than this; a sender asks checkSent too.
func (e *Envelope) check() error {
	for _, m := range [...]struct{ name, value string }{{"id", e.ID}, {"from", e.From}, {"to", e.To}, {"kind", e.Kind}} {
		if m.value == "" {
			return invalid("/"+m.name, "the member is empty", "every envelope names its id, sender, receiver and kind")
		}
	}
	if e.TS <= 0 || e.TS > maxTS {
		return invalid("/ts", "expected Unix seconds of the years 1970 to 9999", "not milliseconds")
	}
	return checkVersion(e.V)
}

// checkVersion takes "1." and digits.
func checkVersion(v string) error {
	minor, ok := strings.CutPrefix(v, "1.")
	for i := range len(minor) {
		ok = ok && '0' <= minor[i] && minor[i] <= '9'
	}
	if !ok || minor == "" {
		return &ir.Error{Code: ir.UnsupportedVersion, Offset: -1, Path: "/v",
			Msg: "version " + show.Quote(v) + " of the envelope is not supported", Hint: `send "1.1"; 2.0 is a binary format`}
	}
	return nil
}

func invalid(path, msg, hint string) error {
	return &ir.Error{Code: ir.DecodeFailed, Offset: -1, Path: path, Msg: msg, Hint: hint}
}

// side says who sends a kind.
type side uint8

const (
	either side = iota
	queenOnly
	foragerOnly
)

// ruleOf returns what the page asks of the sender of a kind.
func ruleOf(kind string) (from side, ref bool) {
	switch kind {
	case TaskAssign, CtlDrain, CtlHalt:
		return queenOnly, false
	case TaskCancel:
		return queenOnly, true
	case TaskAccept, TaskReject, TaskResult:
		return foragerOnly, true
	case ToolReply:
		return either, true
	}
	return either, false
}

// checkSent holds a message that is about to be sent to the rules of its kind.
func (e *Envelope) checkSent() error {
	if e.Kind == MemSync {
		return invalid("/kind", "mem.sync is no kind of version 1.x", "it was added in 2.0")
	}
	from, ref := ruleOf(e.Kind)
	switch {
	case e.From == e.To, from == queenOnly && e.From != Queen, from == foragerOnly && e.To != Queen:
		return invalid("/from", "a "+show.Quote(e.Kind)+" does not go that way", `the reserved name "queen" is one side of every colony`)
	case ref && e.Ref == "":
		return invalid("/ref", "a "+show.Quote(e.Kind)+" must name the message that it answers", "set it to that message's id")
	case e.Kind == TaskReject:
		_, err := e.Reject()
		return err
	}
	return nil
}
