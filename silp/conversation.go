package silp

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"

	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/internal/show"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/negotiation"
)

// turnMember is the member of meta in which the answering side says which turn
// its reply belongs to. It is an extension of this module (draft section 3.5
// admits unknown members), and what keeps both sides at the same heartbeat also
// when a request or a reply is lost.
const turnMember = "turn"

// ConversationOptions configures one side of a Conversation.
type ConversationOptions struct {
	// Offer is what this side announces. Versions and Frontends that are nil
	// are those of Codec.Offer. The answering side decides on Preferred and N;
	// where its own are empty, it follows the wishes of the ping.
	Offer negotiation.Offer
	// Sessions keep the session, on the answering side. Nil means that there is
	// none; the other side needs none in any case. Neither is there a session if
	// no side names an N.
	Sessions *negotiation.Sessions
	// Scope is what the carrier has authenticated the peer as; see
	// negotiation.Sessions.
	Scope string
}

// Conversation is one side of an exchange of payloads: it agrees on a frontend
// by //ping and //pong, opens a session with the first request, counts turns,
// and falls back along the chain of draft section 5.3 when the peer refuses a
// frontend. Call begins one, Answer takes part in one. It moves no bytes: what
// its methods return the caller sends, and what came in the caller gives to
// them. A turn is one request of the calling side with its replies.
//
// What Decode returns is what the peer gave to Encode; the session's ID and the
// number of the turn travel in meta and are put in and taken out on the way. A
// Conversation is not safe for concurrent use.
type Conversation struct {
	codec    *Codec
	opt      ConversationOptions
	calls    bool              // this side sent the ping
	peer     negotiation.Offer // empty until the pong is there
	choice   negotiation.Choice
	frontend string // the chosen one, or what came after it
	id       string // of the session, "" where there is none
	spare    string // a session that was opened and whose first turn failed
	number   int64  // of the last turn that the answering side has counted
	turn     negotiation.Turn
	ended    bool
}

// Offer returns the versions and the frontends of the codec. Of a codec that
// takes any version these are the ones that it names, or v1.
func (c *Codec) Offer() negotiation.Offer {
	o := negotiation.Offer{Versions: slices.Clone(c.opt.Versions)}
	if len(o.Versions) == 0 && (c.opt.Versions == nil || c.opt.AnyVersion) {
		o.Versions = []string{ir.DefaultSILP}
	}
	for _, f := range c.opt.Frontends {
		if !slices.Contains(o.Frontends, f.Name()) {
			o.Frontends = append(o.Frontends, f.Name())
		}
	}
	return o
}

func (c *Codec) conversation(o ConversationOptions, calls bool) *Conversation {
	own := c.Offer()
	if o.Offer.Versions == nil {
		o.Offer.Versions = own.Versions
	}
	if o.Offer.Frontends == nil {
		o.Offer.Frontends = own.Frontends
	}
	return &Conversation{codec: c, opt: o, calls: calls}
}

// Call begins a conversation and returns the line to send. Give the answer to
// Pong.
func (c *Codec) Call(o ConversationOptions) (*Conversation, string, error) {
	v := c.conversation(o, true)
	ping, err := negotiation.AppendPing(nil, v.opt.Offer)
	if err != nil {
		return nil, "", err
	}
	v.turn = negotiation.TurnAt(1, 1)
	return v, string(ping), nil
}

// Answer takes a ping and returns the line to send back. If the sides have
// nothing in common the error says so, and there is a line all the same: from
// it the peer comes to the same error.
func (c *Codec) Answer(ping string, o ConversationOptions) (*Conversation, string, error) {
	v := c.conversation(o, false)
	peer, err := negotiation.ParsePing(ping)
	if err != nil {
		return nil, "", err
	}
	own := &v.opt.Offer
	if own.Preferred == "" && slices.Contains(own.Frontends, peer.Preferred) {
		own.Preferred = peer.Preferred
	}
	switch {
	case v.opt.Sessions == nil:
		own.N = 0
	case own.N == 0:
		own.N = peer.N
	}
	pong, err := negotiation.AppendPong(nil, *own)
	if err != nil {
		return nil, "", err
	}
	if err := v.agree(peer, peer, *own); err != nil {
		return nil, string(pong), err
	}
	return v, string(pong), nil
}

// Pong takes the answer to the ping of Call.
func (v *Conversation) Pong(line string) error {
	peer, err := negotiation.ParsePong(line)
	if err != nil {
		return err
	}
	return v.agree(peer, v.opt.Offer, peer)
}

