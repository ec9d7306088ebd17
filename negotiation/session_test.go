package negotiation_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/silp-protocol/silp-go/internal/storetest"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/negotiation"
)

// clock is a clock that tests move.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func newClock() *clock {
	return &clock{now: time.Date(2026, 7, 11, 9, 25, 38, 109734123, time.UTC)}
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

func open(t testing.TB, s *negotiation.Sessions, scope string, n int) string {
	t.Helper()
	id, err := s.Open(t.Context(), scope, n)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// Draft section 5.2: the turns that begin a new context, for each N.
func TestHeartbeat(t *testing.T) {
	for n, want := range map[int][]int64{
		1:    {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22},
		5:    {6, 11, 16, 21},
		10:   {11, 21},
		15:   {16},
		20:   {21},
		9999: nil,
	} {
		s := negotiation.NewSessions(negotiation.SessionOptions{})
		id := open(t, s, "a", n)
		var got []int64
		context := int64(0)
		for i := range int64(22) {
			turn, err := s.Turn(t.Context(), "a", id)
			if err != nil || turn.Number != i+1 || turn != negotiation.TurnAt(n, i+1) {
				t.Fatalf("N=%d: %+v, %v", n, turn, err)
			}
			if turn.Reset {
				got = append(got, turn.Number)
				context++
			}
			if turn.Context != context {
				t.Errorf("N=%d: turn %d is of context %d, want %d", n, turn.Number, turn.Context, context)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("N=%d: resets at %v, want %v", n, got, want)
		}
	}
	for number := int64(1); number < 30_000; number++ {
		if turn := negotiation.TurnAt(9999, number); turn.Reset || turn.Context != 0 {
			t.Fatalf("9999 resets: %+v", turn)
		}
	}
	for n := -2; n <= 10_000; n++ {
		s := negotiation.NewSessions(negotiation.SessionOptions{})
		_, err := s.Open(t.Context(), "a", n)
		if e, ok := errors.AsType[*ir.Error](err); ok == negotiation.ValidN(n) || ok && (e.Code != ir.DecodeFailed || e.Path != "/n") {
			t.Fatalf("N=%d: %v", n, err)
		}
		if turn := negotiation.TurnAt(n, 7); !negotiation.ValidN(n) && turn != (negotiation.Turn{Number: 7}) {
			t.Fatalf("N=%d: %+v", n, turn)
		}
	}
}

func TestExpiry(t *testing.T) {
	type step struct {
		wait time.Duration
		want string // "" or a part of the message
	}
	const idle, age = 10 * time.Minute, time.Hour
	for _, row := range []struct {
		name  string
		opt   negotiation.SessionOptions
		steps []step
	}{
		{"just before it is idle", negotiation.SessionOptions{Idle: idle, Lifetime: age}, []step{{idle - time.Millisecond, ""}, {idle - time.Millisecond, ""}}},
		{"idle", negotiation.SessionOptions{Idle: idle, Lifetime: age}, []step{{idle, "idle or open for too long"}}},
		{"a turn counts as use", negotiation.SessionOptions{Idle: idle, Lifetime: age}, []step{{6 * time.Minute, ""}, {6 * time.Minute, ""}, {10 * time.Minute, "idle or open"}}},
		{"an expired one stays so", negotiation.SessionOptions{Idle: idle, Lifetime: age}, []step{{idle, "idle"}, {-5 * time.Minute, ""}, {idle, "idle"}}},
		{"too old", negotiation.SessionOptions{Idle: idle, Lifetime: 15 * time.Minute}, []step{{8 * time.Minute, ""}, {6 * time.Minute, ""}, {time.Minute, "idle or open"}}},
		{"never idle", negotiation.SessionOptions{Idle: -1, Lifetime: age}, []step{{age - time.Millisecond, ""}, {time.Millisecond, "idle or open"}}},
		{"no limits", negotiation.SessionOptions{Idle: -1, Lifetime: -1}, []step{{100_000 * time.Hour, ""}, {100_000 * time.Hour, ""}}},
		{"default idle", negotiation.SessionOptions{}, []step{{negotiation.DefaultIdle - time.Millisecond, ""}, {negotiation.DefaultIdle, "idle or open"}}},
		{"default lifetime", negotiation.SessionOptions{Idle: -1}, []step{{negotiation.DefaultLifetime - time.Millisecond, ""}, {time.Millisecond, "idle or open"}}},
	} {
		c := newClock()
		row.opt.Now = c.Now
		s := negotiation.NewSessions(row.opt)
		id := open(t, s, "a", 9999)
		for i, step := range row.steps {
			c.add(step.wait)
			_, err := s.Turn(t.Context(), "a", id)
			if step.want == "" && err != nil || step.want != "" && (!errors.Is(err, ir.SessionExpired) || !strings.Contains(err.Error(), step.want)) {
				t.Errorf("%s, step %d: %v, want %q", row.name, i, err, step.want)
			}
		}
	}
}

// An ID identifies nobody outside its scope, and one that is not open nobody.
func TestSessionExpired(t *testing.T) {
	s := negotiation.NewSessions(negotiation.SessionOptions{})
	id := open(t, s, "a", 5)
	for _, key := range []negotiation.Key{{"b", id}, {"", id}, {"a", ""}, {"a", "zz"}, {"a", id + id}, {"a", strings.ToUpper(id + "x")}, {"a", "__"}, {"a", "é"}, {"a", "a_"}, {"a", strings.Repeat("Q", 9999)}} {
		_, err := s.Turn(t.Context(), key.Scope, key.ID)
		closing := s.Close(t.Context(), key.Scope, key.ID)
		if !errors.Is(err, ir.SessionExpired) || !errors.Is(closing, ir.SessionExpired) || len(err.Error()) > 200 {
			t.Errorf("%.20q: %v, %v", key, err, closing)
		}
	}
	if turn, err := s.Turn(t.Context(), "a", id); err != nil || turn.Number != 1 {
		t.Errorf("%+v, %v", turn, err)
	}
	if err := s.Close(t.Context(), "a", id); err != nil {
		t.Error(err)
	}
	if _, err := s.Turn(t.Context(), "a", id); !errors.Is(err, ir.SessionExpired) {
		t.Error(err)
	}
}

func TestValidID(t *testing.T) {
	n := 0
	for a := range 256 {
		for b := range 256 {
			if negotiation.ValidID(string([]byte{byte(a), byte(b)})) {
				n++
			}
		}
	}
	if n != 1296 || negotiation.MaxSessions != 1296 || negotiation.ValidID("") || negotiation.ValidID("abc") {
		t.Error(n)
	}
}

// The 1,297th session of a scope is an error; a closed or expired one makes
// room, and its next owner begins at turn 1.
func TestScopeFull(t *testing.T) {
	c := newClock()
	s := negotiation.NewSessions(negotiation.SessionOptions{Idle: time.Minute, Now: c.Now})
	seen := make(map[string]bool)
	for range negotiation.MaxSessions {
		id := open(t, s, "a", 5)
		if seen[id] || !negotiation.ValidID(id) {
			t.Fatalf("%q is no ID or in use", id)
		}
		seen[id] = true
	}
	if _, err := s.Open(t.Context(), "a", 5); !errors.Is(err, negotiation.ErrScopeFull) || errors.As(err, new(*ir.Error)) {
		t.Error(err)
	}
	open(t, s, "b", 5) // another scope has its own
	if _, err := s.Turn(t.Context(), "a", "k3"); err != nil {
		t.Error(err)
	}
	if err := s.Close(t.Context(), "a", "k3"); err != nil {
		t.Error(err)
	}
	if id := open(t, s, "a", 5); id != "k3" {
		t.Errorf("got %q", id)
	}
	if turn, err := s.Turn(t.Context(), "a", "k3"); err != nil || turn.Number != 1 {
		t.Errorf("%+v, %v", turn, err)
	}
	c.add(30 * time.Second)
	if _, err := s.Turn(t.Context(), "a", "zz"); err != nil {
		t.Error(err)
	}
	c.add(30 * time.Second)
	for range negotiation.MaxSessions - 1 {
		if id := open(t, s, "a", 5); id == "zz" {
			t.Fatal("zz is in use")
		}
	}
	if _, err := s.Open(t.Context(), "a", 5); !errors.Is(err, negotiation.ErrScopeFull) {
		t.Error(err)
	}
}

// An ID that was closed does not come back at once.
func TestIDsRotate(t *testing.T) {
	s := negotiation.NewSessions(negotiation.SessionOptions{})
	seen := make(map[string]bool)
	for range negotiation.MaxSessions {
		id := open(t, s, "a", 1)
		if seen[id] {
			t.Fatalf("%q came back", id)
		}
		seen[id] = true
		if err := s.Close(t.Context(), "a", id); err != nil {
			t.Fatal(err)
		}
	}
}

func TestDeadline(t *testing.T) {
	s := negotiation.NewSessions(negotiation.SessionOptions{})
	id := open(t, s, "a", 1)
	late, stop := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer stop()
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for name, do := range map[string]func(context.Context) error{
		"open":  func(ctx context.Context) error { _, err := s.Open(ctx, "a", 1); return err },
		"turn":  func(ctx context.Context) error { _, err := s.Turn(ctx, "a", id); return err },
		"close": func(ctx context.Context) error { return s.Close(ctx, "a", id) },
		"check": negotiation.CheckDeadline,
	} {
		if err := do(late); !errors.Is(err, ir.Timeout) || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", name, err)
		}
		if err := do(gone); errors.Is(err, ir.Timeout) || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if turn, err := s.Turn(t.Context(), "a", id); err != nil || turn.Number != 1 {
		t.Errorf("a turn was counted: %+v, %v", turn, err)
	}
}

// brokenStore fails, or loses its first races.
type brokenStore struct {
	negotiation.Store
	err   error
	races int
	ctx   func()
}

func (b *brokenStore) fail() error {
	if b.ctx != nil {
		b.ctx()
	}
	return b.err
}

func (b *brokenStore) Get(ctx context.Context, k negotiation.Key) (negotiation.Session, uint64, error) {
	if b.err != nil {
		return negotiation.Session{}, 0, b.fail()
	}
	return b.Store.Get(ctx, k)
}

func (b *brokenStore) Put(ctx context.Context, k negotiation.Key, s negotiation.Session, version uint64) (bool, error) {
	if b.err != nil {
		return false, b.fail()
	}
	if version != 0 && b.races > 0 {
		b.races--
		version--
	}
	return b.Store.Put(ctx, k, s, version)
}

func (b *brokenStore) Delete(ctx context.Context, k negotiation.Key, version uint64) (bool, error) {
	if b.races > 0 {
		b.races--
		version--
	}
	return b.Store.Delete(ctx, k, version)
}

func TestStoreFails(t *testing.T) {
	b := &brokenStore{Store: negotiation.NewMemoryStore()}
	s := negotiation.NewSessions(negotiation.SessionOptions{Store: b})
	id := open(t, s, "a", 1)
	b.races = 3
	if turn, err := s.Turn(t.Context(), "a", id); err != nil || turn.Number != 1 || b.races != 0 {
		t.Errorf("%+v, %v, %d races left", turn, err, b.races)
	}
	b.err = errors.New("disk on fire")
	for range 2 {
		_, err1 := s.Open(t.Context(), "a", 1)
		_, err2 := s.Turn(t.Context(), "a", id)
		for _, err := range []error{err1, err2, s.Close(t.Context(), "a", id)} {
			if !errors.Is(err, b.err) || errors.As(err, new(*ir.Error)) {
				t.Error(err)
			}
		}
	}
	// A store fails as it likes when the deadline passes while it works.
	ctx, stop := context.WithCancelCause(t.Context())
	defer stop(nil)
	b.ctx = func() { stop(nil) }
	if _, err := s.Turn(ctx, "a", id); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	b.err, b.races = nil, 2
	if err := s.Close(t.Context(), "a", id); err != nil {
		t.Error(err)
	}
}

// 64 goroutines share sessions: each turn number is given once, and nothing of
// it is left behind.
func TestSharedSessions(t *testing.T) {
	before := runtime.NumGoroutine()
	const workers, turns, shared = 64, 200, 4
	s := negotiation.NewSessions(negotiation.SessionOptions{})
	ids := make([]string, shared)
	for i := range ids {
		ids[i] = open(t, s, "a", 20)
	}
	var mu sync.Mutex
	given := make([]map[int64]int, shared)
	for i := range given {
		given[i] = make(map[int64]int)
	}
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			for i := range turns {
				k := (w + i) % shared
				turn, err := s.Turn(context.Background(), "a", ids[k])
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				given[k][turn.Number]++
				mu.Unlock()
				// Sessions of its own come and go among them.
				id, err := s.Open(context.Background(), "a", 1)
				if err == nil {
					err = s.Close(context.Background(), "a", id)
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	for k := range given {
		for number := range int64(workers * turns / shared) {
			if given[k][number+1] != 1 {
				t.Errorf("session %d: turn %d was given %d times", k, number+1, given[k][number+1])
			}
		}
	}
	for range 1000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		runtime.Gosched()
	}
	t.Errorf("%d goroutines before, %d after", before, runtime.NumGoroutine())
}

func TestMemoryStore(t *testing.T) { storetest.Run(t, negotiation.NewMemoryStore(), 100_000) }

// Sessions that expire and that nobody asks for do not pile up, and their
// memory comes back.
func TestMemoryStoreForgets(t *testing.T) {
	c := newClock()
	m := negotiation.NewMemoryStore()
	s := negotiation.NewSessions(negotiation.SessionOptions{Store: m, Idle: time.Second, Now: c.Now})
	const each = 10_000
	for i := range 20 * each {
		open(t, s, fmt.Sprint("scope ", i), 5)
		c.add(time.Second / each)
		if m.Len() > 3*each {
			t.Fatalf("%d records, of which %d are alive", m.Len(), each)
		}
	}
	c.add(time.Second)
	for i := range 3 * each {
		open(t, s, fmt.Sprint("scope ", i), 5)
		c.add(time.Second)
	}
	if m.Len() > 2 {
		t.Errorf("%d records are left", m.Len())
	}
}

// A million sessions over many scopes fit into 1 GB; 400 MB are the bound here.
func TestMillionSessions(t *testing.T) {
	if testing.Short() {
		t.Skip("needs some hundred MB")
	}
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	s := negotiation.NewSessions(negotiation.SessionOptions{})
	for i := range 1_000_000 {
		open(t, s, fmt.Sprintf("https://agents.example/principal/%d", i/7), 10)
	}
	used := heap() - before
	t.Logf("%d MB, %d bytes a session", used>>20, used/1_000_000)
	if used > 400<<20 {
		t.Errorf("%d bytes", used)
	}
	if _, err := s.Turn(t.Context(), "https://agents.example/principal/0", "00"); err != nil {
		t.Error(err)
	}
}
