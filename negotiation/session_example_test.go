package negotiation_test

import (
	"context"
	"fmt"
	"time"

	"github.com/silp-protocol/silp-go/negotiation"
)

func ExampleSessions() {
	ctx := context.Background()
	sessions := negotiation.NewSessions(negotiation.SessionOptions{Idle: 5 * time.Minute})
	id, err := sessions.Open(ctx, "principal-7", 5)
	fmt.Println(negotiation.ValidID(id), err)
	for range 6 {
		turn, err := sessions.Turn(ctx, "principal-7", id)
		fmt.Println(turn.Number, turn.Context, turn.Reset, err)
	}
	fmt.Println(sessions.Close(ctx, "principal-7", id))
	_, err = sessions.Turn(ctx, "principal-7", id)
	fmt.Println(err)
	// Output:
	// true <nil>
	// 1 0 false <nil>
	// 2 0 false <nil>
	// 3 0 false <nil>
	// 4 0 false <nil>
	// 5 0 false <nil>
	// 6 1 true <nil>
	// <nil>
	// session_expired: session "00" is not open in this scope; open a new one
}

func ExampleTurnAt() {
	for _, number := range []int64{10, 11, 12} {
		fmt.Println(negotiation.TurnAt(10, number))
	}
	// Output:
	// {10 0 false}
	// {11 1 true}
	// {12 1 false}
}

func ExampleCheckDeadline() {
	ctx, stop := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer stop()
	fmt.Println(negotiation.CheckDeadline(ctx))
	// Output: timeout: the deadline of the request has passed; send it again with more time
}

// Of two writers that know the same version, one wins.
func ExampleMemoryStore() {
	ctx := context.Background()
	store := negotiation.NewMemoryStore()
	key := negotiation.Key{Scope: "principal-7", ID: "k3"}
	now := time.UnixMilli(1_800_000_000_000)
	session := negotiation.Session{N: 5, Created: now, Used: now, Expires: now.Add(time.Minute)}
	fmt.Println(store.Put(ctx, key, session, 0))

	got, version, err := store.Get(ctx, key)
	fmt.Println(got.N, got.Turns, got.ExpiredAt(now), err)
	got.Turns++
	fmt.Println(store.Put(ctx, key, got, version))
	fmt.Println(store.Put(ctx, key, got, version))
	fmt.Println(store.Delete(ctx, key, version))
	fmt.Println(store.Len())
	// Output:
	// true <nil>
	// 5 0 false <nil>
	// true <nil>
	// false <nil>
	// false <nil>
	// 1
}
