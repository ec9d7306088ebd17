package code

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/silp-protocol/silp-go/frontend"
	"github.com/silp-protocol/silp-go/internal/codescan"
	"github.com/silp-protocol/silp-go/ir"
)

var _ frontend.TolerantDecoder = Frontend{}

// DecodeTolerant reads what a language model wrote for the surface. It makes a
// strict text by a closed list of local repairs, decodes that strictly, and
// returns the repairs. A text that DecodeInto accepts gives the same IR and no
// diagnostics.
//
// Repaired are: blanks, line ends and comments between tokens; '…', “…” and
// ‘…’; blanks inside bare values; IF, AND, ELSE, THEN, &&, not, ≤, ≥ and ≠;
// parentheses around the whole condition; a trailing comma of a call, and a
// trailing semicolon with something behind it; steps without parentheses
// between arrows; two calls of one action in a row with positional arguments
// only; and text around the payload: a fence, a pair of backticks, or other
// lines.
//
// Never guessed, always an error, are: two different payloads; "=" for "==";
// or; an ellipsis; unbalanced quotes and parentheses and text that was cut off;
// a call on a new line without ";"; upper-case function names; look-alikes of
// structure; with.
func (f Frontend) DecodeTolerant(x *ir.IR, text string) ([]frontend.Diagnostic, error) {
	strict := f.DecodeInto(x, text)
	if strict == nil {
		return nil, nil
	}
	if ir.CheckSize(len(text), f.MaxBytes) != nil || !utf8.ValidString(text) {
		return nil, strict
	}
	found, err := f.findAll(text)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, strict
	}
	for _, other := range found[1:] {
		if !ir.Equivalent(found[0].IR, other.IR) {
			return nil, &ir.Error{Code: ir.InvalidSyntax, Frontend: f.Name(), Offset: other.Start,
				Msg: "a second payload, different from the first", Hint: "send one payload; FindAll returns all of them"}
		}
	}
	id := x.Meta.ReqID
	*x = *found[0].IR
	x.Meta.ReqID = id
	return f.surround(text, found), nil
}

// surround adds what was left out around the payload to its diagnostics.
func (f Frontend) surround(text string, found []frontend.Found) []frontend.Diagnostic {
	first := found[0]
	diags := first.Diagnostics
	behind, _ := (&repairer{decoder: decoder{text: text}}).blanks(first.End)
	before, rest := text[:first.Start], text[behind:]
	if slices.ContainsFunc(diags, func(d frontend.Diagnostic) bool { return d.Code == frontend.CodeFence }) {
		before = cutFence(strings.TrimRight(before, " \t\r\n`"))
		rest = strings.TrimLeft(rest, " \t\r\n`")
	}
	if strings.TrimSpace(before) != "" {
		diags = append(diags, frontend.Diagnostic{Code: frontend.LeadingText, Message: "left out the text in front of the payload"})
	}
	if rest != "" {
		diags = append(diags, frontend.Diagnostic{Code: frontend.TrailingText, Offset: len(text) - len(rest), Message: "left out the text behind the payload"})
	}
	frontend.Locate(text, diags)
	return diags
}

// cutFence takes the line off that opens a fence at the end of text.
func cutFence(text string) string {
	start := strings.LastIndexByte(text, '\n') + 1
	if strings.HasPrefix(strings.TrimLeft(text[start:], " \t"), "```") {
		return text[:start]
	}
	return text
}

// FindAll returns every payload in a text, in order, each read as
// DecodeTolerant reads it. A payload starts a line, behind blanks, a bullet, a
// label of one word that ends in ": ", or backticks, with "if " or with a function
// name directly followed by "(", and it ends a line. A line that starts like a
// payload and is none, or whose verb is not of f.Verbs, is an error. Meta.ReqID of each IR is computed from its
// strict text.
func (f Frontend) FindAll(text string) ([]frontend.Found, error) {
	if err := ir.CheckSize(len(text), f.MaxBytes); err != nil {
		err.Frontend = f.Name()
		return nil, err
	}
	if !utf8.ValidString(text) {
		return nil, f.DecodeInto(&ir.IR{}, text)
	}
	found, err := f.findAll(text)
	frontend.LocateAll(text, found)
	return found, err
}

func (f Frontend) findAll(text string) (found []frontend.Found, err error) {
	// The text may be one payload and nothing else; then any verb will do.
	first, _ := codescan.Ends(text)
	whole, notWhole := f.repair(text, first)
	if notWhole == nil {
		if rest, _ := (&repairer{decoder: decoder{text: text}}).blanks(whole.End); rest == len(text) {
			return []frontend.Found{whole}, nil
		}
	}
	fence := -1 // where the fence that is open begins
	for line := 0; line < len(text); {
		start, ticks, ok := starts(text, line)
		if !ok {
			if strings.HasPrefix(strings.TrimLeft(text[line:], " \t"), "```") {
				fence = flip(fence, line)
			}
			line = lineEnd(text, line) + 1
			continue
		}
		one, err := whole, notWhole
		if start != first {
			one, err = f.repair(text, start)
		}
		if err != nil {
			return nil, err
		}
		// A verb that may not start a payload is no reason to take a later line
		// for one: that line may be a part of this.
		if !f.Verbs.Has(one.IR.Intent) {
			return nil, f.syntaxError(start, "a payload in other text with the verb "+one.IR.Intent.Func()+", which may not start one", "send the payload alone, or allow the verb (Verbs)")
		}
		end, err := f.endsLine(text, one.End, ticks)
		if err != nil {
			return nil, err
		}
		if ticks > 0 || fence >= 0 {
			one.Diagnostics = append(one.Diagnostics, frontend.Diagnostic{Code: frontend.CodeFence, Offset: start - ticks, Message: "took the payload out of its backticks"})
		}
		found = append(found, one)
		line = end + 1
	}
	if fence >= 0 && len(found) > 0 && found[len(found)-1].Start > fence {
		return nil, f.syntaxError(fence, "a fence that does not close: the text may have been cut off", "close the fence behind the payload")
	}
	if len(found) == 0 && notWhole != nil {
		return nil, notWhole
	}
	return found, nil
}

