package mcp_test

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/silp-protocol/silp-go/carrier"
	"github.com/silp-protocol/silp-go/carrier/mcp"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/negotiation"
	"github.com/silp-protocol/silp-go/silp"
)

// A client puts a task into a call, the tool takes it out.
func ExampleOptions_Wrap() {
	codec := silp.New(silp.Options{})
	o := mcp.Options{}
	x := ir.Task("!BOOK", ir.Arg("hotel"))
	x.Meta.Priority = 2
	p, err := codec.Encode(x)
	if err != nil {
		panic(err)
	}
	arguments, meta, err := o.Wrap([]byte(`{"nights":2}`), p)
	fmt.Println(string(arguments), meta, err)

	q, args, err := o.Unwrap(arguments, meta)
	fmt.Println(string(args), err)
	back, _, err := codec.Decode(q)
	fmt.Println(back.Intent, back.Meta.Priority, back.Meta.ReqID, err)
	// Output:
	// {"silp_encoding":"code","silp_payload":"book(hotel)","nights":2} map[silp.example/silp-header:map[meta:map[priority:2 req_id:8e72c113]]] <nil>
	// {"nights":2} <nil>
	// !BOOK 2 8e72c113 <nil>
}

// The form of draft -00: the text is the argument "task".
func ExampleOptions_Unwrap() {
	o := mcp.Options{Argument: "task"}
	p, args, err := o.Unwrap([]byte(`{"task":"book(hotel)","nights":2}`), nil)
	fmt.Println(p.Encoding, p.Text, string(args), err)
	// Output: code book(hotel) {"nights":2} <nil>
}

func ExampleOptions_Schema() {
	schema, err := mcp.Options{}.Schema([]byte(`{"type":"object","properties":{"nights":{"type":"integer"}}}`))
	var s struct{ Required []string }
	fmt.Println(json.Unmarshal(schema, &s), s.Required, err)
	// Output: <nil> [silp_encoding silp_payload] <nil>
}

// A tool reports what it could not decode, and the client gets the same code.
func ExampleOptions_AppendErrorResult() {
	o := mcp.Options{}
	_, err := silp.Decode("code", "book(hotel")
	e, _ := errors.AsType[*ir.Error](err)
	fmt.Println(string(o.AppendErrorResult(nil, e)))

	back, err := o.ResultError(o.ErrorMeta(e))
	fmt.Println(errors.Is(back, ir.InvalidSyntax), errors.Is(back, carrier.Remote), err)
	// Output:
	// {"content":[{"type":"text","text":"invalid_syntax: expected \",\" or \")\", found the end of the text (offset 10)"}],"isError":true,"_meta":{"silp.example/silp-error":{"code":"invalid_syntax","message":"expected \",\" or \")\", found the end of the text","frontend":"code","offset":10}}}
	// true true <nil>
}

// Both sides announce an offer; the client chooses.
func ExampleOptions_Announce() {
	o := mcp.Options{Prefix: "com.example"}
	server := negotiation.Offer{Versions: []string{"v1"}, Frontends: []string{"json", "natural"}}
	settings, err := o.Announce(server)
	fmt.Println(o.ExtensionKey(), settings, err)

	offer, ok, err := o.Offer(map[string]any{o.ExtensionKey(): settings})
	mine := negotiation.Offer{Versions: []string{"v1"}, Frontends: []string{"code", "json"}}
	choice, chooseErr := negotiation.Choose(mine, offer)
	fmt.Println(ok, err, choice.Frontend, chooseErr)
	fmt.Println(o.HeaderKey(), o.ErrorKey())
	// Output:
	// com.example/silp map[frontends:[json natural] versions:[v1]] <nil>
	// true <nil> json <nil>
	// com.example/silp-header com.example/silp-error
}
