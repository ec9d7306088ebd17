package silp_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/silp-protocol/silp-go/frontend"
	"github.com/silp-protocol/silp-go/frontend/code"
	"github.com/silp-protocol/silp-go/frontend/json"
	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/negotiation"
	"github.com/silp-protocol/silp-go/sanitize"
	"github.com/silp-protocol/silp-go/silp"
)

// pair is both sides of a conversation.
type pair struct {
	t              *testing.T
	caller, callee *silp.Conversation
}

func converse(t *testing.T, a, b *silp.Codec, oa, ob silp.ConversationOptions) pair {
	t.Helper()
	caller, ping, err := a.Call(oa)
	if err != nil {
		t.Fatal(err)
	}
	callee, pong, err := b.Answer(ping, ob)
	if err != nil {
		t.Fatal(err)
	}
	if err := caller.Pong(pong); err != nil {
		t.Fatal(err)
	}
	if caller.Frontend() != callee.Frontend() {
		t.Fatalf("%s: one side chose %s, the other %s", pong, caller.Frontend(), callee.Frontend())
	}
	return pair{t, caller, callee}
}

// send passes x from one side to the other and returns what comes out there.
func send(t *testing.T, from, to *silp.Conversation, x *ir.IR) (*ir.IR, error) {
	t.Helper()
	before := x.Clone()
	p, err := from.Encode(x)
	if err != nil {
		t.Fatal(err)
	}
	if len(ir.Diff(before, x)) > 0 || x.Meta.SessionID != nil {
		t.Fatal("Encode changed the IR")
	}
	got, _, err := to.Decode(t.Context(), p)
	return got, err
}

// ask sends a request and a reply, and checks that both arrive as they are.
func (p pair) ask(x *ir.IR) {
	p.t.Helper()
	for _, sides := range [][2]*silp.Conversation{{p.caller, p.callee}, {p.callee, p.caller}} {
		got, err := send(p.t, sides[0], sides[1], x)
		if err != nil {
			p.t.Fatal(err)
		}
		got.Meta.ReqID = x.Meta.ReqID
		if !ir.Equivalent(x, got) || got.Meta.SessionID != nil || len(got.Meta.Extra) != len(x.Meta.Extra) {
			p.t.Fatalf("%+v came back as %+v", x, got)
		}
	}
}

func withN(n int) silp.ConversationOptions {
	return silp.ConversationOptions{Offer: negotiation.Offer{N: n}}
}

// What one side encodes comes out at the other, over heartbeats, on every
// surface, with the header beside the text and in it.
func TestConversation(t *testing.T) {
	for _, inText := range []bool{false, true} {
		opt := silp.Options{Verbs: ir.Verbs{Any: true}, Policy: sanitize.Inspect,
			Frontends: []frontend.Frontend{code.Frontend{Verbs: ir.Verbs{Any: true}, WithMeta: inText}, json.Frontend{WithMeta: inText}}}
		codec := silp.New(opt)
		for _, prefer := range []string{"code", "json"} {
			ob := silp.ConversationOptions{Offer: negotiation.Offer{Preferred: prefer}, Sessions: negotiation.NewSessions(negotiation.SessionOptions{}), Scope: "a"}
			p := converse(t, codec, codec, withN(5), ob)
			if p.caller.Frontend() != prefer || p.caller.SessionID() != "" {
				t.Fatal("chose", p.caller.Frontend())
			}
			turns, resets := int64(0), 0
			for seed := range uint64(300) {
				x := irgen.Random(seed).IR()
				x.SILP, x.Meta.SessionID = "", nil
				if _, err := codec.EncodeAs(prefer, x); err != nil {
					continue
				}
				turns++
				begins := p.caller.Turn()
				p.ask(x)
				if turn := p.callee.Turn(); turn != begins || turn.Number != turns || turn.Context != (turns-1)/5 {
					t.Fatalf("turn %d: %+v and %+v", turns, begins, turn)
				}
				if begins.Reset {
					resets++
				}
				if id := p.caller.SessionID(); !negotiation.ValidID(id) || id != p.callee.SessionID() {
					t.Fatalf("sessions %q and %q", id, p.callee.SessionID())
				}
			}
			if turns < 100 || int64(resets) != (turns-1)/5 {
				t.Errorf("%d turns, %d resets", turns, resets)
			}
		}
	}
}

