// Package reuse lets a parser write into an IR that was filled before without
// allocating again, and into a fresh one with few allocations. The IR's slices, up
// to their capacity, and what it points to are taken up; nothing else is.
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

// Strings is memory for the strings that an IR points to: first what the IR
// pointed to before, then what was given, then several from one allocation. It
// serves one parse.
type Strings struct {
	dropped [16]*string
	n       int
	free    []string
	next    int // how many to make when free is empty
}

// Give adds memory that nothing else uses. What was left before is forgotten.
func (s *Strings) Give(free []string) { s.free = free }

// Drop adds a string that the IR does not point to any more. It may be nil.
func (s *Strings) Drop(p *string) {
	if p != nil && s.n < len(s.dropped) {
		s.dropped[s.n] = p
		s.n++
	}
}

// Full reports whether Drop would forget a string.
func (s *Strings) Full() bool { return s.n == len(s.dropped) }

// Ptr returns a pointer to v.
func (s *Strings) Ptr(v string) *string {
	var p *string
	if s.n > 0 {
		s.n--
		p = s.dropped[s.n]
	} else {
		p = s.make()
	}
	*p = v
	return p
}

// Keep puts a string that was dropped and not taken up into *place, if that is
// nil. It reports whether more may be left.
func (s *Strings) Keep(place **string) bool {
	if *place == nil && s.n > 0 {
		s.n--
		*place = s.dropped[s.n]
	}
	return s.n > 0
}

func (s *Strings) make() *string {
	if len(s.free) == 0 {
		s.next = min(max(2*s.next, 2), 64)
		s.free = make([]string, s.next)
	}
	p := &s.free[0]
	s.free = s.free[1:]
	return p
}
