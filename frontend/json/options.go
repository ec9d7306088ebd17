package json

import (
	"github.com/silp-protocol/silp-go/frontend"
	"github.com/silp-protocol/silp-go/ir"
)

// name is the surface's name in payloads, in negotiation and in errors.
const name = "json"

// Frontend is the json surface. The zero value writes what the draft prints:
// intent, entities, constraints and alternatives.
type Frontend struct {
	// WithMeta writes silp, version and meta too, for when the text travels
	// alone. Decoding reads them with and without it.
	WithMeta bool
	// NullAsAbsent reads null as absent for a slot, a group and every optional
	// member, as ir.Options does: where an API wants all members of a declared
	// object present, a model says null for what it leaves out.
	NullAsAbsent bool
	// MaxBytes is the largest text to decode; 0 means ir.DefaultMaxBytes.
	MaxBytes int
}

var (
	_ frontend.Decoder       = Frontend{}
	_ frontend.HeaderCarrier = Frontend{}
)

// loosened returns the options for the IR objects in a text.
func (f Frontend) loosened() ir.Options { return ir.Options{NullAsAbsent: f.NullAsAbsent} }

// Name returns "json".
func (Frontend) Name() string { return name }

// CarriesHeader reports whether the text holds the header.
func (f Frontend) CarriesHeader() bool { return f.WithMeta }