func task() *ir.IR { return ir.Task("!CANCEL", ir.Arg("order_42")) }

// Who decides on what.
func TestConversationTerms(t *testing.T) {
	sessions := negotiation.NewSessions(negotiation.SessionOptions{})
	both := silp.New(silp.Options{})
	onlyJSON := silp.New(silp.Options{Frontends: []frontend.Frontend{json.Frontend{}}})
	for _, row := range []struct {
		name   string
		a, b   *silp.Codec
		oa, ob silp.ConversationOptions
		pong   string
		choice string
		resets bool // at the sixth turn
		inSess bool
	}{
		{"defaults", both, both, silp.ConversationOptions{}, silp.ConversationOptions{}, "//pong v1 code,json,natural,nl_json", "code", true, false},
		{"a wish for a session without Sessions", both, both, withN(9999), silp.ConversationOptions{}, "//pong v1 code,json,natural,nl_json", "code", true, false},
		{"Sessions and nobody names an N", both, both, silp.ConversationOptions{}, silp.ConversationOptions{Sessions: sessions}, "//pong v1 code,json,natural,nl_json", "code", true, false},
		{"the ping's wish", both, both, withN(9999), silp.ConversationOptions{Sessions: sessions}, "//pong v1 code,json,natural,nl_json n=9999", "code", false, true},
		{"the pong decides", both, both, withN(9999), silp.ConversationOptions{Offer: negotiation.Offer{N: 5}, Sessions: sessions}, "//pong v1 code,json,natural,nl_json n=5", "code", true, true},
		{"N=1", both, both, withN(1), silp.ConversationOptions{Sessions: sessions}, "//pong v1 code,json,natural,nl_json n=1", "code", true, true},
		{"one has json only", both, onlyJSON, silp.ConversationOptions{}, silp.ConversationOptions{}, "//pong v1 json", "json", true, false},
		{"the other too", onlyJSON, both, silp.ConversationOptions{}, silp.ConversationOptions{}, "//pong v1 code,json,natural,nl_json", "json", true, false},
		{"the ping prefers", both, both, silp.ConversationOptions{Offer: negotiation.Offer{Preferred: "json"}}, silp.ConversationOptions{}, "//pong v1 code,json,natural,nl_json prefer=json", "json", true, false},
		{"the pong prefers otherwise", both, both, silp.ConversationOptions{Offer: negotiation.Offer{Preferred: "json"}}, silp.ConversationOptions{Offer: negotiation.Offer{Preferred: "code"}}, "//pong v1 code,json,natural,nl_json prefer=code", "code", true, false},
		{"a wish for what cannot be decoded", both, both, silp.ConversationOptions{Offer: negotiation.Offer{Preferred: "natural"}}, silp.ConversationOptions{}, "//pong v1 code,json,natural,nl_json prefer=natural", "code", true, false},
	} {
		caller, ping, err := row.a.Call(row.oa)
		if err != nil {
			t.Fatal(row.name, err)
		}
		callee, pong, err := row.b.Answer(ping, row.ob)
		if err != nil || pong != row.pong {
			t.Errorf("%s: %s, %v", row.name, pong, err)
			continue
		}
		if err := caller.Pong(pong); err != nil || caller.Frontend() != row.choice || callee.Frontend() != row.choice {
			t.Errorf("%s: %v, %s and %s", row.name, err, caller.Frontend(), callee.Frontend())
		}
		p := pair{t, caller, callee}
		for range 5 {
			p.ask(task())
		}
		if turn := caller.Turn(); turn.Number != 6 || turn.Reset != row.resets || (caller.SessionID() != "") != row.inSess {
			t.Errorf("%s: %+v, session %q", row.name, turn, caller.SessionID())
		}
	}
}

