package lines

import (
	"errors"
	"io"
	"math"
	"strings"
	"testing"
	"testing/iotest"
)

// Long and short lines in any mixture come out of the Reader whole.
func TestReader(t *testing.T) {
	const limit = 100
	var want []string
	var in strings.Builder
	for n := range 3 * limit {
		line := strings.Repeat(string(rune('a'+n%26)), n%(limit+40))
		in.WriteString(line + []string{"\n", "\r\n"}[n%2])
		want = append(want, line[:min(len(line), limit+1)])
	}
	r := NewReader(strings.NewReader(in.String()), 16, limit)
	for i, w := range want {
		got, err := r.Next()
		if err != nil || string(got) != w {
			t.Fatalf("line %d: %q, %v; want %q", i, got, err, w)
		}
	}
	if _, err := r.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("got %v at the end", err)
	}
	if cap(r.long) > 4*limit {
		t.Errorf("a buffer of %d bytes", cap(r.long))
	}
}

// A limit that means none, or one below zero, cuts as it says and does not
// overflow.
func TestLimits(t *testing.T) {
	line := strings.Repeat("x", 50)
	for _, row := range []struct{ limit, want int }{
		{math.MaxInt, 50}, {math.MaxInt - 1, 50}, {math.MaxInt - 2, 50}, {0, 1}, {-1, 1}, {math.MinInt, 1},
	} {
		r := NewReader(strings.NewReader(line+"\n"), 16, row.limit)
		if got, err := r.Next(); err != nil || len(got) != row.want {
			t.Errorf("limit %d: %d bytes, %v", row.limit, len(got), err)
		}
	}
}

// What stands behind the last LF is a line; what an error of the input cuts is
// none.
func TestLastLine(t *testing.T) {
	r := NewReader(strings.NewReader("a\n\nb"), 16, 100)
	for _, want := range []string{"a", "", "b"} {
		if got, err := r.Next(); err != nil || string(got) != want {
			t.Fatalf("%q, %v; want %q", got, err, want)
		}
	}
	if _, err := r.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("got %v at the end", err)
	}
	gone := errors.New("gone")
	r = NewReader(io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(gone)), 16, 100)
	if got, err := r.Next(); err != nil || string(got) != "a" {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := r.Next(); !errors.Is(err, gone) || got != nil {
		t.Errorf("%q, %v in the middle of a line", got, err)
	}
}
