// Package frontend defines what a surface is (draft section 4): a value that
// compiles an IR to a text and, if it is lossless, decodes the text back. Each
// surface has a package of its own below this one.
package frontend

import (
	"github.com/silp-protocol/silp-go/internal/codescan"
	"github.com/silp-protocol/silp-go/ir"
)

// Frontend compiles. It is a value; its fields are its options, and it is safe
// for concurrent use.
type Frontend interface {
	// Name returns the name that payloads and negotiation use: "code", "json", …
	Name() string
	// AppendCompile appends the text of x to dst. It never changes x. On an
	// error dst comes back at its old length.
	AppendCompile(dst []byte, x *ir.IR) ([]byte, error)
}

// Decoder is a lossless Frontend: for every valid IR, decoding the compiled
// text gives an equivalent IR (draft section 4.6).
type Decoder interface {
	Frontend
	// DecodeInto replaces x with the IR that text stands for, reusing x's
	// memory as ir.ParseInto does, but leaves x.Meta.ReqID as it is. Decoded
	// strings alias text where nothing was escaped. On an error x is left empty.
	DecodeInto(x *ir.IR, text string) error
}

// HeaderCarrier is a Frontend whose text can hold the header (silp, version,
// meta without req_id) besides the payload.
type HeaderCarrier interface {
	Frontend
	// CarriesHeader reports whether AppendCompile writes the header.
	CarriesHeader() bool
}

// TolerantDecoder also reads what language models write for the surface.
type TolerantDecoder interface {
	Decoder
	// DecodeTolerant is DecodeInto after the repairs that it returns. A text
	// that DecodeInto accepts gives the same IR and no diagnostics.
	DecodeTolerant(x *ir.IR, text string) ([]Diagnostic, error)
}

// Trim returns text without the blanks, tabs and line ends at its ends. They
// are no part of a payload and none of its request ID.
func Trim(text string) string {
	from, to := codescan.Ends(text)
	return text[from:to]
}
