package negotiation

import (
	"slices"
	"strconv"

	"github.com/silp-protocol/silp-go/internal/show"
	"github.com/silp-protocol/silp-go/ir"
)

// Offer is what one side of a conversation speaks.
type Offer struct {
	// Versions are the protocol versions, as in "v1". At least one.
	Versions []string `json:"versions"`
	// Frontends are the surfaces by the names of draft Table 9, or other names
	// that both sides know. At least one; their order says nothing.
	Frontends []string `json:"frontends"`
	// Preferred is one of Frontends, or empty.
	Preferred string `json:"preferred,omitempty"`
	// N is the heartbeat of a session (draft section 5.2), or 0 where the side
	// does not say.
	N int `json:"n,omitempty"`
}

// maxName and maxNames bound the versions and names of an offer.
const (
	maxName  = 32
	maxNames = 32
)

// Validate checks an offer that was built in Go by the rules of the lines. The
// error is a *ir.Error with code decode_failed and a path.
func (o Offer) Validate() error {
	if f := o.check(); f != nil {
		return f.invalid()
	}
	return nil
}

// fault is what is wrong with an offer, and with which of its parts.
type fault struct {
	list      string // versions, frontends, preferred, n
	i         int    // which of the list, -1 for the member as a whole
	msg, hint string
}

func (f *fault) path() string {
	if f.i < 0 {
		return "/" + f.list
	}
	return "/" + f.list + "/" + strconv.Itoa(f.i)
}

func (f *fault) invalid() *ir.Error {
	return &ir.Error{Code: ir.DecodeFailed, Offset: -1, Path: f.path(), Msg: f.msg, Hint: f.hint}
}

func (o *Offer) check() *fault {
	if f := checkNames("versions", o.Versions, checkVersion); f != nil {
		return f
	}
	if f := checkNames("frontends", o.Frontends, checkName); f != nil {
		return f
	}
	if o.Preferred != "" && !slices.Contains(o.Frontends, o.Preferred) {
		return &fault{list: "preferred", i: -1, msg: "the preferred frontend " + show.Quote(o.Preferred) + " is not among the frontends", hint: "list it, or prefer another"}
	}
	if o.N != 0 && !ValidN(o.N) {
		return heartbeatFault(o.N)
	}
	return nil
}

func heartbeatFault(n int) *fault {
	return &fault{list: "n", i: -1, msg: "a heartbeat of " + strconv.Itoa(n) + " turns is not defined", hint: nHint}
}

func checkNames(list string, names []string, check func(string) *fault) *fault {
	switch {
	case len(names) == 0:
		return &fault{list: list, i: -1, msg: "an offer without " + list, hint: "name at least one"}
	case len(names) > maxNames:
		return &fault{list: list, i: maxNames, msg: "more than 32 " + list, hint: "offer those that others know"}
	}
	for i, name := range names {
		f := check(name)
		if f == nil && slices.Contains(names[:i], name) {
			f = &fault{msg: show.Quote(name) + " stands twice", hint: "give each once"}
		}
		if f != nil {
			f.list, f.i = list, i
			return f
		}
	}
	return nil
}

// checkVersion says what is wrong with a protocol version.
func checkVersion(s string) *fault {
	if len(s) < 2 || len(s) > maxName || s[0] != 'v' || span(s[1:], digit) != len(s)-1 {
		return &fault{msg: show.Quote(s) + " is not a protocol version", hint: `write "v" and digits, as in v1`}
	}
	return nil
}

// checkName says what is wrong with the name of a frontend.
func checkName(s string) *fault {
	if s == "" || len(s) > maxName || span(s, nameByte) != len(s) {
		return &fault{msg: show.Quote(s) + " is not the name of a frontend", hint: "a name is 1 to 32 of a-z, 0-9 and _"}
	}
	return nil
}

// span returns how many bytes at the start of s are in.
func span(s string, in func(byte) bool) int {
	for i := range len(s) {
		if !in(s[i]) {
			return i
		}
	}
	return len(s)
}

func digit(c byte) bool    { return '0' <= c && c <= '9' }
func nameByte(c byte) bool { return 'a' <= c && c <= 'z' || c == '_' || digit(c) }

// maxN is the heartbeat that never comes.
const maxN = 9999

// nHint names the values of N that draft section 5.2 defines.
const nHint = "N is 1, 5, 10, 15, 20 or 9999"

// ValidN reports whether n is a heartbeat that draft section 5.2 defines: 1, 5,
// 10, 15, 20, or 9999 for none.
func ValidN(n int) bool {
	switch n {
	case 1, 5, 10, 15, 20, maxN:
		return true
	}
	return false
}