// repair reads the payload that starts at an offset.
func (f Frontend) repair(text string, start int) (frontend.Found, error) {
	r := repairer{decoder: decoder{text: text, i: start}}
	r.payload()
	if r.err != nil {
		r.err.Frontend = f.Name()
		return frontend.Found{}, r.err
	}
	// What is not edited stays as it is, and strings alias the strict text.
	strict := string(r.out)
	x := ir.New()
	if err := f.DecodeInto(x, strict); err != nil {
		e := err.(*ir.Error)
		if e.Offset >= 0 {
			e.Offset = r.source(e.Offset)
		}
		return frontend.Found{}, e
	}
	x.Meta.ReqID = ir.ReqID(strict, ir.ReqIDDigits)
	return frontend.Found{Start: start, End: r.i, IR: x, Diagnostics: r.diags}, nil
}

// starts tells whether a payload starts in the line that begins at text[line],
// and where; ticks is the number of backticks in front of it.
func starts(text string, line int) (start, ticks int, ok bool) {
	rest := strings.TrimLeft(text[line:lineEnd(text, line)], " \t\r")
	rest = cutLabel(cutBullet(rest))
	plain := strings.TrimLeft(rest, "`")
	start = lineEnd(text, line) - len(plain)
	return start, len(rest) - len(plain), startsPayload(plain)
}

// startsPayload reports whether a line begins like a payload.
func startsPayload(s string) bool {
	for _, word := range []string{"if", "IF"} {
		if rest, ok := strings.CutPrefix(s, word); ok && (rest == "" || isBlank(rest[0])) {
			return true
		}
	}
	n := codescan.Name(s, 0)
	return n > 0 && peekAt(s, n) == '('
}

func lineEnd(text string, i int) int {
	if n := strings.IndexByte(text[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(text)
}

// cutBullet takes "- ", "* ", "+ ", "• ", "1. " or "1) " off.
func cutBullet(s string) string {
	for _, b := range []string{"- ", "* ", "+ ", "• "} {
		if rest, ok := strings.CutPrefix(s, b); ok {
			return strings.TrimLeft(rest, " \t")
		}
	}
	number := strings.TrimLeft(s, "0123456789")
	if rest, ok := strings.CutPrefix(number, ". "); ok && len(number) < len(s) {
		return strings.TrimLeft(rest, " \t")
	}
	if rest, ok := strings.CutPrefix(number, ") "); ok && len(number) < len(s) {
		return strings.TrimLeft(rest, " \t")
	}
	return s
}

// cutLabel takes a label of one word off, as in "Payload: cancel(x)". A word that
// could be a condition is none: what it stands in front of may not be meant.
func cutLabel(s string) string {
	word, rest, ok := strings.Cut(s, ": ")
	if !ok || word == "" || strings.ContainsAny(word, " \t()<>=!\"'`") {
		return s
	}
	switch strings.ToLower(word) {
	case "if", "else", "and", "or", "not", "then", "otherwise", "unless", "when", "never", "except", "while", "until":
		return s
	}
	return strings.TrimLeft(rest, " \t")
}

// endsLine checks that nothing but its closing backticks and a comment stand
// behind a payload in its line, and returns where the line ends.
func (f Frontend) endsLine(text string, i, ticks int) (int, error) {
	end := lineEnd(text, i)
	rest := text[i:end]
	if ticks > 0 {
		var ok bool
		if rest, ok = strings.CutPrefix(rest, strings.Repeat("`", ticks)); !ok {
			return 0, f.syntaxError(i, "backticks that do not close behind the payload", "")
		}
	}
	blank := strings.TrimLeft(rest, " \t\r")
	if blank != "" && !(len(blank) < len(rest) && isComment(blank)) {
		d := decoder{text: text, i: end - len(rest)}
		d.unexpectedEnd()
		return 0, f.syntaxError(d.i, d.err.Msg, d.err.Hint)
	}
	return end, nil
}

func (f Frontend) syntaxError(at int, msg, hint string) error {
	return &ir.Error{Code: ir.InvalidSyntax, Frontend: f.Name(), Offset: at, Msg: msg, Hint: hint}
}

// flip opens a fence at line, or closes the one that is open.
func flip(fence, line int) int {
	if fence >= 0 {
		return -1
	}
	return line
}
