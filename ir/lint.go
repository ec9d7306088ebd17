package ir

import (
	"slices"
	"strconv"

	"github.com/silp-protocol/silp-go/internal/show"
)

// Severity says how much a lint rule matters. No severity makes an IR invalid.
type Severity string

// The severities.
const (
	// SeverityWarning: a receiver may refuse the IR, or read it otherwise than
	// it was meant.
	SeverityWarning Severity = "warning"
	// SeverityInfo: legal and usual in places, but worth a look.
	SeverityInfo Severity = "info"
)

// LintRule is a rule of Lint.
type LintRule struct {
	Name       string
	Severity   Severity
	Source     string // the section of the draft behind it
	Definition string // what it reports
	Fix        string // what to do
}

// Warning is one place where an IR breaks a lint rule.
type Warning struct {
	Rule     string   `json:"rule"`
	Severity Severity `json:"severity"`
	Path     string   `json:"path"` // JSON pointer into the IR
	Message  string   `json:"message"`
	Hint     string   `json:"hint,omitempty"`
}

// lintRule is a rule and the function that finds what breaks it.
type lintRule struct {
	LintRule
	find func(x *IR, report func(path, msg, hint string))
}

// lintRules is the one table of rules; LintRules, Lint and docs/lint.md come
// from it.
func lintRules() []lintRule {
	return []lintRule{
		{LintRule{"whitelist", SeverityWarning, "3.8, Table 7",
			"A verb of the intent, an entity or an alternative is not one of the 13 approved ones.",
			"Use an approved verb, or agree on the verb with the receiver."}, lintWhitelist},
		{LintRule{"excluded_verb", SeverityWarning, "3.8, Table 8",
			"A verb is one of those that must not be used.",
			"Use the replacement that the table names."}, lintExcluded},
		{LintRule{"duplicate_entity_id", SeverityWarning, "3.2",
			`An entity ID other than "act" stands twice in one call.`,
			"Give each argument an ID of its own, or use positional arguments."}, lintDuplicateID},
		{LintRule{"operator_validity", SeverityWarning, "3.3",
			"An operator is none of == != <= >= < >.",
			"Use one of the six, or put the relation into the constraint's type."}, lintOperator},
		{LintRule{"alternative_completeness", SeverityInfo, "3.4",
			"An alternative has neither target nor location.",
			"Say what the fallback acts on."}, lintAlternative},
		{LintRule{"seq_integrity", SeverityInfo, "3.5; 3.6 of revision 02",
			"An entry of seq is neither the action code of a call, nor an entity ID, nor one of the keywords parallel, sequential, reason_first and reason_last.",
			"List the action codes of the calls in the order in which they must run."}, lintSeq},
		{LintRule{"session_id_length", SeverityWarning, "3.5, 5.2",
			"session_id does not have 2 characters.",
			"Use the ID that the session was opened with."}, lintSessionID},
		{LintRule{"else_without_if", SeverityWarning, "3.4",
			"There are alternatives but no constraints, so no condition could fail.",
			"Add the condition, or leave the alternatives out."}, lintElse},
		{LintRule{"empty_entities", SeverityInfo, "3.1",
			"There are no entities: the intent acts on nothing.",
			"Name what the intent acts on, if there is anything."}, lintEmpty},
		{LintRule{"json_unsafe_id", SeverityInfo, "4.2",
			"The IDs do not fit the flat form of the json surface, which then lists all entities in IR form: an ID is a member of that form, begins with action_, or comes back after another one.",
			"Rename the ID, or keep entities of one ID together."}, lintJSONUnsafe},
	}
}

// LintRules returns the rules of Lint. The slice is the caller's.
func LintRules() []LintRule {
	rules := lintRules()
	list := make([]LintRule, len(rules))
	for i := range rules {
		list[i] = rules[i].LintRule
	}
	return list
}

