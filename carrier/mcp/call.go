package mcp

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/silp-protocol/silp-go/carrier"
	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/internal/object"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/silp"
)

// Wrap puts a payload into a call: args are the tool's own arguments, an object
// or nil; arguments holds both. meta has the header and is to be added to the
// call's _meta; it is nil where the payload has none.
//
// It refuses what carrier.Options.Wrap refuses, and with Options.Argument a
// frontend that its text does not show: anything but code and json
// (unsupported_frontend).
func (o Options) Wrap(args json.RawMessage, p silp.Payload) (arguments json.RawMessage, meta map[string]any, err error) {
	h := p.Header
	p.Header = nil
	if o.Argument == "" {
		arguments, err = o.carrier().Wrap(args, p)
	} else {
		arguments, err = o.wrapText(args, p)
	}
	if err != nil || h == nil {
		return arguments, nil, err
	}
	raw, err := o.carrier().AppendHeader(nil, h)
	if err != nil {
		return nil, nil, err
	}
	v, err := carrier.Plain(raw)
	if err != nil {
		return nil, nil, err
	}
	return arguments, map[string]any{o.HeaderKey(): v}, nil
}

// Unwrap takes the payload and its header out of the arguments and the _meta of
// a call; args are the tool's own arguments. Where there is no payload,
// errors.Is(err, carrier.NoPayload) holds and args are all arguments. No
// arguments at all are the empty object, as in the specification.
func (o Options) Unwrap(arguments json.RawMessage, meta map[string]any) (p silp.Payload, args json.RawMessage, err error) {
	if len(arguments) == 0 {
		arguments = json.RawMessage(`{}`)
	}
	p, args, err = o.carrier().Unwrap(arguments)
	if o.Argument != "" && errors.Is(err, carrier.NoPayload) {
		p, args, err = o.unwrapText(args)
	}
	if err != nil {
		return silp.Payload{}, args, err
	}
	v, ok := meta[o.HeaderKey()]
	if !ok {
		return p, args, nil
	}
	if p.Header != nil {
		return silp.Payload{}, nil, invalid("/"+carrier.HeaderMember, "the header stands in the arguments and in _meta", "send it in _meta")
	}
	if p.Header, err = o.header(v); err != nil {
		return silp.Payload{}, nil, err
	}
	return p, args, nil
}

func (o Options) header(v any) (*ir.Header, error) {
	raw, err := carrier.FromPlain(v)
	if err != nil {
		return nil, below(err, o.HeaderKey())
	}
	h, err := o.carrier().ParseHeader(raw)
	if err != nil {
		return nil, below(err, o.HeaderKey())
	}
	return h, nil
}

// below puts an error where the member of _meta stands.
func below(err error, key string) error {
	return object.Below("/_meta/"+jsonio.EscapePointer(key), err)
}

// wrapText puts the text alone beside the other arguments (draft -00).
func (o Options) wrapText(args json.RawMessage, p silp.Payload) (json.RawMessage, error) {
	if err := o.carrier().Check(p); err != nil {
		return nil, err
	}
	if guess(p.Text) != p.Encoding {
		return nil, &ir.Error{Code: ir.UnsupportedFrontend, Frontend: p.Encoding, Offset: -1,
			Msg: "a text alone does not show this frontend", Hint: "send code or json, or the wrapper of draft -01"}
	}
	out, _ := jsonio.AppendName([]byte{'{'}, o.Argument)
	if len(out) == 1 {
		return nil, &ir.Error{Code: ir.InvalidSyntax, Offset: -1, Msg: "invalid UTF-8 in Options.Argument", Hint: "name an argument of the tool"}
	}
	out, _ = jsonio.AppendString(append(out, ':'), p.Text)
	err := object.Each(string(args), func(name, value string) error {
		if name == o.Argument {
			return invalid("/"+jsonio.EscapePointer(name), "the argument for the text is there already", "leave it out, or send the wrapper of draft -01")
		}
		out = object.Append(out, name, value)
		return nil
	})
	if err != nil {
		return nil, err
	}
	out = append(out, '}')
	// The wrapper is not sent, but no argument may be taken for one, this one
	// neither.
	if _, err := o.carrier().Wrap(out, p); err != nil {
		return nil, err
	}
	return out, nil
}

func (o Options) unwrapText(arguments json.RawMessage) (silp.Payload, json.RawMessage, error) {
	var p silp.Payload
	rest := []byte{'{'}
	err := object.Each(string(arguments), func(name, value string) (err error) {
		if name == o.Argument {
			p.Text, err = text(value, name)
			return err
		}
		rest = object.Append(rest, name, value)
		return nil
	})
	switch {
	case err != nil:
		return silp.Payload{}, nil, err
	case p.Text == "":
		return silp.Payload{}, arguments, &ir.Error{Code: ir.DecodeFailed, Offset: -1, Err: carrier.NoPayload,
			Path: jsonio.ShortPath("/" + jsonio.EscapePointer(o.Argument)),
			Msg:  "the call holds no SILP text", Hint: "send it in this argument, or in the wrapper of draft -01"}
	}
	p.Encoding = guess(p.Text)
	if err := o.carrier().Check(p); err != nil {
		return silp.Payload{}, nil, err
	}
	return p, append(rest, '}'), nil
}

// text reads the string that stands in the named argument.
func text(value, name string) (string, error) {
	r := jsonio.NewReader(value)
	defer r.Release()
	s := r.Text()
	r.End()
	return s, object.Below("/"+jsonio.EscapePointer(name), ir.ReadError(r, ""))
}

// guess tells the lossless frontends apart: a json text is an object, and no
// code text begins with a brace.
func guess(text string) string {
	if strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "{") {
		return "json"
	}
	return "code"
}
