package code

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/silp-protocol/silp-go/internal/chars"
	"github.com/silp-protocol/silp-go/internal/codescan"
	"github.com/silp-protocol/silp-go/internal/show"
	"github.com/silp-protocol/silp-go/ir"
)

// word is a word of the text: what it stands for and whether it was quoted.
type word struct {
	s      string
	quoted bool
}

// timeLike reports whether w reads as a time; a quoted word never does.
func (w *word) timeLike() bool { return !w.quoted && codescan.TimeLike(w.s) }

// take reads s if it comes next. Most calls end at the first byte.
func (d *decoder) take(s string) bool {
	if d.i < len(d.text) && d.text[d.i] != s[0] {
		return false
	}
	return d.takeAll(s)
}

//go:noinline
func (d *decoder) takeAll(s string) bool {
	if d.err != nil {
		return false
	}
	rest := d.text[d.i:]
	if !strings.HasPrefix(rest, s) {
		d.short = d.short || strings.HasPrefix(s, rest)
		return false
	}
	d.i += len(s)
	return true
}

// must reads s, which has to come next.
func (d *decoder) must(s, want string) {
	if !d.take(s) {
		d.expected(want, "")
	}
}

// comma reads "," and one blank behind it, which the draft prints.
func (d *decoder) comma() bool {
	if !d.take(codescan.Comma) {
		return false
	}
	if strings.HasPrefix(d.text[d.i:], " ") {
		d.i++
	}
	return true
}

// peek returns the next byte, 0 at the end and after an error.
func (d *decoder) peek() byte {
	if d.err != nil || d.i >= len(d.text) {
		d.short = true
		return 0
	}
	return d.text[d.i]
}

// word = bare / quoted
func (d *decoder) word(p codescan.Place) word {
	if d.done == nil {
		return d.readWord(p)
	}
	if d.err == nil {
		d.done.at = d.i
	}
	w := d.readWord(p)
	d.openAt()
	return w
}

func (d *decoder) readWord(p codescan.Place) word {
	if d.err != nil {
		return word{}
	}
	if d.peek() == '"' {
		return d.quotedWord()
	}
	end, fault := codescan.Word(d.text, d.i, p)
	// A colon behind the word may turn out to be inside it.
	d.short = d.short || end == len(d.text) || d.text[end] == ':' && strings.TrimLeft(d.text[end:], ":") == ""
	s := d.text[d.i:end]
	switch fault {
	case codescan.Empty:
		d.noWord()
	case codescan.BadStart:
		d.fail(d.i, "a bare word begins with "+show.Rune(s), "put the word in double quotes")
	case codescan.Ellipsis:
		d.fail(d.i+strings.Index(s, "..."), `"..." stands in a bare word`, "write what was left out, or put the word in double quotes")
	case codescan.Keyword:
		d.fail(d.i, "the keyword "+s+" stands where a word is expected", `put it in double quotes: "`+s+`"`)
	default:
		d.i = end
		return word{s: s}
	}
	return word{}
}

// noWord reports that no bare word begins here, with the reason if the
// character is one that must be quoted.
func (d *decoder) noWord() {
	hint := ""
	switch c := d.peek(); {
	case c == '\'':
		hint = "quote with double quotes"
	case c >= 0x80:
		hint = "put a word with this character in double quotes"
	}
	d.expected("a word", hint)
}

func (d *decoder) quotedWord() word {
	end, escaped, fault := codescan.Quoted(d.text, d.i)
	switch fault {
	case codescan.Unterminated:
		d.short = true
		d.fail(d.i, "a quoted word without its closing quote", "")
	case codescan.Control:
		d.fail(end, "a raw control character in a quoted word", `escape it, as in \n or \u0001`)
	case codescan.BadEscape:
		d.shortEscape(end)
		d.fail(end, "an invalid escape in a quoted word", `the escapes are \" \\ \/ \b \f \n \r \t \uXXXX`)
	case codescan.Surrogate:
		d.shortEscape(end)
		d.fail(end, "half a surrogate pair in a quoted word", `write both, as in \ud83d\ude00`)
	case codescan.QuoteOK:
		s := codescan.Unquote(d.text[d.i:end], escaped)
		d.i = end
		return word{s: s, quoted: true}
	}
	return word{}
}

// shortEscape notes that an escape may go on.
func (d *decoder) shortEscape(at int) {
	d.short = d.short || len(d.text)-at < len(`\ud83d\ude00`)
}

// name reads fn "(" and returns the action.
func (d *decoder) name() ir.Action {
	if d.err != nil {
		return ""
	}
	end := codescan.Name(d.text, d.i)
	if end == d.i {
		hint := ""
		if c := d.peek(); 'A' <= c && c <= 'Z' {
			hint = "function names are lower case"
		}
		d.expected("a function name", hint)
		return ""
	}
	d.short = d.short || end == len(d.text)
	fn := d.text[d.i:end]
	d.i = end
	if !d.take("(") {
		hint := "a function name has the letters a to z and _"
		if fn == "with" {
			hint = "write a limit as a condition: if timeout(30s): …"
		}
		d.expected(`"(" behind the function name`, hint)
		return ""
	}
	verb, _ := ir.ActionOf(fn)
	return verb
}

// fail keeps the first error.
func (d *decoder) fail(at int, msg, hint string) {
	if d.err == nil {
		d.err = &ir.Error{Code: ir.InvalidSyntax, Offset: at, Msg: msg, Hint: hint}
	}
}

// expected reports that something else comes next than what was wanted.
func (d *decoder) expected(want, hint string) {
	if d.err == nil {
		d.fail(d.i, "expected "+want+", found "+found(d.text[d.i:]), hint)
	}
}

// found names the character that s begins with, and what it looks like.
func found(s string) string {
	r, _ := utf8.DecodeRuneInString(s)
	if like := chars.LookAlike(r); like != "" {
		return show.Rune(s) + ", which looks like " + strconv.Quote(like)
	}
	return show.Rune(s)
}

// conditionHint explains the usual slips behind a constraint.
func conditionHint(rest string) string {
	switch {
	case strings.HasPrefix(rest, ":"):
		return `one blank follows the ":"`
	case strings.HasPrefix(rest, " or "):
		return "a condition has no or: send two payloads, or turn it into alternatives"
	case strings.HasPrefix(rest, "("):
		return "a constraint has one pair of parentheses"
	}
	return ""
}

// unexpectedEnd reports what stands behind a whole payload.
func (d *decoder) unexpectedEnd() {
	rest, hint := d.text[d.i:], ""
	switch {
	case strings.HasPrefix(rest, " else"):
		hint = `an else-branch is " else: " and a call`
	case strings.HasPrefix(rest, " with "):
		hint = "write a limit as a condition in front: if timeout(30s): …"
	case strings.HasPrefix(rest, ";"):
		hint = `calls are joined by "; " and none follows the last`
	case strings.HasPrefix(rest, " #"), strings.HasPrefix(rest, " //"):
		hint = "a payload has no comments"
	case strings.HasPrefix(rest, "\n"), strings.HasPrefix(rest, "\r"):
		hint = "a payload is one line"
	}
	d.expected("the end of the payload", hint)
}
