// Package storetest holds what every negotiation.Store must do.
package storetest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/silp-protocol/silp-go/negotiation"
)

type entry struct {
	s       negotiation.Session
	version uint64
}

// Run compares an empty store with a plain map over n random operations. Its
// clock runs by minutes, so that a store that drops records by a clock of its
// own drops none here.
func Run(t *testing.T, store negotiation.Store, n int) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	plain := make(map[negotiation.Key]entry)
	now, seen := time.UnixMilli(1_800_000_000_000), make(map[uint64]bool)
	scopes := []string{"", "a", "a:", "b\x00c", "\xff", "https://agents.example/ü", "00", "{x}"}
	for i := range n {
		now = now.Add(time.Duration(r.IntN(3)) * time.Minute)
		key := negotiation.Key{Scope: scopes[r.IntN(len(scopes))], ID: fmt.Sprintf("%02d", r.IntN(4))}
		want, known := plain[key]
		got, version, err := store.Get(t.Context(), key)
		if version == 0 && known && want.s.ExpiredAt(now) { // it may be dropped
			delete(plain, key)
			want, known = entry{}, false
		}
		if err != nil || version != want.version || !same(got, want.s) {
			t.Fatalf("operation %d, %q: got %+v, %d, %v, want %+v", i, key, got, version, err, want)
		}
		give := want.version
		switch r.IntN(4) {
		case 0:
			give = 0
		case 1:
			give = r.Uint64()
		}
		if r.IntN(3) == 0 {
			ok, err := store.Delete(t.Context(), key, give)
			if err != nil || ok != (known && give == want.version) {
				t.Fatalf("operation %d, %q: deleted %v, %v", i, key, ok, err)
			}
			if ok {
				delete(plain, key)
			}
			continue
		}
		s := negotiation.Session{N: 9999, Turns: r.Int64(), Created: now.Add(-time.Hour), Used: now}
		if r.IntN(4) > 0 {
			s.Expires = now.Add(time.Duration(r.IntN(200)) * time.Minute)
		}
		may := known && give == want.version && give != 0 || give == 0 && (!known || want.s.ExpiredAt(now))
		ok, err := store.Put(t.Context(), key, s, give)
		if err != nil || ok != may {
			t.Fatalf("operation %d, %q at %v: put %v, %v, want %v over %+v", i, key, now, ok, err, may, want)
		}
		if !ok {
			continue
		}
		if s.ExpiredAt(now) { // dropped at once, perhaps
			delete(plain, key)
			if _, version, _ := store.Get(t.Context(), key); version != 0 {
				plain[key] = entry{s, version}
			}
			continue
		}
		got, version, err = store.Get(t.Context(), key)
		if err != nil || seen[version] || version == 0 || !same(got, s) {
			t.Fatalf("operation %d, %q: wrote %+v, got %+v, version %d again, %v", i, key, s, got, version, err)
		}
		seen[version] = true
		plain[key] = entry{s, version}
	}
	cancelled(t, store, now)
}

func same(a, b negotiation.Session) bool {
	return a.N == b.N && a.Turns == b.Turns && a.Created.Equal(b.Created) && a.Used.Equal(b.Used) && a.Expires.Equal(b.Expires)
}

// cancelled: a request that is over changes nothing.
func cancelled(t *testing.T, store negotiation.Store, now time.Time) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	key := negotiation.Key{Scope: "cancelled", ID: "00"}
	_, _, err1 := store.Get(ctx, key)
	_, err2 := store.Put(ctx, key, negotiation.Session{N: 1, Created: now, Used: now}, 0)
	_, err3 := store.Delete(ctx, key, 1)
	for _, err := range []error{err1, err2, err3} {
		if !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
	if _, version, err := store.Get(t.Context(), key); version != 0 || err != nil {
		t.Error("a cancelled Put has put", err)
	}
}
