package jsonio

import "strings"

// Error is a fault of a JSON text: of its syntax, or of the value at Path.
type Error struct {
	Syntax bool   // not strict JSON, as against a value that does not fit
	Offset int    // byte offset into the text
	Path   string // JSON pointer of the value at fault
	Msg    string
	Hint   string
}

func (e *Error) Error() string { return e.Msg }

// maxPath bounds the pointer that an error carries: a name in it may be as
// long as the text.
const maxPath = 256

// ShortPath drops the last segments of a pointer until it fits, and lets go of
// the text that it was cut from.
func ShortPath(p string) string {
	for len(p) > maxPath {
		p = p[:strings.LastIndexByte(p, '/')]
	}
	return strings.Clone(p)
}

// EscapePointer escapes a member name for use in a JSON pointer (RFC 6901).
func EscapePointer(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}
