package tokencheck

import (
	"errors"
	"slices"
	"strings"

	"github.com/silp-protocol/silp-go/ir"
)

// Column is a tokenizer of a table.
type Column struct {
	Name     string
	Recorded bool // the figures were recorded elsewhere: the vocabulary is not here
	Missing  bool // there are no figures: the vocabulary is not here
}

// Cell is what a tokenizer makes of a word: the tokens that hold some of it.
type Cell struct {
	Pieces []string // nil if the column is missing
	// Own says that the tokens hold nothing but the word and a blank before it.
	Own bool
}

// Count returns the number of tokens, 0 if the column is missing.
func (c Cell) Count() int { return len(c.Pieces) }

// Single reports whether the word is one token of its own.
func (c Cell) Single() bool { return len(c.Pieces) == 1 && c.Own }

// Probe is a word in a text, with a cell for each column.
type Probe struct {
	Position  string // "alone", or where the word stands, as in `after "; "`
	Canonical bool   // the code surface writes the word there
	Text      string // the whole text
	At        int    // where the word begins in it, in bytes
	Cells     []Cell
}

// Single reports whether the word is one token of its own in every column that
// is not missing.
func (p *Probe) Single() bool {
	return !slices.ContainsFunc(p.Cells, func(c Cell) bool { return c.Count() > 0 && !c.Single() })
}

// Row is a word of the draft and what becomes of it.
type Row struct {
	Word   string    // as in "cancel", "->"
	Action ir.Action // of a verb, as in !CANCEL; "" otherwise
	// Probes are the word alone, then in texts.
	Probes []Probe
	// Code is the action code alone, for a verb.
	Code *Probe
}

// Single reports whether the word is one token of its own, in every column that
// is not missing, alone and wherever the code surface writes it.
func (r *Row) Single() bool {
	return !slices.ContainsFunc(r.Probes, func(p Probe) bool { return p.Canonical && !p.Single() })
}

// Worst returns, for each column, the cell with the most tokens of those where
// the code surface writes the word; one that shares its token counts as more.
func (r *Row) Worst() []Cell {
	var worst []Cell
	for _, p := range r.Probes {
		if !p.Canonical {
			continue
		}
		if worst == nil {
			worst = slices.Clone(p.Cells)
		}
		for i, c := range p.Cells {
			if w := worst[i]; c.Count() > w.Count() || c.Count() == w.Count() && w.Own && !c.Own {
				worst[i] = c
			}
		}
	}
	return worst
}

// Result is the measured census.
type Result struct {
	Columns    []Column
	Verbs      []Row // draft Table 7, in its order
	Excluded   []Row // Table 8
	Structural []Row // Appendix B, Table 12
	// Lossless says, for each column, that the tokens of every text of the
	// census give the text back: that nothing became an unknown token.
	Lossless []bool
}

// Rows returns all rows: verbs, excluded verbs, structural tokens.
func (r *Result) Rows() []Row { return slices.Concat(r.Verbs, r.Excluded, r.Structural) }

// Census measures what the draft claims in Table 7, Table 8 and Appendix B: each
// word alone, and in the positions where the code surface puts it. A tokenizer
// without its vocabulary gives a column that is missing. Any other error of a
// tokenizer is returned.
func Census(tokenizers []Tokenizer) (*Result, error) {
	m := newGauge(tokenizers)
	r := &Result{}
	for _, a := range ir.Whitelist() {
		r.Verbs = append(r.Verbs, m.verb(a))
	}
	for _, x := range ir.Excluded() {
		r.Excluded = append(r.Excluded, m.verb(x.Action))
	}
	for _, s := range structural() {
		row := Row{Word: s.word, Probes: []Probe{m.probe("alone", s.word, s.word, 0, true)}}
		for _, text := range s.texts {
			before, after, _ := strings.Cut(text, "|")
			row.Probes = append(row.Probes, m.probe("in "+before+s.word+after, s.word, before+s.word+after, len(before), !s.foreign))
		}
		r.Structural = append(r.Structural, row)
	}
	for _, row := range r.Rows() {
		m.dropMissing(&row)
	}
	r.Columns, r.Lossless = m.columns, m.lossless
	return r, m.err
}

// structuralToken is a row of the draft's Table 12, with texts that hold the
// token at "|".
type structuralToken struct {
	word    string
	texts   []string
	foreign bool // the code surface reads or uses it elsewhere, and never writes it
}

