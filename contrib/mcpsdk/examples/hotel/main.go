// Command hotel is a tool whose calls carry SILP, and a client that calls it.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/silp-protocol/silp-go/contrib/mcpsdk"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/negotiation"
)

var options = mcpsdk.Options{
	Offer: &negotiation.Offer{Versions: []string{"v1"}, Frontends: []string{"code", "json"}},
}

// Args are the tool's own arguments, beside the payload.
type Args struct {
	Nights int `json:"nights" jsonschema:"how many nights"`
}

func book(_ context.Context, c mcpsdk.Call[Args]) (*mcp.CallToolResult, error) {
	if c.Args.Nights > 30 {
		return nil, &ir.Error{Code: ir.DecodeFailed, Offset: -1, Msg: "at most 30 nights"}
	}
	text := fmt.Sprintf("%s for %d nights", c.Payload.Text, c.Args.Nights)
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil
}

// serve answers on a transport; &mcp.StdioTransport{} is that of a program
// which a host starts.
func serve(ctx context.Context, t mcp.Transport) error {
	var caps mcp.ServerCapabilities
	if err := options.AnnounceServer(&caps); err != nil {
		return err
	}
	s := mcp.NewServer(&mcp.Implementation{Name: "hotel", Version: "1.0.0"}, &mcp.ServerOptions{Capabilities: &caps})
	tool := &mcp.Tool{Name: "book", Description: "Books a hotel."}
	if err := mcpsdk.AddTool(s, tool, options, book); err != nil {
		return err
	}
	return s.Run(ctx, t)
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	here, there := mcp.NewInMemoryTransports()
	go serve(ctx, there)

	var caps mcp.ClientCapabilities
	if err := options.AnnounceClient(&caps); err != nil {
		log.Fatal(err)
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "guest", Version: "1.0.0"}, &mcp.ClientOptions{Capabilities: &caps})
	session, err := client.Connect(ctx, here, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer session.Close()

	task := ir.Task("!BOOK", ir.Arg("hotel")).If(ir.Cmp("budget", "<=", "500"))
	for _, nights := range []int{2, 40} {
		params := &mcp.CallToolParams{Name: "book", Arguments: Args{Nights: nights}}
		result, err := mcpsdk.CallTool(ctx, session, options, params, task)
		if err != nil {
			fmt.Println(err, errors.Is(err, ir.DecodeFailed))
			continue
		}
		fmt.Println(result.Content[0].(*mcp.TextContent).Text)
	}
}
