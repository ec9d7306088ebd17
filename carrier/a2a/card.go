package a2a

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/negotiation"
)

// ExtensionsHeader is the HTTP header, and in lower case the gRPC metadata key,
// in which a client lists the extensions that it uses.
const ExtensionsHeader = "A2A-Extensions"

// SplitExtensions returns the URIs that the values of the header list, in their
// order and each once. A header may stand several times and hold several URIs
// with commas between them; SDKs hand over the values as they came.
func SplitExtensions(values ...string) []string {
	var uris []string
	seen := map[string]bool{"": true}
	for _, v := range values {
		for uri := range strings.SplitSeq(v, ",") {
			if uri = strings.Trim(uri, " \t"); !seen[uri] {
				seen[uri] = true
				uris = append(uris, uri)
			}
		}
	}
	return uris
}

// Extension returns the element of capabilities.extensions with which an agent
// card announces SILP, the offer as its params. required says that the agent
// takes nothing else.
func (o Options) Extension(offer negotiation.Offer, required bool) (json.RawMessage, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	params, err := offer.MarshalJSON()
	if err != nil {
		return nil, err
	}
	dst := o.appendURI([]byte(`{"uri":`))
	dst = append(dst, `,"description":"SILP payloads in messages and artifacts"`...)
	if required {
		dst = append(dst, `,"required":true`...)
	}
	return append(append(append(dst, `,"params":`...), params...), '}'), nil
}

// ReadCard returns the offer of an agent card, or of its capabilities alone, in
// the shape of A2A 1.0 and 0.3. ok is false if the card has no extension of the
// URI. An extension without a valid offer, and two of the URI, are errors.
func (o Options) ReadCard(card []byte) (offer negotiation.Offer, ok bool, err error) {
	r := jsonio.NewReader(string(card))
	defer r.Release()
	c := cardReader{o: o, r: r}
	c.object("")
	r.End()
	if err := ir.ReadError(r, ""); err != nil {
		return negotiation.Offer{}, false, err
	}
	if c.err != nil {
		return negotiation.Offer{}, false, c.err
	}
	return c.offer, c.found, nil
}

type cardReader struct {
	o     Options
	r     *jsonio.Reader
	offer negotiation.Offer
	found bool
	err   error
}

// object reads the card, then its capabilities.
func (c *cardReader) object(path string) {
	for name := range c.r.Members() {
		switch kind := c.r.Kind(); {
		case kind == '{' && name == "capabilities" && path == "":
			c.object("/capabilities")
		case kind == '[' && name == "extensions":
			c.r.Array()
			for i := 0; c.r.More(); i++ {
				c.extension(path + "/extensions/" + strconv.Itoa(i))
			}
		default:
			c.r.Raw()
		}
	}
}

func (c *cardReader) extension(path string) {
	uri, params := "", ""
	for name := range c.r.Members() {
		switch kind := c.r.Kind(); {
		case kind == '"' && name == "uri":
			uri = c.r.Text()
		case name == "params":
			params = c.r.Raw()
		default:
			c.r.Raw()
		}
	}
	if uri != c.o.ExtensionURI() || c.err != nil {
		return
	}
	if c.found {
		c.err = invalid(path, "the card has the SILP extension twice", "announce it once")
		return
	}
	c.found = true
	if params == "" {
		params = "null"
	}
	if c.offer, c.err = negotiation.ParseOffer(params); c.err != nil {
		e := c.err.(*ir.Error)
		e.Path, e.Offset = path+"/params"+e.Path, -1
	}
}
