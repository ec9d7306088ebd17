package ir

import (
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/silp-protocol/silp-go/internal/show"
)

// The rules of Lint, in the order of the table.

// eachVerb hands over the verb of every call and every alternative, and where
// it stands.
func eachVerb(x *IR, visit func(path string, a Action)) {
	start := 0
	for verb, args := range x.Calls() {
		visit(callPath(x, verb, args, start), verb)
		start += len(args)
	}
	for i := range x.Alternatives {
		visit(pathAt("/alternatives", i, "/action"), x.Alternatives[i].Action)
	}
}

// callPath is where the verb of a call stands whose first entity is entity
// start. No member names it if the call comes back to the intent by an entity
// without an action; then it is the entity.
func callPath(x *IR, verb Action, args []Entity, start int) string {
	switch {
	case start == 0 && verb == x.Intent:
		return "/intent"
	case args[0].Action == "":
		return pathAt("/entities", start, "")
	}
	return pathAt("/entities", start, "/action")
}

func excluded(a Action) (ExcludedVerb, bool) {
	for _, v := range Excluded() {
		if v.Action == a {
			return v, true
		}
	}
	return ExcludedVerb{}, false
}

func lintWhitelist(x *IR, report func(path, msg, hint string)) {
	eachVerb(x, func(path string, a Action) {
		if _, ok := excluded(a); !ok && !(Verbs{}).Has(a) {
			report(path, "verb "+show.Plain(string(a), 32)+" is not on the whitelist",
				"use one of the 13 verbs of draft Table 7, or agree on it: a receiver refuses it unless it was told to take it")
		}
	})
}

func lintExcluded(x *IR, report func(path, msg, hint string)) {
	eachVerb(x, func(path string, a Action) {
		v, ok := excluded(a)
		if !ok {
			return
		}
		hint := "use one of the 13 verbs of draft Table 7"
		if v.Replacement != "" {
			hint = "use " + string(v.Replacement)
		}
		report(path, "verb "+string(a)+" must not be used: "+v.Reason, hint)
	})
}

func lintDuplicateID(x *IR, report func(path, msg, hint string)) {
	start := 0
	for _, args := range x.Calls() {
		seen := make(map[string]int)
		for i := range args {
			id := args[i].ID
			if id == Positional {
				continue
			}
			if first, ok := seen[id]; ok {
				report(pathAt("/entities", start+i, "/id"), "ID "+show.Quote(id)+" stands twice in one call",
					"give it another ID: this one is that of /entities/"+strconv.Itoa(first))
				continue
			}
			seen[id] = start + i
		}
		start += len(args)
	}
}

// Operators returns the six infix operators of the code surface. The slice is
// the caller's.
func Operators() []string { return []string{"==", "!=", "<=", ">=", "<", ">"} }

func lintOperator(x *IR, report func(path, msg, hint string)) {
	const hint = "the operators are == != <= >= < >"
	six := Operators()
	for i := range x.Constraints {
		c := &x.Constraints[i]
		_, odd := c.Extra["operator"]
		switch {
		case c.Operator != nil && !slices.Contains(six, *c.Operator):
			report(pathAt("/constraints", i, "/operator"), "operator "+show.Quote(*c.Operator)+" is none of the six", hint)
		case odd:
			report(pathAt("/constraints", i, "/operator"), "the operator is not a string", hint)
		}
	}
}

func lintAlternative(x *IR, report func(path, msg, hint string)) {
	for i := range x.Alternatives {
		if a := &x.Alternatives[i]; a.Target == nil && a.Location == nil {
			report(pathAt("/alternatives", i, ""), "the alternative has neither target nor location",
				"add a target: what the fallback acts on")
		}
	}
}

func lintSeq(x *IR, report func(path, msg, hint string)) {
	if len(x.Meta.Seq) == 0 {
		return
	}
	known := map[string]bool{"parallel": true, "sequential": true, "reason_first": true, "reason_last": true}
	for verb := range x.Calls() {
		known[string(verb)] = true
	}
	for i := range x.Entities {
		known[x.Entities[i].ID] = true
	}
	for i, s := range x.Meta.Seq {
		if !known[s] {
			report(pathAt("/meta/seq", i, ""), show.Quote(s)+" names no call and no entity",
				"list the action codes of the calls, as in "+show.Plain(string(x.Intent), 32))
		}
	}
}

func lintSessionID(x *IR, report func(path, msg, hint string)) {
	id := x.Meta.SessionID
	if id == nil {
		return
	}
	if n := utf8.RuneCountInString(*id); n != 2 {
		report("/meta/session_id", "session_id has "+strconv.Itoa(n)+" characters instead of 2",
			"use the ID that the session was opened with")
	}
}

func lintElse(x *IR, report func(path, msg, hint string)) {
	if len(x.Alternatives) > 0 && len(x.Constraints) == 0 {
		report("/alternatives", "alternatives without a condition", "add a constraint, or leave the alternatives out")
	}
}

func lintEmpty(x *IR, report func(path, msg, hint string)) {
	if len(x.Entities) == 0 {
		report("/entities", "no entities", "name what the intent acts on, if there is anything")
	}
}

func lintJSONUnsafe(x *IR, report func(path, msg, hint string)) {
	// The IDs of a secondary call are values in the flat form.
	slots := 0
	for slots < len(x.Entities) && x.Entities[slots].Of(x.Intent) == x.Intent {
		slots++
	}
	i := unsafeID(x.Entities[:slots])
	if i < 0 {
		return
	}
	id, path := x.Entities[i].ID, pathAt("/entities", i, "/id")
	if notASlot(id) {
		report(path, "ID "+show.Quote(id)+" has a meaning of its own in the json surface", "rename it")
		return
	}
	report(path, "ID "+show.Quote(id)+" comes back after another ID", "put entities of one ID next to each other")
}
