package json

import "github.com/silp-protocol/silp-go/frontend"

// name is the surface's name in payloads, in negotiation and in errors.
const name = "json"

// Frontend is the json surface. The zero value writes what the draft prints:
// intent, entities, constraints and alternatives.
type Frontend struct {
	// WithMeta writes silp, version and meta too, for when the text travels
	// alone. Decoding reads them with and without it.
	WithMeta bool
	// MaxBytes is the largest text to decode; 0 means ir.DefaultMaxBytes.
	MaxBytes int
}

var (
	_ frontend.Decoder       = Frontend{}
	_ frontend.HeaderCarrier = Frontend{}
)

// Name returns "json".
func (Frontend) Name() string { return name }

// CarriesHeader reports whether the text holds the header.
func (f Frontend) CarriesHeader() bool { return f.WithMeta }
