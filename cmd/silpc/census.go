package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/silp-protocol/silp-go/tokencheck"
	"github.com/silp-protocol/silp-go/tokencheck/vocab"
)

func (a *app) censusCommand() *cobra.Command {
	var verbs []string
	plot := ""
	cmd := &cobra.Command{
		Use:   "census [flags]",
		Short: "Measure the draft's verbs, or judge another, on six tokenizers",
		Long: `Census measures what the draft claims in Table 7, Table 8 and Appendix B: verbs and
structural tokens that are one token, alone and where the code surface writes them;
and how often request IDs meet. Where a vocabulary is missing it prints recorded
figures and says so; see "silpc vocab".

With --verb it judges a verb that is to join the whitelist: pass, fail, or unknown
if nothing speaks against it but a vocabulary is missing; and it names verbs of the
whitelist that may do instead. --plot writes a heat map as SVG. With --json it
prints an object a line.

Exit code: 0 all verbs pass, 1 one of them does not, 2 wrong usage.`,
		Example:               "  silpc census --verb ESCALATE --verb SEND",
		Args:                  cobra.NoArgs,
		DisableFlagsInUseLine: true,
	}
	a.jsonFlag(cmd)
	cmd.Flags().StringArrayVar(&verbs, "verb", nil, "judge the verb `NAME`; may be given several times")
	cmd.Flags().StringVar(&plot, "plot", "", "write a heat map of the verbs to the SVG `FILE`")
	cmd.RunE = func(*cobra.Command, []string) error {
		for _, name := range verbs {
			if _, err := parseVerb(name); err != nil {
				return err
			}
		}
		if err := a.census(verbs, plot); err != nil {
			a.unreadable("census", err)
		}
		return nil
	}
	return cmd
}

func (a *app) census(verbs []string, plot string) error {
	tokenizers := vocab.Options{Recorded: true}.Tokenizers()
	var candidates []tokencheck.Row
	for _, name := range verbs {
		v, err := tokencheck.CheckVerb(name, tokenizers)
		if err != nil {
			return err
		}
		a.bad = a.bad || v.Status != tokencheck.Pass
		candidates = append(candidates, v.Row)
		if a.json {
			a.stdout.Write(append(appendVerdict(nil, v), '\n'))
		} else {
			a.printVerdict(v)
		}
	}
	if len(verbs) > 0 && plot == "" {
		return nil
	}
	r, err := tokencheck.Census(tokenizers)
	if err != nil {
		return err
	}
	switch {
	case len(verbs) > 0:
	case a.json:
		a.censusJSON(r)
	default:
		a.printCensus(r)
	}
	if plot == "" {
		return nil
	}
	groups := []tokencheck.Group{{Title: "Table 7: approved", Rows: r.Verbs}, {Title: "Table 8: excluded", Rows: r.Excluded}}
	if len(candidates) > 0 {
		groups = append(groups, tokencheck.Group{Title: "candidates", Rows: candidates})
	}
	return os.WriteFile(plot, []byte(tokencheck.HeatMap(r.Columns, groups...)), 0o644)
}

func appendVerdict(dst []byte, v *tokencheck.Verdict) []byte {
	dst = appendString(append(dst, `{"action":`...), string(v.Row.Action))
	dst = appendString(append(dst, `,"function":`...), v.Row.Word)
	dst = appendString(append(dst, `,"status":`...), string(v.Status))
	for _, part := range []struct {
		name  string
		cells []tokencheck.Cell
	}{{"alone", v.Row.Probes[0].Cells}, {"in_code", v.Row.Worst()}, {"action_code", v.Row.Code.Cells}} {
		numbers := make([]int, len(part.cells))
		for i, c := range part.cells {
			numbers[i] = c.Count()
		}
		dst = append(appendString(append(dst, ','), part.name), ':')
		dst = appendNumbers(dst, v.Columns, numbers, false)
	}
	dst = appendStrings(append(dst, `,"reasons":`...), v.Reasons)
	nearest := []string{}
	for _, n := range v.Nearest {
		nearest = append(nearest, string(n))
	}
	dst = appendStrings(append(dst, `,"nearest":`...), nearest)
	dst = appendStrings(append(dst, `,"recorded":`...), recordedOf(v.Columns))
	return append(appendStrings(append(dst, `,"missing":`...), missingOf(v.Columns)), '}')
}

// recordedOf returns the columns whose figures are none of this machine.
func recordedOf(columns []tokencheck.Column) []string {
	names := []string{}
	for _, c := range columns {
		if c.Recorded && !c.Missing {
			names = append(names, c.Name)
		}
	}
	return names
}

