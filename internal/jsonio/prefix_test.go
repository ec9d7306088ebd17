package jsonio

import "testing"

// Of texts that end early: the string value in which they do.
func TestOpen(t *testing.T) {
	for _, row := range []struct {
		text, pointer string
		at            int
	}{
		{`{"a":"b`, "/a", 5},
		{`{"a" : "`, "/a", 7},
		{`{"a":["b`, "/a/0", 6},
		{`{"a":["b" ,"c`, "/a/1", 11},
		{`{"a":[["b"],{"c/d":"e`, "/a/1/c~1d", 19},
		{`["b","c`, "/1", 5},
		{`{"a`, "", 0},
		{`{"a":1,"b`, "", 0},
		{`{"a":[{"b`, "", 0},
		{`{"a":"b"`, "", 0},
		{`{"a":12`, "", 0},
		{`{"a":[`, "", 0},
		{`"a`, "", 0},
		{`{"a":"b"}`, "", 0},
		{"{\"a\":\"b\n", "", 0}, // a fault, not an end
		{``, "", 0},
	} {
		r := NewReader(row.text)
		r.AppendValue(nil)
		pointer, at, ok := r.Open()
		if pointer != row.pointer || at != row.at || ok != (row.pointer != "") {
			t.Errorf("%s: %q at %d, %v", row.text, pointer, at, ok)
		}
		r.Release()
	}
}

// The elements of an array that a member holds, as far as they are whole.
func TestElements(t *testing.T) {
	for text, want := range map[string]int{
		`{"a":[1,[2],{"b":[3,4]}]`: 3,
		`{"a":[1,[2],{"b":[3,4]}`:  3,
		`{"a":[1,[2],{"b":[3,4]`:   2,
		`{"a":[1,[2],{"b":`:        2,
		`{"a":[1,[2`:               1,
		`{"a":[1,]`:                1,
		`{"a":[1}`:                 1,
		`{"a":[1 2`:                1,
		`{"a":[`:                   0,
		`{"a":`:                    0,
		`{"a":1`:                   0,
	} {
		r := NewReader(text)
		r.Object()
		r.Name()
		if r.Array() {
			for r.More() {
				r.AppendValue(nil)
			}
		}
		if got := r.Elements(); got != want {
			t.Errorf("%s: %d elements, want %d", text, got, want)
		}
		r.Release()
	}
}

// An array that is none does not show the count of the one before.
func TestElementsOfNoArray(t *testing.T) {
	r := NewReader(`{"a":[1,2],"b":{"c":1}}`)
	defer r.Release()
	r.Object()
	r.Name()
	for r.Array(); r.More(); {
		r.AppendValue(nil)
	}
	r.Name()
	if r.Array() || r.Elements() != 0 {
		t.Errorf("%d elements", r.Elements())
	}
}
