package aidip

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/silp-protocol/silp-go/carrier"
	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/internal/object"
	"github.com/silp-protocol/silp-go/internal/show"
	"github.com/silp-protocol/silp-go/ir"
)

// Error is an error that is none of SILP: of HTTP, or of an agent, whose handler
// returns it. Invoke returns one for an answer that is no success and holds no
// SILP error; Code and Message are then what the other side wrote, printable
// ASCII with anything else escaped, or empty.
type Error struct {
	Status        int // of HTTP; a handler's is 400 to 599
	Code, Message string
}

// Error returns the status, the code and the message in one line.
func (e *Error) Error() string {
	s := "aidip: status " + strconv.Itoa(e.Status)
	if e.Code != "" {
		s += ": " + e.Code
	}
	if e.Message != "" {
		s += ": " + e.Message
	}
	return s
}

// Codes of errors that this package reports itself.
const (
	codeMethod    = "method_not_allowed"
	codeMediaType = "unsupported_media_type"
	codeTooLarge  = "body_too_large"
	codeBody      = "body_not_read"
	codeInternal  = "internal_error"
	codeAnswer    = "answer_not_json"
)

// Status returns the status of HTTP that goes with a SILP code.
func Status(c ir.Code) int {
	switch c {
	case ir.InvalidSyntax, ir.UnsupportedVersion:
		return http.StatusBadRequest
	case ir.UnsupportedFrontend:
		return http.StatusUnsupportedMediaType
	case ir.DecodeFailed:
		return http.StatusUnprocessableEntity
	case ir.SessionExpired:
		return http.StatusGone
	case ir.Timeout:
		return http.StatusGatewayTimeout
	}
	return http.StatusInternalServerError
}

// AppendError appends the body that reports a SILP error.
func AppendError(dst []byte, e *ir.Error) []byte {
	dst = appendError(dst, string(e.Code), e.Error())
	dst = append(dst, `,"silp":`...)
	return append(carrier.AppendError(dst, e), "}}"...)
}

// appendError appends the body of an error that is still open.
func appendError(dst []byte, code, message string) []byte {
	dst, _ = jsonio.AppendString(append(dst, `{"error":{"code":`...), strings.ToValidUTF8(code, "\uFFFD"))
	dst, _ = jsonio.AppendString(append(dst, `,"message":`...), strings.ToValidUTF8(message, "\uFFFD"))
	return dst
}

// ParseError returns the error in the body of an answer that is no success: a
// *ir.Error, for which errors.Is(err, carrier.Remote) holds, where the body
// reports one, else a *Error with the given status. It is never nil.
func ParseError(status int, body []byte) error {
	plain := &Error{Status: status}
	report, _, err := split(body, "error")
	if err != nil || report == nil {
		return plain
	}
	var reported *ir.Error
	_ = object.Each(string(report), func(name, value string) error {
		switch name {
		case "code":
			plain.Code = shown(value)
		case "message":
			plain.Message = shown(value)
		case "silp":
			// What is no SILP error leaves the plain one.
			reported, _ = carrier.ParseError([]byte(value))
		}
		return nil
	})
	if reported != nil {
		return reported
	}
	return plain
}

// shown returns a string of the other side, at most 256 bytes of it, "" for any
// other value.
func shown(value string) string {
	r := jsonio.NewReader(value)
	defer r.Release()
	return show.Plain(r.Text(), 256)
}
