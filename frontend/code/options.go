package code

import (
	"strings"

	"github.com/silp-protocol/silp-go/frontend"
	"github.com/silp-protocol/silp-go/ir"
)

// Frontend is the code surface. Its zero value writes the draft's default text
// and reads strictly.
type Frontend struct {
	// WithMeta writes silp, version and meta into the text where they are not
	// the defaults, for when a bare string is all there is. Decoding always
	// takes them.
	WithMeta bool
	// Verbs are those that may start a payload inside other text, for
	// DecodeTolerant and FindAll; zero is the whitelist of draft Table 7.
	Verbs ir.Verbs
	// MaxBytes is the longest text that DecodeInto takes; 0 means
	// ir.DefaultMaxBytes.
	MaxBytes int
}

var (
	_ frontend.Decoder       = Frontend{}
	_ frontend.HeaderCarrier = Frontend{}
)

// Name returns "code".
func (Frontend) Name() string { return "code" }

// CarriesHeader reports whether the text holds the header.
func (f Frontend) CarriesHeader() bool { return f.WithMeta }

// Compile returns the text of x without its header.
func Compile(x *ir.IR) (string, error) {
	var buf [256]byte
	out, err := Frontend{}.AppendCompile(buf[:0], x)
	return string(out), err
}

// Decode returns the IR that text stands for, Meta.ReqID computed from the
// text. The IR's strings alias text where nothing was escaped in them.
func Decode(text string) (*ir.IR, error) {
	// Entities stand behind a parenthesis or a comma, as parts of constraints do.
	x := ir.NewFor(strings.Count(text, "(") + strings.Count(text, ","))
	if err := (Frontend{}).DecodeInto(x, text); err != nil {
		return nil, err
	}
	x.Meta.ReqID = ir.ReqID(frontend.Trim(text), ir.ReqIDDigits)
	return x, nil
}
