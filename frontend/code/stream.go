package code

import (
	"strconv"
	"strings"

	"github.com/silp-protocol/silp-go/frontend"
	"github.com/silp-protocol/silp-go/internal/codescan"
	"github.com/silp-protocol/silp-go/ir"
)

// NewStream returns a stream that decodes strictly.
func (f Frontend) NewStream() *frontend.Stream {
	return frontend.NewStream(func(x *ir.IR, text string) ([]frontend.Diagnostic, error) {
		return nil, f.DecodeInto(x, text)
	}, partial, f.MaxBytes)
}

// NewTolerantStream returns a stream that decodes tolerantly.
func (f Frontend) NewTolerantStream() *frontend.Stream {
	return frontend.NewStream(f.DecodeTolerant, partialTolerant, f.MaxBytes)
}

// progress counts the parts that are finished: read, and closed by what stands
// behind them.
type progress struct {
	intent                              bool
	entities, constraints, alternatives int
	// open is the part that was begun last, as a JSON pointer.
	open string
	// at is where the word begins that the text ends in, -1 if it ends in none.
	at int
}

// finished notes that every part that was read so far is finished, unless more
// text could still change the last one.
func (d *decoder) finished() {
	if d.done == nil || d.short || d.err != nil {
		return
	}
	d.done.intent = d.x.Intent != ""
	d.done.entities = len(d.x.Entities)
	d.done.constraints = len(d.x.Constraints)
	d.done.alternatives = len(d.x.Alternatives)
}

// begin notes which part begins.
func (d *decoder) begin(list string, n int, member string) {
	if d.done != nil && d.err == nil {
		d.done.open = list + "/" + strconv.Itoa(n) + member
		d.done.at = -1
	}
}

// openAt forgets a word that something stands behind.
func (d *decoder) openAt() {
	if !d.short || d.done.at >= len(d.text) {
		d.done.at = -1
	}
}

// partial decodes the beginning of a text.
func partial(text string) frontend.Partial {
	done := progress{at: -1}
	x := ir.New()
	d := decoder{x: x, text: text, i: len(text) - len(strings.TrimLeft(text, " \t\r\n")), done: &done}
	d.payload()
	p := frontend.Partial{IR: &ir.IR{
		Entities:     x.Entities[:done.entities],
		Constraints:  x.Constraints[:done.constraints],
		Alternatives: x.Alternatives[:done.alternatives],
	}}
	if done.intent {
		p.IR.Intent = x.Intent
	}
	if done.at >= 0 {
		p.Path, p.Open, p.Offset = done.open, openWord(text[done.at:]), done.at
	}
	return p
}

// openWord returns what is certain of a word that the text ends in.
func openWord(s string) string {
	if s[0] != '"' {
		return strings.TrimRight(s, ":")
	}
	end, escaped, fault := codescan.Quoted(s, 0)
	if fault == codescan.QuoteOK {
		return codescan.Unquote(s[:end], escaped)
	}
	// Close the quotes in front of the escape that is not whole, if there is one.
	for cut := len(s); cut > 0 && cut >= len(s)-len(`\ud83d\ude0`); cut-- {
		if whole := s[:cut] + `"`; fault != codescan.Control {
			if end, escaped, fault := codescan.Quoted(whole, 0); fault == codescan.QuoteOK && end == len(whole) {
				return codescan.Unquote(whole, escaped)
			}
		}
	}
	return ""
}

// partialTolerant decodes the beginning of a text that may need repairs: the
// strict text that the repairs of it give is the beginning of one too.
func partialTolerant(text string) frontend.Partial {
	for line := 0; line < len(text); line = lineEnd(text, line) + 1 {
		start, _, ok := starts(text, line)
		if !ok {
			continue
		}
		r := repairer{decoder: decoder{text: text, i: start}, cut: true}
		r.payload()
		if rest := text[r.i:]; r.err != nil && strings.HasPrefix(rest, `"`) {
			r.out = append(r.out, rest...) // a quoted word that has not ended
			r.marks = append(r.marks, mark{len(r.out) - len(rest), r.i})
		}
		p := partial(string(r.out))
		p.Offset = r.source(p.Offset)
		return p
	}
	return frontend.Partial{}
}
