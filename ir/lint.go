package ir

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
	Hint     string   `json:"hint"` // what to do about it
}

// MaxWarnings is how many places Lint reports for one rule: a hostile IR can
// break a rule as often as it has elements.
const MaxWarnings = 100

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
			"The verb of a call or an alternative is neither one of the 13 approved verbs nor an excluded one.",
			"Use an approved verb, or agree on the verb with the receiver."}, lintWhitelist},
		{LintRule{"excluded_verb", SeverityWarning, "3.8, Table 8",
			"The verb of a call or an alternative is one of those that must not be used.",
			"Use the replacement that the table names, else an approved verb."}, lintExcluded},
		{LintRule{"duplicate_entity_id", SeverityWarning, "3.2",
			`An entity ID other than "act" stands twice in one call.`,
			"Give each argument an ID of its own, or use positional arguments."}, lintDuplicateID},
		{LintRule{"operator_validity", SeverityWarning, "3.3",
			"An operator is none of == != <= >= < >, or is not a string.",
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
			"The IDs do not fit the flat form of the json surface, which then lists all entities in IR form: an ID is a member of that form, begins with action_, or comes back after another one. The first such ID is reported.",
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
// LintRules and, within a rule, of the IR; at most MaxWarnings places a rule. A
// warning repeats at most 64 bytes of the IR. Lint takes x to be valid; see
// Validate.
func Lint(x *IR) []Warning {
	var warnings []Warning
	for _, r := range lintRules() {
		n := 0
		r.find(x, func(path, msg, hint string) {
			if n++; n <= MaxWarnings {
				warnings = append(warnings, Warning{r.Name, r.Severity, path, msg, hint})
			}
		})
	}
	return warnings
}
