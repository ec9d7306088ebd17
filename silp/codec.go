package silp

import (
	"slices"

	"github.com/silp-protocol/silp-go/frontend"
	"github.com/silp-protocol/silp-go/frontend/code"
	"github.com/silp-protocol/silp-go/frontend/json"
	"github.com/silp-protocol/silp-go/frontend/natural"
	"github.com/silp-protocol/silp-go/internal/show"
	"github.com/silp-protocol/silp-go/ir"
)

// Error is ir.Error, the error type of this module.
type Error = ir.Error

// Rules is ir.Rules: which IRs a receiver takes.
type Rules = ir.Rules

// Options configures a Codec. The zero value is the strict default.
type Options struct {
	// Frontends are the surfaces that the codec speaks, with their own options.
	// Encode uses the first. Nil means code, json, natural and nl_json.
	Frontends []frontend.Frontend
	// Verbs is the set of action codes in intent, entities and alternatives;
	// zero is the whitelist of draft Table 7.
	Verbs ir.Verbs
	// Versions are the values of silp that the codec takes; nil means v1 only.
	Versions []string
	// AnyVersion takes every valid value of silp.
	AnyVersion bool
	// MaxBytes is the largest text that Decode takes; 0 means ir.DefaultMaxBytes.
	MaxBytes int
	// Rules, if not nil, are what a decoded IR must fit besides: verbs, entities,
	// values, constraints. They hold on top of Verbs.
	Rules *Rules
	// Lint fills Report.Warnings.
	Lint bool
	// ReqIDDigits is the length of request IDs that the codec makes: 8, or 4
	// to 7 in sessions of limited scope (draft section 3.6). 0 means 8.
	ReqIDDigits int
}

// Codec encodes and decodes payloads with one set of options. It is immutable
// and safe for concurrent use.
type Codec struct {
	opt Options
}

// New returns a Codec with the given options.
func New(o Options) *Codec {
	o.Frontends = slices.Clone(o.Frontends)
	if o.Frontends == nil {
		o.Frontends = builtin()
	}
	o.Versions = slices.Clone(o.Versions)
	o.Verbs.Also = slices.Clone(o.Verbs.Also)
	if o.Rules != nil {
		o.Rules = o.Rules.Clone()
	}
	return &Codec{o}
}

// builtin lists the surfaces of draft Table 9 that exist here.
func builtin() []frontend.Frontend {
	return []frontend.Frontend{code.Frontend{}, json.Frontend{}, natural.Frontend{}, natural.NLJSON{}}
}

// Report says what Decode noticed about a payload that it accepted.
type Report struct {
	Diagnostics []frontend.Diagnostic // repairs of a tolerant decode
	Warnings    []ir.Warning          // what ir.Lint finds, if Options.Lint asks for it
}

// Encode validates x and compiles it with the codec's first frontend. The
// payload's header holds the fields that the text does not, so that Decode
// restores all of them; an empty Meta.ReqID is computed from the text. x is not
// changed, and the payload shares no memory with it but the bytes of strings.
func (c *Codec) Encode(x *ir.IR) (Payload, error) {
	if len(c.opt.Frontends) == 0 {
		return Payload{}, unsupported("")
	}
	return c.encode(c.opt.Frontends[0], x)
}

// EncodeAs is Encode with the named frontend.
func (c *Codec) EncodeAs(name string, x *ir.IR) (Payload, error) {
	f := find(c.opt.Frontends, name)
	if f == nil {
		return Payload{}, unsupported(name)
	}
	return c.encode(f, x)
}

func (c *Codec) encode(f frontend.Frontend, x *ir.IR) (Payload, error) {
	if err := x.Validate(); err != nil {
		return Payload{}, err
	}
	if err := c.admit(x); err != nil {
		return Payload{}, err
	}
	var buf [256]byte
	out, err := f.AppendCompile(buf[:0], x)
	if err != nil {
		return Payload{}, err
	}
	p := Payload{Encoding: f.Name(), Text: string(out)}
	id := x.Meta.ReqID
	if id == "" {
		id = ir.ReqID(p.Text, c.opt.ReqIDDigits)
	}
	if h, ok := f.(frontend.HeaderCarrier); ok && h.CarriesHeader() {
		p.Header = &ir.Header{}
	} else {
		h := x.Header()
		p.Header = &h
	}
	p.Header.Meta.ReqID = id
	return p, nil
}

