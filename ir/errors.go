package ir

import (
	"log/slog"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/silp-protocol/silp-go/internal/show"
)

// Code is one of the six error codes of draft section 5.1, Table 10. A Code is
// itself an error, so that errors.Is(err, ir.InvalidSyntax) works.
type Code string

// The error codes of draft Table 10.
const (
	// InvalidSyntax: the text is not of the grammar. Offset says where.
	InvalidSyntax Code = "invalid_syntax"
	// UnsupportedVersion: the silp member names a version that the receiver does not take.
	UnsupportedVersion Code = "unsupported_version"
	// UnsupportedFrontend: the receiver has no such frontend, or it has no decode.
	UnsupportedFrontend Code = "unsupported_frontend"
	// DecodeFailed: grammatical, but no valid IR. Path says which member.
	DecodeFailed Code = "decode_failed"
	// Timeout: a session or request exceeded its time limit.
	Timeout Code = "timeout"
	// SessionExpired: the session ID is no longer valid.
	SessionExpired Code = "session_expired"
)

// Error returns the code's name.
func (c Code) Error() string { return string(c) }

// Error is the one error type of this module. It repeats at most 64 bytes of
// the input in its message and keeps no part of the input alive.
type Error struct {
	Code     Code   // one of draft Table 10
	Frontend string // the surface: "code", "json", …; empty for IR JSON and for Go values
	Offset   int    // byte offset into the text, -1 where there is none
	Path     string // JSON pointer (RFC 6901) into the IR or the JSON text; empty where there is none
	Msg      string // what was wrong and what was expected
	Hint     string // how to fix it, where that is known
	Err      error  // the cause, if another error is behind it
}

// Error returns the code, the place, the message and the hint in one line.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(string(e.Code))
	b.WriteString(": ")
	if e.Path != "" {
		b.WriteString(show.Plain(e.Path, 32)) // Msg may repeat 32 bytes more
		b.WriteString(": ")
	}
	b.WriteString(e.Msg)
	if e.Offset >= 0 {
		b.WriteString(" (offset ")
		b.WriteString(strconv.Itoa(e.Offset))
		b.WriteByte(')')
	}
	if e.Hint != "" {
		b.WriteString("; ")
		b.WriteString(e.Hint)
	}
	return b.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Is reports whether target is e's Code.
func (e *Error) Is(target error) bool {
	c, ok := target.(Code)
	return ok && c == e.Code
}

// LogValue groups the error's fields for log/slog. No IR value is in it.
func (e *Error) LogValue() slog.Value {
	attrs := []slog.Attr{slog.String("code", string(e.Code)), slog.String("msg", e.Msg)}
	if e.Frontend != "" {
		attrs = append(attrs, slog.String("frontend", e.Frontend))
	}
	if e.Offset >= 0 {
		attrs = append(attrs, slog.Int("offset", e.Offset))
	}
	if e.Path != "" {
		attrs = append(attrs, slog.String("path", show.Plain(e.Path, 32)))
	}
	return slog.GroupValue(attrs...)
}

// Position turns a byte offset into a line and a column, both from 1. Lines
// end at LF; columns count code points. An offset outside the text is moved to
// its nearer end.
func Position(text string, offset int) (line, column int) {
	offset = max(0, min(offset, len(text)))
	before := text[:offset]
	start := strings.LastIndexByte(before, '\n') + 1
	return 1 + strings.Count(before, "\n"), 1 + utf8.RuneCountInString(before[start:])
}
