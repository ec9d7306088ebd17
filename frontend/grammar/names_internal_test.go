package grammar

import (
	"testing"
	"time"

	"github.com/silp-protocol/silp-go/internal/cputime"
)

// Many rules of one name, as MaxCalls makes them, are named in linear time.
func TestNamesLinear(t *testing.T) {
	cost := func(count int) time.Duration {
		least := time.Duration(1 << 62)
		for range 3 {
			least = min(least, cputime.Of(func() {
				n := newNames()
				for range count {
					n.add(&rule{name: "behind-book"})
				}
				if len(n.taken) != count {
					t.Fatalf("%d names of %d rules", len(n.taken), count)
				}
			}))
		}
		return least
	}
	if a, b := cost(2_000), cost(16_000); b > 24*a {
		t.Errorf("%v for 2,000 rules, %v for 16,000", a, b)
	}
}
