package mcpsdk

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	carrier "github.com/silp-protocol/silp-go/carrier/mcp"
	"github.com/silp-protocol/silp-go/negotiation"
	"github.com/silp-protocol/silp-go/silp"
)

// Options says how both sides encode, decode and announce. The zero value is
// the strict codec and the wrapper of draft -01.
type Options struct {
	// Carrier says how the payload stands in a call.
	Carrier carrier.Options
	// Codec encodes and decodes; nil means silp.New(silp.Options{}).
	Codec *silp.Codec
	// Offer, if not nil, is what this side announces. A client that has one
	// sends in the frontend that it and the server's offer agree on; a client
	// without sends in the first frontend of its codec.
	Offer *negotiation.Offer
}

func (o Options) codec() *silp.Codec {
	if o.Codec == nil {
		return silp.New(silp.Options{})
	}
	return o.Codec
}

// AnnounceServer adds the offer to the capabilities of a server, for
// mcp.ServerOptions.Capabilities.
func (o Options) AnnounceServer(c *mcp.ServerCapabilities) error {
	settings, err := o.settings()
	if err != nil {
		return err
	}
	c.AddExtension(o.Carrier.ExtensionKey(), settings)
	return nil
}

// AnnounceClient adds the offer to the capabilities of a client, for
// mcp.ClientOptions.Capabilities.
func (o Options) AnnounceClient(c *mcp.ClientCapabilities) error {
	settings, err := o.settings()
	if err != nil {
		return err
	}
	c.AddExtension(o.Carrier.ExtensionKey(), settings)
	return nil
}

func (o Options) settings() (map[string]any, error) {
	if o.Offer == nil {
		return nil, errors.New("mcpsdk: Options.Offer is nil; there is nothing to announce")
	}
	return o.Carrier.Announce(*o.Offer)
}

// ServerOffer returns what the server of a session announced; ok is false where
// it announced nothing.
func (o Options) ServerOffer(s *mcp.ClientSession) (offer negotiation.Offer, ok bool, err error) {
	r := s.InitializeResult()
	if r == nil || r.Capabilities == nil {
		return negotiation.Offer{}, false, nil
	}
	return o.Carrier.Offer(r.Capabilities.Extensions)
}

// ClientOffer returns what the client that made a request announced, in the
// request itself or when the session began.
func (o Options) ClientOffer(r *mcp.CallToolRequest) (offer negotiation.Offer, ok bool, err error) {
	c := r.ClientCapabilities()
	if c == nil {
		return negotiation.Offer{}, false, nil
	}
	return o.Carrier.Offer(c.Extensions)
}

// marshal is json.Marshal without HTML escapes, which cost tokens.
func marshal(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte{'\n'}), nil
}
