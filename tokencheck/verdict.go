package tokencheck

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/silp-protocol/silp-go/internal/show"
	"github.com/silp-protocol/silp-go/ir"
)

// Status is what a verdict comes to.
type Status string

// The three verdicts.
const (
	Pass    Status = "pass"
	Fail    Status = "fail"
	Unknown Status = "unknown" // nothing speaks against it, but a vocabulary is missing
)

// Verdict says whether a verb could join the whitelist of draft section 3.8.
type Verdict struct {
	Status  Status
	Reasons []string // why not, or what is not known; none for Pass
	// Nearest are verbs of the whitelist that pass and may do instead, the best
	// first: the draft's replacement, verbs that are a word of the name, then
	// those that are spelled alike. It is empty for Pass.
	Nearest []ir.Action
	Columns []Column
	Row     Row
}

// CheckVerb measures a verb as the census measures those of the whitelist. name
// is an action code or a function name: "!ESCALATE", "ESCALATE", "escalate". A
// name that is neither is an *ir.Error with the code decode_failed.
func CheckVerb(name string, tokenizers []Tokenizer) (*Verdict, error) {
	action, err := parseVerb(name)
	if err != nil {
		return nil, err
	}
	m := newGauge(tokenizers)
	v := &Verdict{Status: Pass, Row: m.verb(action), Columns: m.columns}
	m.dropMissing(&v.Row)
	v.Reasons = append(v.Reasons, v.Row.reasons(m.columns)...)
	for _, x := range ir.Excluded() {
		if x.Action == action {
			v.Reasons = append(v.Reasons, "the draft excludes it (Table 8): "+x.Reason)
		}
	}
	switch action {
	case "!IF", "!ELSE", "!AND", "!NOT", "!THEN":
		v.Reasons = append(v.Reasons, "it is a keyword of the code surface")
	}
	if len(v.Reasons) > 0 {
		v.Status = Fail
	}
	for _, c := range m.columns {
		if c.Missing {
			v.Reasons = append(v.Reasons, "not measured on "+c.Name+": run silpc vocab fetch "+c.Name)
			if v.Status == Pass {
				v.Status = Unknown
			}
		}
	}
	if v.Status == Fail {
		v.Nearest = nearest(action, m)
	}
	return v, m.err
}

func parseVerb(name string) (ir.Action, error) {
	for _, a := range []ir.Action{ir.Action(name), ir.Action("!" + name)} {
		if a.Valid() {
			return a, nil
		}
	}
	if a, ok := ir.ActionOf(name); ok {
		return a, nil
	}
	return "", &ir.Error{Code: ir.DecodeFailed, Offset: -1, Msg: show.Quote(name) + " is no verb", Hint: "write !RUN, RUN or run"}
}

// reasons says where the word is not one token of its own: alone, and in the
// canonical positions where that differs.
func (r *Row) reasons(columns []Column) (list []string) {
	for i, c := range columns {
		alone := r.Probes[0].Cells[i]
		if alone.Count() == 0 {
			continue
		}
		if !alone.Single() {
			list = append(list, fmt.Sprintf("%s: %d tokens (%s)", c.Name, alone.Count(), strings.Join(alone.Pieces, "|")))
			continue
		}
		for _, p := range r.Probes[1:] {
			if cell := p.Cells[i]; p.Canonical && !cell.Single() {
				list = append(list, fmt.Sprintf("%s: %d tokens %s (%s)", c.Name, cell.Count(), strings.TrimSpace(p.Position), strings.Join(cell.Pieces, "|")))
			}
		}
	}
	return list
}

// nearest ranks the verbs of the whitelist that pass. All but the first must be
// spelled at least a third alike.
func nearest(action ir.Action, m *gauge) []ir.Action {
	const most, far = 3, 67
	name := action.Func()
	words := strings.Split(name, "_")
	score := func(a ir.Action) int { // in percent of the letters
		for _, x := range ir.Excluded() {
			if x.Action == action && x.Replacement == a {
				return -2
			}
		}
		if slices.Contains(words, a.Func()) {
			return -1
		}
		return 100 * distance(name, a.Func()) / max(len(name), len(a.Func()))
	}
	list := slices.DeleteFunc(ir.Whitelist(), func(a ir.Action) bool {
		if a == action {
			return true
		}
		row := m.verb(a)
		return !row.Single()
	})
	slices.SortStableFunc(list, func(a, b ir.Action) int { return cmp.Compare(score(a), score(b)) })
	n := 0
	for n < min(most, len(list)) && (n == 0 || score(list[n]) <= far) {
		n++
	}
	return list[:n]
}

// distance is the number of letters to insert, delete or replace (Levenshtein).
// b is a verb of the whitelist, so the time is linear in a.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
