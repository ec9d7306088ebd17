package mcp

import "github.com/silp-protocol/silp-go/carrier"

// DefaultPrefix stands in front of the keys until the protocol has a name of its
// own. It is a placeholder under a reserved domain: two sides that agree on
// another one set Options.Prefix.
const DefaultPrefix = "silp.example"

// Options says how payloads stand in calls. The zero value is the wrapper of
// draft -01. Both sides must have the same Prefix and Argument.
type Options struct {
	// Prefix is the part in front of the slash of keys in _meta and of the
	// extension; "" means DefaultPrefix. The specification reserves prefixes
	// whose second label is mcp or modelcontextprotocol.
	Prefix string
	// Argument, if not empty, names the string argument that holds the text
	// alone, as in draft -00. Unwrap then takes both forms.
	Argument string
	// Optional leaves the payload's properties out of "required" in Schema, for
	// tools that can be called without SILP.
	Optional bool
	// MaxBytes is the largest text and the largest header; 0 means
	// carrier.DefaultMaxBytes.
	MaxBytes int
}

func (o Options) carrier() carrier.Options { return carrier.Options{MaxBytes: o.MaxBytes} }

func (o Options) key(name string) string {
	if o.Prefix == "" {
		return DefaultPrefix + "/" + name
	}
	return o.Prefix + "/" + name
}

// HeaderKey is the key of a payload's header in the _meta of a call.
func (o Options) HeaderKey() string { return o.key("silp-header") }

// ErrorKey is the key of an error in the _meta of a result.
func (o Options) ErrorKey() string { return o.key("silp-error") }

// ExtensionKey is the name of the extension under which offers are announced.
func (o Options) ExtensionKey() string { return o.key("silp") }
