package silp_test

import (
	"context"
	"fmt"

	"github.com/silp-protocol/silp-go/frontend"
	"github.com/silp-protocol/silp-go/frontend/json"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/negotiation"
	"github.com/silp-protocol/silp-go/silp"
)

// Two sides agree, talk over a heartbeat, fall back to another frontend, and
// end. examples/conversation does it in two processes.
func ExampleConversation() {
	ctx := context.Background()
	// The answering side offers code, but somebody has taken it away since.
	callee := silp.New(silp.Options{Frontends: []frontend.Frontend{json.Frontend{}}})
	a, ping, err := silp.New(silp.Options{}).Call(silp.ConversationOptions{Offer: negotiation.Offer{N: 5}})
	fmt.Println(ping, err)
	b, pong, err := callee.Answer(ping, silp.ConversationOptions{
		Offer:    negotiation.Offer{Frontends: []string{"code", "json"}},
		Sessions: negotiation.NewSessions(negotiation.SessionOptions{}),
		Scope:    "principal-7",
	})
	fmt.Println(pong, err)
	fmt.Println(a.Pong(pong), a.Frontend())

	for range 7 {
		if a.Turn().Reset {
			fmt.Println("turn", a.Turn().Number, "begins with an empty context")
		}
		p, err := a.Encode(ir.Task("!BOOK", ir.Arg("hotel")))
		if err != nil {
			fmt.Println(err)
			return
		}
		x, _, err := b.Decode(ctx, p)
		if err != nil {
			fmt.Println(err)
			fmt.Println(a.Retry(err), a.Frontend())
			continue
		}
		reply, err := b.Encode(ir.Task("!EMAIL", x.Entities[0]))
		if err != nil {
			fmt.Println(err)
			return
		}
		if _, _, err = a.Decode(ctx, reply); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(b.Turn().Number, a.SessionID() == b.SessionID(), b.End(ctx))
	_, err = b.Encode(ir.Task("!BOOK"))
	fmt.Println(err)
	// Output:
	// //ping v1 code,json,natural,nl_json n=5 <nil>
	// //pong v1 code,json n=5 <nil>
	// <nil> code
	// unsupported_frontend: no frontend named "code"; the frontends of draft Table 9 here are code, json, natural and nl_json
	// <nil> json
	// turn 6 begins with an empty context
	// 6 true <nil>
	// session_expired: the conversation has ended; begin a new one
}

func ExampleCodec_Offer() {
	o := silp.New(silp.Options{}).Offer()
	fmt.Println(o.Versions, o.Frontends)
	// Output: [v1] [code json natural nl_json]
}
