// Command hotel is an agent that takes SILP, and a client that sends it.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2aclient"
	"github.com/a2aproject/a2a-go/v2/a2asrv"

	"github.com/silp-protocol/silp-go/contrib/a2asdk"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/negotiation"
)

var (
	options a2asdk.Options
	offer   = negotiation.Offer{Versions: []string{"v1"}, Frontends: []string{"code", "json"}}
)

// book answers one IR; its answer becomes the artifact of a completed task.
func book(_ context.Context, req *a2asdk.Request) (*ir.IR, error) {
	if req.IR.Intent != "!BOOK" {
		return nil, &ir.Error{Code: ir.DecodeFailed, Offset: -1, Path: "/intent", Msg: "this agent books, nothing else"}
	}
	return ir.Task("!NOTIFY", ir.Arg("booked"), ir.Named("order", "42")), nil
}

// agent returns the agent as an HTTP handler, and its card.
func agent(url string) (http.Handler, *a2a.AgentCard, error) {
	ext, err := options.Extension(offer, false)
	if err != nil {
		return nil, nil, err
	}
	card := &a2a.AgentCard{
		Name:                "hotel",
		SupportedInterfaces: []*a2a.AgentInterface{a2a.NewAgentInterface(url, a2a.TransportProtocolJSONRPC)},
		Capabilities:        a2a.AgentCapabilities{Extensions: []a2a.AgentExtension{ext}},
	}
	handler := a2asrv.NewHandler(&a2asdk.Executor{Options: options, Handle: book}, a2asrv.WithCapabilityChecks(&card.Capabilities))
	mux := http.NewServeMux()
	mux.Handle("/", a2asdk.HTTP(a2asrv.NewJSONRPCHandler(handler), 0))
	mux.Handle(a2asrv.WellKnownAgentCardPath, a2asrv.NewStaticAgentCardHandler(card))
	return mux, card, nil
}

// dial connects to the agent of a card, in a surface that both sides have.
func dial(ctx context.Context, card *a2a.AgentCard) (client a2asdk.Client, err error) {
	if client.Options, err = options.Agree(offer, card); err != nil {
		return client, err
	}
	client.SDK, err = a2aclient.NewFromCard(ctx, card)
	return client, err
}

func main() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	handler, card, err := agent("http://" + l.Addr().String())
	if err != nil {
		log.Fatal(err)
	}
	go http.Serve(l, handler)

	ctx := context.Background()
	client, err := dial(ctx, card)
	if err != nil {
		log.Fatal(err)
	}
	task := ir.Task("!BOOK", ir.Arg("hotel")).If(ir.Cmp("budget", "<=", "500"))
	for _, verb := range []ir.Action{"!BOOK", "!CANCEL"} {
		task.Intent = verb
		reply, err := client.Send(ctx, nil, task)
		if err != nil {
			fmt.Println(err, errors.Is(err, ir.DecodeFailed))
			continue
		}
		fmt.Println(reply.Payload.Text)
	}
}
