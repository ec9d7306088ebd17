package a2a

import (
	"github.com/silp-protocol/silp-go/carrier"
	"github.com/silp-protocol/silp-go/internal/show"
	"github.com/silp-protocol/silp-go/ir"
)

// DefaultURI names the extension unless Options.URI does. It is a placeholder
// under a reserved domain; agents that want to meet agents of others agree on a
// URI of their own.
const DefaultURI = "https://silp.example/a2a/v1"

// MediaType is the media type of a text part. Nothing here looks at it when a
// part is read.
const MediaType = "text/x.silp"

// Options says how payloads stand in messages. Both sides use the same URI. The
// zero value is ready to use.
type Options struct {
	// URI names the A2A extension; "" means DefaultURI. Printable ASCII without
	// blanks and commas, because it stands in a list of a header.
	URI string
	// DataPart writes data parts. Both kinds are read in any case.
	DataPart bool
	// MaxBytes is the largest text, and the largest header, in bytes; 0 means
	// carrier.DefaultMaxBytes.
	MaxBytes int
}

// ExtensionURI returns the URI in use.
func (o Options) ExtensionURI() string {
	if o.URI == "" {
		return DefaultURI
	}
	return o.URI
}

func (o Options) carrier() carrier.Options { return carrier.Options{MaxBytes: o.MaxBytes} }

// check refuses a URI that cannot stand in the A2A-Extensions header.
func (o Options) check() error {
	for i := range len(o.URI) {
		if c := o.URI[i]; c <= ' ' || c > '~' || c == ',' {
			return invalid("", "the extension URI "+show.Quote(o.URI)+" cannot stand in a header", "use printable ASCII without blanks and commas")
		}
	}
	return nil
}

func invalid(path, msg, hint string) *ir.Error {
	return &ir.Error{Code: ir.DecodeFailed, Offset: -1, Path: path, Msg: msg, Hint: hint}
}
