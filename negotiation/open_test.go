package negotiation

import "testing"

// A counter of openings that does not fit an int is no index below 0. Only where an
// int has 32 bits this can fail.
func TestOpenAfterManyOpenings(t *testing.T) {
	for _, n := range []uint32{1<<31 - 1, 1 << 31, 1<<32 - 1} {
		s := NewSessions(SessionOptions{})
		s.next.Store(n)
		for range 2 {
			if id, err := s.Open(t.Context(), "a", 5); err != nil || !ValidID(id) {
				t.Errorf("after %d: %q, %v", n, id, err)
			}
		}
	}
}
