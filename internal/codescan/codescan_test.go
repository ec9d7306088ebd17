package codescan

import "testing"

// FuzzAppendPlain: the quick answer never says more than CanBeBare, which is
// slower and knows the place.
func FuzzAppendPlain(f *testing.F) {
	for _, s := range []string{"", "a", "then", "thens", "if", "t+1", "a@b", "a:", ":a", "...", "a.b", "é", "flight", "a b", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		dst := append(make([]byte, 0, 8+len(s)), "kept"...)
		out, ok := AppendPlain(dst, s)
		if ok != (string(out) == "kept"+s) && s != "" || !ok && string(out) != "kept" {
			t.Fatalf("%q: %v %q", s, ok, out)
		}
		if ok && !(CanBeBare(s, Anywhere) && CanBeBare(s, Target)) {
			t.Fatalf("%q is plain, but cannot be bare", s)
		}
		if _, ok := AppendPlain(dst[:4:4], s); ok && s != "" {
			t.Fatalf("%q: appended to a full slice", s)
		}
	})
}

// FuzzTimes: the first byte alone never decides wrongly.
func FuzzTimes(f *testing.F) {
	for _, s := range []string{"", "t", "t+1", "t-2pm", "t+", "T+1", "ｔ+1", "t+１", "x", "t+1P"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if TimeLike(s) != timeLike(s) || BecomesTime(s) != becomesTime(s) || TimeLike(s) && !BecomesTime(s) {
			t.Fatalf("%q: %v %v, becomes %v %v", s, TimeLike(s), timeLike(s), BecomesTime(s), becomesTime(s))
		}
	})
}
