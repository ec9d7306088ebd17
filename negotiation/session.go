package negotiation

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/silp-protocol/silp-go/internal/show"
	"github.com/silp-protocol/silp-go/ir"
)

// Defaults of SessionOptions.
const (
	DefaultIdle     = 15 * time.Minute
	DefaultLifetime = 24 * time.Hour
)

// MaxSessions is how many sessions of one scope can be open at a time: there are
// that many IDs of two of 0-9 and a-z.
const MaxSessions = len(idChars) * len(idChars)

const idChars = "0123456789abcdefghijklmnopqrstuvwxyz"

// SessionError is an error of sessions that is none of draft Table 10. Like
// ir.Code it is what errors.Is compares with.
type SessionError string

// ErrScopeFull says that all IDs of a scope are in use.
const ErrScopeFull SessionError = "all 1,296 session IDs of this scope are in use; close sessions, or set a shorter idle timeout"

// Error returns the message.
func (e SessionError) Error() string { return string(e) }

// SessionOptions configures Sessions. The zero value keeps sessions in memory.
type SessionOptions struct {
	// Store keeps the sessions; nil means a new MemoryStore. Replicas that share
	// a Store share the sessions.
	Store Store
	// Idle is how long after its last turn a session expires; 0 means
	// DefaultIdle, less means never. Replicas need the same.
	Idle time.Duration
	// Lifetime is how long after its opening a session expires whatever it
	// does; 0 means DefaultLifetime, less means never.
	Lifetime time.Duration
	// Now is the clock; nil means time.Now. Times are kept in milliseconds.
	Now func() time.Time
}

// Sessions opens sessions and counts their turns (draft section 5.2). It is
// safe for concurrent use, starts no goroutine, and needs no closing.
//
// A session is known by its scope and its ID together. The scope is what the
// carrier has authenticated: the principal of an MCP connection, the context of
// an A2A task, an IACP forager. An ID alone identifies nobody: there are only
// 1,296 of them, and they come back.
type Sessions struct {
	opt  SessionOptions
	next atomic.Uint32 // where Open looks for a free ID first
}