// Without anything in common both sides come to the same error.
func TestConversationNothingInCommon(t *testing.T) {
	offer := func(versions, frontends string) silp.ConversationOptions {
		return silp.ConversationOptions{Offer: negotiation.Offer{Versions: strings.Split(versions, ","), Frontends: strings.Split(frontends, ",")}}
	}
	codec := silp.New(silp.Options{})
	for _, row := range []struct {
		name   string
		oa, ob silp.ConversationOptions
		code   ir.Code
	}{
		{"frontends", offer("v1", "code"), offer("v1", "json"), ir.UnsupportedFrontend},
		{"versions", offer("v1", "code"), offer("v2", "code"), ir.UnsupportedVersion},
		{"only natural: nobody could decode", offer("v1", "natural"), offer("v1", "natural"), ir.UnsupportedFrontend},
	} {
		caller, ping, err := codec.Call(row.oa)
		if err != nil {
			t.Fatal(err)
		}
		callee, pong, err := codec.Answer(ping, row.ob)
		if err2 := caller.Pong(pong); callee != nil || !errors.Is(err, row.code) || !errors.Is(err2, row.code) {
			t.Errorf("%s: %v and %v", row.name, err, err2)
		}
		if _, err := caller.Encode(task()); !errors.Is(err, ir.UnsupportedFrontend) {
			t.Errorf("%s: %v", row.name, err)
		}
	}
	if _, _, err := codec.Call(withN(7)); !errors.Is(err, ir.DecodeFailed) {
		t.Error(err)
	}
	if _, pong, err := codec.Answer("//ping", silp.ConversationOptions{}); !errors.Is(err, ir.InvalidSyntax) || pong != "" {
		t.Error(pong, err)
	}
	if _, pong, err := codec.Answer("//ping v1 code", offer("v1", "Code")); !errors.Is(err, ir.DecodeFailed) || pong != "" {
		t.Error(pong, err)
	}
	caller, _, _ := codec.Call(silp.ConversationOptions{})
	for _, line := range []string{"//ping v1 code", "cancel(x)", ""} {
		if err := caller.Pong(line); !errors.Is(err, ir.InvalidSyntax) {
			t.Error(err)
		}
	}
}

// A peer that refuses what it offered: the next frontend, and replies follow.
func TestConversationDegrades(t *testing.T) {
	codec := silp.New(silp.Options{})
	poor := silp.New(silp.Options{Frontends: []frontend.Frontend{json.Frontend{}}})
	p := converse(t, codec, poor, withN(5), silp.ConversationOptions{
		Offer: negotiation.Offer{Frontends: []string{"code", "json"}}, Sessions: negotiation.NewSessions(negotiation.SessionOptions{})})
	_, err := send(t, p.caller, p.callee, task())
	if p.caller.Frontend() != "code" || !errors.Is(err, ir.UnsupportedFrontend) || p.callee.Turn().Number != 0 {
		t.Fatal(p.caller.Frontend(), err)
	}
	if err := p.caller.Retry(err); err != nil || p.caller.Frontend() != "json" {
		t.Fatal(err)
	}
	p.ask(task())
	if p.callee.Frontend() != "json" || p.callee.Turn().Number != 1 {
		t.Errorf("%s, %+v", p.callee.Frontend(), p.callee.Turn())
	}
	// Behind json there is nothing that can be decoded.
	refusal := &ir.Error{Code: ir.UnsupportedFrontend, Offset: -1}
	if err := p.caller.Retry(refusal); err != error(refusal) || p.caller.Frontend() != "json" {
		t.Error(err)
	}
	// What was not offered is refused, also if the codec has it.
	q := converse(t, codec, codec, silp.ConversationOptions{}, silp.ConversationOptions{Offer: negotiation.Offer{Frontends: []string{"json"}}})
	payload, err := codec.EncodeAs("code", task())
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := q.callee.Decode(t.Context(), payload); !errors.Is(err, ir.UnsupportedFrontend) {
		t.Error(err)
	}
	if err := q.caller.Retry(refusal); err != error(refusal) {
		t.Error("falls back to what the peer lacks", err)
	}
	for _, other := range []error{nil, context.Canceled, &ir.Error{Code: ir.Timeout}, &ir.Error{Code: ir.SessionExpired}} {
		if err := q.caller.Retry(other); err != other {
			t.Errorf("%v gives %v", other, err)
		}
	}
}

