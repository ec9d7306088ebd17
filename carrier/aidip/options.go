package aidip

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/silp-protocol/silp-go/carrier"
	"github.com/silp-protocol/silp-go/internal/object"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/negotiation"
	"github.com/silp-protocol/silp-go/silp"
)

// DefaultMaxBody bounds a body unless the caller says otherwise. A text of
// carrier.DefaultMaxBytes fits however it is escaped.
const DefaultMaxBody = 1 << 20

// Options says how both sides encode and decode. The zero value is the strict
// codec and the payload at the top level of the body.
type Options struct {
	// Codec encodes and decodes; nil means silp.New(silp.Options{}).
	Codec *silp.Codec
	// Frontend is the one that Invoke sends in; "" means the codec's first.
	Frontend string
	// Nested puts the payload into the member inputs of the body.
	Nested bool
	// MaxBytes is the largest text and the largest header; 0 means
	// carrier.DefaultMaxBytes.
	MaxBytes int
	// MaxBody is the largest body, of requests and of answers; 0 means
	// DefaultMaxBody.
	MaxBody int64
}

func (o Options) carrier() carrier.Options { return carrier.Options{MaxBytes: o.MaxBytes} }

func (o Options) codec() *silp.Codec {
	if o.Codec == nil {
		return silp.New(silp.Options{})
	}
	return o.Codec
}

func (o Options) maxBody() int64 {
	if o.MaxBody == 0 {
		return DefaultMaxBody
	}
	return o.MaxBody
}

const inputs = "inputs"

// Wrap returns a body: fields, an object or nil, with the payload in it. It
// refuses what carrier.Options.Wrap refuses, with Nested in both objects.
func (o Options) Wrap(fields json.RawMessage, p silp.Payload) (json.RawMessage, error) {
	if !o.Nested {
		return o.carrier().Wrap(fields, p)
	}
	inner, rest, err := split(fields, inputs)
	if err != nil {
		return nil, err
	}
	// The members beside inputs must not be taken for a payload either.
	if _, err := o.carrier().Wrap(append(rest, '}'), p); err != nil {
		return nil, err
	}
	if inner, err = o.carrier().Wrap(inner, p); err != nil {
		return nil, object.Below("/"+inputs, err)
	}
	return append(object.Append(rest, inputs, string(inner)), '}'), nil
}

// Unwrap takes the payload out of a body and returns the rest of it; an object
// inputs that held nothing else is gone. Where there is no payload,
// errors.Is(err, carrier.NoPayload) holds, and fields is the whole body.
func (o Options) Unwrap(body []byte) (p silp.Payload, fields json.RawMessage, err error) {
	if !o.Nested {
		return o.carrier().Unwrap(body)
	}
	if len(body) == 0 {
		return o.carrier().Unwrap(body) // which says what is wrong
	}
	inner, rest, err := split(body, inputs)
	if err != nil {
		return silp.Payload{}, nil, err
	}
	if inner == nil {
		inner = json.RawMessage(`{}`)
	}
	p, inner, err = o.carrier().Unwrap(inner)
	switch {
	case errors.Is(err, carrier.NoPayload):
		return p, bytes.Clone(body), object.Below("/"+inputs, err)
	case err != nil:
		return p, nil, object.Below("/"+inputs, err)
	case string(inner) != `{}`:
		rest = object.Append(rest, inputs, string(inner))
	}
	return p, append(rest, '}'), nil
}

// split returns the value of a member, nil if there is none, and the other
// members of the object, which is still open.
func split(text json.RawMessage, member string) (value json.RawMessage, rest []byte, err error) {
	rest = []byte{'{'}
	err = object.Each(string(text), func(name, v string) error {
		if name == member {
			value = json.RawMessage(v)
		} else {
			rest = object.Append(rest, name, v)
		}
		return nil
	})
	return value, rest, err
}

const metadataMember = "silp"

// Announce adds an offer to the metadata of an agent, an object or nil. It
// refuses metadata that has the member silp already, and an invalid offer.
func Announce(metadata json.RawMessage, offer negotiation.Offer) (json.RawMessage, error) {
	raw, err := offer.MarshalJSON()
	if err != nil {
		return nil, err
	}
	old, rest, err := split(metadata, metadataMember)
	if err != nil {
		return nil, err
	}
	if old != nil {
		return nil, &ir.Error{Code: ir.DecodeFailed, Offset: -1, Path: "/" + metadataMember,
			Msg: "the metadata has an offer already", Hint: "leave the member silp out"}
	}
	return append(object.Append(rest, metadataMember, string(raw)), '}'), nil
}

// Offer returns the offer in the metadata of an agent; ok is false where there
// is none. Its other members are not looked at.
func Offer(metadata json.RawMessage) (offer negotiation.Offer, ok bool, err error) {
	raw, _, err := split(metadata, metadataMember)
	if err != nil || raw == nil {
		return negotiation.Offer{}, false, err
	}
	if offer, err = negotiation.ParseOffer(string(raw)); err != nil {
		return negotiation.Offer{}, false, object.Below("/"+metadataMember, err)
	}
	return offer, true, nil
}
