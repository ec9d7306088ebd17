package vectors

import (
	"encoding/json" // of our own payloads and IRs, never of what came in
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/silp-protocol/silp-go/frontend"
	"github.com/silp-protocol/silp-go/frontend/code"
	jsonfrontend "github.com/silp-protocol/silp-go/frontend/json"
	"github.com/silp-protocol/silp-go/frontend/natural"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/sanitize"
	"github.com/silp-protocol/silp-go/silp"
)

// surfaces returns all surfaces, code and json with the header in their text if
// meta is set.
func surfaces(meta bool) []frontend.Frontend {
	return []frontend.Frontend{code.Frontend{WithMeta: meta}, jsonfrontend.Frontend{WithMeta: meta}, natural.Frontend{}, natural.NLJSON{}}
}

func surface(name string, meta bool) frontend.Frontend {
	for _, f := range surfaces(meta) {
		if f.Name() == name {
			return f
		}
	}
	return nil
}

func (v *Vector) parse() (*ir.IR, error) {
	x, err := ir.Options{NullAsAbsent: v.NullAbsent}.Parse(v.IR)
	if err != nil {
		return nil, fmt.Errorf("the vector's IR does not parse: %w", err)
	}
	return x, nil
}

// compile: the text is exactly this one, and a lossless surface decodes it to
// the IR.
func (v *Vector) compile() error {
	x, err := v.parse()
	if err != nil {
		return err
	}
	f := surface(v.Surface, v.Meta)
	if f == nil {
		return fmt.Errorf("no surface %q", v.Surface)
	}
	text, err := f.AppendCompile(nil, x)
	if err != nil || string(text) != v.Text {
		return fmt.Errorf("got  %s\nwant %s\nerror %v", text, v.Text, err)
	}
	if d, ok := f.(frontend.Decoder); ok {
		return v.back(d, x)
	}
	return nil
}

// back decodes the vector's text and compares with x, the header aside where
// the text does not hold it.
func (v *Vector) back(d frontend.Decoder, x *ir.IR) error {
	var y ir.IR
	if err := d.DecodeInto(&y, v.Text); err != nil {
		return fmt.Errorf("the text does not decode: %w", err)
	}
	if !v.Meta {
		y.SILP, y.Version, y.Meta = x.SILP, x.Version, x.Meta
	}
	return same("decode(compile(ir))", x, &y)
}

// same compares two IRs; req_id is not compared.
func same(what string, want, got *ir.IR) error {
	changes := ir.Diff(want, got)
	if len(changes) == 0 && ir.Equivalent(want, got) {
		return nil
	}
	return fmt.Errorf("%s differs (want -> got): %v", what, changes)
}

// decode: the text means this IR, req_id included, and what it means survives
// another compile with the header in the text.
func (v *Vector) decode() error {
	want, err := v.parse()
	if err != nil {
		return err
	}
	x, err := silp.Decode(v.Surface, v.Text)
	if err != nil {
		return fmt.Errorf("got  %w\nwant %s", err, v.IR)
	}
	if err := same("the decoded IR", want, x); err != nil {
		return err
	}
	if x.Meta.ReqID != want.Meta.ReqID {
		return fmt.Errorf("got  req_id %s\nwant req_id %s", x.Meta.ReqID, want.Meta.ReqID)
	}
	return bare(v.Surface, x)
}

// bare sends x as a text that holds its header, with nothing beside it.
func bare(name string, x *ir.IR) error {
	text, err := surface(name, true).AppendCompile(nil, x)
	if err != nil {
		return fmt.Errorf("%s does not compile: %w", name, err)
	}
	y, err := silp.Decode(name, string(text))
	if err != nil {
		return fmt.Errorf("%s: %s does not decode: %w", name, text, err)
	}
	return same(name+", header in the text", x, y)
}

// fails: the input is refused with this code at this place.
func (v *Vector) fails() error {
	err := v.refusal()
	e, ok := errors.AsType[*ir.Error](err)
	if !ok {
		return fmt.Errorf("got  no error (%v)\nwant %s", err, place(v.Code, v.Offset, v.Path))
	}
	if v.Op == "compile" {
		e.Offset = -1 // an IR in memory has none
	}
	if got, want := place(string(e.Code), e.Offset, e.Path), place(v.Code, v.Offset, v.Path); got != want {
		return fmt.Errorf("got  %s (%s)\nwant %s", got, e.Msg, want)
	}
	return nil
}

func place(code string, offset int, path string) string {
	if offset >= 0 {
		code += fmt.Sprintf(" offset %d", offset)
	}
	if path != "" {
		code += fmt.Sprintf(" path %q", path)
	}
	return code
}

