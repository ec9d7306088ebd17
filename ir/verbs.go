package ir

import (
	"slices"

	"github.com/silp-protocol/silp-go/internal/show"
)

// Whitelist returns the approved verbs of draft section 3.8, Table 7, in the
// table's order. The slice is the caller's.
func Whitelist() []Action {
	return []Action{
		"!CANCEL", "!START", "!EMAIL", "!FETCH", "!PROCESS", "!TRANSLATE", "!BOOK",
		"!ROUTE", "!SEARCH", "!UPDATE", "!SUGGEST", "!SWITCH", "!NOTIFY",
	}
}

// ExcludedVerb is a row of draft Table 8: a verb that must not be used.
type ExcludedVerb struct {
	Action      Action
	Reason      string
	Replacement Action // "" where the draft names none
}

// Excluded returns the verbs of draft Table 8. The slice is the caller's.
func Excluded() []ExcludedVerb {
	return []ExcludedVerb{
		{"!SWITCH_TOOL", "it is 2 or 3 tokens on every tokenizer", "!SWITCH"},
		{"!ESCALATE", "it is 2 or 3 tokens, and its piece \"ate\" has a meaning of its own", ""},
	}
}

// Verbs is a set of action codes that a codec takes. The zero value is the
// whitelist of draft Table 7.
type Verbs struct {
	Any  bool     // every valid action code
	Also []Action // besides the whitelist
}

// Has reports whether a is in the set.
func (v Verbs) Has(a Action) bool {
	if v.Any {
		return a.Valid()
	}
	if len(a) > 1 && a[0] == '!' {
		if name, ok := a.AppendFunc(make([]byte, 0, 16)); ok && known(string(name)) != "" {
			return true
		}
	}
	return slices.Contains(v.Also, a)
}

// Check refuses an IR whose intent, entities or alternatives use a verb that is
// not in the set. It does not look at meta.seq, whose entries need not be
// action codes. The error is a *Error with code decode_failed and the path of
// the first such verb.
func (v Verbs) Check(x *IR) error {
	if v.Any {
		return nil
	}
	if !v.Has(x.Intent) {
		return v.refuse(x.Intent, "/intent")
	}
	for i := range x.Entities {
		if a := x.Entities[i].Action; a != "" && a != x.Intent && !v.Has(a) {
			return v.refuse(a, pathAt("/entities", i, "/action"))
		}
	}
	for i := range x.Alternatives {
		if a := x.Alternatives[i].Action; !v.Has(a) {
			return v.refuse(a, pathAt("/alternatives", i, "/action"))
		}
	}
	return nil
}

func (v Verbs) refuse(a Action, path string) error {
	e := &Error{Code: DecodeFailed, Offset: -1, Path: path,
		Msg:  "verb " + show.Plain(string(a), 32) + " is not on the whitelist",
		Hint: "use one of the 13 verbs of draft Table 7, or allow the verb (Options.Verbs, silpc --verbs)"}
	for _, x := range Excluded() {
		if x.Action != a {
			continue
		}
		e.Msg = "verb " + string(a) + " is excluded by draft Table 8: " + x.Reason
		if x.Replacement != "" {
			e.Hint = "use " + string(x.Replacement)
		} else {
			e.Hint = "use one of the 13 verbs of draft Table 7"
		}
	}
	return e
}