func (v *Conversation) agree(peer, ping, pong negotiation.Offer) error {
	choice, err := negotiation.Options{MustDecode: true}.Choose(ping, pong)
	if err != nil {
		return err
	}
	v.peer, v.choice, v.frontend = peer, choice, choice.Frontend
	return nil
}

// Frontend returns the name of the frontend that Encode uses.
func (v *Conversation) Frontend() string { return v.frontend }

// SessionID returns the ID of the session, "" where there is none yet.
func (v *Conversation) SessionID() string { return v.id }

// Turn returns the turn under way: on the calling side the one that the next
// Encode begins, on the answering side the one that the last Decode began. With
// Reset, forget what has accumulated in the conversation before it: the context
// is another one than that of the last turn that this side knew of. That is so
// too where the replies to the turns between got lost, and where a session took
// the place of another one.
func (v *Conversation) Turn() negotiation.Turn { return v.turn }

// Encode is Codec.Encode with the frontend that was agreed on. x is not changed.
func (v *Conversation) Encode(x *ir.IR) (Payload, error) {
	if err := v.open(); err != nil {
		return Payload{}, err
	}
	y := *x
	if err := v.checkVersion(y.SILP); err != nil {
		if y.SILP != "" {
			return Payload{}, err
		}
		y.SILP = v.choice.Version
	}
	if y.Meta.SessionID != nil {
		return Payload{}, ours("session_id")
	}
	if v.id != "" {
		y.Meta.SessionID = &v.id
	}
	if v.id != "" && !v.calls {
		if _, ok := y.Meta.Extra[turnMember]; ok {
			return Payload{}, ours(turnMember)
		}
		y.Meta.Extra = maps.Clone(y.Meta.Extra)
		if y.Meta.Extra == nil {
			y.Meta.Extra = make(ir.Extra)
		}
		y.Meta.Extra[turnMember] = strconv.AppendInt(nil, v.number, 10)
	}
	return v.codec.EncodeAs(v.frontend, &y)
}

func ours(member string) error {
	return &Error{Code: ir.DecodeFailed, Offset: -1, Path: "/meta/" + member,
		Msg: "the conversation sets this member", Hint: "leave it out"}
}

// open reports that nothing can be sent or taken, because the conversation has
// not begun or has ended.
func (v *Conversation) open() error {
	switch {
	case v.ended:
		return &Error{Code: ir.SessionExpired, Offset: -1, Msg: "the conversation has ended", Hint: "begin a new one"}
	case v.frontend == "":
		return &Error{Code: ir.UnsupportedFrontend, Offset: -1, Msg: "no frontend is agreed on yet", Hint: "give the answer to the ping to Conversation.Pong first"}
	}
	return nil
}

func (v *Conversation) checkVersion(silp string) error {
	if silp == "" {
		silp = ir.DefaultSILP
	}
	if silp == v.choice.Version {
		return nil
	}
	return &Error{Code: ir.UnsupportedVersion, Offset: -1, Path: "/silp",
		Msg: "protocol version " + show.Quote(silp) + " is not the one agreed on", Hint: "send " + v.choice.Version}
}

// Decode is Codec.Decode for what the peer's Encode returned. On the answering
// side it opens the session with the first request and takes a turn with each;
// a request that does not decode takes none. Replies use the frontend that the
// peer used last.
func (v *Conversation) Decode(ctx context.Context, p Payload) (*ir.IR, Report, error) {
	if err := negotiation.CheckDeadline(ctx); err != nil {
		return nil, Report{}, err
	}
	if err := v.open(); err != nil {
		return nil, Report{}, err
	}
	if !slices.Contains(v.opt.Offer.Frontends, p.Encoding) {
		return nil, Report{}, &Error{Code: ir.UnsupportedFrontend, Offset: -1,
			Msg: "frontend " + show.Quote(p.Encoding) + " was not offered", Hint: "use " + v.frontend}
	}
	x, report, err := v.codec.Decode(p)
	if err == nil {
		err = v.checkVersion(x.SILP)
	}
	if err == nil {
		err = v.session(ctx, &x.Meta)
	}
	if err != nil {
		return nil, report, err
	}
	v.frontend = p.Encoding
	return x, report, nil
}

// session takes what belongs to the conversation out of the meta of a payload
// that came in.
func (v *Conversation) session(ctx context.Context, m *ir.Meta) (err error) {
	id := ""
	if m.SessionID != nil {
		id = *m.SessionID
	}
	if v.calls {
		err = v.reply(id, m)
	} else {
		err = v.request(ctx, id)
	}
	m.SessionID = nil
	return err
}

