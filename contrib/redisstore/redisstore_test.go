package redisstore_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/silp-protocol/silp-go/contrib/redisstore"
	"github.com/silp-protocol/silp-go/internal/storetest"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/negotiation"
)

func sessions(c *redis.Client) *negotiation.Sessions {
	return negotiation.NewSessions(negotiation.SessionOptions{Store: redisstore.New(c, redisstore.Options{})})
}

func TestStore(t *testing.T) {
	storetest.Run(t, redisstore.New(newServer(t).client(), redisstore.Options{Prefix: "test:"}), 3000)
}

// What Redis holds: the key, the fields, and how long.
func TestRecord(t *testing.T) {
	c := newServer(t).client()
	s := redisstore.New(c, redisstore.Options{})
	now := time.UnixMilli(1_800_000_000_000)
	session := negotiation.Session{N: 20, Turns: 7, Created: now, Used: now.Add(time.Minute), Expires: now.Add(time.Hour)}
	key := negotiation.Key{Scope: "principal:7", ID: "k3"}
	if ok, err := s.Put(t.Context(), key, session, 0); !ok || err != nil {
		t.Fatal(ok, err)
	}
	const name = "silp:session:k3:principal:7"
	got, err := c.HGetAll(t.Context(), name).Result()
	if err != nil || got["version"] == "" || got["n"] != "20" || got["turns"] != "7" || got["created"] != "1800000000000" || got["used"] != "1800000060000" || got["expires"] != "1800003600000" || len(got) != 6 {
		t.Errorf("%v, %v", got, err)
	}
	if ttl := c.PTTL(t.Context(), name).Val(); ttl > 59*time.Minute || ttl < 57*time.Minute {
		t.Errorf("dropped in %v", ttl)
	}
	_, version, err := s.Get(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	session.Expires = time.Time{}
	if ok, err := s.Put(t.Context(), key, session, version); !ok || err != nil {
		t.Fatal(ok, err)
	}
	if ttl := c.PTTL(t.Context(), name).Val(); ttl != -1 {
		t.Errorf("dropped in %v", ttl)
	}
	// Something else under the key is an error, no panic and no session.
	for _, bad := range [][]any{{"n", "x"}, {"turns", ""}, {"expires", "soon"}} {
		if err := c.HSet(t.Context(), name, bad...).Err(); err != nil {
			t.Fatal(err)
		}
		if _, _, err := s.Get(t.Context(), key); err == nil || !strings.Contains(err.Error(), "is no session record") {
			t.Errorf("%v: %v", bad, err)
		}
	}
	if err := c.Set(t.Context(), name, "text", 0).Err(); err != nil {
		t.Fatal(err)
	}
	_, _, err1 := s.Get(t.Context(), key)
	_, err2 := s.Put(t.Context(), key, session, version)
	_, err3 := s.Delete(t.Context(), key, version)
	if err1 == nil || err2 == nil || err3 == nil {
		t.Error(err1, err2, err3)
	}
}

// secondTry sends every script twice, as a client does whose connection broke
// before the answer came.
type secondTry struct{ redis.UniversalClient }

func (c secondTry) EvalSha(ctx context.Context, sha string, keys []string, args ...any) *redis.Cmd {
	if cmd := c.UniversalClient.EvalSha(ctx, sha, keys, args...); cmd.Err() != nil {
		return cmd
	}
	return c.UniversalClient.EvalSha(ctx, sha, keys, args...)
}

// A write that the client sends twice counts once and is no conflict.
func TestSecondTry(t *testing.T) {
	c := newServer(t).client()
	s := negotiation.NewSessions(negotiation.SessionOptions{Store: redisstore.New(secondTry{c}, redisstore.Options{})})
	id, err := s.Open(t.Context(), "a", 5)
	if err != nil {
		t.Fatal(err)
	}
	for i := range int64(20) {
		if turn, err := s.Turn(t.Context(), "a", id); err != nil || turn != negotiation.TurnAt(5, i+1) {
			t.Fatalf("%+v, %v", turn, err)
		}
	}
	if n := c.DBSize(t.Context()).Val(); n != 1 {
		t.Errorf("%d records", n)
	}
}

func TestScopeFull(t *testing.T) {
	s := sessions(newServer(t).client())
	for range negotiation.MaxSessions {
		if _, err := s.Open(t.Context(), "a", 5); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Open(t.Context(), "a", 5); !errors.Is(err, negotiation.ErrScopeFull) {
		t.Error(err)
	}
	if _, err := s.Open(t.Context(), "b", 5); err != nil {
		t.Error(err)
	}
}

// counted notes which turns were given.
type counted struct {
	mu    sync.Mutex
	given map[int64]int
}

func (c *counted) add(turn negotiation.Turn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.given[turn.Number]++
}

// Two replicas take 10,000 turns on one session. Each number is given once,
// and none is left out.
func TestTwoReplicas(t *testing.T) {
	before := runtime.NumGoroutine()
	srv := newServer(t)
	clients := []*redis.Client{srv.client(), srv.client()}
	id, err := sessions(clients[0]).Open(t.Context(), "a", 9999)
	if err != nil {
		t.Fatal(err)
	}
	c := counted{given: make(map[int64]int)}
	var wg sync.WaitGroup
	for _, client := range clients {
		s := sessions(client)
		wg.Go(func() {
			for range 5000 {
				turn, err := s.Turn(context.Background(), "a", id)
				if err != nil {
					t.Error(err)
					return
				}
				c.add(turn)
			}
		})
	}
	wg.Wait()
	for number := range int64(10_000) {
		if c.given[number+1] != 1 {
			t.Errorf("turn %d was given %d times", number+1, c.given[number+1])
		}
	}
	for _, client := range clients {
		client.Close()
	}
	srv.kill()
	for range 1_000_000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		runtime.Gosched()
	}
	t.Errorf("%d goroutines before, %d after", before, runtime.NumGoroutine())
}

// The same while Redis is killed and started again, several times. A turn may
// fail then; none is given twice, and the session is not lost.
func TestKilledRedis(t *testing.T) {
	srv := newServer(t)
	clients := []*redis.Client{srv.client(), srv.client()}
	id, err := sessions(clients[0]).Open(t.Context(), "a", 9999)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 3*time.Minute)
	defer stop()
	const each, kills = 5000, 5
	c := counted{given: make(map[int64]int)}
	var taken, failed atomic.Int64
	marks := make(chan struct{}, kills) // it is time to kill
	var wg sync.WaitGroup
	for _, client := range clients {
		s := sessions(client)
		wg.Go(func() {
			for done := 0; done < each; {
				turn, err := s.Turn(ctx, "a", id)
				switch {
				case errors.Is(err, ir.SessionExpired), ctx.Err() != nil:
					t.Error(err)
					stop() // nobody has to wait for marks any more
					return
				case err != nil:
					failed.Add(1)
					continue
				}
				done++
				c.add(turn)
				if n := taken.Add(1); n%(2*each/(kills+1)) == 0 && n/(2*each/(kills+1)) <= kills {
					marks <- struct{}{}
				}
			}
		})
	}
	for range kills {
		select {
		case <-marks:
		case <-ctx.Done():
			t.Fatal("no turns are taken")
		}
		srv.kill() // while both replicas go on
		srv.start()
	}
	wg.Wait()
	last := int64(0)
	for number, times := range c.given {
		if times != 1 {
			t.Errorf("turn %d was given %d times", number, times)
		}
		last = max(last, number)
	}
	t.Logf("%d turns given, the last is %d, %d errors, log of %d bytes", len(c.given), last, failed.Load(), srv.logSize())
	// A number is left out where a write was done and its answer lost, and the
	// other replica took a turn before the client tried again: once a replica
	// and kill at most, besides the errors.
	if len(c.given) != 2*each || last > 2*each+failed.Load()+int64(kills*len(clients)) {
		t.Errorf("%d turns given, the last is %d after %d errors", len(c.given), last, failed.Load())
	}
}

