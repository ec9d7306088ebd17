package sanitize

import (
	"strings"
	"unicode/utf8"

	"github.com/silp-protocol/silp-go/internal/codescan"
	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/internal/visible"
	"github.com/silp-protocol/silp-go/ir"
)

// Code checks a text of the code surface: verbs and keywords as Verb does,
// names and values as Name and Value do, what quoted words stand for, and the
// annotation. It does not parse. A text that is no payload may come back as it
// is, its syntax error left to the decoder; nothing that Code removes or folds
// makes a payload of a text by creating a delimiter, a keyword in a place for
// words, or a word that was not there.
func (o Options) Code(text string) (string, Report, error) {
	return o.text(text, "code", func(c *checker) string {
		for i := range len(text) {
			if !plainByte(text[i]) && text[i] < utf8.RuneSelf {
				f := Finding{Rune: rune(text[i]), Kind: Control, Where: WherePayload}
				c.refuse(f, i, 1, describe(f.Rune)+" stands raw in the text", `escape it in a quoted word, as in \u0001`)
				return text
			}
		}
		w := codeWalker{checker: c, text: text, b: builder{s: text}}
		w.walk()
		c.collisions()
		return w.b.result()
	})
}

// text checks size and UTF-8, and lets plain ASCII pass at once.
func (o Options) text(text, frontend string, check func(c *checker) string) (string, Report, error) {
	if err := ir.CheckSize(len(text), o.MaxBytes); err != nil {
		err.Frontend = frontend
		var r Report
		r.add(Finding{Offset: err.Offset, Rune: -1, Kind: Limit, Where: WherePayload, Action: Refused})
		return "", r, err
	}
	if isPlainText(text) {
		return text, Report{}, nil
	}
	c := newChecker(o)
	c.frontend = frontend
	if !c.validUTF8(text, WherePayload) {
		return c.result(text, text)
	}
	return c.result(text, check(&c))
}

// section is a part of a payload.
type section uint8

const (
	atStart section = iota
	condition
	calls
	alternatives
)

// stage is how far a constraint has come.
type stage uint8

const (
	atName  stage = iota // the name comes next
	named                // an operator, a keyword or the end may come
	atValue              // behind an operator or ", "
)

// codeWalker follows the structure of a text by its ASCII bytes, far enough to
// tell verbs, keywords, names and values apart.
type codeWalker struct {
	*checker
	text    string
	i       int
	b       builder
	section section
	stage   stage
	depth   int
}

func (w *codeWalker) walk() {
	for w.i < len(w.text) && w.err == nil {
		switch c := w.text[w.i]; {
		case c == '"':
			if !w.quoted() {
				return
			}
		case c == '#' && w.depth == 0 && w.i+1 < len(w.text) && w.text[w.i+1] == '{':
			w.annotation()
			return
		case c != ':' && (c >= utf8.RuneSelf || isBare(c)):
			w.bare()
		default:
			w.punctuation(c)
			w.i++
		}
	}
}

func (w *codeWalker) punctuation(c byte) {
	switch {
	case c == '(':
		w.depth++
	case c == ')':
		w.depth = max(0, w.depth-1)
	case w.depth > 0 || w.section != condition:
	case c == '=' || c == '<' || c == '>' || c == ',':
		w.stage = atValue
	case c == ':':
		w.section = calls
	}
}

// quoted checks what a quoted word stands for. It returns false where the rest
// of the text cannot be told apart.
func (w *codeWalker) quoted() bool {
	end, escaped, fault := codescan.Quoted(w.text, w.i)
	if fault == codescan.Surrogate {
		w.at(end, "")
		w.refuse(Finding{Rune: -1, Kind: Surrogate, Where: WhereValue}, 0, min(6, len(w.text)-end), "half a surrogate pair in a quoted word", `write both, as in \ud83d\ude00`)
	}
	if fault != codescan.QuoteOK {
		return false
	}
	literal := w.text[w.i:end]
	s := codescan.Unquote(literal, escaped)
	if escaped {
		w.at(w.i, literal)
	} else {
		w.at(w.i+1, "")
	}
	out := s
	switch where := w.roleOfWord(w.i, end); where {
	case WhereID, WhereType:
		out = w.nameHere(s, where, w.i)
	default:
		out = w.value(s, where)
	}
	if out != s {
		quoted, _ := jsonio.AppendString(nil, out)
		w.b.cut(w.i, end, string(quoted))
	}
	w.i = end
	return true
}

// nameHere checks the name that begins at text[start:]. Behind the "!" of a
// negation it is the rest of a type.
func (w *codeWalker) nameHere(s string, where Where, start int) string {
	raw := s
	out := w.name(s, where)
	if where == WhereType && start > 0 && w.text[start-1] == '!' {
		raw, s = "!"+raw, "!"+out
	} else {
		s = out
	}
	w.use(scope{where: where}, raw, s)
	return out
}

// roleOfWord says what a name or value from i to end is, and moves on within a
// constraint.
func (w *codeWalker) roleOfWord(i, end int) Where {
	if w.depth > 0 {
		if w.section != condition && w.labelled(end) {
			return WhereID
		}
		return WhereValue
	}
	if w.section == condition && w.stage == atName {
		w.stage = named
		return WhereType
	}
	w.stage = named
	return WhereValue
}