func (a *app) printVerdict(v *tokencheck.Verdict) {
	fmt.Fprintf(a.stdout, "%s: %s\n", v.Row.Action, v.Status)
	for _, reason := range v.Reasons {
		fmt.Fprintf(a.stdout, "  %s\n", visible(reason, maxMessage))
	}
	if recorded := recordedOf(v.Columns); len(recorded) > 0 {
		fmt.Fprintf(a.stdout, "  recorded, not measured here: %s\n", strings.Join(recorded, ", "))
	}
	var names []string
	for _, n := range v.Nearest {
		names = append(names, string(n))
	}
	if names != nil {
		fmt.Fprintf(a.stdout, "  on the whitelist, and near: %s\n", strings.Join(names, ", "))
	}
}

// censusTable is a table of the draft.
type censusTable struct {
	name, title string
	rows        []tokencheck.Row
}

func tablesOf(r *tokencheck.Result) []censusTable {
	return []censusTable{
		{"7", "Table 7: approved verbs", r.Verbs},
		{"8", "Table 8: excluded verbs", r.Excluded},
		{"12", "Appendix B, Table 12: structural tokens", r.Structural},
	}
}

// censusJSON prints an object for each word, position and tokenizer, and one for
// each row about request IDs.
func (a *app) censusJSON(r *tokencheck.Result) {
	for _, t := range tablesOf(r) {
		for i := range t.rows {
			row := &t.rows[i]
			for j := range row.Probes {
				a.probeJSON(r.Columns, t.name, row.Word, &row.Probes[j])
			}
			if row.Code != nil {
				a.probeJSON(r.Columns, t.name, string(row.Action), row.Code)
			}
		}
	}
	for _, c := range collisions() {
		a.stdout.WriteString(fmt.Sprintf(`{"table":"req_id","n":%d,"digits":%d,"expected":%.6g,"found":%d,"probability":%.6g}`+"\n",
			c.Requests, c.Digits, c.Expected, c.Found, c.Any))
	}
}

func (a *app) probeJSON(columns []tokencheck.Column, table, word string, p *tokencheck.Probe) {
	for i, c := range p.Cells {
		if columns[i].Missing {
			continue
		}
		out := appendString([]byte(`{"table":`), table)
		out = appendString(append(out, `,"word":`...), word)
		out = appendString(append(out, `,"position":`...), p.Position)
		out = strconv.AppendBool(append(out, `,"canonical":`...), p.Canonical)
		out = appendString(append(out, `,"text":`...), p.Text)
		out = appendString(append(out, `,"tokenizer":`...), columns[i].Name)
		out = strconv.AppendBool(append(out, `,"recorded":`...), columns[i].Recorded)
		out = strconv.AppendInt(append(out, `,"tokens":`...), int64(c.Count()), 10)
		out = strconv.AppendBool(append(out, `,"single":`...), c.Single())
		out = appendStrings(append(out, `,"pieces":`...), c.Pieces)
		a.stdout.Write(append(out, "}\n"...))
	}
}

// collisions are the rows about request IDs.
func collisions() []tokencheck.Collision {
	return append(tokencheck.Collisions(1000), tokencheck.Collisions(1_000_000)...)
}

func (a *app) printCensus(r *tokencheck.Result) {
	names, recorded := []string{}, ""
	for _, c := range r.Columns {
		name := c.Name
		if c.Recorded {
			name, recorded = name+"*", "; * recorded, not measured here"
		}
		names = append(names, name)
	}
	fmt.Fprintf(a.stdout, "tokens on %s%s\n+ a token holds more than the word\n", strings.Join(names, ", "), recorded)
	for _, t := range tablesOf(r) {
		fmt.Fprintf(a.stdout, "\n%s\n", t.title)
		head := "WORD\tALONE\tIN CODE"
		if t.rows[0].Code != nil {
			head += "\tACTION CODE"
		}
		w := a.table(head)
		for i := range t.rows {
			row := &t.rows[i]
			fmt.Fprintf(w, "%s\t%s\t%s", row.Word, numbers(row.Probes[0].Cells), numbers(row.Worst()))
			if row.Code != nil {
				fmt.Fprintf(w, "\t%s  %s", numbers(row.Code.Cells), row.Action)
			}
			fmt.Fprintln(w)
		}
		w.Flush()
	}
	fmt.Fprintf(a.stdout, "\nSections 3.6 and 8.3: request IDs that another of n had before\n")
	w := a.table("N\tDIGITS\tEXPECTED\tFOUND\tPROBABILITY OF ANY")
	for _, c := range collisions() {
		fmt.Fprintf(w, "%d\t%d\t%.4g\t%d\t%.4g %%\n", c.Requests, c.Digits, c.Expected, c.Found, 100*c.Any)
	}
	w.Flush()
}

// numbers writes the cells of a row: "1 1 3 1+ 1 1".
func numbers(cells []tokencheck.Cell) string {
	words := make([]string, len(cells))
	for i, c := range cells {
		switch {
		case c.Count() == 0:
			words[i] = "-"
		case c.Own:
			words[i] = strconv.Itoa(c.Count())
		default:
			words[i] = strconv.Itoa(c.Count()) + "+"
		}
	}
	return strings.Join(words, " ")
}
