package code

import (
	"slices"
	"strings"

	"github.com/silp-protocol/silp-go/frontend"
	"github.com/silp-protocol/silp-go/internal/codescan"
	"github.com/silp-protocol/silp-go/internal/show"
	"github.com/silp-protocol/silp-go/ir"
)

// repairer reads one payload that begins at text[i] and may deviate from the
// grammar in the ways that DecodeTolerant lists. It writes the strict text to
// out and notes each deviation; it decides nothing that the strict decoder
// would decide otherwise. Reading words and keeping the first error is the
// strict decoder's.
type repairer struct {
	decoder
	out   []byte
	marks []mark
	diags []frontend.Diagnostic
	calls []repairedCall // of the actions, to merge runs
	// cut says that the text goes on: what more text could make into something
	// else, a keyword or comment or piece of a value at its end, is not taken.
	cut bool
}

// mark says that out[at:] was made from text[from:].
type mark struct{ at, from int }

type repairedCall struct {
	name       string
	args       bool // has arguments
	positional bool // all of them are
}

// emit writes a piece of the strict text that stands for text[from:].
func (f *repairer) emit(s string, from int) {
	// A piece that goes on where the one in front ends needs no mark.
	if n := len(f.marks); n == 0 || f.marks[n-1].from-f.marks[n-1].at != from-len(f.out) {
		f.marks = append(f.marks, mark{len(f.out), from})
	}
	f.out = append(f.out, s...)
}