// Lint reports what is legal in x but likely a mistake, in the order of
// LintRules and, within a rule, of the IR. Warnings never repeat more than 64
// bytes of a value.
func Lint(x *IR) []Warning {
	var warnings []Warning
	for _, r := range lintRules() {
		r.find(x, func(path, msg, hint string) {
			warnings = append(warnings, Warning{r.Name, r.Severity, path, msg, hint})
		})
	}
	return warnings
}

// eachVerb hands over every place where x names a verb, the intent's own
// entities left out.
func eachVerb(x *IR, visit func(path string, a Action)) {
	visit("/intent", x.Intent)
	for i := range x.Entities {
		if a := x.Entities[i].Of(x.Intent); a != x.Intent {
			visit(pathAt("/entities", i, "/action"), a)
		}
	}
	for i := range x.Alternatives {
		visit(pathAt("/alternatives", i, "/action"), x.Alternatives[i].Action)
	}
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
			report(path, "verb "+show.Plain(string(a), 32)+" is not on the whitelist", "a receiver refuses it unless it was told to take it")
		}
	})
}

func lintExcluded(x *IR, report func(path, msg, hint string)) {
	eachVerb(x, func(path string, a Action) {
		v, ok := excluded(a)
		if !ok {
			return
		}
		hint := ""
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
				report(pathAt("/entities", start+i, "/id"), "ID "+show.Quote(id)+" stands twice in one call", "it is also that of /entities/"+strconv.Itoa(first))
				continue
			}
			seen[id] = start + i
		}
		start += len(args)
	}
}

func lintOperator(x *IR, report func(path, msg, hint string)) {
	const hint = "the operators are == != <= >= < >"
	for i := range x.Constraints {
		c := &x.Constraints[i]
		at := pathAt("/constraints", i, "/operator")
		if c.Operator != nil && !slices.Contains(Operators(), *c.Operator) {
			report(at, "operator "+show.Quote(*c.Operator)+" is none of the six", hint)
		}
		if _, ok := c.Extra["operator"]; ok {
			report(at, "the operator is not a string", hint)
		}
	}
}

// Operators returns the six infix operators of the code surface. The slice is
// the caller's.
func Operators() []string { return []string{"==", "!=", "<=", ">=", "<", ">"} }

func lintAlternative(x *IR, report func(path, msg, hint string)) {
	for i := range x.Alternatives {
		if a := &x.Alternatives[i]; a.Target == nil && a.Location == nil {
			report(pathAt("/alternatives", i, ""), "the alternative has neither target nor location", "")
		}
	}
}

func lintSeq(x *IR, report func(path, msg, hint string)) {
	known := map[string]bool{"parallel": true, "sequential": true, "reason_first": true, "reason_last": true}
	for verb := range x.Calls() {
		known[string(verb)] = true
	}
	for i := range x.Entities {
		known[x.Entities[i].ID] = true
	}
	for i, s := range x.Meta.Seq {
		if !known[s] {
			report(pathAt("/meta/seq", i, ""), show.Quote(s)+" names no call and no entity", "list action codes of the calls, as in "+string(x.Intent))
		}
	}
}

func lintSessionID(x *IR, report func(path, msg, hint string)) {
	if id := x.Meta.SessionID; id != nil && len([]rune(*id)) != 2 {
		report("/meta/session_id", "a session ID has 2 characters", "")
	}
}

func lintElse(x *IR, report func(path, msg, hint string)) {
	if len(x.Alternatives) > 0 && len(x.Constraints) == 0 {
		report("/alternatives", "alternatives without a condition", "")
	}
}

func lintEmpty(x *IR, report func(path, msg, hint string)) {
	if len(x.Entities) == 0 {
		report("/entities", "no entities", "")
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
	id := x.Entities[i].ID
	if notASlot(id) {
		report(pathAt("/entities", i, "/id"), "ID "+show.Quote(id)+" has a meaning of its own in the json surface", "")
	} else {
		report(pathAt("/entities", i, "/id"), "ID "+show.Quote(id)+" comes back after another ID", "")
	}
}
