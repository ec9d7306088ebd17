package silp

import (
	"slices"
	"strings"

	"github.com/silp-protocol/silp-go/frontend"
	"github.com/silp-protocol/silp-go/frontend/code"
	"github.com/silp-protocol/silp-go/frontend/json"
	"github.com/silp-protocol/silp-go/frontend/natural"
	"github.com/silp-protocol/silp-go/internal/show"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/negotiation"
	"github.com/silp-protocol/silp-go/sanitize"
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
	// Policy says what happens to characters that nobody sees and to
	// look-alikes, on both sides: Strict, the default, refuses them, Clean
	// removes them, Inspect reports them. Package sanitize has the rules.
	Policy sanitize.Policy
	// Tolerant lets Decode repair what language models write, if the frontend
	// can; Report.Diagnostics lists the repairs.
	Tolerant bool
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
	// Audit, if not nil, gets every payload that the codec makes or takes, as
	// the last step of Encode, EncodeAs, AppendText, Decode and DecodeInto;
	// package lock keeps them on record. An error of it is returned as it is,
	// and the payload is refused: what is not on record does not happen. It is
	// called from as many goroutines as use the codec.
	Audit func(AuditEvent) error
}

// AuditEvent is a payload that passed all checks of a codec.
type AuditEvent struct {
	Received bool   // Decode took it; otherwise Encode or AppendText made it
	Frontend string // the surface of the text
	Text     string // as made, or as received
	// IR is what was compiled, or what was decoded, with its request ID. It
	// belongs to the codec's caller: read it, do not change or keep it.
	IR *ir.IR
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
		o.Frontends[0] = code.Frontend{Verbs: o.Verbs}
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
	Findings    []sanitize.Finding    // hidden and look-alike characters, at most 64
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

// AppendText appends the text alone of what EncodeAs gives, for whoever carries
// the header in another way or not at all. On an error dst comes back as it was.
func (c *Codec) AppendText(dst []byte, name string, x *ir.IR) ([]byte, error) {
	f := find(c.opt.Frontends, name)
	if f == nil {
		return dst, unsupported(name)
	}
	x, err := c.outgoing(x)
	if err != nil {
		return dst, err
	}
	out, err := f.AppendCompile(dst, x)
	if err != nil || c.opt.Audit == nil {
		return out, err
	}
	text := string(out[len(dst):])
	if err := c.sent(name, x, text, c.reqID(x, text)); err != nil {
		return dst, err
	}
	return out, nil
}

// reqID returns the request ID of x, that of its text if it has none.
func (c *Codec) reqID(x *ir.IR, text string) string {
	if x.Meta.ReqID != "" {
		return x.Meta.ReqID
	}
	return ir.ReqID(text, c.opt.ReqIDDigits)
}

// sent tells Options.Audit, which is not nil, about a text that was made.
func (c *Codec) sent(name string, x *ir.IR, text, id string) error {
	y := *x
	y.Meta.ReqID = id
	return c.opt.Audit(AuditEvent{Frontend: name, Text: text, IR: &y})
}

// outgoing checks an IR that is to be sent, and cleans it under Clean: what a
// sender emits, a strict receiver takes.
func (c *Codec) outgoing(x *ir.IR) (*ir.IR, error) {
	if err := x.Validate(); err != nil {
		return nil, err
	}
	if err := c.admit(x); err != nil {
		return nil, err
	}
	x, _, err := c.sanitizer().IR(x)
	return x, err
}

func (c *Codec) encode(f frontend.Frontend, x *ir.IR) (Payload, error) {
	x, err := c.outgoing(x)
	if err != nil {
		return Payload{}, err
	}
	var buf [256]byte
	out, err := f.AppendCompile(buf[:0], x)
	if err != nil {
		return Payload{}, err
	}
	p := Payload{Encoding: f.Name(), Text: string(out)}
	id := c.reqID(x, p.Text)
	if c.opt.Audit != nil {
		if err := c.sent(p.Encoding, x, p.Text, id); err != nil {
			return Payload{}, err
		}
	}
	if h, ok := f.(frontend.HeaderCarrier); ok && h.CarriesHeader() {
		p.Header = &ir.Header{}
	} else {
		p.Header = ir.NewHeader(x)
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
	x := ir.New()
	report, err := c.DecodeInto(x, p)
	if err != nil {
		return nil, report, err
	}
	return x, report, nil
}

// DecodeInto is Decode into memory that exists already, as ir.ParseInto. On an
// error x is left empty.
func (c *Codec) DecodeInto(x *ir.IR, p Payload) (Report, error) {
	x.Meta.ReqID = "" // the rest is the frontend's to replace
	d := decoding{codec: c, x: x}
	y, err := d.payload(p)
	if err == nil && c.opt.Audit != nil {
		err = c.opt.Audit(AuditEvent{Received: true, Frontend: p.Encoding, Text: p.Text, IR: y})
	}
	switch {
	case err != nil:
		x.Reset()
		return d.report, err
	case y != x:
		*x = *y // Clean made a copy
	}
	if c.opt.Lint {
		d.report.Warnings = ir.Lint(x)
	}
	return d.report, nil
}

func (c *Codec) sanitizer() sanitize.Options {
	return sanitize.Options{Policy: c.opt.Policy, Verbs: c.opt.Verbs, MaxBytes: c.opt.MaxBytes}
}

// decoding is one payload on its way through Decode.
type decoding struct {
	codec  *Codec
	x      *ir.IR
	report Report
}

func (d *decoding) payload(p Payload) (*ir.IR, error) {
	opt := &d.codec.opt
	if err := refuseLine(p.Text); err != nil {
		return nil, err
	}
	dec, err := decoder(opt.Frontends, p.Encoding)
	if err != nil {
		return nil, err
	}
	if err := ir.CheckSize(len(p.Text), opt.MaxBytes); err != nil {
		err.Frontend = p.Encoding
		return nil, err
	}
	if err := d.text(dec, p.Text); err != nil {
		return nil, err
	}
	if p.Header != nil {
		if err := merge(d.x, p.Header); err != nil {
			return nil, err
		}
	}
	if d.x.Meta.ReqID == "" {
		d.x.Meta.ReqID = ir.ReqID(frontend.Trim(p.Text), opt.ReqIDDigits)
	}
	if err := d.x.Validate(); err != nil {
		return nil, err
	}
	if err := d.sanitize(); err != nil {
		return nil, err
	}
	return d.x, d.admit()
}

// text decodes the text. Under Clean its structure is cleaned before; what the
// values of a text that a tolerant decoder reads hold is cleaned afterwards.
func (d *decoding) text(dec frontend.Decoder, text string) (err error) {
	opt := &d.codec.opt
	if t, ok := dec.(frontend.TolerantDecoder); ok && opt.Tolerant {
		d.report.Diagnostics, err = t.DecodeTolerant(d.x, text)
		return err
	}
	if opt.Policy == sanitize.Clean {
		if text, err = d.cleanText(dec.Name(), text); err != nil {
			return err
		}
	}
	return dec.DecodeInto(d.x, text)
}

func (d *decoding) cleanText(name, text string) (string, error) {
	var r sanitize.Report
	var err error
	switch s := d.codec.sanitizer(); name {
	case "code":
		text, r, err = s.Code(text)
	case "json":
		text, r, err = s.JSON(text)
	}
	d.report.Findings = append(d.report.Findings, r.Findings...)
	return text, err
}

// sanitize checks the decoded IR, escapes resolved.
func (d *decoding) sanitize() (err error) {
	var r sanitize.Report
	d.x, r, err = d.codec.sanitizer().IR(d.x)
	d.report.Findings = append(d.report.Findings, r.Findings...)
	return err
}

// admit applies the codec's verbs, versions and rules.
func (d *decoding) admit() error {
	if err := d.codec.admit(d.x); err != nil {
		return err
	}
	if r := d.codec.opt.Rules; r != nil {
		return r.Check(d.x)
	}
	return nil
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

// refuseLine refuses a negotiation line as a payload. A tolerant decoder would
// take it for a comment.
func refuseLine(text string) error {
	var word, hint string
	switch {
	case negotiation.IsPing(text):
		word, hint = "ping", "answer it before anything is decoded: negotiation.ParsePing and AppendPong"
	case negotiation.IsPong(text):
		word, hint = "pong", "read it with negotiation.ParsePong"
	default:
		return nil
	}
	return &Error{Code: ir.InvalidSyntax, Offset: strings.IndexByte(text, '/'),
		Msg: "a //" + word + " line is no payload", Hint: hint}
}

// Decode decodes the text of the named frontend, code or json, and computes
// Meta.ReqID from it.
func Decode(name, text string) (*ir.IR, error) {
	if err := refuseLine(text); err != nil {
		return nil, err
	}
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
