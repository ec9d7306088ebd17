package carrier_test

import (
	"errors"
	"fmt"

	"github.com/silp-protocol/silp-go/carrier"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/silp"
)

// A payload beside a tool's own arguments, and back.
func ExampleWrap() {
	codec := silp.New(silp.Options{})
	p, err := codec.Encode(ir.Task("!BOOK", ir.Arg("hotel")).If(ir.Cmp("budget", "<=", "500")))
	if err != nil {
		panic(err)
	}
	raw, err := carrier.Wrap([]byte(`{"nights":2}`), p)
	fmt.Println(string(raw), err)
	_, err = carrier.Wrap([]byte(`{"silp_payload":"mine"}`), p)
	fmt.Println(err)
	// Output:
	// {"silp_encoding":"code","silp_payload":"if budget<=500: book(hotel)","silp_header":{"meta":{"req_id":"1f4cd6df"}},"nights":2} <nil>
	// decode_failed: /silp_payload: the fields have a member "silp_payload" already; names that begin with silp_ are the payload's
}

func ExampleUnwrap() {
	p, fields, err := carrier.Unwrap([]byte(`{"nights":2,"silp_encoding":"code","silp_payload":"book(hotel)"}`))
	fmt.Println(p.Encoding, p.Text, string(fields), err)
	_, fields, err = carrier.Unwrap([]byte(`{"nights":2}`))
	fmt.Println(string(fields), errors.Is(err, carrier.NoPayload))
	// Output:
	// code book(hotel) {"nights":2} <nil>
	// {"nights":2} true
}

// Limits hold on both sides.
func ExampleOptions() {
	small := carrier.Options{MaxBytes: 8}
	p := silp.Payload{Encoding: "code", Text: "book(hotel)"}
	fmt.Println(small.Check(p))
	_, err := small.Wrap(nil, p)
	fmt.Println(errors.Is(err, ir.InvalidSyntax))
	_, _, err = small.Unwrap([]byte(`{"silp_encoding":"code","silp_payload":"book(hotel)"}`))
	fmt.Println(errors.Is(err, ir.InvalidSyntax))
	// Output:
	// invalid_syntax: /silp_payload: payload of 11 bytes is over the carrier's limit of 8 (offset 8); send less, or raise MaxBytes on both sides
	// true
	// true
}

// A number that a float64 would change makes the header a string.
func ExampleOptions_AppendHeader() {
	for _, priority := range []int64{1, 1<<53 + 1} {
		h := ir.Header{Meta: ir.Meta{Priority: priority}}
		raw, err := carrier.Options{}.AppendHeader(nil, &h)
		if err != nil {
			panic(err)
		}
		back, err := carrier.Options{}.ParseHeader(raw)
		fmt.Println(string(raw), back.Meta.Priority, err)
	}
	// Output:
	// {"meta":{"priority":1}} 1 <nil>
	// "{\"meta\":{\"priority\":9007199254740993}}" 9007199254740993 <nil>
}

// A receiver reports an error, the sender reads it.
func ExampleAppendError() {
	_, err := silp.Decode("code", "book(hotel")
	e, _ := errors.AsType[*ir.Error](err)
	raw := carrier.AppendError(nil, e)
	fmt.Println(string(raw))
	back, err := carrier.ParseError(raw)
	fmt.Println(back, err)
	fmt.Println(errors.Is(back, ir.InvalidSyntax), errors.Is(back, carrier.Remote))
	// Output:
	// {"code":"invalid_syntax","message":"expected \",\" or \")\", found the end of the text","frontend":"code","offset":10}
	// invalid_syntax: expected "," or ")", found the end of the text (offset 10) <nil>
	// true true
}

// Metadata of an SDK that keeps Go values.
func ExamplePlain() {
	v, err := carrier.Plain([]byte(`{"meta":{"seq":["!BOOK"]}}`))
	fmt.Printf("%v %v\n", v, err)
	raw, err := carrier.FromPlain(v)
	fmt.Println(string(raw), err)
	// Output:
	// map[meta:map[seq:[!BOOK]]] <nil>
	// {"meta":{"seq":["!BOOK"]}} <nil>
}
