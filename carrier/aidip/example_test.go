package aidip_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http/httptest"

	"github.com/silp-protocol/silp-go/carrier/aidip"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/negotiation"
	"github.com/silp-protocol/silp-go/silp"
)

// An agent, and a client that invokes it.
func ExampleOptions_Invoke() {
	o := aidip.Options{}
	agent := httptest.NewServer(o.Handler(func(_ context.Context, r *aidip.Request) (json.RawMessage, error) {
		if r.IR.Entities[0].Value == "spaceship" {
			return nil, &ir.Error{Code: ir.DecodeFailed, Offset: -1, Path: "/entities/0/value", Msg: "no spaceships here"}
		}
		return json.Marshal(map[string]string{"booked": r.IR.Entities[0].Value, "req_id": r.IR.Meta.ReqID})
	}))
	defer agent.Close()

	ctx := context.Background()
	for _, what := range []string{"hotel", "spaceship"} {
		answer, err := o.Invoke(ctx, agent.Client(), agent.URL, nil, ir.Task("!BOOK", ir.Arg(what)))
		fmt.Println(string(answer), err, errors.Is(err, ir.DecodeFailed))
	}
	// Output:
	// {"booked":"hotel","req_id":"8e72c113"} <nil> false
	//  decode_failed: /entities/0/value: no spaceships here true
}

// The payload nested under inputs.
func ExampleOptions_Wrap() {
	o := aidip.Options{Nested: true}
	body, err := o.Wrap([]byte(`{"priority":"high"}`), silp.Payload{Encoding: "code", Text: "book(hotel)"})
	fmt.Println(string(body), err)
	p, fields, err := o.Unwrap(body)
	fmt.Println(p.Text, string(fields), err)
	// Output:
	// {"priority":"high","inputs":{"silp_encoding":"code","silp_payload":"book(hotel)"}} <nil>
	// book(hotel) {"priority":"high"} <nil>
}

func ExampleAnnounce() {
	record, err := aidip.Announce([]byte(`{"name":"hotels"}`), negotiation.Offer{Versions: []string{"v1"}, Frontends: []string{"code"}})
	fmt.Println(string(record), err)
	offer, ok, err := aidip.Offer(record)
	fmt.Println(offer.Frontends, ok, err)
	// Output:
	// {"name":"hotels","silp":{"versions":["v1"],"frontends":["code"]}} <nil>
	// [code] true <nil>
}

func ExampleAppendError() {
	_, err := silp.Decode("math", "x")
	e, _ := errors.AsType[*ir.Error](err)
	body := aidip.AppendError(nil, e)
	status := aidip.Status(e.Code)
	fmt.Println(status, errors.Is(aidip.ParseError(status, body), ir.UnsupportedFrontend))
	fmt.Println(aidip.ParseError(502, []byte("<html>")))
	// Output:
	// 415 true
	// aidip: status 502
}
