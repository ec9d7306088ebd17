package sanitize

import (
	"github.com/silp-protocol/silp-go/internal/chars"
	"github.com/silp-protocol/silp-go/internal/visible"
	"github.com/silp-protocol/silp-go/ir"
)

// Policy says what becomes of a character that has no business where it stands.
type Policy uint8

const (
	// Strict refuses it: the functions return an error that names it.
	Strict Policy = iota
	// Clean removes hidden characters and folds look-alikes in verbs and
	// keywords; what it cannot repair without a guess it refuses as Strict does.
	Clean
	// Inspect reports what Clean would do and changes nothing. It returns an
	// error only for what no policy takes (see the package documentation).
	Inspect
)

// Options says how to sanitize. The zero value is Strict with the draft's
// vocabulary.
type Options struct {
	Policy Policy
	// Verbs are the words that look-alikes may be folded to; zero is the
	// whitelist of draft Table 7. Any adds none: nobody can list them. Which
	// verbs a receiver takes is not decided here.
	Verbs ir.Verbs
	// MaxBytes is the longest text that Code and JSON take; 0 means
	// ir.DefaultMaxBytes.
	MaxBytes int
}

// Value checks a string that a person or program wrote: an entity's or a
// constraint's value, a time, a target. It is never folded or normalised;
// under Clean the result is s without some of its characters.
func (o Options) Value(s string) (string, Report, error) {
	if isPlain(s) {
		return s, Report{}, nil
	}
	c := newChecker(o)
	return c.result(s, c.value(s, WhereValue))
}

// Name checks an entity id or a constraint type: the rules for values, and
// those against names that pose as another one. A name may be of any language.
func (o Options) Name(s string) (string, Report, error) {
	if isPlain(s) {
		return s, Report{}, nil
	}
	c := newChecker(o)
	return c.result(s, c.name(s, WhereType))
}

// Verb checks a function name (cancel), an action code (!CANCEL) or a keyword
// (if, else, and, not, then).
func (o Options) Verb(s string) (string, Report, error) {
	if isPlain(s) {
		return s, Report{}, nil
	}
	c := newChecker(o)
	return c.result(s, c.verb(s, WhereVerb, anyWord))
}

// result is what an exported function returns for the input s.
func (c *checker) result(s, out string) (string, Report, error) {
	switch {
	case c.err != nil:
		return "", c.report, c.err
	case c.o.Policy != Clean:
		return s, c.report, nil
	}
	return out, c.report, nil
}

// Value is Options.Value under Strict.
func Value(s string) (string, Report, error) { return Options{}.Value(s) }

// Name is Options.Name under Strict.
func Name(s string) (string, Report, error) { return Options{}.Name(s) }

// Verb is Options.Verb under Strict.
func Verb(s string) (string, Report, error) { return Options{}.Verb(s) }

// Code is Options.Code under Strict.
func Code(text string) (string, Report, error) { return Options{}.Code(text) }

// JSON is Options.JSON under Strict.
func JSON(text string) (string, Report, error) { return Options{}.JSON(text) }

// IsClean reports whether Value takes s under Strict.
func IsClean(s string) bool {
	_, _, err := Value(s)
	return err == nil
}

// Confusable returns the ASCII text that a character looks like, or that a
// normalisation or a case map makes of it; "" if there is none or r is ASCII.
func Confusable(r rune) string { return chars.LookAlike(r) }

// Skeleton returns s as a careless reader sees it: hidden characters left out
// and each look-alike of ASCII replaced by Confusable. It is for comparing and
// for messages, never for use in place of s. An ASCII string comes back as it is.
func Skeleton(s string) string {
	if isPlain(s) {
		return s
	}
	out := make([]byte, 0, len(s))
	for _, r := range s {
		if visible.Of(r)&visible.Hidden != 0 {
			continue
		}
		if look := chars.LookAlike(r); look != "" {
			out = append(out, look...)
		} else {
			out = appendRune(out, r)
		}
	}
	return string(out)
}