// request takes a turn for a request of the given session, and opens one if it
// has none.
func (v *Conversation) request(ctx context.Context, id string) error {
	if v.choice.N == 0 {
		if id != "" {
			return &Error{Code: ir.SessionExpired, Offset: -1, Path: "/meta/session_id",
				Msg: "session " + show.Quote(id) + " is not open: the pong offered none", Hint: "send without session_id"}
		}
		v.number++
		v.turn = negotiation.TurnAt(1, v.number)
		return nil
	}
	s, scope := v.opt.Sessions, v.opt.Scope
	old, again := "", id == "" && v.spare != ""
	if id == "" {
		// The peer has no session or has lost it: the reply that named it, say.
		if !again {
			opened, err := s.Open(ctx, scope, v.choice.N)
			if err != nil {
				return err
			}
			v.spare = opened
		}
		id, old = v.spare, v.id
	}
	turn, err := s.Turn(ctx, scope, id)
	if id == v.spare && (err == nil || errors.Is(err, ir.SessionExpired)) {
		if v.spare = ""; err != nil && again { // expired meanwhile
			return v.request(ctx, "")
		}
	}
	if err != nil {
		return err
	}
	// Turn 1 has something to forget if there was another session before.
	turn.Reset = turn.Reset || old != ""
	v.id, v.number, v.turn = id, turn.Number, turn
	if old != "" {
		// It would expire in any case, so that a failure here is none.
		_ = s.Close(ctx, scope, old)
	}
	return nil
}

// reply reads which session and turn a reply belongs to.
func (v *Conversation) reply(id string, m *ir.Meta) error {
	switch {
	case id == "" && v.choice.N == 0:
		v.number++
		v.turn = negotiation.TurnAt(1, v.number+1)
		return nil
	case !negotiation.ValidID(id) || v.choice.N == 0 || v.id != "" && v.id != id:
		return &Error{Code: ir.DecodeFailed, Offset: -1, Path: "/meta/session_id",
			Msg: "the reply is of session " + show.Quote(id) + ", not of this one"}
	}
	number := v.number + 1 // of a peer that does not say
	if raw, ok := m.Extra[turnMember]; ok {
		if number = turnNumber(string(raw)); number < max(1, v.number) {
			return &Error{Code: ir.DecodeFailed, Offset: -1, Path: "/meta/" + turnMember,
				Msg: "the reply is of an earlier turn, or of none", Hint: "a reply says the number of its turn"}
		}
		if delete(m.Extra, turnMember); len(m.Extra) == 0 {
			m.Extra = nil
		}
	}
	v.id, v.number = id, number
	if number+1 == v.turn.Number { // one more reply to the turn before
		return nil
	}
	next := negotiation.TurnAt(v.choice.N, number+1)
	next.Reset = next.Context != v.turn.Context // perhaps in a turn whose reply was lost
	v.turn = next
	return nil
}

// turnNumber reads the number of a turn; 0 is none. No session takes more turns
// than a double counts.
func turnNumber(lit string) int64 {
	if lit[0] < '1' || lit[0] > '9' || !jsonio.IsInteger(lit) {
		return 0
	}
	n, ok := jsonio.Int64(lit)
	if !ok || n > 1<<53 {
		return 0
	}
	return n
}

// Retry takes the error that the peer has answered with, and prepares another
// try of the same IR. After unsupported_frontend Encode uses the next frontend
// of the chain that both sides offered; after session_expired a new session
// begins, with Turn().Reset set. Any other error, and one for which there is
// nothing left to try, is returned.
func (v *Conversation) Retry(refusal error) error {
	if err := v.open(); err != nil {
		return err
	}
	switch {
	case errors.Is(refusal, ir.UnsupportedFrontend):
		chain := negotiation.Options{MustDecode: true}
		for name, ok := chain.Next(v.frontend); ok; name, ok = chain.Next(name) {
			if slices.Contains(v.peer.Frontends, name) && slices.Contains(v.opt.Offer.Frontends, name) {
				v.frontend = name
				return nil
			}
		}
	case errors.Is(refusal, ir.SessionExpired) && v.calls && v.id != "":
		v.id, v.number = "", 0
		v.turn = negotiation.TurnAt(v.choice.N, 1)
		v.turn.Reset = true
		return nil
	}
	return refusal
}

// End ends the conversation: Encode and Decode refuse from now on. On the
// answering side it closes the session. How the peer comes to know is up to the
// carrier; a peer that goes on gets session_expired.
func (v *Conversation) End(ctx context.Context) error {
	v.ended = true
	if v.calls {
		return nil
	}
	var errs []error
	for _, id := range []string{v.id, v.spare} {
		if id == "" {
			continue
		}
		if err := v.opt.Sessions.Close(ctx, v.opt.Scope, id); !errors.Is(err, ir.SessionExpired) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
