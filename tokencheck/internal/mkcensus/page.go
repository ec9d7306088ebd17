package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/tokencheck"
)

// page builds docs/census.md. A sentence that measurements could belie goes
// through claim: a page that says what is not so is not written.
type page struct {
	bytes.Buffer
	err error
}

func (p *page) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// claim writes a sentence that holds.
func (p *page) claim(holds bool, text string) {
	if !holds && p.err == nil {
		p.err = fmt.Errorf("the page would say, but it is not so: %s", text)
	}
	p.line("%s", text)
}

// row writes a row of a table.
func (p *page) row(cells ...string) {
	p.line("| %s |", strings.Join(cells, " | "))
}

func (p *page) head(cells ...string) {
	p.row(cells...)
	p.line("|%s", strings.Repeat("---|", len(cells)))
}

func makePage(root string, r *tokencheck.Result, tokenizers []tokencheck.Tokenizer) ([]byte, error) {
	p := &page{}
	p.line(`# Token census

This page is written by ` + "`go run ./tokencheck/internal/mkcensus`" + `, and CI checks that it is up to date. ` + "`silpc census`" + ` prints the tables, ` + "`silpc census --verb NAME`" + ` judges another verb, ` + "`silpc tokens`" + ` counts a payload of yours.

The draft (draft-hwang-silp-protocol-00) says that 13 verbs (3.8, Table 7) and 12 structural tokens (Appendix B, Table 12) are one token on each of six tokenizers, and that two verbs are not (Table 8). Here is what was measured with the tokenizers themselves, offline. [tokenizers.md](tokenizers.md) says how they are made.`)
	p.summary(r)
	p.tokenizers()
	p.verbs(r)
	p.positions(r)
	p.excluded(r)
	p.structural(r)
	costs, err := measure(root, tokenizers)
	if err != nil {
		return nil, err
	}
	p.costs(costs)
	p.collisions()
	return p.Bytes(), p.err
}

// counts writes the cells as numbers: "1 1 2", with "+" as in the heat map.
func counts(cells []tokencheck.Cell) string {
	var words []string
	for _, c := range cells {
		n := fmt.Sprint(c.Count())
		if !c.Own {
			n += "+"
		}
		words = append(words, n)
	}
	return strings.Join(words, " ")
}

// all reports whether something holds for every cell of every row.
func all(rows []tokencheck.Row, of func(*tokencheck.Row) []tokencheck.Cell, holds func(tokencheck.Cell) bool) bool {
	for i := range rows {
		for _, c := range of(&rows[i]) {
			if !holds(c) {
				return false
			}
		}
	}
	return true
}

func alone(r *tokencheck.Row) []tokencheck.Cell { return r.Probes[0].Cells }
func code(r *tokencheck.Row) []tokencheck.Cell  { return r.Code.Cells }
func single(c tokencheck.Cell) bool             { return c.Single() }
func worst(r *tokencheck.Row) []tokencheck.Cell { return r.Worst() }
func between(least, most int) func(tokencheck.Cell) bool {
	return func(c tokencheck.Cell) bool { return c.Count() >= least && c.Count() <= most }
}

func (p *page) summary(r *tokencheck.Result) {
	p.line("\n## What holds and what does not\n")
	p.claim(all(r.Verbs, alone, single), "- Holds: the function names of all 13 verbs are one token on all six, alone.")
	p.claim(all(r.Verbs, worst, single), "- Holds: they stay one token of their own wherever the code surface writes them: at the start, and after `; `, `: ` and `else: `.")
	p.claim(all(r.Structural, alone, single), "- Holds: the 12 structural tokens are one token on all six, alone.")
	p.claim(all(r.Excluded, alone, between(2, 3)), "- Holds: `switch_tool` and `escalate` are 2 or 3 tokens on every one, with the draft's figures.")
	p.claim(all(r.Verbs, code, between(2, 5)) && all(r.Excluded, code, between(2, 7)), "- Not said by the draft: those are the figures of the lower-case function names. No action code (`!CANCEL`) is one token on any of the six: 2 to 5 for the verbs of Table 7, up to 7 for `!SWITCH_TOOL`. The json surface and IR JSON carry action codes.")
	p.claim(!all(r.Structural, worst, single), "- Not said by the draft: in a payload, punctuation fuses with what is beside it (`):`, `);`), so a structural token alone says little about what a model reads.")
	p.line("- Not said by the draft: \"claude\" and \"gemini\" are proxies. Anthropic has published no tokenizer since the one before Claude 3, and Google none of Gemini; Gemma's stands in.")
	p.line("- Says nothing: \"UNK-free\". Each of the six has a token for every byte, so nothing can become an unknown token on any of them. What can be measured is that the tokens give the text back, and they do.")
	for _, ok := range r.Lossless {
		if !ok {
			p.err = fmt.Errorf("some tokens do not give the text back")
		}
	}
	p.line("- Does not hold: that code has the lowest variance across tokenizers. See [Cost of the surfaces](#cost-of-the-surfaces).")
}

