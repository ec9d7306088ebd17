package schema

import (
	"cmp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Keywords of violations of the text. All other keywords are those of the
// schema: type, pattern, required, additionalProperties, minimum, maximum.
const (
	KeywordSyntax    = "syntax"
	KeywordDuplicate = "duplicate"
	KeywordLimit     = "limit"
)

// MaxViolations is the highest number of violations that one [Error] holds.
const MaxViolations = 10_000

// maxQuoted is how many bytes of the document an error text repeats at most.
const maxQuoted = 64

// Error is what [Validate] returns for a document that is not valid.
type Error struct {
	// Violations holds at least one violation, in the order of the package doc.
	Violations []Violation
	// Truncated says that there were more than MaxViolations.
	Truncated bool
}

// Violation is one reason why a document is not valid.
type Violation struct {
	// Path is a JSON pointer (RFC 6901) into the document: the value that is
	// wrong, the object that lacks a member, the member that is unknown or
	// duplicate, the value that exceeds a limit. Empty means the whole document; it
	// is always empty for KeywordSyntax.
	Path string
	// Offset is the byte offset in the text for KeywordSyntax, KeywordDuplicate
	// and KeywordLimit, and -1 for violations of the schema.
	Offset int64
	// Keyword is the rule that is violated.
	Keyword string
	// Message says what was expected and what stands there.
	Message string
}

// Error gives the first violation and the number of the others.
func (e *Error) Error() string {
	if len(e.Violations) == 0 {
		return "schema: not valid"
	}
	s := "schema: " + e.Violations[0].String()
	rest := strconv.Itoa(len(e.Violations) - 1)
	switch {
	case e.Truncated:
		return s + " (and more than " + rest + " more violations)"
	case rest == "1":
		return s + " (and 1 more violation)"
	case rest != "0":
		return s + " (and " + rest + " more violations)"
	}
	return s
}

// String gives the message with the place.
func (v Violation) String() string {
	if v.Offset >= 0 {
		return v.Message + " at offset " + strconv.FormatInt(v.Offset, 10)
	}
	// Any other path consists of names of the schema and of indexes. That of an
	// unknown member may be as long as the text, and the message names it.
	if v.Path == "" || v.Keyword == "additionalProperties" {
		return v.Message
	}
	return v.Message + " at " + v.Path
}

// quote quotes s as a Go string, cut to at most limit bytes of it.
func quote(s string, limit int) string {
	if len(s) <= limit {
		return strconv.Quote(s)
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return strconv.Quote(s[:limit]) + "..."
}

func compareViolations(a, b Violation) int {
	return cmp.Or(
		comparePaths(a.Path, b.Path),
		cmp.Compare(a.Keyword, b.Keyword),
		cmp.Compare(a.Message, b.Message),
	)
}

// comparePaths orders JSON pointers by segments, a parent before its children.
func comparePaths(a, b string) int {
	for a != "" && b != "" {
		var x, y string
		x, a = cutSegment(a)
		y, b = cutSegment(b)
		if c := compareSegments(x, y); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a), len(b))
}

// cutSegment splits a pointer "/x/y" into "x" and "/y".
func cutSegment(p string) (segment, rest string) {
	p = p[1:]
	if i := strings.IndexByte(p, '/'); i >= 0 {
		return p[:i], p[i:]
	}
	return p, ""
}

// compareSegments puts decimal numbers first, in numeric order. A member name
// that looks like a number is treated like an index: what counts is that the
// order is total.
func compareSegments(a, b string) int {
	x, y := isIndex(a), isIndex(b)
	switch {
	case x && y:
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	case x:
		return -1
	case y:
		return +1
	}
	return cmp.Compare(a, b)
}

// isIndex reports whether s is a decimal number without leading zeros.
func isIndex(s string) bool {
	if s == "" || len(s) > 1 && s[0] == '0' {
		return false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}