// An expired session: the caller begins another one, with an empty context.
func TestConversationExpires(t *testing.T) {
	now := time.UnixMilli(1_800_000_000_000)
	sessions := negotiation.NewSessions(negotiation.SessionOptions{Idle: time.Minute, Now: func() time.Time { return now }})
	codec := silp.New(silp.Options{})
	p := converse(t, codec, codec, withN(5), silp.ConversationOptions{Sessions: sessions, Scope: "a"})
	p.ask(task())
	p.ask(task())
	old := p.caller.SessionID()
	now = now.Add(time.Minute)
	_, err := send(t, p.caller, p.callee, task())
	if !errors.Is(err, ir.SessionExpired) {
		t.Fatal(err)
	}
	if err := p.caller.Retry(err); err != nil {
		t.Fatal(err)
	}
	if turn := p.caller.Turn(); turn != (negotiation.Turn{Number: 1, Reset: true}) || p.caller.SessionID() != "" {
		t.Errorf("%+v", turn)
	}
	p.ask(task())
	if p.callee.Turn() != (negotiation.Turn{Number: 1, Reset: true}) || p.caller.Turn() != (negotiation.Turn{Number: 2}) || p.caller.SessionID() == old {
		t.Errorf("%+v, %+v", p.callee.Turn(), p.caller.Turn())
	}
	// A late request is a timeout and takes no turn.
	late, stop := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer stop()
	payload, err := p.caller.Encode(task())
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := p.callee.Decode(late, payload); !errors.Is(err, ir.Timeout) || p.callee.Turn().Number != 1 {
		t.Error(err)
	}
}

// Lost requests and lost replies: both sides stay at one count.
func TestConversationLosses(t *testing.T) {
	m := negotiation.NewMemoryStore()
	sessions := negotiation.NewSessions(negotiation.SessionOptions{Store: m})
	codec := silp.New(silp.Options{})
	p := converse(t, codec, codec, withN(5), silp.ConversationOptions{Sessions: sessions})
	// The reply that names the session is lost: another session, and only one.
	for i := range 3 {
		if _, err := send(t, p.caller, p.callee, task()); err != nil {
			t.Fatal(err)
		}
		if p.callee.Turn() != (negotiation.Turn{Number: 1, Reset: i > 0}) || m.Len() != 1 {
			t.Errorf("%+v, %d sessions", p.callee.Turn(), m.Len())
		}
	}
	p.ask(task()) // turn 1 of the fourth
	if _, err := p.caller.Encode(task()); err != nil {
		t.Fatal(err) // turn 2 never arrives
	}
	for range 4 { // the replies to turns 2 to 5 are lost
		if _, err := send(t, p.caller, p.callee, task()); err != nil {
			t.Fatal(err)
		}
	}
	p.ask(task())
	// The caller took turn 6 for turn 2. That there was a reset it hears with turn 7.
	seventh := negotiation.Turn{Number: 7, Context: 1, Reset: true}
	if p.callee.Turn() != (negotiation.Turn{Number: 6, Context: 1, Reset: true}) || p.caller.Turn() != seventh {
		t.Errorf("%+v, then %+v", p.callee.Turn(), p.caller.Turn())
	}
	// Several replies to one request belong to its turn; one that was late does not.
	stale, err := p.callee.Encode(task())
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := p.caller.Decode(t.Context(), stale); err != nil || p.caller.Turn() != seventh {
		t.Error(err, p.caller.Turn())
	}
	p.ask(task())
	if _, _, err := p.caller.Decode(t.Context(), stale); !errors.Is(err, ir.DecodeFailed) || p.caller.Turn() != (negotiation.Turn{Number: 8, Context: 1}) {
		t.Error(err, p.caller.Turn())
	}
}

// failingTurns is a store in which sessions can be opened, and no turn be taken
// while fails is set.
type failingTurns struct {
	*negotiation.MemoryStore
	fails bool
}

