package apicheck

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/negotiation"
	"github.com/silp-protocol/silp-go/silp"
)

// talk is what the Go code of docs/errors.md about sessions and conversations
// starts from.
type talk struct {
	ctx, late                 context.Context
	sessions, short           *negotiation.Sessions
	codec                     *silp.Codec
	caller, callee, stateless *silp.Conversation
	turn0                     *ir.Header
}

func newTalk(t *testing.T) *talk {
	t.Helper()
	v := &talk{
		ctx:      t.Context(),
		sessions: negotiation.NewSessions(negotiation.SessionOptions{}),
		short:    negotiation.NewSessions(negotiation.SessionOptions{Idle: time.Nanosecond}),
		codec:    silp.New(silp.Options{}),
		turn0:    &ir.Header{Meta: ir.Meta{ReqID: "a1b2c3d4", SessionID: new("00"), Extra: ir.Extra{"turn": []byte("0")}}},
	}
	late, stop := context.WithDeadline(t.Context(), time.Unix(0, 0))
	t.Cleanup(stop)
	v.late = late
	offer := negotiation.Offer{Frontends: []string{"code"}, N: 5}
	caller, ping, err := v.codec.Call(silp.ConversationOptions{Offer: offer})
	if err != nil {
		t.Fatal(err)
	}
	var pong string
	if v.callee, pong, err = v.codec.Answer(ping, silp.ConversationOptions{Offer: offer, Sessions: v.sessions}); err != nil {
		t.Fatal(err)
	}
	if v.stateless, _, err = v.codec.Answer(ping, silp.ConversationOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := caller.Pong(pong); err != nil {
		t.Fatal(err)
	}
	v.caller = caller
	return v
}

// conversations are the inputs that are Go and start from a talk.
var conversations = map[string]func(*talk) error{
	`negotiation.ParsePing("//ping v1 code x=" + strings.Repeat("y", 4096))`: func(*talk) error {
		return second(negotiation.ParsePing("//ping v1 code x=" + strings.Repeat("y", 4096)))
	},
	`negotiation.Offer{Versions: make([]string, 33)}.Validate()`: func(*talk) error {
		return negotiation.Offer{Versions: make([]string, 33)}.Validate()
	},
	`sessions.Open(ctx, "principal-7", 7)`:     func(v *talk) error { return second(v.sessions.Open(v.ctx, "principal-7", 7)) },
	`sessions.Turn(late, "principal-7", "k3")`: func(v *talk) error { return second(v.sessions.Turn(v.late, "principal-7", "k3")) },
	`sessions.Turn(ctx, "principal-7", "K3")`:  func(v *talk) error { return second(v.sessions.Turn(v.ctx, "principal-7", "K3")) },
	`sessions.Turn(ctx, "principal-7", "k3")`:  func(v *talk) error { return second(v.sessions.Turn(v.ctx, "principal-7", "k3")) },
	`id, err := short.Open(ctx, "principal-7", 5); short.Turn(ctx, "principal-7", id) // Idle is a nanosecond`: func(v *talk) error {
		id, err := v.short.Open(v.ctx, "principal-7", 5)
		if err != nil {
			return err
		}
		return second(v.short.Turn(v.ctx, "principal-7", id))
	},
	`caller.Encode(&ir.IR{Intent: "!BOOK", Meta: ir.Meta{SessionID: new("k3")}})`: func(v *talk) error {
		return second(v.caller.Encode(&ir.IR{Intent: "!BOOK", Meta: ir.Meta{SessionID: new("k3")}}))
	},
	`caller.Encode(&ir.IR{SILP: "v2", Intent: "!BOOK"})`: func(v *talk) error {
		return second(v.caller.Encode(&ir.IR{SILP: "v2", Intent: "!BOOK"}))
	},
	`caller.Decode(ctx, silp.Payload{Encoding: "code", Text: "book()"}) // without session_id`: func(v *talk) error {
		_, _, err := v.caller.Decode(v.ctx, silp.Payload{Encoding: "code", Text: "book()"})
		return err
	},
	`caller.Decode(ctx, silp.Payload{Encoding: "code", Text: "book()", Header: turn0})`: func(v *talk) error {
		_, _, err := v.caller.Decode(v.ctx, silp.Payload{Encoding: "code", Text: "book()", Header: v.turn0})
		return err
	},
	`callee.Decode(ctx, silp.Payload{Encoding: "natural", Text: "book"})`: func(v *talk) error {
		_, _, err := v.callee.Decode(v.ctx, silp.Payload{Encoding: "natural", Text: "book"})
		return err
	},
	`stateless.Decode(ctx, silp.Payload{Encoding: "code", Text: "book()", Header: turn0})`: func(v *talk) error {
		_, _, err := v.stateless.Decode(v.ctx, silp.Payload{Encoding: "code", Text: "book()", Header: v.turn0})
		return err
	},
	`c, ping, err := codec.Call(silp.ConversationOptions{}); c.Encode(ir.Task("!BOOK"))`: func(v *talk) error {
		c, _, err := v.codec.Call(silp.ConversationOptions{})
		if err != nil {
			return err
		}
		return second(c.Encode(ir.Task("!BOOK")))
	},
	`caller.End(ctx); caller.Encode(ir.Task("!BOOK"))`: func(v *talk) error {
		if err := v.caller.End(v.ctx); err != nil {
			return err
		}
		return second(v.caller.Encode(ir.Task("!BOOK")))
	},
}

// choose gives Choose the two lines of an input.
func choose(t *testing.T, lines string) error {
	t.Helper()
	first, rest, _ := strings.Cut(lines, "\n")
	ping, err := negotiation.ParsePing(first)
	if err != nil {
		t.Fatalf("%s: %v", first, err)
	}
	pong, err := negotiation.ParsePong(rest)
	if err != nil {
		t.Fatalf("%s: %v", rest, err)
	}
	return second(negotiation.Choose(ping, pong))
}
