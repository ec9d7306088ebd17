package a2a

import (
	"encoding/json"

	"github.com/silp-protocol/silp-go/carrier"
	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/internal/show"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/silp"
)

// Part returns the part of a message or an artifact that holds the payload, in
// the shape of A2A 1.0. The error is that of carrier.Options.Check: nothing that
// is too long or not UTF-8 is ever sent.
func (o Options) Part(p silp.Payload) (json.RawMessage, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if o.DataPart {
		wrapper, err := o.carrier().Wrap(nil, p)
		if err != nil {
			return nil, err
		}
		dst := append(append([]byte(`{"data":`), wrapper...), `,"mediaType":"application/json","metadata":{`...)
		return append(o.appendURI(dst), `:{}}}`...), nil
	}
	if err := o.carrier().Check(p); err != nil {
		return nil, err
	}
	dst, _ := jsonio.AppendString([]byte(`{"text":`), p.Text) // Check saw that both are UTF-8
	dst = append(dst, `,"mediaType":"`+MediaType+`","metadata":{`...)
	dst = append(o.appendURI(dst), `:{"`+carrier.EncodingMember+`":`...)
	dst, _ = jsonio.AppendString(dst, p.Encoding)
	if p.Header != nil {
		dst = append(dst, `,"`+carrier.HeaderMember+`":`...)
		var err error
		if dst, err = o.carrier().AppendHeader(dst, p.Header); err != nil {
			return nil, err
		}
	}
	return append(dst, `}}}`...), nil
}

// appendURI appends the URI as a JSON string; check saw that it is ASCII.
func (o Options) appendURI(dst []byte) []byte {
	dst, _ = jsonio.AppendString(dst, o.ExtensionURI())
	return dst
}

// Message returns the message fields, as {"messageId":"m1","role":"ROLE_USER"},
// with the payload as its one part and the URI as its one extension. It refuses
// fields that are no strict JSON object or have one of the two members already.
func (o Options) Message(fields json.RawMessage, p silp.Payload) (json.RawMessage, error) {
	part, err := o.Part(p)
	if err != nil {
		return nil, err
	}
	dst := make([]byte, 0, len(fields)+len(part)+64)
	dst = append(dst, '{')
	r := jsonio.NewReader(string(fields))
	defer r.Release()
	for name := range r.Members() {
		if name == "parts" || name == "extensions" {
			r.Fail("the fields have a member "+show.Quote(name)+" already", "build the message around Part instead")
		}
		dst, _ = jsonio.AppendName(dst, name)
		dst = append(append(append(dst, ':'), r.Raw()...), ',')
	}
	r.End()
	if err := ir.ReadError(r, ""); err != nil {
		return nil, err
	}
	dst = o.appendURI(append(dst, `"extensions":[`...))
	dst = append(append(dst, `],"parts":[`...), part...)
	return append(dst, `]}`...), nil
}
