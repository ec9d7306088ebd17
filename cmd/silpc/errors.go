package main

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/ir"
)

const (
	// codeIO is the code of what could not be read. It is none of draft Table
	// 10: no payload is at fault.
	codeIO = "io_error"
	// maxMessage and maxPath are how many bytes of a message or a path are
	// printed for people: both may repeat input.
	maxMessage = 400
	maxPath    = 120
)

// placedError is an error whose offset counts in text, where that is not the
// item itself.
type placedError struct {
	text string
	err  error
}

func (e *placedError) Error() string { return e.err.Error() }
func (e *placedError) Unwrap() error { return e.err }

// unreadable reports an input that could not be opened or read.
func (a *app) unreadable(name string, err error) {
	a.bad = true
	msg := err.Error()
	if !strings.Contains(msg, name) {
		msg = name + ": " + msg
	}
	if a.asJSON() {
		out := appendString([]byte(`{"error":{"code":"`+codeIO+`","message":`), msg)
		a.stdout.Write(append(out, "}}\n"...))
		return
	}
	fmt.Fprintf(a.stderr, "silpc: %s\n", visible(msg, maxMessage))
}

// details returns the library's error behind err, and the text that its offset
// counts in.
func details(text string, err error) (string, *ir.Error) {
	if p, ok := errors.AsType[*placedError](err); ok {
		text = p.text
	}
	if e, ok := errors.AsType[*ir.Error](err); ok {
		return text, e
	}
	// No payload is at fault: a vocabulary is missing or broken.
	return text, &ir.Error{Code: codeIO, Offset: -1, Msg: err.Error()}
}

// appendError appends {"error":{…}}. file is the input at fault, "" if there is
// only one.
func appendError(dst []byte, file, text string, err error) []byte {
	text, e := details(text, err)
	dst = appendString(append(dst, `{"error":{"code":`...), string(e.Code))
	if file != "" {
		dst = appendString(append(dst, `,"file":`...), file)
	}
	dst = appendString(append(dst, `,"message":`...), e.Msg)
	dst = appendPlace(dst, text, e.Offset)
	if e.Path != "" {
		dst = appendString(append(dst, `,"path":`...), e.Path)
	}
	return append(appendHint(dst, e.Hint), "}}"...)
}

// appendPlace appends the members offset, line and column, if there is a place.
func appendPlace(dst []byte, text string, offset int) []byte {
	if offset < 0 {
		return dst
	}
	line, column := ir.Position(text, offset)
	dst = strconv.AppendInt(append(dst, `,"offset":`...), int64(offset), 10)
	dst = strconv.AppendInt(append(dst, `,"line":`...), int64(line), 10)
	return strconv.AppendInt(append(dst, `,"column":`...), int64(column), 10)
}

// appendHint appends the member hint, if there is one.
func appendHint(dst []byte, hint string) []byte {
	if hint == "" {
		return dst
	}
	return appendString(append(dst, `,"hint":`...), hint)
}

// printError writes an error for people: code and message, and below them the
// place in the text. file is the input at fault, "" if there is only one.
func printError(w io.Writer, file, text string, err error) {
	text, e := details(text, err)
	var b strings.Builder
	b.WriteString("silpc: ")
	if file != "" {
		b.WriteString(visible(file, maxPath) + ": ")
	}
	b.WriteString(string(e.Code) + ": ")
	if e.Path != "" {
		b.WriteString(visible(e.Path, maxPath) + ": ")
	}
	b.WriteString(visible(e.Msg, maxMessage))
	if e.Offset >= 0 {
		line, column := ir.Position(text, e.Offset)
		fmt.Fprintf(&b, " (line %d, column %d)", line, column)
		if source, caret := excerpt(text, e.Offset); source != "" {
			b.WriteString("\n  " + source + "\n  " + strings.Repeat(" ", caret) + "^")
		}
	}
	b.WriteByte('\n')
	if e.Hint != "" {
		b.WriteString("  hint: " + visible(e.Hint, maxMessage) + "\n")
	}
	io.WriteString(w, b.String())
}

// appendString appends s as a JSON string. What is not UTF-8, as a file name
// may be, becomes U+FFFD.
func appendString(dst []byte, s string) []byte {
	out, ok := jsonio.AppendString(dst, s)
	if !ok {
		out, _ = jsonio.AppendString(dst, strings.ToValidUTF8(s, "\uFFFD"))
	}
	return out
}
