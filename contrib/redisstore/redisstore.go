// Package redisstore keeps the sessions of package negotiation in Redis, so that
// replicas share them.
//
//	client := redis.NewClient(&redis.Options{Addr: "127.0.0.1:6379", ContextTimeoutEnabled: true})
//	sessions := negotiation.NewSessions(negotiation.SessionOptions{Store: redisstore.New(client, redisstore.Options{})})
//
// # What Redis must promise
//
// No two replicas take the same turn of a session as long as Redis keeps what
// it has acknowledged. By default it does not: it writes to disk now and then,
// and forgets the rest when it dies, so that after a restart turns are given
// again. Run it with
//
//	appendonly yes
//	appendfsync always
//	maxmemory-policy noeviction
//
// With replication, a failover to a replica that lags behind loses acknowledged
// turns as well; Redis has no setting that rules that out.
//
// When a connection breaks, a turn may be counted whose answer never came. Its
// number is then given to nobody. A client that tries again by itself, as
// go-redis does unless MaxRetries is -1, gets that number if no other replica
// was faster, and the next one otherwise.
//
// Without ContextTimeoutEnabled go-redis looks at the deadline of a request only
// before it sends: with a Redis that hangs, a request takes as long as the
// client's own ReadTimeout, whatever its deadline.
//
// # Records
//
// A session is a hash under the prefix, the session's ID, a colon and the scope,
// with the fields version, n, turns, created, used and expires (milliseconds since
// 1970; expires is empty for never). Redis drops it when it has expired. Writing
// compares the version in a script, one key at a time, so that a cluster works
// too. Redis 4 or newer is enough.
package redisstore

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/silp-protocol/silp-go/negotiation"
)

// DefaultPrefix is what the keys begin with.
const DefaultPrefix = "silp:session:"

// Options configures a Store.
type Options struct {
	// Prefix is what the keys begin with; "" means DefaultPrefix. Applications
	// that share a Redis and not their sessions need different ones, none of
	// which begins with another.
	Prefix string
}

// Store is a negotiation.Store in Redis. It is safe for concurrent use. The
// client stays the caller's, who closes it.
type Store struct {
	client      redis.UniversalClient
	prefix      string
	put, delete *redis.Script
}

var _ negotiation.Store = (*Store)(nil)

// putScript writes a record if the stored version is ARGV[1], "0" being none or
// an expired one. ARGV[2] is the new version, ARGV[3] the time to live in
// milliseconds, "" for ever; the other fields follow. If the new version is
// there already, this is a client's second try of a write that was done, whose
// answer got lost.
const putScript = `
local version, expires = unpack(redis.call('HMGET', KEYS[1], 'version', 'expires'))
if version == ARGV[2] then
	return 1
elseif ARGV[1] ~= '0' then
	if version ~= ARGV[1] then return 0 end
elseif version and (expires == '' or tonumber(expires) > tonumber(ARGV[7])) then
	return 0
end
redis.call('HSET', KEYS[1], 'version', ARGV[2], 'n', ARGV[4], 'turns', ARGV[5], 'created', ARGV[6], 'used', ARGV[7], 'expires', ARGV[8])
if ARGV[3] == '' then
	redis.call('PERSIST', KEYS[1])
else
	redis.call('PEXPIRE', KEYS[1], ARGV[3])
end
return 1`

const deleteScript = `
if redis.call('HGET', KEYS[1], 'version') ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`

// New returns a Store over a client.
func New(client redis.UniversalClient, o Options) *Store {
	if o.Prefix == "" {
		o.Prefix = DefaultPrefix
	}
	return &Store{client, o.Prefix, redis.NewScript(putScript), redis.NewScript(deleteScript)}
}

// key is unambiguous because an ID has two bytes.
func (s *Store) key(k negotiation.Key) string { return s.prefix + k.ID + ":" + k.Scope }

// Get is the Get of a negotiation.Store.
func (s *Store) Get(ctx context.Context, key negotiation.Key) (negotiation.Session, uint64, error) {
	values, err := s.client.HMGet(ctx, s.key(key), "version", "n", "turns", "created", "used", "expires").Result()
	if err != nil {
		return negotiation.Session{}, 0, err
	}
	if values[0] == nil {
		return negotiation.Session{}, 0, nil
	}
	r := fields{values: values}
	version, n, turns, created, used := r.number(0), r.number(1), r.number(2), r.number(3), r.number(4)
	session := negotiation.Session{N: int(n), Turns: turns, Created: time.UnixMilli(created), Used: time.UnixMilli(used)}
	if values[5] != "" {
		session.Expires = time.UnixMilli(r.number(5))
	}
	if r.bad {
		return negotiation.Session{}, 0, fmt.Errorf("the hash %q is no session record", s.key(key))
	}
	return session, uint64(version), nil
}

// fields reads the fields of a record.
type fields struct {
	values []any
	bad    bool
}

func (f *fields) number(i int) int64 {
	text, ok := f.values[i].(string)
	n, err := strconv.ParseInt(text, 10, 64)
	f.bad = f.bad || !ok || err != nil
	return n
}

// Put is the Put of a negotiation.Store.
func (s *Store) Put(ctx context.Context, key negotiation.Key, session negotiation.Session, version uint64) (bool, error) {
	ttl, expires := "", ""
	if !session.Expires.IsZero() {
		ttl = strconv.FormatInt(max(1, session.Expires.Sub(session.Used).Milliseconds()), 10)
		expires = strconv.FormatInt(session.Expires.UnixMilli(), 10)
	}
	return s.put.Run(ctx, s.client, []string{s.key(key)}, version, newVersion(), ttl,
		session.N, session.Turns, session.Created.UnixMilli(), session.Used.UnixMilli(), expires).Bool()
}

// newVersion returns a number from 1 that nobody has had, but for a chance of
// 2^-62 each.
func newVersion() uint64 {
	var b [8]byte
	rand.Read(b[:]) // never fails
	return binary.LittleEndian.Uint64(b[:])>>2 + 1
}

// Delete is the Delete of a negotiation.Store.
func (s *Store) Delete(ctx context.Context, key negotiation.Key, version uint64) (bool, error) {
	return s.delete.Run(ctx, s.client, []string{s.key(key)}, version).Bool()
}