func (f *failingTurns) Put(ctx context.Context, key negotiation.Key, s negotiation.Session, version uint64) (bool, error) {
	if f.fails && version != 0 {
		return false, errors.New("no connection")
	}
	return f.MemoryStore.Put(ctx, key, s, version)
}

// A first turn that fails again and again does not use up the IDs of the scope.
func TestConversationFirstTurnFails(t *testing.T) {
	now := time.UnixMilli(1_800_000_000_000)
	store := &failingTurns{MemoryStore: negotiation.NewMemoryStore()}
	sessions := negotiation.NewSessions(negotiation.SessionOptions{Store: store, Idle: time.Minute, Now: func() time.Time { return now }})
	codec := silp.New(silp.Options{})
	fail := func(p pair) {
		store.fails = true
		for range 3 {
			if _, err := send(t, p.caller, p.callee, task()); err == nil || p.callee.SessionID() != "" || store.Len() != 1 {
				t.Fatalf("%v, %d sessions", err, store.Len())
			}
		}
		store.fails = false
	}
	p := converse(t, codec, codec, withN(5), silp.ConversationOptions{Sessions: sessions})
	fail(p)
	p.ask(task())
	if p.callee.Turn() != (negotiation.Turn{Number: 1}) || store.Len() != 1 {
		t.Errorf("%+v, %d sessions", p.callee.Turn(), store.Len())
	}
	if err := p.callee.End(t.Context()); err != nil || store.Len() != 0 {
		t.Error(err, store.Len())
	}
	// It has expired until a turn can be taken.
	p = converse(t, codec, codec, withN(5), silp.ConversationOptions{Sessions: sessions})
	fail(p)
	now = now.Add(time.Minute)
	p.ask(task())
	if p.callee.Turn() != (negotiation.Turn{Number: 1}) {
		t.Errorf("%+v", p.callee.Turn())
	}
	if err := p.callee.End(t.Context()); err != nil {
		t.Error(err)
	}
	// A peer that names it while it has expired is told so.
	p = converse(t, codec, codec, withN(5), silp.ConversationOptions{Sessions: sessions})
	fail(p)
	now = now.Add(time.Minute)
	for n := range negotiation.MaxSessions {
		id := strconv.FormatInt(int64(n), 36)
		id = "00"[len(id):] + id
		if _, _, err := p.callee.Decode(t.Context(), silp.Payload{Encoding: "code", Text: "cancel(x)", Header: &ir.Header{Meta: ir.Meta{SessionID: &id}}}); !errors.Is(err, ir.SessionExpired) {
			t.Errorf("session %s: %v", id, err)
		}
	}
	if err := p.callee.End(t.Context()); err != nil {
		t.Error(err)
	}
	// The conversation ends before.
	store.MemoryStore = negotiation.NewMemoryStore()
	sessions = negotiation.NewSessions(negotiation.SessionOptions{Store: store})
	p = converse(t, codec, codec, withN(5), silp.ConversationOptions{Sessions: sessions})
	fail(p)
	if err := p.callee.End(t.Context()); err != nil || store.Len() != 0 {
		t.Error(err, store.Len())
	}
}

// Replicas that share a store go on with a session that another one opened.
func TestConversationReplicas(t *testing.T) {
	store := negotiation.NewMemoryStore()
	codec := silp.New(silp.Options{})
	caller, ping, err := codec.Call(withN(5))
	if err != nil {
		t.Fatal(err)
	}
	var replicas []*silp.Conversation
	for range 2 {
		v, pong, err := codec.Answer(ping, silp.ConversationOptions{Sessions: negotiation.NewSessions(negotiation.SessionOptions{Store: store}), Scope: "a"})
		if err != nil {
			t.Fatal(err)
		}
		if err := caller.Pong(pong); err != nil {
			t.Fatal(err)
		}
		replicas = append(replicas, v)
	}
	for i := range 12 {
		p := pair{t, caller, replicas[i%2]}
		p.ask(task())
		if turn := p.callee.Turn(); turn != negotiation.TurnAt(5, int64(i+1)) {
			t.Errorf("%+v", turn)
		}
	}
	if store.Len() != 1 {
		t.Errorf("%d sessions", store.Len())
	}
}