// Without a server the error says so, and the deadline of the request holds.
func TestNoServer(t *testing.T) {
	srv := newServer(t)
	s := sessions(srv.client())
	id, err := s.Open(t.Context(), "a", 5)
	if err != nil {
		t.Fatal(err)
	}
	srv.kill()
	if _, err := s.Turn(t.Context(), "a", id); err == nil || errors.As(err, new(*ir.Error)) || !strings.Contains(err.Error(), "session store: ") {
		t.Error(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Millisecond)
	defer stop()
	if _, err := s.Turn(ctx, "a", id); !errors.Is(err, ir.Timeout) {
		t.Error(err)
	}
	srv.start()
	if turn, err := s.Turn(t.Context(), "a", id); err != nil || turn.Number != 1 {
		t.Error(turn, err)
	}
}

// With a server that hangs the deadline of the request holds as well, if the
// client is configured as the package documentation says.
func TestHangingServer(t *testing.T) {
	const pause = time.Minute
	c := redis.NewClient(&redis.Options{
		Addr:                  newServer(t).client().Options().Addr,
		ContextTimeoutEnabled: true,
		ReadTimeout:           2 * pause, // when a request ends without that
	})
	defer c.Close()
	s := sessions(c)
	id, err := s.Open(t.Context(), "a", 5)
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	if err := c.ClientPause(t.Context(), pause).Err(); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer stop()
	if _, err := s.Turn(ctx, "a", id); !errors.Is(err, ir.Timeout) || time.Since(start) >= pause {
		t.Error(err, time.Since(start))
	}
}

func Example() {
	client := redis.NewClient(&redis.Options{Addr: "127.0.0.1:1", ContextTimeoutEnabled: true}) // nobody listens there
	defer client.Close()
	sessions := negotiation.NewSessions(negotiation.SessionOptions{Store: redisstore.New(client, redisstore.Options{Prefix: "booking:"})})
	_, err := sessions.Open(context.Background(), "principal-7", 10)
	fmt.Println(err != nil)
	// Output: true
}
