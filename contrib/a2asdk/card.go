package a2asdk

import (
	"encoding/json"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"

	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/negotiation"
)

// Extension returns the element of AgentCapabilities.Extensions with which an
// agent announces SILP. required says that the agent takes nothing else.
func (o Options) Extension(offer negotiation.Offer, required bool) (sdk.AgentExtension, error) {
	raw, err := o.Carrier.Extension(offer, required)
	if err != nil {
		return sdk.AgentExtension{}, err
	}
	var ext sdk.AgentExtension
	return ext, json.Unmarshal(raw, &ext) // JSON's own types: protocol buffers take no []string
}

// ReadCard returns the offer of an agent card. ok is false if the agent does not
// announce SILP.
func (o Options) ReadCard(card *sdk.AgentCard) (offer negotiation.Offer, ok bool, err error) {
	raw, err := json.Marshal(card.Capabilities)
	if err != nil {
		return negotiation.Offer{}, false, &ir.Error{Code: ir.DecodeFailed, Offset: -1, Path: "/capabilities",
			Msg: "the capabilities are no JSON", Hint: "use JSON's own types in params", Err: err}
	}
	return o.Carrier.ReadCard(raw)
}

// Agree returns o with the frontend that own and the agent's card come to: what
// the agent prefers if it can be decoded, else the first of code, json. Without
// SILP on the card, or without a common frontend, the error has code
// unsupported_frontend; without a common version, unsupported_version.
func (o Options) Agree(own negotiation.Offer, card *sdk.AgentCard) (Options, error) {
	offer, ok, err := o.ReadCard(card)
	if err != nil {
		return o, err
	}
	if !ok {
		return o, &ir.Error{Code: ir.UnsupportedFrontend, Offset: -1,
			Msg: "the agent's card does not announce SILP", Hint: "send plain text, or check the extension's URI"}
	}
	choice, err := negotiation.Options{MustDecode: true}.Choose(own, offer)
	if err != nil {
		return o, err
	}
	o.Frontend = choice.Frontend
	return o, nil
}
