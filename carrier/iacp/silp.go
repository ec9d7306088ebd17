package iacp

import (
	"encoding/json"
	"errors"

	"github.com/silp-protocol/silp-go/carrier"
	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/negotiation"
	"github.com/silp-protocol/silp-go/silp"
)

// offerMember is the member of a tool.query and tool.reply that holds an offer,
// errorMember that of a task.result which holds an error.
const (
	offerMember = "silp"
	errorMember = "silp_error"
)

// OfferBody returns the body of a tool.query or tool.reply that tells what the
// sender speaks: {"silp":offer}.
func OfferBody(o negotiation.Offer) (json.RawMessage, error) {
	raw, err := o.MarshalJSON()
	if err != nil {
		return nil, err
	}
	return append(append([]byte(`{"`+offerMember+`":`), raw...), '}'), nil
}

// Offer reads the offer of a tool.query or tool.reply. A query is a ping, its
// reply a pong: negotiation.Choose says what the two come to.
func (e *Envelope) Offer() (o negotiation.Offer, err error) {
	text := ""
	err = e.members(e.Body, func(r *jsonio.Reader, name string) {
		if v := r.Raw(); name == offerMember {
			text = v
		}
	})
	switch {
	case err != nil:
		return o, err
	case text == "":
		return o, invalid("/body/"+offerMember, "the message holds no offer", "")
	}
	o, err = negotiation.ParseOffer(text)
	if x, ok := errors.AsType[*ir.Error](err); ok {
		x.Offset = -1 // it counts within the member
	}
	return o, within("/body/"+offerMember, err)
}

// unwrap takes the payload out of a body; nil is none.
func (e *Envelope) unwrap() (p *silp.Payload, fields json.RawMessage, err error) {
	if len(e.Body) == 0 {
		return nil, nil, nil
	}
	payload, fields, err := carrier.Unwrap(e.Body)
	switch {
	case errors.Is(err, carrier.NoPayload):
		return nil, fields, nil
	case err != nil:
		return nil, nil, within("/body", err)
	}
	return &payload, fields, nil
}

// ofPayload reports whether a member belongs to a payload. In Extra it would
// become one.
func ofPayload(name string) bool {
	return name == carrier.EncodingMember || name == carrier.TextMember || name == carrier.HeaderMember
}

// wrap puts a payload into a body.
func wrap(p *silp.Payload, fields json.RawMessage, err error) (json.RawMessage, error) {
	if err != nil || p == nil {
		return fields, err
	}
	body, err := carrier.Wrap(fields, *p)
	if err != nil {
		return nil, within("/body", err)
	}
	return body, nil
}

// readError reads the error of a result. What is none stays in Extra.
func (t *Result) readError(r *jsonio.Reader) {
	raw := r.AppendValue(nil)
	if r.Err() != nil {
		return
	}
	x, err := carrier.ParseError(raw)
	if err == nil {
		t.Error = x
		return
	}
	put(&t.Extra, errorMember, raw)
}
