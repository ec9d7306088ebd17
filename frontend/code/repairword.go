package code

import (
	"strings"

	"github.com/silp-protocol/silp-go/frontend"
	"github.com/silp-protocol/silp-go/internal/codescan"
	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/internal/show"
)

// plainWord reads a word that is no value: it has no blanks inside.
func (f *repairer) plainWord() {
	start := f.i
	if f.err != nil || f.quoted() {
		return
	}
	f.word(codescan.Anywhere)
	f.emit(f.text[start:f.i], start)
	f.stopAtCut()
}

// stopAtCut ends the reading of a text that goes on where its last word may go
// on too.
func (f *repairer) stopAtCut() {
	if f.cut && f.short {
		f.fail(f.i, "the text goes on", "")
	}
}

// value reads a value, which may be bare with blanks inside, and reports
// whether it was.
func (f *repairer) value(p codescan.Place) (joined bool) {
	start := f.i
	if f.err != nil || f.quoted() {
		return false
	}
	if w := f.word(p); !w.quoted {
		for f.piece(p) {
			joined = true
		}
	}
	s := f.text[start:f.i]
	if f.err != nil || !joined {
		f.emit(s, start)
		f.stopAtCut()
		return false
	}
	if codescan.TimeLike(strings.Join(strings.Fields(s), "")) {
		f.fail(start, "a time with blanks inside", "write it without, as in t+1")
		return true
	}
	f.note(frontend.UnquotedBlank, start, "put quotes around a value with blanks inside")
	out, _ := jsonio.AppendString(nil, s)
	f.emit(string(out), start)
	return true
}

// piece takes one more piece of a bare value: blanks and a bare word on the
// same line. Words that could be structure end the value.
func (f *repairer) piece(p codescan.Place) bool {
	i := f.i
	for peekAt(f.text, i) == ' ' || peekAt(f.text, i) == '\t' {
		i++
	}
	if f.err != nil || i == f.i || f.isComment(f.text[i:]) {
		return false
	}
	end := codescan.Bare(f.text, i, p)
	if f.cut && strings.TrimLeft(f.text[end:], ":") == "" {
		return false
	}
	s := f.text[i:end]
	if codescan.CheckBare(s) != codescan.None {
		return false
	}
	switch strings.ToLower(s) {
	case "if", "else", "and", "not", "then", "or", "with", "&&", "-":
		return false
	}
	f.i = end
	return true
}

// quotes are the pairs of quotation marks besides the grammar's.
var quotes = [...]struct{ open, end, code string }{
	{"'", "'", frontend.SingleQuotedString},
	{"“", "”", frontend.CurlyQuotedString},
	{"‘", "’", frontend.CurlyQuotedString},
}

// quoted reads a word in other quotation marks: the same pair closes, nothing
// inside could be an escape or another quotation mark, and a delimiter follows.
func (f *repairer) quoted() bool {
	rest := f.text[f.i:]
	for _, q := range quotes {
		inner, ok := strings.CutPrefix(rest, q.open)
		if !ok {
			continue
		}
		n := strings.Index(inner, q.end)
		if n < 0 {
			f.fail(f.i, "a quoted word without its closing quote", "quote with double quotes")
			return true
		}
		s, behind := inner[:n], inner[n+len(q.end):]
		if strings.ContainsAny(s, "\\\"'`“”‘’\n\r") || behind != "" && !strings.ContainsRune(" \t\r\n,)=:@<>!", rune(behind[0])) {
			f.fail(f.i, "it is not clear where the quoted word ends", "quote with double quotes")
			return true
		}
		out, ok := jsonio.AppendString(nil, s)
		if !ok {
			f.fail(f.i, "invalid UTF-8", "")
			return true
		}
		f.note(q.code, f.i, "read "+show.Rune(rest)+" as a double quote")
		f.emit(string(out), f.i)
		f.i += len(q.open) + n + len(q.end)
		return true
	}
	return false
}