func (p *page) tokenizers() {
	p.line("\n## The tokenizers\n")
	p.head("name in the draft", "vocabulary", "tokens", "made from", "licence of the vocabulary", "proxy")
	for _, t := range tokencheck.List() {
		proxy := "no"
		if t.Stands != "" {
			proxy = "yes: " + t.Stands
		}
		p.row(t.Name, t.Vocabulary, fmt.Sprint(t.Tokens), "`"+t.Package+"`", t.Licence, proxy)
	}
}

func names() string { return strings.Join(tokencheck.Names(), ", ") }

func (p *page) verbs(r *tokencheck.Result) {
	p.line("\n## Table 7: the verbs\n\n![Tokens of each verb on each tokenizer](census.svg)\n")
	p.line("Tokens on %s, in this order. \"In code\" is the worst of the positions where the code surface writes a verb; `+` says that a token holds more than the word.\n", names())
	p.head("action code", "function", "draft", "alone", "in code", "action code alone")
	for i := range r.Verbs {
		v := &r.Verbs[i]
		p.row("`"+string(v.Action)+"`", "`"+v.Word+"`", "1 on all", counts(alone(v)), counts(worst(v)), counts(code(v)))
	}
}

func (p *page) positions(r *tokencheck.Result) {
	p.line("\n## Context matters\n\nHow many of the 13 verbs are one token of their own, by what stands before them. The last three positions are not those of the code surface, which writes a blank there or no verb at all: a fused token is what a hand-written payload pays for a missing blank.\n")
	p.head(append([]string{"position", "text"}, tokencheck.Names()...)...)
	for i, probe := range r.Verbs[0].Probes {
		cells := []string{probe.Position, "`" + strings.ReplaceAll(probe.Text, r.Verbs[0].Word, "VERB") + "`"}
		for c := range r.Columns {
			var bad []string
			for _, v := range r.Verbs {
				if !v.Probes[i].Cells[c].Single() {
					bad = append(bad, v.Word)
				}
			}
			cell := fmt.Sprintf("%d", len(r.Verbs)-len(bad))
			if len(bad) > 0 && len(bad) < 4 {
				cell += " (not " + strings.Join(bad, ", ") + ")"
			}
			cells = append(cells, cell)
		}
		p.row(cells...)
	}
}

func (p *page) excluded(r *tokencheck.Result) {
	p.line("\n## Table 8: the excluded verbs\n\nTokens of the function name alone.\n")
	p.head(append([]string{"verb", "draft"}, tokencheck.Names()...)...)
	draft := map[string]string{"switch_tool": "2 2 3 2 3 3", "escalate": "3 2 3 2 3 2"}
	for i := range r.Excluded {
		v := &r.Excluded[i]
		if got := counts(alone(v)); got != draft[v.Word] {
			p.err = fmt.Errorf("%s: measured %s, the draft has %s", v.Word, got, draft[v.Word])
		}
		cells := []string{"`" + string(v.Action) + "`", draft[v.Word]}
		for _, c := range alone(v) {
			cells = append(cells, fmt.Sprintf("%d: %s", c.Count(), pieces(c)))
		}
		p.row(cells...)
	}
	p.line("\nThe action codes take:\n")
	p.head(append([]string{"action code"}, tokencheck.Names()...)...)
	for i := range r.Excluded {
		cells := []string{"`" + string(r.Excluded[i].Action) + "`"}
		for _, c := range code(&r.Excluded[i]) {
			cells = append(cells, fmt.Sprint(c.Count()))
		}
		p.row(cells...)
	}
}

// pieces writes tokens for a table. A blank shows as an open box.
func pieces(c tokencheck.Cell) string {
	var words []string
	for _, piece := range c.Pieces {
		words = append(words, "`"+strings.ReplaceAll(piece, " ", "␣")+"`")
	}
	return strings.Join(words, " ")
}

func (p *page) structural(r *tokencheck.Result) {
	p.line("\n## Appendix B: the structural tokens\n\nThe token or tokens that hold the word, alone and in a text; ␣ is a blank. `not` is no word of the code surface, and ` -> ` is read there but never written.\n")
	p.head(append([]string{"word", "text"}, tokencheck.Names()...)...)
	for _, row := range r.Structural {
		for i, probe := range row.Probes {
			cells := []string{"`" + row.Word + "`", "alone"}
			if i > 0 {
				cells = []string{"", "`" + probe.Text + "`"}
			}
			for _, c := range probe.Cells {
				cells = append(cells, pieces(c))
			}
			p.row(cells...)
		}
	}
}