// labelled reports whether "=" follows, and not "==".
func (w *codeWalker) labelled(end int) bool {
	return w.byteAt(end) == '=' && w.byteAt(end+1) != '='
}

func (w *codeWalker) byteAt(i int) byte {
	if i >= len(w.text) {
		return 0
	}
	return w.text[i]
}

// bare checks a run of bare characters and whatever is not ASCII.
func (w *codeWalker) bare() {
	start, end := w.i, w.i
	for end < len(w.text) && (w.text[end] >= utf8.RuneSelf || isBare(w.text[end])) {
		end++
	}
	for w.text[end-1] == ':' { // punctuation, as the run does not begin with one
		end--
	}
	run := w.text[start:end]
	w.i = end
	w.at(start, "")
	if next := w.byteAt(end); isHiddenRun(run) {
		w.hiddenRun(run, start, next)
		return
	}
	out := w.word(run, start, end)
	if w.err == nil && out != run {
		w.b.cut(start, end, out)
	}
}

// word checks a run that has something to show.
func (w *codeWalker) word(run string, start, end int) string {
	if set, where := w.structure(end); set != 0 {
		out := w.verb(run, where, set)
		w.keyword(run, out, where)
		return out
	}
	where := w.roleOfWord(start, end)
	if where != WhereValue {
		return w.nameHere(run, where, start)
	}
	out := w.value(run, where)
	w.notReserved(run, out, where)
	return out
}

// structure returns the words that may stand where a run ends at end, none if
// the run is a name or a value.
func (w *codeWalker) structure(end int) (words, Where) {
	next := w.byteAt(end)
	switch {
	case w.depth > 0:
		if !w.labelled(end) {
			return 0, ""
		}
		switch w.section {
		case condition:
			return labels, WhereKeyword
		case alternatives:
			return kwLoc, WhereKeyword
		}
		return 0, ""
	case w.section == condition:
		if w.stage != named {
			return 0, ""
		}
		return kwAnd | kwThen, WhereKeyword
	case next == '(':
		return functions, WhereVerb
	case w.section == atStart:
		return kwIf, WhereKeyword
	}
	return kwElse, WhereKeyword
}

// keyword moves to the part of the payload that a keyword opens. What Clean
// made of a run in a place for keywords is one of them, or the run is refused.
func (w *codeWalker) keyword(run, out string, where Where) {
	switch {
	case w.err != nil:
		return
	case w.depth > 0:
		w.notReserved(run, out, where)
	case where == WhereVerb:
		w.notReserved(run, out, where)
		if w.section == atStart {
			w.section = calls
		}
	case out == "if" && w.section == atStart:
		w.section, w.stage = condition, atName
	case out == "and" && w.section == condition:
		w.stage = atName
	case out == "then" && w.section == condition:
		w.section = calls
	case out == "else" && w.section != atStart:
		w.section = alternatives
	case out != run:
		w.refuseInStructure(run, where)
	}
}

// notReserved refuses a word that Clean turned into a keyword.
func (w *codeWalker) notReserved(run, out string, where Where) {
	if w.err == nil && out != run && codescan.Reserved(out) {
		w.refuseInStructure(run, where)
	}
}

// refuseInStructure refuses a run for its first character that is not ASCII.
func (w *codeWalker) refuseInStructure(run string, where Where) {
	for i, r := range run {
		if r >= utf8.RuneSelf {
			f, n := runeAt(run, i, kindInVerb(r), where)
			w.refuseRune(f, i, n, "in "+article(where)+", which would be another word without it")
			return
		}
	}
}

func isHiddenRun(run string) bool {
	if run[0] < utf8.RuneSelf {
		return false
	}
	for _, r := range run {
		if visible.Of(r)&visible.Hidden == 0 {
			return false
		}
	}
	return true
}

// hiddenRun is called for a run that shows nothing: a value of which nothing
// would be left, or something between two tokens, which could part or join
// them. A byte order mark in front of the text goes; nothing else does.
func (w *codeWalker) hiddenRun(run string, start int, next byte) {
	where := WhereSeparator
	if w.depth > 0 && (next == ')' || next == ',') && start > 0 && (w.text[start-1] == '(' || w.text[start-1] == ',') {
		where = WhereValue
	}
	f, n := runeAt(run, 0, kindInVerb(firstRune(run)), where)
	if run == "\uFEFF" && start == 0 && next != 0 {
		if w.drop(run, 0, n, ZeroWidth, WherePayload) {
			w.b.cut(start, start+n, "")
		}
		return
	}
	if where == WhereValue {
		w.refuse(f, 0, n, describe(f.Rune)+" alone in a value", "send a value that can be seen")
		return
	}
	w.refuseRune(f, 0, n, "in "+article(where))
}

// isBare reports whether an ASCII byte may stand in a bare word; a test holds
// it equal to the scanner's table.
func isBare(c byte) bool { return isAlnum(c) || strings.IndexByte("_.+-%/$*~^&?:@", c) >= 0 }

// annotation checks the JSON behind " #".
func (w *codeWalker) annotation() {
	j := jsonWalker{checker: w.checker, text: w.text[w.i+1:], base: w.i + 1}
	w.pather = &j
	out := j.walk(inAnnotation)
	w.pather = nil
	if out != j.text {
		w.b.cut(w.i+1, len(w.text), out)
	}
	w.i = len(w.text)
}
