package carrier

import (
	"strconv"

	"github.com/silp-protocol/silp-go/internal/show"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/silp"
)

// DefaultMaxBytes bounds a text, and a header, unless the caller says otherwise.
const DefaultMaxBytes = 64 << 10

// Options says what a carrier takes. The zero value is the default.
type Options struct {
	// MaxBytes is the largest text, and the largest header, in bytes, to send
	// and to receive; 0 means DefaultMaxBytes. silp.Options.MaxBytes bounds the
	// text once more where it is decoded.
	MaxBytes int
}

func (o Options) maxBytes() int {
	if o.MaxBytes == 0 {
		return DefaultMaxBytes
	}
	return o.MaxBytes
}

// size refuses what is too long; path names the member.
func (o Options) size(n int, path string) error {
	if n <= o.maxBytes() {
		return nil
	}
	return &ir.Error{Code: ir.InvalidSyntax, Offset: o.maxBytes(), Path: path,
		Msg:  "payload of " + strconv.Itoa(n) + " bytes is over the carrier's limit of " + strconv.Itoa(o.maxBytes()),
		Hint: "send less, or raise MaxBytes on both sides"}
}

// Check refuses a payload that must not be sent: one without a text or a
// frontend's name, too long, or not UTF-8. Wrap checks too; Check is for
// carriers that put the parts of a payload into places of their own.
func (o Options) Check(p silp.Payload) error {
	if err := o.size(len(p.Text), textPath); err != nil {
		return err
	}
	if err := present(p); err != nil {
		return err
	}
	if err := o.size(len(p.Encoding), encodingPath); err != nil {
		return err
	}
	if err := utf8Only(p.Encoding, encodingPath); err != nil {
		return err
	}
	return utf8Only(p.Text, textPath)
}

func utf8Only(s, path string) error {
	i := show.InvalidUTF8(s)
	if i < 0 {
		return nil
	}
	return &ir.Error{Code: ir.InvalidSyntax, Offset: i, Path: path,
		Msg: "invalid UTF-8 in a payload", Hint: "send the text as UTF-8"}
}

// present refuses a payload with one half only.
func present(p silp.Payload) error {
	switch {
	case p.Encoding == "":
		return missing(encodingPath, "name the frontend, as in code")
	case p.Text == "":
		return missing(textPath, "send the text beside the frontend's name")
	}
	return nil
}

func missing(path, hint string) error {
	return &ir.Error{Code: ir.DecodeFailed, Offset: -1, Path: path,
		Msg: "half of a payload: the member is missing or empty", Hint: hint}
}

// Condition is what a receiver may ask about an error beyond its code:
// errors.Is(err, carrier.NoPayload).
type Condition string

const (
	// NoPayload: the object holds no SILP at all, so that it may mean something
	// else to its receiver. The error's code is decode_failed.
	NoPayload Condition = "no SILP payload"
	// Remote: the other side reported the error, about what was sent to it.
	Remote Condition = "reported by the other side"
)

// Error returns the condition in words.
func (c Condition) Error() string { return string(c) }