// source returns where the piece of out that holds offset at came from.
func (f *repairer) source(at int) int {
	lo, hi := 0, len(f.marks)
	for lo < hi {
		if mid := (lo + hi) / 2; f.marks[mid].at <= at {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == 0 {
		return 0
	}
	m := f.marks[lo-1]
	return min(m.from+at-m.at, len(f.text))
}

func (f *repairer) note(code string, at int, msg string) {
	if f.err == nil {
		f.diags = append(f.diags, frontend.Diagnostic{Code: code, Offset: at, Message: msg})
	}
}

// blanks returns where the blanks, line ends and comments from i on end, and
// whether there is a comment. A comment is "#" or "//" with a blank in front
// and behind, to the end of its line; " #{" is an annotation.
func (f *repairer) blanks(i int) (end int, comment bool) {
	for i < len(f.text) {
		switch c := f.text[i]; {
		case isBlank(c):
			i++
		case i > 0 && isBlank(f.text[i-1]) && f.isComment(f.text[i:]):
			comment = true
			if n := strings.IndexByte(f.text[i:], '\n'); n >= 0 {
				i += n
			} else {
				i = len(f.text)
			}
		default:
			return i, comment
		}
	}
	return i, comment
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

func (f *repairer) isComment(s string) bool {
	return isComment(s) && !(f.cut && len(s) <= len("//"))
}

func isComment(s string) bool {
	rest, ok := strings.CutPrefix(s, "//")
	if !ok {
		rest, ok = strings.CutPrefix(s, "#")
	}
	return ok && (rest == "" || isBlank(rest[0]))
}

// gap takes the blanks and comments that come next. It notes them if they are
// none of those that the grammar has there.
func (f *repairer) gap(wants ...string) {
	if f.err != nil {
		return
	}
	end, comment := f.blanks(f.i)
	switch {
	case comment:
		f.note(frontend.Comment, f.i, "left out a comment")
	case !slices.Contains(wants, f.text[f.i:end]):
		f.note(frontend.Whitespace, f.i, "took other blanks than the grammar has")
	}
	f.i = end
}

// next returns what stands behind the blanks and comments that come next.
func (f *repairer) next() string {
	if f.err != nil {
		return ""
	}
	end, _ := f.blanks(f.i)
	return f.text[end:]
}

// keyword takes one of the spellings of a keyword, behind blanks that should be
// gap.
func (f *repairer) keyword(gap, strict string, spellings ...string) bool {
	rest := f.next()
	for _, s := range spellings {
		if !startsWithWord(rest, s) || f.cut && strings.TrimLeft(rest[len(s):], ":") == "" {
			continue
		}
		f.gap(gap)
		if s != strict {
			f.note(frontend.KeywordSpelling, f.i, "read "+s+" as "+strict)
		}
		f.i += len(s)
		return f.err == nil
	}
	return false
}

// startsWithWord reports whether text begins with a keyword that ends there.
func startsWithWord(text, word string) bool {
	rest, ok := strings.CutPrefix(text, word)
	return ok && (rest == "" || codescan.Bare(rest, 0, codescan.Anywhere) == 0)
}

// payload reads one payload and leaves i behind it.
func (f *repairer) payload() {
	if f.keyword("", "if", "if", "IF") {
		f.emit("if ", f.i-2)
		f.condition()
	}
	f.actions()
	f.elseBranch()
	if f.err == nil && strings.HasPrefix(f.next(), "#{") {
		f.emit(" ", f.i)
		f.gap(" ")
		f.annotation()
	}
	if _, comment := f.blanks(f.i); comment {
		f.note(frontend.Comment, f.i, "left out a comment")
	}
}

func (f *repairer) condition() {
	f.gap(" ")
	parens := f.peek() == '('
	if parens {
		f.note(frontend.ParenthesizedCondition, f.i, "took the parentheses off the condition")
		f.i++
		f.gap("")
	}
	for f.err == nil {
		f.constraint()
		at := f.i
		if !f.keyword(" ", "and", "and", "AND") && !f.ampersands() {
			break
		}
		f.emit(" and ", at)
		f.gap(" ")
	}
	if parens {
		f.gap("")
		if f.peek() != ')' {
			f.expected(`"and" or ")"`, conditionHint(f.text[f.i:]))
			return
		}
		f.i++
	}
	at := f.i
	switch {
	case strings.HasPrefix(f.next(), ":"):
		f.gap("")
		f.i++
		f.emit(": ", at)
		f.gap(" ")
	case f.keyword(" ", "then", "then", "THEN"):
		f.emit(" then ", at)
		f.gap(" ")
	default:
		f.expected(`"and" or ":"`, conditionHint(f.text[f.i:]))
	}
}

// ampersands takes "&&", directly behind a ")" or as a word of its own behind a
// blank: elsewhere "&" is a bare-char.
func (f *repairer) ampersands() bool {
	rest := f.next()
	if !strings.HasPrefix(rest, "&&") {
		return false
	}
	switch before := f.text[len(f.text)-len(rest)-1]; {
	case before == ')':
	case isBlank(before) && startsWithWord(rest, "&&") && !(f.cut && strings.TrimLeft(rest[2:], ":") == ""):
	default:
		return false
	}
	f.gap(" ")
	f.note(frontend.KeywordSpelling, f.i, "read && as and")
	f.i += len("&&")
	return true
}

func (f *repairer) constraint() {
	if f.peek() == '!' {
		f.emit("!", f.i)
		f.i++
		f.gap("")
	} else if rest := f.text[min(f.i, len(f.text)):]; startsWithWord(rest, "not") && len(rest) > 3 && isBlank(rest[3]) {
		f.note(frontend.KeywordSpelling, f.i, "read not as !")
		f.emit("!", f.i)
		f.i += len("not")
		f.gap(" ")
	}
	f.plainWord()
	if strings.HasPrefix(f.next(), "(") {
		f.gap("")
		f.list(false)
	}
	f.operatorForm()
}

// operators are the spellings of the six, longer ones first.
var operators = [...]struct{ text, strict string }{
	{"==", "=="}, {"!=", "!="}, {"<=", "<="}, {">=", ">="}, {"<", "<"}, {">", ">"},
	{"≤", "<="}, {"≥", ">="}, {"≠", "!="},
}

func (f *repairer) operatorForm() {
	rest := f.next()
	for _, op := range operators {
		if !strings.HasPrefix(rest, op.text) {
			continue
		}
		f.gap("")
		if op.text != op.strict {
			f.note(frontend.OperatorSpelling, f.i, "read "+op.text+" as "+op.strict)
		}
		f.emit(op.strict, f.i)
		f.i += len(op.text)
		f.gap("")
		f.value(codescan.Anywhere)
		if strings.HasPrefix(f.next(), ",") {
			f.gap("")
			f.i++
			f.emit(", ", f.i-1)
			f.gap(" ")
			f.value(codescan.Anywhere)
		}
		return
	}
	if strings.HasPrefix(rest, "=") {
		f.i = len(f.text) - len(rest)
		f.fail(f.i, `"=" is no operator`, `write "==" to compare`)
	}
}

// list reads "(" arguments ")" and reports whether there are any, and whether
// all are positional. call says that it is the list of a call, where a trailing
// comma may stand.
func (f *repairer) list(call bool) (args, positional bool) {
	f.emit("(", f.i)
	f.i++ // (
	f.gap("")
	positional = true
	for f.err == nil && f.peek() != ')' {
		args = true
		at := f.i
		joined := f.value(codescan.Anywhere)
		if strings.HasPrefix(f.next(), "=") {
			positional = false
			if joined {
				f.fail(at, "a name with a blank inside", "put it in double quotes")
			}
			f.gap("")
			f.emit("=", f.i)
			f.i++
			f.gap("")
			f.value(codescan.Anywhere)
		}
		f.gap("")
		if f.peek() != ',' {
			break
		}
		comma := f.i
		f.i++
		if call && strings.HasPrefix(f.next(), ")") {
			f.note(frontend.TrailingComma, comma, "left out the comma in front of )")
			f.gap("")
			break
		}
		f.emit(",", comma)
		f.gap("", " ") // the draft prints one blank
	}
	if f.peek() != ')' {
		f.expected(`"," or ")"`, "")
		return args, positional
	}
	f.emit(")", f.i)
	f.i++
	return args, positional
}

func peekAt(s string, i int) byte {
	if i < len(s) {
		return s[i]
	}
	return 0
}

func (f *repairer) actions() {
	f.call()
	for f.err == nil {
		at := f.i
		switch rest := f.next(); {
		case strings.HasPrefix(rest, "->"):
			f.gap(" ")
			f.i += len("->")
			f.gap(" ")
			f.emit(" -> ", at)
			f.call()
		case strings.HasPrefix(rest, ";"):
			f.gap("")
			if f.trailingSemicolon() {
				return
			}
			f.i++
			f.gap(" ")
			if !f.merge() {
				f.emit("; ", at)
				f.call()
			}
		default:
			return
		}
	}
}

// trailingSemicolon leaves out a ";" that no call follows. At the end of the
// input it may be a cut, and is an error.
func (f *repairer) trailingSemicolon() bool {
	end, comment := f.blanks(f.i + 1)
	if n := codescan.Name(f.text, end); n > end {
		open, _ := f.blanks(n)
		if peekAt(f.text, open) == '(' {
			return false
		}
	}
	behind := f.text[f.i+1 : end]
	if !comment && !strings.Contains(behind, "\n") && !strings.HasPrefix(f.text[end:], "```") {
		return false // the call that is missing is the error
	}
	f.note(frontend.TrailingSemicolon, f.i, "left out the ; behind the last call")
	f.i++
	return true
}

// merge reads a call of the same action as the one in front into it, if all
// arguments of both are positional: an IR has no place for the boundary.
func (f *repairer) merge() bool {
	n := codescan.Name(f.text, f.i)
	name := f.text[f.i:n]
	last := f.calls[len(f.calls)-1]
	open, _ := f.blanks(n)
	if name == "" || name != last.name || !last.positional || !last.args || peekAt(f.text, open) != '(' {
		return false
	}
	at := f.i
	length, marks, diags := len(f.out), len(f.marks), len(f.diags)
	f.i = n
	f.gap("")
	args, positional := f.list(true)
	if f.err != nil || !args || !positional {
		f.out, f.marks, f.diags, f.i = f.out[:length], f.marks[:marks], f.diags[:diags], at
		return false
	}
	// "(x)" is behind "…)": the ")" and "(" between them become ",".
	f.out[length-1] = ','
	f.out = append(f.out[:length], f.out[length+1:]...)
	for i := marks; i < len(f.marks); i++ {
		f.marks[i].at--
	}
	f.note(frontend.MergedCalls, at, "put two calls of "+name+" into one")
	return true
}

// call reads fn "(" … ")", or behind "->" a step without parentheses.
func (f *repairer) call() {
	at := f.i
	end := codescan.Name(f.text, f.i)
	name := f.text[f.i:end]
	f.i = end
	rest := f.next()
	switch {
	case f.err != nil:
		return
	case name != "" && strings.HasPrefix(rest, "("):
		f.emit(name, at)
		f.gap("")
		args, positional := f.list(true)
		f.calls = append(f.calls, repairedCall{name, args, positional})
	case name != "" && strings.HasPrefix(rest, "->") && strings.HasSuffix(string(f.out), " -> "):
		f.note(frontend.BareStep, at, "read the step "+show.Plain(name, 32)+" as a call")
		f.emit(name+"()", at)
		f.calls = append(f.calls, repairedCall{name: name, positional: true})
	default:
		f.i = at
		f.name() // says what is wrong
	}
}

func (f *repairer) elseBranch() {
	at := f.i
	if f.err != nil || !f.keyword(" ", "else", "else", "ELSE") {
		return
	}
	f.emit(" else", at)
	if strings.HasPrefix(f.next(), ":") {
		f.gap("")
		f.i++
		f.emit(": ", f.i-1)
	} else {
		f.emit(" ", f.i)
	}
	f.gap(" ")
	f.altcall()
	for f.err == nil && strings.HasPrefix(f.next(), ";") {
		f.gap("")
		if f.trailingSemicolon() {
			return
		}
		f.emit("; ", f.i)
		f.i++
		f.gap(" ")
		f.altcall()
	}
}

func (f *repairer) altcall() {
	at := f.i
	end := codescan.Name(f.text, f.i)
	f.i = end
	if f.err != nil || end == at || !strings.HasPrefix(f.next(), "(") {
		f.i = at
		f.name()
		return
	}
	f.emit(f.text[at:end], at)
	f.gap("")
	f.emit("(", f.i)
	f.i++
	f.gap("")
	switch {
	case f.peek() == ')':
	case f.locationLabel():
		f.value(codescan.Target)
	default:
		f.value(codescan.Target)
		if strings.HasPrefix(f.next(), "@") {
			f.gap("")
			f.emit("@", f.i)
			f.i++
			f.gap("")
			f.value(codescan.Target)
		}
	}
	f.trailingComma()
	f.gap("")
	if f.peek() != ')' {
		f.expected(`"@" or ")"`, "")
		return
	}
	f.emit(")", f.i)
	f.i++
}

func (f *repairer) trailingComma() {
	if !strings.HasPrefix(f.next(), ",") {
		return
	}
	f.gap("")
	end, _ := f.blanks(f.i + 1)
	if peekAt(f.text, end) == ')' {
		f.note(frontend.TrailingComma, f.i, "left out the comma in front of )")
		f.i++
	}
}

// locationLabel reads "loc" "=".
func (f *repairer) locationLabel() bool {
	if !strings.HasPrefix(f.text[f.i:], ir.Location) {
		return false
	}
	if equals, _ := f.blanks(f.i + len(ir.Location)); peekAt(f.text, equals) != '=' {
		return false
	}
	f.emit(ir.Location+"=", f.i)
	f.i += len(ir.Location)
	f.gap("")
	f.i++
	f.gap("")
	return true
}

// annotation takes the JSON object as it is: it is strict or an error. It ends
// where its braces do.
func (f *repairer) annotation() {
	start := f.i
	depth := 0
	for i := start + 1; i < len(f.text); i++ {
		switch f.text[i] {
		case '"':
			end, _, fault := codescan.Quoted(f.text, i)
			if fault != codescan.QuoteOK {
				i = len(f.text) // the strict decoder says what is wrong
				break
			}
			i = end - 1
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				f.emit(f.text[start:i+1], start)
				f.i = i + 1
				return
			}
		}
	}
	f.emit(f.text[start:], start)
	f.i = len(f.text)
}