// NewSessions returns Sessions with the given options.
func NewSessions(o SessionOptions) *Sessions {
	if o.Store == nil {
		o.Store = NewMemoryStore()
	}
	if o.Idle == 0 {
		o.Idle = DefaultIdle
	}
	if o.Lifetime == 0 {
		o.Lifetime = DefaultLifetime
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Sessions{opt: o}
}

// Turn is one turn of a session.
type Turn struct {
	// Number counts the turns of the session from 1.
	Number int64
	// Context counts the resets. Turns with the same number of it share what
	// accumulates, also when they end out of order.
	Context int64
	// Reset says that N turns were taken since the last reset, so that this turn
	// begins with an empty context. It is false for the first turn, which has
	// nothing to forget.
	Reset bool
}

// TurnAt returns the turn with the given number, from 1, of a session whose
// heartbeat is n: with n = 5 the turns 6, 11, 16 … begin a new context, with 1
// every turn does, with 9999, and with what is no heartbeat, none.
func TurnAt(n int, number int64) Turn {
	t := Turn{Number: number}
	if n != maxN && ValidN(n) {
		t.Context = (number - 1) / int64(n)
		t.Reset = number > 1 && (number-1)%int64(n) == 0
	}
	return t
}

// Open opens a session in scope whose context is reset every n turns, and
// returns its ID. No turn is taken. If MaxSessions are open there already, the
// error is ErrScopeFull.
func (s *Sessions) Open(ctx context.Context, scope string, n int) (id string, err error) {
	if !ValidN(n) {
		return "", heartbeatFault(n).invalid()
	}
	now := s.now()
	record := Session{N: n, Created: now, Used: now}
	record.Expires = s.expires(&record)
	start := int((s.next.Add(1) - 1) % uint32(MaxSessions)) // as uint32: an int may have 32 bits
	for i := range MaxSessions {
		if err := CheckDeadline(ctx); err != nil {
			return "", err
		}
		k := (start + i) % MaxSessions
		id := string([]byte{idChars[k/len(idChars)], idChars[k%len(idChars)]})
		ok, err := s.opt.Store.Put(ctx, Key{scope, id}, record, 0)
		switch {
		case err != nil:
			return "", storeError(ctx, err)
		case ok:
			return id, nil
		}
	}
	return "", ErrScopeFull
}

// Turn takes the next turn of a session. No two calls get the same number, on
// however many replicas. An ID that is unknown, or whose session has expired,
// gives session_expired.
//
// When the connection to a Store breaks, a turn may be counted of which nobody
// hears: numbers can be left out, never given twice.
func (s *Sessions) Turn(ctx context.Context, scope, id string) (Turn, error) {
	key := Key{scope, id}
	for {
		record, version, err := s.live(ctx, key)
		if err != nil {
			return Turn{}, err
		}
		record.Turns++
		// The clocks of replicas differ; none may make a session older than another
		// has seen it.
		if now := s.now(); now.After(record.Used) {
			record.Used = now
		}
		record.Expires = s.expires(&record)
		ok, err := s.opt.Store.Put(ctx, key, record, version)
		switch {
		case err != nil:
			return Turn{}, storeError(ctx, err)
		case ok:
			return TurnAt(record.N, record.Turns), nil
		}
	}
}

// Close ends a session. Its ID is free again. A session that is not open gives
// session_expired.
func (s *Sessions) Close(ctx context.Context, scope, id string) error {
	key := Key{scope, id}
	for {
		_, version, err := s.live(ctx, key)
		if err != nil {
			return err
		}
		ok, err := s.opt.Store.Delete(ctx, key, version)
		switch {
		case err != nil:
			return storeError(ctx, err)
		case ok:
			return nil
		}
	}
}

// live returns the record of a session that has not expired.
func (s *Sessions) live(ctx context.Context, key Key) (Session, uint64, error) {
	if err := CheckDeadline(ctx); err != nil {
		return Session{}, 0, err
	}
	if !ValidID(key.ID) {
		return Session{}, 0, expired("no session has the ID "+show.Quote(key.ID), "an ID is two of 0-9 and a-z, as Open returns it")
	}
	record, version, err := s.opt.Store.Get(ctx, key)
	switch {
	case err != nil:
		return Session{}, 0, storeError(ctx, err)
	case version == 0:
		return Session{}, 0, expired("session "+show.Quote(key.ID)+" is not open in this scope", "open a new one")
	case record.ExpiredAt(s.now()):
		return Session{}, 0, expired("session "+show.Quote(key.ID)+" was idle or open for too long", "open a new one")
	}
	return record, version, nil
}

// ValidID reports whether id has the form of a session ID: two of 0-9 and a-z.
func ValidID(id string) bool {
	return len(id) == 2 && nameByte(id[0]) && id[0] != '_' && nameByte(id[1]) && id[1] != '_'
}

// now is the time without what a Store does not keep.
func (s *Sessions) now() time.Time { return time.UnixMilli(s.opt.Now().UnixMilli()) }

// expires returns the earlier of both limits, the zero time if there is none.
func (s *Sessions) expires(r *Session) (end time.Time) {
	if s.opt.Idle > 0 {
		end = r.Used.Add(s.opt.Idle)
	}
	if s.opt.Lifetime > 0 {
		if last := r.Created.Add(s.opt.Lifetime); end.IsZero() || last.Before(end) {
			end = last
		}
	}
	return end
}

// CheckDeadline returns an error with code timeout if the deadline of ctx has
// passed, an error that wraps context.Canceled if ctx was cancelled, and nil
// otherwise.
func CheckDeadline(ctx context.Context) error {
	switch err := ctx.Err(); {
	case err == nil:
		return nil
	case errors.Is(err, context.DeadlineExceeded):
		return &ir.Error{Code: ir.Timeout, Offset: -1, Msg: "the deadline of the request has passed", Hint: "send it again with more time", Err: err}
	default:
		return fmt.Errorf("the request was cancelled: %w", err)
	}
}

// storeError tells a request whose time is up from a store that fails.
func storeError(ctx context.Context, err error) error {
	if late := CheckDeadline(ctx); late != nil {
		return late
	}
	return fmt.Errorf("session store: %w", err)
}

func expired(msg, hint string) *ir.Error {
	return &ir.Error{Code: ir.SessionExpired, Offset: -1, Msg: msg, Hint: hint}
}
