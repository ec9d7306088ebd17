package a2a_test

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/silp-protocol/silp-go/carrier"
	"github.com/silp-protocol/silp-go/carrier/a2a"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/negotiation"
	"github.com/silp-protocol/silp-go/silp"
)

// A message goes out and comes in, without any SDK.
func ExampleOptions_Message() {
	codec, o := silp.New(silp.Options{}), a2a.Options{URI: "https://agents.example/silp"}
	p, err := codec.Encode(ir.Task("!BOOK", ir.Arg("hotel")).If(ir.Cmp("price", "<=", "100")))
	if err != nil {
		fmt.Println(err)
		return
	}
	msg, err := o.Message(json.RawMessage(`{"messageId":"m1","role":"ROLE_USER"}`), p)
	fmt.Println(string(msg), err)

	q, err := o.Read(msg)
	if err != nil {
		fmt.Println(err)
		return
	}
	x, _, err := codec.Decode(q)
	fmt.Println(x.Intent, x.Meta.ReqID, err)
	// Output:
	// {"messageId":"m1","role":"ROLE_USER","extensions":["https://agents.example/silp"],"parts":[{"text":"if price<=100: book(hotel)","mediaType":"text/x.silp","metadata":{"https://agents.example/silp":{"silp_encoding":"code","silp_header":{"meta":{"req_id":"d3953e6d"}}}}}]} <nil>
	// !BOOK d3953e6d <nil>
}

func ExampleOptions_Read() {
	for _, raw := range []string{
		`{"parts":[{"text":"hello"}]}`,
		`{"extensions":["https://silp.example/a2a/v1"],"parts":[{"text":"book(hotel)"}]}`,
		`{"kind":"message","parts":[{"kind":"text","text":"book(hotel)","metadata":{"https://silp.example/a2a/v1":{"silp_encoding":"code"}}}]}`,
	} {
		p, err := a2a.Options{}.Read([]byte(raw))
		fmt.Println(p.Text, errors.Is(err, carrier.NoPayload), err)
	}
	// Output:
	//  true decode_failed: no part is a SILP part; send the part's metadata under https://silp.example/a2a/v1
	//  false decode_failed: /extensions: the SILP extension is listed, but no part has its metadata; something on the way dropped the metadata of the part; without it the frontend is unknown
	// book(hotel) false <nil>
}

func ExampleOptions_Part() {
	part, err := a2a.Options{DataPart: true}.Part(silp.Payload{Encoding: "code", Text: "book(hotel)"})
	fmt.Println(string(part), err)
	// Output: {"data":{"silp_encoding":"code","silp_payload":"book(hotel)"},"mediaType":"application/json","metadata":{"https://silp.example/a2a/v1":{}}} <nil>
}

func ExampleOptions_ReadPart() {
	p, err := a2a.Options{}.ReadPart([]byte(`{"text":"book(hotel)","metadata":{"https://silp.example/a2a/v1":{"silp_encoding":"code"}}}`))
	fmt.Println(p.Encoding, p.Text, err)
	// Output: code book(hotel) <nil>
}

func ExampleOptions_Extension() {
	o := a2a.Options{}
	ext, err := o.Extension(negotiation.Offer{Versions: []string{"v1"}, Frontends: []string{"code", "json"}}, false)
	fmt.Println(string(ext), err)
	offer, ok, err := o.ReadCard([]byte(`{"name":"hotels","capabilities":{"extensions":[` + string(ext) + `]}}`))
	fmt.Println(offer.Frontends, ok, err)
	// Output:
	// {"uri":"https://silp.example/a2a/v1","description":"SILP payloads in messages and artifacts","params":{"versions":["v1"],"frontends":["code","json"]}} <nil>
	// [code json] true <nil>
}

func ExampleOptions_ReadCard() {
	_, ok, err := a2a.Options{}.ReadCard([]byte(`{"capabilities":{"extensions":[{"uri":"https://silp.example/a2a/v1","params":{"versions":["v1"]}}]}}`))
	fmt.Println(ok, err)
	// Output: false decode_failed: /capabilities/extensions/0/param...: an offer without frontends; name at least one
}

func ExampleSplitExtensions() {
	fmt.Println(a2a.SplitExtensions("urn:a, urn:b", "urn:a"))
	// Output: [urn:a urn:b]
}

func ExampleOptions_ErrorMetadata() {
	o := a2a.Options{URI: "urn:silp"}
	_, _, err := silp.New(silp.Options{}).Decode(silp.Payload{Encoding: "code", Text: "book(hotel"})
	e, _ := errors.AsType[*ir.Error](err)
	metadata := o.ErrorMetadata(e)
	fmt.Println(string(metadata))
	back, ok, err := o.ReadErrorMetadata(metadata)
	fmt.Println(back, ok, err)
	// Output:
	// {"urn:silp":{"code":"invalid_syntax","message":"expected \",\" or \")\", found the end of the text","frontend":"code","offset":10}}
	// invalid_syntax: expected "," or ")", found the end of the text (offset 10) true <nil>
}

func ExampleOptions_ReadErrorMetadata() {
	e, ok, err := a2a.Options{URI: "urn:silp"}.ReadErrorMetadata([]byte(`{"urn:silp":{"code":"timeout","message":"too late"}}`))
	fmt.Println(e, ok, errors.Is(e, ir.Timeout), errors.Is(e, carrier.Remote), err)
	// Output: timeout: too late true true true <nil>
}

func ExampleOptions_RPCError() {
	o := a2a.Options{URI: "urn:silp"}
	_, _, err := silp.New(silp.Options{}).Decode(silp.Payload{Encoding: "math", Text: "x"})
	e, _ := errors.AsType[*ir.Error](err)
	raw, ok := o.RPCError(e)
	fmt.Println(string(raw[:15]), ok)
	back, ok, err := o.ReadRPCError(raw)
	fmt.Println(back.Code, ok, err)
	// Output:
	// {"code":-32005, true
	// unsupported_frontend true <nil>
}

func ExampleOptions_ReadRPCError() {
	_, ok, err := a2a.Options{}.ReadRPCError([]byte(`{"code":-32603,"message":"internal error"}`))
	fmt.Println(ok, err)
	// Output: false <nil>
}

func ExampleOptions_ExtensionURI() {
	fmt.Println(a2a.Options{}.ExtensionURI())
	// Output: https://silp.example/a2a/v1
}
