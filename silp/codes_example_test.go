package silp_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/negotiation"
	"github.com/silp-protocol/silp-go/silp"
)

// The six codes of draft Table 10, each from where a receiver meets it.

func Example_invalidSyntax() {
	_, _, err := silp.New(silp.Options{}).Decode(silp.Payload{Encoding: "code", Text: "cancel(order_42"})
	fmt.Println(errors.Is(err, ir.InvalidSyntax), err)
	// Output: true invalid_syntax: expected "," or ")", found the end of the text (offset 15)
}

func Example_unsupportedVersion() {
	p := silp.Payload{Encoding: "code", Text: "cancel(order_42)", Header: &ir.Header{SILP: "v2"}}
	_, _, err := silp.New(silp.Options{}).Decode(p)
	fmt.Println(errors.Is(err, ir.UnsupportedVersion), err)
	// Output: true unsupported_version: /silp: protocol version "v2" is not supported; send v1, or allow the version (Options.Versions)
}

func Example_unsupportedFrontend() {
	_, _, err := silp.New(silp.Options{}).Decode(silp.Payload{Encoding: "natural", Text: "cancel order 42."})
	fmt.Println(errors.Is(err, ir.UnsupportedFrontend), err)
	// Output: true unsupported_frontend: frontend natural has no decode; send code or json, the lossless frontends (draft Table 9)
}

func Example_decodeFailed() {
	_, _, err := silp.New(silp.Options{}).Decode(silp.Payload{Encoding: "code", Text: "switch_tool(hammer)"})
	fmt.Println(errors.Is(err, ir.DecodeFailed), err)
	// Output: true decode_failed: /intent: verb !SWITCH_TOOL is excluded by draft Table 8: it is 2 or 3 tokens on every tokenizer; use !SWITCH
}

func Example_timeout() {
	sessions := negotiation.NewSessions(negotiation.SessionOptions{})
	ctx, stop := context.WithDeadline(context.Background(), time.Unix(0, 0)) // long past
	defer stop()
	_, err := sessions.Open(ctx, "principal-7", 5)
	fmt.Println(errors.Is(err, ir.Timeout), err)
	// Output: true timeout: the deadline of the request has passed; send it again with more time
}

func Example_sessionExpired() {
	now := time.UnixMilli(1_800_000_000_000)
	sessions := negotiation.NewSessions(negotiation.SessionOptions{Idle: time.Minute, Now: func() time.Time { return now }})
	id, err := sessions.Open(context.Background(), "principal-7", 5)
	if err != nil {
		fmt.Println(err)
		return
	}
	now = now.Add(time.Minute)
	_, err = sessions.Turn(context.Background(), "principal-7", id)
	fmt.Println(errors.Is(err, ir.SessionExpired), err)
	// Output: true session_expired: session "00" was idle or open for too long; open a new one
}
