package mcp

import (
	"github.com/silp-protocol/silp-go/carrier"
	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/internal/object"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/negotiation"
)

// ErrorMeta returns what reports e in the _meta of a result; the result has
// isError set and e.Error() as its text besides.
func (o Options) ErrorMeta(e *ir.Error) map[string]any {
	v, _ := carrier.Plain(carrier.AppendError(nil, e)) // AppendError writes strict JSON
	return map[string]any{o.ErrorKey(): v}
}

// AppendErrorResult appends the result of a tools/call that reports e, as JSON.
func (o Options) AppendErrorResult(dst []byte, e *ir.Error) []byte {
	dst = append(dst, `{"content":[{"type":"text","text":`...)
	text, ok := jsonio.AppendString(dst, e.Error())
	if !ok {
		text, _ = jsonio.AppendString(dst, string(e.Code))
	}
	dst, _ = jsonio.AppendName(append(text, `}],"isError":true,"_meta":{`...), o.ErrorKey())
	return append(carrier.AppendError(append(dst, ':'), e), "}}"...)
}

// ResultError returns the SILP error that the _meta of a result reports, nil
// where it reports none. errors.Is(e, carrier.Remote) holds for it. err says
// that what stands there is no error object.
func (o Options) ResultError(meta map[string]any) (e *ir.Error, err error) {
	v, ok := meta[o.ErrorKey()]
	if !ok {
		return nil, nil
	}
	raw, err := carrier.FromPlain(v)
	if err != nil {
		return nil, below(err, o.ErrorKey())
	}
	if e, err = carrier.ParseError(raw); err != nil {
		return nil, below(err, o.ErrorKey())
	}
	return e, nil
}

// Announce returns the settings of the extension ExtensionKey that announce an
// offer in capabilities.extensions. An invalid offer is an error.
func (o Options) Announce(offer negotiation.Offer) (map[string]any, error) {
	raw, err := offer.MarshalJSON()
	if err != nil {
		return nil, err
	}
	v, err := carrier.Plain(raw)
	if err != nil {
		return nil, err
	}
	settings, _ := v.(map[string]any)
	return settings, nil
}

// Offer returns the offer that stands among the extensions that the other side
// announced; ok is false where there is none.
func (o Options) Offer(extensions map[string]any) (offer negotiation.Offer, ok bool, err error) {
	v, ok := extensions[o.ExtensionKey()]
	if !ok {
		return negotiation.Offer{}, false, nil
	}
	raw, err := carrier.FromPlain(v)
	if err == nil {
		offer, err = negotiation.ParseOffer(string(raw))
	}
	return offer, err == nil, object.Below("/extensions/"+jsonio.EscapePointer(o.ExtensionKey()), err)
}