func structural() []structuralToken {
	return []structuralToken{
		{word: "if", texts: []string{"| loc(Beijing): cancel(flight)"}},
		{word: "else", texts: []string{"if loc(Beijing): start(hike) |: start(cards)"}},
		{word: "and", texts: []string{"if loc(Beijing) | auth(user): cancel(flight)"}},
		{word: "not", texts: []string{"If | rain, start hike."}, foreign: true},
		{word: "(", texts: []string{"cancel|flight)", "update|order_42,field=address)"}},
		{word: ")", texts: []string{"cancel(flight|", "cancel(flight|; email(notify=zhangsan)", "if loc(Beijing|: cancel(flight)"}},
		{word: ",", texts: []string{"if auth(user|verified): cancel(flight)", "update(order_42|field=address)"}},
		{word: ";", texts: []string{"cancel(flight)| email(notify=zhangsan)"}},
		{word: ":", texts: []string{"if loc(Beijing)| cancel(flight)", "if status!=shipped| cancel(flight)"}},
		{word: "!", texts: []string{"if |rain(t+1): start(hike)"}},
		{word: "@", texts: []string{"start(hike) else: start(cards|indoor)"}},
		{word: "->", texts: []string{"fetch(data) | email(result)"}, foreign: true},
	}
}

// position is where a verb may stand: behind before.
type position struct {
	name, before string
	canonical    bool
}

func positions() []position {
	return []position{
		{"alone", "", true},
		{"at the start", "", true},
		{`after "; "`, "pay(hotel); ", true},
		{`after ": "`, "if loc(Beijing): ", true},
		{`after "else: "`, "if loc(Beijing): pay(hotel) else: ", true},
		{`after "("`, "(", false},
		{`after ","`, "hotel,", false},
		{`after ";"`, "hotel;", false},
	}
}

// gauge measures with several tokenizers. Its first error sticks.
type gauge struct {
	tokenizers []Tokenizer
	columns    []Column
	lossless   []bool
	err        error
}

func newGauge(tokenizers []Tokenizer) *gauge {
	m := &gauge{tokenizers: tokenizers}
	for _, t := range tokenizers {
		_, isRecorded := t.(*recorded)
		m.columns = append(m.columns, Column{Name: t.Name(), Recorded: isRecorded})
		m.lossless = append(m.lossless, true)
	}
	return m
}

// pieces returns nil for a column that is missing.
func (m *gauge) pieces(i int, text string) []string {
	if m.err != nil || m.columns[i].Missing {
		return nil
	}
	pieces, err := m.tokenizers[i].Pieces(text)
	if _, missing := errors.AsType[*MissingError](err); missing {
		m.columns[i].Missing, m.lossless[i] = true, false
		return nil
	}
	m.err = err
	return pieces
}

func (m *gauge) verb(a ir.Action) Row {
	name := a.Func()
	row := Row{Word: name, Action: a}
	for _, p := range positions() {
		text := p.before + name
		if p.name != "alone" {
			text += "(order_42)"
		}
		row.Probes = append(row.Probes, m.probe(p.name, name, text, len(p.before), p.canonical))
	}
	code := m.probe("alone", string(a), string(a), 0, false)
	row.Code = &code
	return row
}

// dropMissing empties the cells of the columns that turned out to be missing: a
// recorded tokenizer may know some of the texts.
func (m *gauge) dropMissing(r *Row) {
	for i, c := range m.columns {
		if !c.Missing {
			continue
		}
		for j := range r.Probes {
			r.Probes[j].Cells[i] = Cell{}
		}
		if r.Code != nil {
			r.Code.Cells[i] = Cell{}
		}
	}
}

func (m *gauge) probe(position, word, text string, at int, canonical bool) Probe {
	p := Probe{Position: position, Canonical: canonical, Text: text, At: at, Cells: make([]Cell, len(m.columns))}
	for i := range m.columns {
		pieces := m.pieces(i, text)
		if pieces == nil {
			continue
		}
		all := strings.Join(pieces, "")
		if strings.TrimPrefix(all, " ") != strings.TrimPrefix(text, " ") {
			m.lossless[i] = false
		}
		// A blank that the tokenizer puts in front moves the word.
		start := at + len(all) - len(text)
		p.Cells[i] = cellOf(pieces, start, start+len(word))
	}
	return p
}

// cellOf returns the pieces that hold some of the bytes from start to end.
func cellOf(pieces []string, start, end int) Cell {
	c := Cell{Own: true}
	at := 0
	for _, p := range pieces {
		next := at + len(p)
		if next > start && at < end {
			c.Pieces = append(c.Pieces, p)
			before := p[:max(0, start-at)]
			c.Own = c.Own && (before == "" || before == " ") && next <= end
		}
		at = next
	}
	return c
}