// Payloads that do not belong here.
func TestConversationRefuses(t *testing.T) {
	codec := silp.New(silp.Options{Versions: []string{"v1", "v2"}})
	session := func() pair {
		p := converse(t, codec, codec, silp.ConversationOptions{Offer: negotiation.Offer{Versions: []string{"v1"}, N: 5}},
			silp.ConversationOptions{Sessions: negotiation.NewSessions(negotiation.SessionOptions{}), Scope: "a"})
		p.ask(task())
		return p
	}
	stateless := func() pair {
		return converse(t, codec, codec, silp.ConversationOptions{Offer: negotiation.Offer{Versions: []string{"v1"}}}, silp.ConversationOptions{})
	}
	meta := func(m string) silp.Payload {
		h := new(ir.Header)
		if err := h.UnmarshalJSON([]byte(`{"meta":{"req_id":"a1b2c3d4",` + m + `}}`)); err != nil {
			t.Fatal(err)
		}
		return silp.Payload{Encoding: "code", Text: "cancel(x)", Header: h}
	}
	for _, row := range []struct {
		name    string
		p       pair
		toCalls bool
		payload silp.Payload
		code    ir.Code
		path    string
	}{
		{"a request of a session that is not open", session(), false, meta(`"session_id":"zz"`), ir.SessionExpired, ""},
		{"a request of no session ID at all", session(), false, meta(`"session_id":"a longer one"`), ir.SessionExpired, ""},
		{"a request of a session where none was offered", stateless(), false, meta(`"session_id":"00"`), ir.SessionExpired, "/meta/session_id"},
		{"a reply of another session", session(), true, meta(`"session_id":"zz","turn":1`), ir.DecodeFailed, "/meta/session_id"},
		{"a reply of no session", session(), true, meta(`"turn":1`), ir.DecodeFailed, "/meta/session_id"},
		{"a reply of a session where none was offered", stateless(), true, meta(`"session_id":"00","turn":1`), ir.DecodeFailed, "/meta/session_id"},
		{"turn 0", session(), true, meta(`"session_id":"00","turn":0`), ir.DecodeFailed, "/meta/turn"},
		{"a turn that is no number", session(), true, meta(`"session_id":"00","turn":"2"`), ir.DecodeFailed, "/meta/turn"},
		{"a turn that is an object", session(), true, meta(`"session_id":"00","turn":{}`), ir.DecodeFailed, "/meta/turn"},
		{"a negative turn", session(), true, meta(`"session_id":"00","turn":-2`), ir.DecodeFailed, "/meta/turn"},
		{"half a turn", session(), true, meta(`"session_id":"00","turn":2.5`), ir.DecodeFailed, "/meta/turn"},
		{"too many turns", session(), true, meta(`"session_id":"00","turn":9007199254740993`), ir.DecodeFailed, "/meta/turn"},
		{"turns beyond int64", session(), true, meta(`"session_id":"00","turn":1e30`), ir.DecodeFailed, "/meta/turn"},
		{"another version than agreed", session(), false, silp.Payload{Encoding: "code", Text: "cancel(x)", Header: &ir.Header{SILP: "v2"}}, ir.UnsupportedVersion, "/silp"},
		{"a ping", session(), false, silp.Payload{Encoding: "code", Text: "//ping v1 code"}, ir.InvalidSyntax, ""},
		{"not decodable", session(), false, silp.Payload{Encoding: "code", Text: "cancel("}, ir.InvalidSyntax, ""},
	} {
		side := row.p.callee
		if row.toCalls {
			side = row.p.caller
		}
		before, id := side.Turn(), side.SessionID()
		_, _, err := side.Decode(t.Context(), row.payload)
		e, ok := errors.AsType[*ir.Error](err)
		if !ok || e.Code != row.code || e.Path != row.path || side.Turn() != before || side.SessionID() != id {
			t.Errorf("%s: %v, turn %+v, was %+v", row.name, err, side.Turn(), before)
		}
	}
	// A peer that says no turn is counted.
	p := session()
	if _, _, err := p.caller.Decode(t.Context(), meta(`"session_id":"00"`)); err != nil || p.caller.Turn().Number != 3 {
		t.Error(err, p.caller.Turn())
	}

	id := "00"
	for _, row := range []struct {
		name string
		side *silp.Conversation
		meta ir.Meta
		silp string
		code ir.Code
		path string
	}{
		{"a session_id of the user", p.caller, ir.Meta{SessionID: &id}, "", ir.DecodeFailed, "/meta/session_id"},
		{"a turn of the user in a reply", p.callee, ir.Meta{Extra: ir.Extra{"turn": []byte("1")}}, "", ir.DecodeFailed, "/meta/turn"},
		{"another version", p.caller, ir.Meta{}, "v2", ir.UnsupportedVersion, "/silp"},
		{"an invalid IR", p.caller, ir.Meta{ReqID: "x"}, "", ir.DecodeFailed, "/meta/req_id"},
	} {
		x := task()
		x.Meta, x.SILP = row.meta, row.silp
		_, err := row.side.Encode(x)
		if e, ok := errors.AsType[*ir.Error](err); !ok || e.Code != row.code || e.Path != row.path {
			t.Errorf("%s: %v", row.name, err)
		}
	}
}

