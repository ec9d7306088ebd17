package ir

import "strconv"

// DefaultMaxBytes bounds an input unless the caller raises it.
const DefaultMaxBytes = 1 << 20

// Options loosens Parse. The zero value is the strict rule.
type Options struct {
	// NullAsAbsent reads null as absent for every optional member that the
	// schema names. The draft's tables print null as a default, and its Python
	// implementation writes it; the schema does not admit it.
	NullAsAbsent bool
	// MaxBytes is the largest input; 0 means DefaultMaxBytes.
	MaxBytes int
}

// CheckSize refuses an input longer than maxBytes (0 means DefaultMaxBytes)
// with code invalid_syntax.
func CheckSize(n, maxBytes int) *Error {
	if maxBytes == 0 {
		maxBytes = DefaultMaxBytes
	}
	if n <= maxBytes {
		return nil
	}
	return &Error{Code: InvalidSyntax, Offset: maxBytes,
		Msg:  "input of " + strconv.Itoa(n) + " bytes is over the limit of " + strconv.Itoa(maxBytes),
		Hint: "raise MaxBytes if the sender may send that much"}
}

func pathAt(list string, i int, rest string) string { return list + "/" + strconv.Itoa(i) + rest }