func (v *Vector) refusal() error {
	switch {
	case v.Op == "parse":
		_, err := ir.Options{NullAsAbsent: v.NullAbsent}.Parse(v.Text)
		return err
	case v.Op == "decode" && v.Codec:
		_, _, err := silp.New(silp.Options{}).Decode(silp.Payload{Encoding: v.Surface, Text: v.Text})
		return err
	case v.Op == "decode":
		_, err := silp.Decode(v.Surface, v.Text)
		return err
	}
	x, err := build(v.IR)
	if err != nil {
		return err
	}
	if v.Codec {
		_, err := silp.New(silp.Options{}).EncodeAs(v.Surface, x)
		return err
	}
	_, err = silp.Compile(v.Surface, x)
	return err
}

// build makes an IR as a program would, without the checks of ir.Parse.
func build(text string) (*ir.IR, error) {
	var b struct {
		SILP         string           `json:"silp"`
		Version      *string          `json:"version"`
		Intent       ir.Action        `json:"intent"`
		Entities     []ir.Entity      `json:"entities"`
		Constraints  []ir.Constraint  `json:"constraints"`
		Alternatives []ir.Alternative `json:"alternatives"`
		Meta         struct {
			ReqID      string   `json:"req_id"`
			Confidence *float64 `json:"confidence"`
		} `json:"meta"`
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&b); err != nil {
		return nil, err
	}
	return &ir.IR{SILP: b.SILP, Version: b.Version, Intent: b.Intent, Entities: b.Entities, Constraints: b.Constraints,
		Alternatives: b.Alternatives, Meta: ir.Meta{ReqID: b.Meta.ReqID, Confidence: b.Meta.Confidence}}, nil
}

// roundtrip: the IR comes back on every surface, its header beside the text and
// in it.
func (v *Vector) roundtrip() error {
	x, err := v.parse()
	if err != nil {
		return err
	}
	for _, name := range v.Surfaces {
		if err := payload(name, x); err != nil {
			return err
		}
		if err := bare(name, x); err != nil {
			return err
		}
	}
	return nil
}

// payload sends x as a payload with the header beside the text: then req_id
// comes back too.
func payload(name string, x *ir.IR) error {
	codec := silp.New(silp.Options{Frontends: surfaces(false), Verbs: ir.Verbs{Any: true}, AnyVersion: true, Policy: sanitize.Inspect})
	p, err := codec.EncodeAs(name, x)
	if err != nil {
		return fmt.Errorf("%s does not compile: %w", name, err)
	}
	raw, err := json.Marshal(p)
	if err != nil {
		return err
	}
	var received silp.Payload
	if err := json.Unmarshal(raw, &received); err != nil {
		return fmt.Errorf("%s: %w", raw, err)
	}
	y, _, err := codec.Decode(received)
	if err != nil {
		return fmt.Errorf("%s: %s does not decode: %w", name, p.Text, err)
	}
	if x.Meta.ReqID != y.Meta.ReqID {
		return fmt.Errorf("%s: got req_id %s, want %s", name, y.Meta.ReqID, x.Meta.ReqID)
	}
	return same(name+", header beside the text", x, y)
}

// calls: a text or an IR means these calls, and an IR still does behind every
// surface.
func (v *Vector) calls() error {
	if v.kind() == "calls of text" {
		x, err := silp.Decode(v.Surface, v.Text)
		if err != nil {
			return fmt.Errorf("got  %w\nwant %v", err, v.Calls)
		}
		return v.compareCalls(v.Surface, x)
	}
	x, err := v.parse()
	if err != nil {
		return err
	}
	if err := v.compareCalls("the IR", x); err != nil {
		return err
	}
	for _, name := range v.Surfaces {
		text, err := silp.Compile(name, x)
		if err != nil {
			return fmt.Errorf("%s does not compile: %w", name, err)
		}
		y, err := silp.Decode(name, text)
		if err != nil {
			return fmt.Errorf("%s: %s does not decode: %w", name, text, err)
		}
		if err := v.compareCalls(name, y); err != nil {
			return err
		}
	}
	return nil
}

func (v *Vector) compareCalls(where string, x *ir.IR) error {
	var got []Call
	for verb, entities := range x.Calls() {
		c := Call{Action: string(verb)}
		for i := range entities {
			c.Args = append(c.Args, [2]string{entities[i].ID, entities[i].Value})
		}
		got = append(got, c)
	}
	if !slices.EqualFunc(got, v.Calls, func(a, b Call) bool { return a.Action == b.Action && slices.Equal(a.Args, b.Args) }) {
		return fmt.Errorf("%s: got  %v\nwant %v", where, got, v.Calls)
	}
	return nil
}