// measure counts the surfaces of the IRs in testdata/ir.
func measure(root string, tokenizers []tokencheck.Tokenizer) ([]*tokencheck.Costs, error) {
	files, err := filepath.Glob(filepath.Join(root, "testdata", "ir", "*.json"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no IRs in testdata/ir: %v", err)
	}
	var list []*tokencheck.Costs
	meter := tokencheck.NewMeter(tokenizers)
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		x, err := ir.ParseBytes(raw)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		c, err := meter.Cost(x)
		if err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, nil
}

// mean is the mean over all IRs of a number of one surface.
func mean(list []*tokencheck.Costs, surface int, of func(*tokencheck.SurfaceCost) float64) float64 {
	sum := 0.0
	for _, c := range list {
		sum += of(&c.Surfaces[surface])
	}
	return sum / float64(len(list))
}

func (p *page) costs(list []*tokencheck.Costs) {
	surfaces, columns := list[0].Surfaces, list[0].Columns
	tokens := func(c int) func(*tokencheck.SurfaceCost) float64 {
		return func(s *tokencheck.SurfaceCost) float64 { return float64(s.Tokens[c]) }
	}
	width := func(s *tokencheck.SurfaceCost) float64 { return float64(s.Range()) }
	p.line("\n## Cost of the surfaces\n\nMeans over the %d IRs in testdata/ir. `ir` is compact IR JSON without silp, version and meta, which no surface has in its text either. The range is that of one payload over the six tokenizers, largest count less smallest; relative to the smallest in the last column.\n", len(list))
	p.head(append(append([]string{"surface"}, tokencheck.Names()...), "range", "relative")...)
	ranges, relative := make(map[string]float64), make(map[string]float64)
	for i, s := range surfaces {
		cells := []string{s.Name}
		for c := range columns {
			cells = append(cells, fmt.Sprintf("%.1f", mean(list, i, tokens(c))))
		}
		ranges[s.Name] = mean(list, i, width)
		relative[s.Name] = mean(list, i, func(s *tokencheck.SurfaceCost) float64 { return float64(s.Range()) / float64(s.Min) })
		p.row(append(cells, fmt.Sprintf("%.1f", ranges[s.Name]), fmt.Sprintf("%.0f %%", 100*relative[s.Name]))...)
	}
	p.line("")
	p.claim(ranges["code"] > ranges["natural"] && relative["code"] > relative["natural"] && ranges["code"] < ranges["json"],
		"The fitness function of section 6.1 counts the variance across tokenizers as a cost. Code does not have the lowest: the natural sentence varies less, in tokens and in proportion. Code varies less than json in tokens, because it is shorter.")
	p.line("")
	p.claim(mean(list, 0, tokens(0)) > mean(list, 2, tokens(0)),
		"Nor is code the shortest: the natural sentence is shorter. But no sentence decodes back.")
	p.line("\n### With the instructions\n\nA model that is to read a surface must be told how. `frontend.Primer` holds a short text for each; a conversation pays for it once. The payloads after which that has paid, against `ir` without any instructions, are the primer's tokens over the mean saving of a payload.\n")
	p.head(append([]string{"surface", ""}, tokencheck.Names()...)...)
	for i, s := range surfaces[:len(surfaces)-1] {
		primer, saved, even := []string{s.Name, "primer"}, []string{"", "saved a payload"}, []string{"", "pays from payload"}
		for c := range columns {
			mean := mean(list, i, func(s *tokencheck.SurfaceCost) float64 { return float64(s.Saved[c]) })
			primer = append(primer, fmt.Sprint(s.Primer[c]))
			saved = append(saved, fmt.Sprintf("%.1f", mean))
			if mean <= 0 {
				even = append(even, "never")
			} else {
				even = append(even, fmt.Sprintf("%.0f", ceil(float64(s.Primer[c])/mean)))
			}
		}
		p.row(primer...)
		p.row(saved...)
		p.row(even...)
	}
	against := []string{"code", "pays against json, each with its primer, from payload"}
	for c := range columns {
		saved := mean(list, 1, tokens(c)) - mean(list, 0, tokens(c))
		if saved <= 0 {
			p.err = fmt.Errorf("code does not save against json on %s", columns[c].Name)
		}
		more := float64(surfaces[0].Primer[c] - surfaces[1].Primer[c])
		against = append(against, fmt.Sprintf("%.0f", max(1, ceil(more/saved))))
	}
	p.row(against...)
	p.line("\nIR JSON gets no instructions here, which favours it: a sender who puts the schema into the prompt pays far more for that.")
}

func ceil(x float64) float64 {
	if n := float64(int(x)); n < x {
		return n + 1
	}
	return x
}

func (p *page) collisions() {
	p.line("\n## Request IDs\n\nSections 3.6 and 8.3: how many of n requests get an ID that another one had before. Expected is n - m(1-(1-1/m)^n) for m = 16^digits; found is for the IDs of n different texts.\n")
	p.head("n", "digits", "draft: duplicates", "expected", "found", "probability of any")
	draft := map[int]string{4: "5", 6: "0", 8: "0"}
	for _, n := range []int{1000, 1_000_000} {
		for _, c := range tokencheck.Collisions(n) {
			said := "-"
			if n == 1000 {
				said = draft[c.Digits]
			}
			p.row(fmt.Sprint(n), fmt.Sprint(c.Digits), said, fmt.Sprintf("%.4g", c.Expected), fmt.Sprint(c.Found), fmt.Sprintf("%.4g %%", 100*c.Any))
		}
	}
	p.line("\nThe draft's figures are within chance. Its \"approximately 99.9 %%\" for 4 digits is right to the digit that it gives. Eight digits are rare to collide in a session and certain to among a million requests: an ID correlates within its session, and no more.")
}
