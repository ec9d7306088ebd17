package vocabfile

import (
	"reflect"
	"testing"
)

func example() *Vocabulary {
	return &Vocabulary{
		Base: 5, Tokens: []string{"a", "", "b\x00\xff", "\u2581"},
		Added: []Token{{7, "<b>"}, {900, "x"}}, First: []int{6, 5}, Last: []int{8},
	}
}

func TestRoundTrip(t *testing.T) {
	for _, v := range []*Vocabulary{example(), {Tokens: []string{}, First: []int{}, Last: []int{}}} {
		content := v.Append(nil)
		file, err := Pack(content)
		if err != nil {
			t.Fatal(err)
		}
		back, err := Unpack(file)
		if err != nil || Sum(back) != Sum(content) {
			t.Fatalf("%q, %v", back, err)
		}
		got, err := Parse(back)
		if err != nil || !reflect.DeepEqual(got, v) {
			t.Errorf("got %+v, %v, want %+v", got, err, v)
		}
	}
}

// Every part of a content is refused, and so is one with more behind it.
func TestCut(t *testing.T) {
	content := example().Append(nil)
	for n := range content {
		if v, err := Parse(content[:n]); err == nil {
			t.Errorf("%d of %d bytes gave %+v", n, len(content), v)
		}
	}
	if _, err := Parse(append(content, 0)); err == nil {
		t.Error("a byte behind the end was taken")
	}
	bad := example()
	bad.Last = []int{9}
	if _, err := Parse(bad.Append(nil)); err == nil {
		t.Error("the id of no token was taken")
	}
}

// Whatever parses is written back the same, and nothing panics or takes much
// more memory than it has bytes.
func FuzzParse(f *testing.F) {
	f.Add(example().Append(nil))
	f.Add([]byte(magic + "\x00\xff\xff\xff\x07"))
	f.Fuzz(func(t *testing.T, content []byte) {
		v, err := Parse(content)
		if err != nil {
			return
		}
		again, err := Parse(v.Append(nil))
		if err != nil || !reflect.DeepEqual(v, again) {
			t.Errorf("%+v became %+v, %v", v, again, err)
		}
	})
}
