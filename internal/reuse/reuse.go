// Package reuse lets a parser write into an IR that was filled before without
// allocating again. Slots and pointers that stand in a slice's spare capacity
// are taken up; nothing else is.
package reuse

// Next makes s one element longer and keeps what the new slot held, so that
// the caller can take up its pointers. The caller sets every field.
func Next[T any](s []T) []T {
	if len(s) < cap(s) {
		return s[:len(s)+1]
	}
	// append grows a long slice by a quarter only, which costs a hostile text
	// of many short elements five copies.
	grown := make([]T, len(s)+1, 2*cap(s)+4)
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
