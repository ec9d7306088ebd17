package ir

import (
	"math/rand/v2"
	"testing"
)

// The loop for few entities and the map for many find the same place.
func TestComesBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	found := 0
	for range 20_000 {
		list := make([]Entity, rng.IntN(few+1))
		for i := range list {
			list[i].ID = string(rune('a' + rng.IntN(8)))
			if i > 0 && rng.IntN(2) == 0 {
				list[i].ID = list[i-1].ID
			}
		}
		loop, many := comesBack(list, idOf), comesBackMany(list, idOf)
		if loop != many {
			t.Fatalf("%+v: the loop says %d, the map %d", list, loop, many)
		}
		if loop >= 0 {
			found++
		}
	}
	if found < 1000 || found > 19_000 {
		t.Errorf("%d of 20000 lists have one", found)
	}
}
