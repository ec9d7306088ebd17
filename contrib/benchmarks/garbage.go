package main

import (
	"math/rand/v2"
	"runtime"
	"strings"

	"github.com/silp-protocol/silp-go/frontend/code"
	jsonfrontend "github.com/silp-protocol/silp-go/frontend/json"
	"github.com/silp-protocol/silp-go/internal/cputime"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/sanitize"
	"github.com/silp-protocol/silp-go/schema"
)

// garbage is a text of 1 MB that no strict reader takes.
type garbage struct{ name, text string }

func garbages() []garbage {
	fill := func(head, piece, tail string) string {
		return head + strings.Repeat(piece, (largeInput-len(head)-len(tail))/len(piece)) + tail
	}
	return []garbage{
		{"NUL bytes", fill("", "\x00", "")},
		{"random bytes", random(func(r *rand.Rand) byte { return byte(r.Uint32()) })},
		{"random ASCII", random(func(r *rand.Rand) byte { return byte(' ' + r.IntN(95)) })},
		{"random delimiters", random(func(r *rand.Rand) byte { return `(){}[],;:="'\!# `[r.IntN(16)] })},
		{"blanks", fill("", " ", "")},
		{"line breaks", fill("", "\n", "")},
		{"opening parentheses", fill("", "(", "")},
		{"nested calls", fill("", "a(", "")},
		{"opening brackets", fill("", "[", "")},
		{"nested objects", fill("", `{"a":`, "")},
		{"quotes", fill("", `"`, "")},
		{"backslashes", fill("", `\`, "")},
		{"an open string", fill(`"`, "a", "")},
		{"an open string of escapes", fill(`"`, `\u0041`, "")},
		{"half surrogates", fill(`"`, `\ud800`, `"`)},
		{"digits", fill("", "9", "")},
		{"a huge exponent", fill("1e", "9", "")},
		{"commas", fill("", ",", "")},
		{"letters", fill("", "a", "")},
		{"a word that goes on", fill("", "if ", "")},
		{"conditions without end", fill("if ", "a(b) and ", "")},
		{"alternatives without end", fill("if a(b): c(d) else: ", "c(d); ", "")},
		{"arguments without end", fill("book(", "a=b,", "")},
		{"a fault at the very end of code", fill("book(", "a=b,", "a=b)x")},
		{"a fault at the very end of an open value", fill(`book("`, "a", `"`)},
		{"hash signs", fill("", "#", "")},
		{"an annotation without end", fill("book(a) #", "{", "")},
		{"letters beyond ASCII", fill("", "\u00e9", "")},
		{"hidden characters", fill("", "\u200b", "")},
		{"look-alikes", fill("", "\u0430\uff08", "")},
		{"duplicate members", fill("{", `"a":1,`, `"a":1}`)},
		{"different members of an IR", fill(`{"intent":"!BOOK","entities":[`, `{"id":"a","value":"b"},`, `0],"meta":{"req_id":"0badcafe"}}`)},
		{"a fault at the very end of an IR", fill(`{"intent":"!BOOK","meta":{"req_id":"0badcafe"},"entities":[{"id":"a","value":"`, "b", `"}]}x`)},
		{"lines of fenced blocks", fill("", "```\n", "")},
		{"a payload on every line, all cut", fill("", "book(a\n", "")},
	}
}

// random is the same text in every run.
func random(next func(r *rand.Rand) byte) string {
	r := rand.New(rand.NewPCG(1, 2))
	b := make([]byte, largeInput)
	for i := range b {
		b[i] = next(r)
	}
	return string(b)
}

// reader is what garbage is given to. A strict one must refuse all of it.
type reader struct {
	name   string
	strict bool
	read   func(text string) error
}

func garbageReaders() []reader {
	var check sanitize.Options
	cleaning := sanitize.Options{Policy: sanitize.Clean}
	return []reader{
		{"ir.Parse", true, func(s string) error { _, err := ir.Parse(s); return err }},
		{"schema.Validate", true, func(s string) error { return schema.Validate([]byte(s)) }},
		{"code.Decode", true, func(s string) error { _, err := code.Decode(s); return err }},
		{"json.Decode", true, func(s string) error { _, err := jsonfrontend.Decode(s); return err }},
		{"code DecodeTolerant", false, func(s string) error {
			_, err := code.Frontend{}.DecodeTolerant(ir.New(), s)
			return err
		}},
		{"sanitize.Value", false, func(s string) error { _, _, err := check.Value(s); return err }},
		{"sanitize.Code", false, func(s string) error { _, _, err := check.Code(s); return err }},
		{"sanitize.JSON", false, func(s string) error { _, _, err := check.JSON(s); return err }},
		{"sanitize.Code, Clean", false, func(s string) error { _, _, err := cleaning.Code(s); return err }},
		{"sanitize.JSON, Clean", false, func(s string) error { _, _, err := cleaning.JSON(s); return err }},
	}
}

// refusal is how long one reader took for its slowest garbage.
type refusal struct {
	reader
	worst   string
	ms      spread
	taken   []string // garbage that a strict reader did not refuse
	outcome string   // of the slowest
}

// measureGarbage gives all garbage to all readers, a few rounds of one call each.
func measureGarbage(c config) []refusal {
	rounds := 5
	if c.quick {
		rounds = 1
	}
	texts := garbages()
	var rows []refusal
	for _, r := range garbageReaders() {
		row := refusal{reader: r}
		for _, g := range texts {
			var took []float64
			var err error
			for range rounds {
				runtime.GC()
				begin := cputime.Now()
				err = r.read(g.text)
				took = append(took, float64((cputime.Now()-begin).Nanoseconds())/1e6)
			}
			if err == nil && r.strict {
				row.taken = append(row.taken, g.name)
			}
			if s := spreadOf(took); row.worst == "" || s.mid > row.ms.mid {
				row.worst, row.ms, row.outcome = g.name, s, "taken"
				if err != nil {
					row.outcome = "refused"
				}
			}
		}
		rows = append(rows, row)
	}
	return rows
}
