// Package reuse lets a parser write into an IR that was filled before without
// allocating again, and into a fresh one with few allocations. Slots and
// pointers that stand in a slice's spare capacity are taken up; nothing else is.
package reuse

// Next makes s one element longer and keeps what the new slot held, so that
// the caller can take up its pointers. The caller sets every field. Where s must
// grow, done of the text's total bytes say how many elements are to come.
func Next[T any](s []T, done, total int) []T {
	if len(s) < cap(s) {
		return s[:len(s)+1]
	}
	return grow(s, done, total)
}

// grow makes room for as many elements as the rest of the text holds if it is
// like the part that was read, but for at least twice and at most eight times as
// many as there are: append would copy a long list often, and a text that only
// begins with many elements must not cost much more than they do.
func grow[T any](s []T, done, total int) []T {
	n := 2*len(s) + 4
	if done > 0 {
		n = max(n, min(8*len(s), int(int64(len(s))*int64(total)/int64(done))+4))
	}
	grown := make([]T, len(s)+1, n)
	copy(grown, s)
	return grown
}

// Ptr returns a pointer to v, old if there is one.
func Ptr[T any](old *T, v T) *T {
	if old == nil {
		old = new(T)
	}
	*old = v
	return old
}

// Strings is memory for the strings that an IR points to, several from one
// allocation. It must not outlive the parse that fills the IR.
type Strings struct {
	free []string
	next int // how many to make when free is empty
}

// Give adds memory that nothing else uses. What was left before is forgotten.
func (s *Strings) Give(free []string) { s.free = free }

// Ptr returns a pointer to v, old if there is one.
func (s *Strings) Ptr(old *string, v string) *string {
	if old == nil {
		old = s.take()
	}
	*old = v
	return old
}

func (s *Strings) take() *string {
	if len(s.free) == 0 {
		s.next = min(max(2*s.next, 2), 64)
		s.free = make([]string, s.next)
	}
	p := &s.free[0]
	s.free = s.free[1:]
	return p
}
