package sanitize

import (
	"unicode/utf8"

	"github.com/silp-protocol/silp-go/internal/codescan"
	"github.com/silp-protocol/silp-go/internal/show"
	"github.com/silp-protocol/silp-go/ir"
)

// checker checks the strings of one value, text or IR. Its first error sticks:
// after it, callers stop.
type checker struct {
	o        Options
	report   Report
	err      *ir.Error
	frontend string // of a text: "code" or "json"
	pather   pather // the JSON pointer of what is checked, nil where there is none
	words    []vocabularyWord
	names    []nameUse
	renamed  bool // some name was changed
	isIR     bool // members of an IR: errors have a path and no offset

	// Where the string that is checked stands in the text.
	base    int    // offset of its first byte, or of the quote in front of it
	literal string // the quoted word or JSON string if it has escapes, else ""
}

// pather tells where the walk is. It is asked only for what is reported.
type pather interface{ path() string }

// newChecker takes a policy that does not exist as Strict.
func newChecker(o Options) checker {
	if o.Policy > Inspect {
		o.Policy = Strict
	}
	return checker{o: o}
}

// at sets where the string that is checked next begins.
func (c *checker) at(base int, literal string) { c.base, c.literal = base, literal }

// place returns offset and length in the text of the n bytes at i of the string
// that is checked.
func (c *checker) place(i, n int) (offset, length int) {
	if c.literal == "" {
		return c.base + i, n
	}
	start := rawOffset(c.literal, i)
	return c.base + start, rawOffset(c.literal, i+n) - start
}

// rawOffset returns where byte i of what a JSON string literal stands for is
// written in it.
func rawOffset(literal string, i int) int {
	at := 1
	for done := 0; done < i && at < len(literal)-1; {
		if literal[at] != '\\' {
			at++
			done++
			continue
		}
		n := 2
		if literal[at+1] == 'u' {
			n = 6
			if u := literal[at+2 : at+4]; (u[0] == 'd' || u[0] == 'D') && u[1] >= '8' {
				n = 12 // a surrogate pair
			}
		}
		out := codescan.Unquote(`"`+literal[at:at+n]+`"`, true)
		done += len(out)
		at += n
	}
	return at
}

// note reports n bytes at i of the string that is checked.
func (c *checker) note(f Finding, i, n int) {
	if c.report.Total >= maxFindings {
		c.report.Total++
		return
	}
	f.Offset, f.Length = c.place(i, n)
	if c.pather != nil {
		f.Path = c.pather.path()
	}
	c.report.add(f)
}

// runeAt returns the finding for the character at s[i:].
func runeAt(s string, i int, kind Kind, where Where) (Finding, int) {
	r, n := utf8.DecodeRuneInString(s[i:])
	return Finding{Rune: r, Kind: kind, Where: where}, n
}

// drop is called for n bytes at i that cannot stay. Under Strict it refuses and
// returns false; otherwise the caller leaves them out.
func (c *checker) drop(s string, i, n int, kind Kind, where Where) bool {
	f, _ := runeAt(s, i, kind, where)
	switch c.o.Policy {
	case Strict:
		c.refuseRune(f, i, n, reasonOf(kind, where))
		return false
	case Clean:
		f.Action = Removed
	default:
		f.Action = Reported
	}
	c.note(f, i, n)
	return true
}

// refuseRune refuses a character under Strict and Clean, and a look-alike of
// structure under Inspect too.
func (c *checker) refuseRune(f Finding, i, n int, why string) {
	if c.o.Policy == Inspect && f.Kind != LookalikeOperator {
		f.Action = Reported
		c.note(f, i, n)
		return
	}
	c.refuse(f, i, n, sentence(f.Rune, why), hintOf(f))
}

// refuse ends the check under every policy. Only of a valid IR does Inspect
// refuse nothing: whoever inspects wants to see it whole.
func (c *checker) refuse(f Finding, i, n int, msg, hint string) {
	if c.err != nil {
		return
	}
	if c.isIR && c.o.Policy == Inspect && f.Kind != InvalidUTF8 {
		f.Action = Reported
		c.note(f, i, n)
		return
	}
	f.Action = Refused
	c.note(f, i, n)
	e := &ir.Error{Code: ir.InvalidSyntax, Frontend: c.frontend, Msg: msg, Hint: hint}
	e.Offset, _ = c.place(i, n)
	if c.pather != nil {
		e.Path = c.pather.path()
	}
	if c.isIR {
		e.Code, e.Offset = ir.DecodeFailed, -1
	}
	c.err = e
}

// validUTF8 refuses what is not UTF-8.
func (c *checker) validUTF8(s string, where Where) bool {
	i := show.InvalidUTF8(s)
	if i < 0 {
		return true
	}
	c.refuse(Finding{Rune: -1, Kind: InvalidUTF8, Where: where}, i, 1, "invalid UTF-8", "send the text as UTF-8")
	return false
}

// builder copies a string without some of its parts. It allocates with the
// first part that is left out.
type builder struct {
	s    string
	out  []byte
	done int // what is copied or left out
}

// cut replaces s[i:j]. Calls come in the order of the string.
func (b *builder) cut(i, j int, with string) {
	if b.out == nil {
		b.out = make([]byte, 0, len(b.s)+len(with))
	}
	b.out = append(b.out, b.s[b.done:i]...)
	b.out = append(b.out, with...)
	b.done = j
}

// result returns the string, the same one if nothing was cut.
func (b *builder) result() string {
	if b.out == nil {
		return b.s
	}
	return string(append(b.out, b.s[b.done:]...))
}

// nameUse is a name as it came and as it is after cleaning. Names of one scope
// must not collide: entity ids, constraint types, the members of one object.
type nameUse struct {
	scope     scope
	raw, name string
	offset    int
}

type scope struct {
	where  Where
	object int // the number of the object, 0 for ids and types
}

// use remembers a name of a text for collisions.
func (c *checker) use(in scope, raw, name string) {
	if c.o.Policy == Strict {
		return
	}
	offset, _ := c.place(0, 0)
	c.names = append(c.names, nameUse{in, raw, name, offset})
	c.renamed = c.renamed || raw != name
}

// collisions refuses names that differ in the text and not any more after
// cleaning: which of the two was meant cannot be told.
func (c *checker) collisions() {
	if !c.renamed || c.err != nil {
		return
	}
	type key struct {
		scope scope
		name  string
	}
	seen := make(map[key]string, len(c.names))
	for _, u := range c.names {
		k := key{u.scope, u.name}
		if raw, ok := seen[k]; ok && raw != u.raw {
			c.at(u.offset, "")
			c.refuseCollision(u.raw, u.scope.where)
			return
		}
		seen[k] = u.raw
	}
}

func (c *checker) refuseCollision(raw string, where Where) {
	f := Finding{Rune: -1, Kind: DuplicateKey, Where: where}
	hint := "choose another name"
	for _, r := range raw {
		if r >= utf8.RuneSelf {
			f.Rune, hint = r, "remove "+describe(r)+" from the name, or choose another"
			break
		}
	}
	c.refuse(f, 0, 0, "a name that is another one once what is hidden in it is gone", hint)
}
