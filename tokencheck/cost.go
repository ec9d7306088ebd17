package tokencheck

import (
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/silp-protocol/silp-go/frontend"
	"github.com/silp-protocol/silp-go/frontend/code"
	jsonfrontend "github.com/silp-protocol/silp-go/frontend/json"
	"github.com/silp-protocol/silp-go/frontend/natural"
	"github.com/silp-protocol/silp-go/ir"
)

// IRJSON is the name of the surface in Costs that the others are measured
// against: compact IR JSON without silp, version and meta, which travel beside
// the text of every surface.
const IRJSON = "ir"

// Costs is what one IR costs in tokens.
type Costs struct {
	Columns  []Column
	Surfaces []SurfaceCost // code, json, natural, nl_json, ir
}

// SurfaceCost is the cost of one surface. Its lists have an entry for each
// column; those of a missing column are 0, and stay out of Min and Max.
type SurfaceCost struct {
	Name     string
	Text     string
	Tokens   []int // of Text
	Min, Max int   // of Tokens, over the tokenizers
	// Primer is the cost of frontend.Primer, which teaches a model to read the
	// surface; 0 for IR JSON, which gets none here.
	Primer []int
	// Saved is how many tokens a payload is shorter than IR JSON; negative if it
	// is longer.
	Saved []int
	// BreakEven is the number of such payloads in one conversation from which on
	// they save at least what the primer costs; 0 if they never do.
	BreakEven []int
}

// Range returns Max - Min.
func (s *SurfaceCost) Range() int { return s.Max - s.Min }

// Meter measures costs on several tokenizers, and counts each primer only once.
// It is safe for concurrent use.
type Meter struct {
	tokenizers []Tokenizer
	primers    func() (map[string][]int, error) // by surface
}

// NewMeter returns a Meter for the tokenizers.
func NewMeter(tokenizers []Tokenizer) *Meter {
	return &Meter{tokenizers, sync.OnceValues(func() (map[string][]int, error) {
		m := newGauge(tokenizers)
		counts := map[string][]int{IRJSON: make([]int, len(tokenizers))}
		for _, f := range surfaces() {
			counts[f.Name()] = m.counts(frontend.Primer(f.Name()))
		}
		return counts, m.err
	})}
}

// surfaces are those that Costs has beside IR JSON.
func surfaces() []frontend.Frontend {
	return []frontend.Frontend{code.Frontend{}, jsonfrontend.Frontend{}, natural.Frontend{}, natural.NLJSON{}}
}

// Cost measures one IR. See Meter.Cost.
func Cost(x *ir.IR, tokenizers []Tokenizer) (*Costs, error) { return NewMeter(tokenizers).Cost(x) }

// Cost measures what an IR costs on each surface, in this order: code, json,
// natural, nl_json, and compact IR JSON. Errors are those of compiling, and those
// of the tokenizers but for a missing vocabulary.
func (m *Meter) Cost(x *ir.IR) (*Costs, error) {
	primers, err := m.primers()
	if err != nil {
		return nil, err
	}
	count := newGauge(m.tokenizers)
	c := &Costs{}
	for _, f := range surfaces() {
		text, err := f.AppendCompile(nil, x)
		if err != nil {
			return nil, err
		}
		c.Surfaces = append(c.Surfaces, count.surface(f.Name(), string(text)))
	}
	text, err := body(x)
	if err != nil {
		return nil, err
	}
	c.Surfaces = append(c.Surfaces, count.surface(IRJSON, text))
	base := c.Surfaces[len(c.Surfaces)-1].Tokens
	for i := range c.Surfaces {
		s := &c.Surfaces[i]
		s.Primer = slices.Clone(primers[s.Name])
		// Only now is known which columns are missing: a recorded tokenizer may
		// know some of the texts.
		for j, column := range count.columns {
			if column.Missing {
				s.Tokens[j], s.Primer[j] = 0, 0
			}
		}
	}
	for i := range c.Surfaces {
		c.Surfaces[i].spread(count.columns)
		c.Surfaces[i].compare(base)
	}
	c.Columns = count.columns
	return c, count.err
}

// body returns the IR JSON of what a text of a surface holds.
func body(x *ir.IR) (string, error) {
	const id = "00000000"
	y := *x
	y.SILP, y.Version, y.Meta = "", nil, ir.Meta{ReqID: id}
	text, err := ir.AppendJSON(nil, &y)
	if err != nil {
		return "", err
	}
	// meta is the last member, and intent stands before it.
	return strings.TrimSuffix(string(text), `,"meta":{"req_id":"`+id+`"}}`) + "}", nil
}

func (m *gauge) surface(name, text string) SurfaceCost {
	return SurfaceCost{Name: name, Text: text, Tokens: m.counts(text)}
}

// spread sets Min and Max.
func (s *SurfaceCost) spread(columns []Column) {
	for i, n := range s.Tokens {
		if columns[i].Missing {
			continue
		}
		if s.Max == 0 {
			s.Min = n
		}
		s.Min, s.Max = min(s.Min, n), max(s.Max, n)
	}
}

// counts counts a text in every column.
func (m *gauge) counts(text string) []int {
	list := make([]int, len(m.columns))
	for i, t := range m.tokenizers {
		if m.err != nil || m.columns[i].Missing {
			continue
		}
		n, err := t.Count(text)
		if _, missing := errors.AsType[*MissingError](err); missing {
			m.columns[i].Missing = true
			continue
		}
		list[i], m.err = n, err
	}
	return list
}

func (s *SurfaceCost) compare(base []int) {
	s.Saved, s.BreakEven = make([]int, len(base)), make([]int, len(base))
	for i := range base {
		s.Saved[i] = base[i] - s.Tokens[i]
		if s.Saved[i] > 0 {
			s.BreakEven[i] = (s.Primer[i] + s.Saved[i] - 1) / s.Saved[i]
		}
	}
}