// An agreed version that is not the default is written into every payload.
func TestConversationVersion(t *testing.T) {
	codec := silp.New(silp.Options{Versions: []string{"v1", "v2"}})
	p := converse(t, codec, codec, silp.ConversationOptions{}, silp.ConversationOptions{})
	x := task()
	got, err := send(t, p.caller, p.callee, x)
	if err != nil || got.SILP != "v2" || x.SILP != "" {
		t.Errorf("%+v, %v", got, err)
	}
	if o := silp.New(silp.Options{AnyVersion: true}).Offer(); len(o.Versions) != 1 || o.Versions[0] != "v1" {
		t.Errorf("%+v", o)
	}
	if _, _, err := silp.New(silp.Options{Versions: []string{}}).Call(silp.ConversationOptions{}); !errors.Is(err, ir.DecodeFailed) {
		t.Error("a codec that takes no version makes an offer", err)
	}
}

// A payload shares no memory with the conversation.
func TestConversationPayloadStays(t *testing.T) {
	codec := silp.New(silp.Options{})
	p := converse(t, codec, codec, withN(5), silp.ConversationOptions{Sessions: negotiation.NewSessions(negotiation.SessionOptions{})})
	p.ask(task())
	payload, err := p.caller.Encode(task())
	if err != nil {
		t.Fatal(err)
	}
	if err := p.caller.Retry(ir.SessionExpired); err != nil {
		t.Fatal(err)
	}
	if id := payload.Header.Meta.SessionID; id == nil || *id != "00" {
		t.Error("the payload changed", id)
	}
}

func TestConversationEnds(t *testing.T) {
	m := negotiation.NewMemoryStore()
	sessions := negotiation.NewSessions(negotiation.SessionOptions{Store: m})
	codec := silp.New(silp.Options{})
	p := converse(t, codec, codec, withN(5), silp.ConversationOptions{Sessions: sessions, Scope: "a"})
	p.ask(task())
	last, err := p.caller.Encode(task())
	if err != nil || m.Len() != 1 {
		t.Fatal(err)
	}
	for range 2 {
		if err := p.callee.End(t.Context()); err != nil || m.Len() != 0 {
			t.Error(err, m.Len())
		}
	}
	if _, _, err := p.callee.Decode(t.Context(), last); !errors.Is(err, ir.SessionExpired) {
		t.Error(err)
	}
	if _, err := p.callee.Encode(task()); !errors.Is(err, ir.SessionExpired) {
		t.Error(err)
	}
	if err := p.caller.End(t.Context()); err != nil {
		t.Error(err)
	}
	if err := p.caller.Retry(ir.UnsupportedFrontend); !errors.Is(err, ir.SessionExpired) {
		t.Error(err)
	}
}