// admit applies the codec's verbs and versions.
func (c *Codec) admit(x *ir.IR) error {
	if err := c.opt.Verbs.Check(x); err != nil {
		return err
	}
	return c.version(x.SILP)
}

func (c *Codec) version(v string) error {
	if v == "" {
		v = ir.DefaultSILP
	}
	if c.opt.AnyVersion || c.opt.Versions == nil && v == ir.DefaultSILP || slices.Contains(c.opt.Versions, v) {
		return nil
	}
	return &Error{Code: ir.UnsupportedVersion, Offset: -1, Path: "/silp",
		Msg: "protocol version " + show.Quote(v) + " is not supported", Hint: "send v1, or allow the version (Options.Versions)"}
}

// Decode returns the IR that a payload stands for, every field restored. A
// header member that the text holds too must be the same in both. Without a
// request ID in the header, the ID is computed from the text as received.
func (c *Codec) Decode(p Payload) (*ir.IR, Report, error) {
	x, err := c.decode(p)
	var report Report
	if err == nil && c.opt.Lint {
		report.Warnings = ir.Lint(x)
	}
	return x, report, err
}

func (c *Codec) decode(p Payload) (*ir.IR, error) {
	d, err := decoder(c.opt.Frontends, p.Encoding)
	if err != nil {
		return nil, err
	}
	if err := ir.CheckSize(len(p.Text), c.opt.MaxBytes); err != nil {
		err.Frontend = p.Encoding
		return nil, err
	}
	x := ir.New()
	if err := d.DecodeInto(x, p.Text); err != nil {
		return nil, err
	}
	if p.Header != nil {
		if err := merge(x, p.Header); err != nil {
			return nil, err
		}
	}
	if x.Meta.ReqID == "" {
		x.Meta.ReqID = ir.ReqID(frontend.Trim(p.Text), c.opt.ReqIDDigits)
	}
	if err := x.Validate(); err != nil {
		return nil, err
	}
	if err := c.admit(x); err != nil {
		return nil, err
	}
	if c.opt.Rules != nil {
		if err := c.opt.Rules.Check(x); err != nil {
			return nil, err
		}
	}
	return x, nil
}

// find returns the frontend with the given name, nil if there is none.
func find(list []frontend.Frontend, name string) frontend.Frontend {
	for _, f := range list {
		if f.Name() == name {
			return f
		}
	}
	return nil
}

func decoder(list []frontend.Frontend, name string) (frontend.Decoder, error) {
	f := find(list, name)
	if f == nil {
		return nil, unsupported(name)
	}
	d, ok := f.(frontend.Decoder)
	if !ok {
		return nil, &Error{Code: ir.UnsupportedFrontend, Frontend: name, Offset: -1,
			Msg: "frontend " + name + " has no decode", Hint: "send code or json, the lossless frontends (draft Table 9)"}
	}
	return d, nil
}

func unsupported(name string) error {
	return &Error{Code: ir.UnsupportedFrontend, Offset: -1,
		Msg: "no frontend named " + show.Quote(name), Hint: "the frontends of draft Table 9 here are code, json, natural and nl_json"}
}

// Compile compiles x with the named frontend: code, json, natural or nl_json.
func Compile(name string, x *ir.IR) (string, error) {
	f := find(builtin(), name)
	if f == nil {
		return "", unsupported(name)
	}
	out, err := f.AppendCompile(nil, x)
	return string(out), err
}

// Decode decodes the text of the named frontend, code or json, and computes
// Meta.ReqID from it.
func Decode(name, text string) (*ir.IR, error) {
	d, err := decoder(builtin(), name)
	if err != nil {
		return nil, err
	}
	x := ir.New()
	if err := d.DecodeInto(x, text); err != nil {
		return nil, err
	}
	x.Meta.ReqID = ir.ReqID(frontend.Trim(text), ir.ReqIDDigits)
	return x, nil
}
