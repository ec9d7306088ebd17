package jsonio

import (
	"bytes"
	"encoding/json"
	"math/big"
	"slices"
	"strings"
	"testing"
)

func TestAppendCanonical(t *testing.T) {
	for _, row := range []struct{ name, text, want string }{
		{"blanks go", " [ 1 ,\t{ \"a\" :\r\n null } ] ", `[1,{"a":null}]`},
		{"scalars", `[true,false,null,"x"]`, `[true,false,null,"x"]`},
		{"only a string", ` "x" `, `"x"`},
		{"empty", `[{},[]]`, `[{},[]]`},
		{"digits stay", `[1,1.0,1e2,10E-1,1E+2,-0,-0.0,0.30000000000000000001,12345678901234567890,1e400,1e-0400]`,
			`[1,1.0,1e2,10E-1,1E+2,-0,-0.0,0.30000000000000000001,12345678901234567890,1e400,1e-0400]`},
		{"members sorted", `{"b":1,"a":2,"B":3,"":4}`, `{"":4,"B":3,"a":2,"b":1}`},
		{"at every depth", `[{"b":{"d":1,"c":[{"f":1,"e":2}]},"a":0}]`, `[{"a":0,"b":{"c":[{"e":2,"f":1}],"d":1}}]`},
		{"by code point, not by UTF-16 unit", `{"😀":1,"\uffee":2,"é":3,"z":4}`, `{"z":4,"é":3,"` + "\uffee" + `":2,"😀":1}`},
		{"by what names mean", `{"\u0062":1,"a":2}`, `{"a":2,"b":1}`},
		{"prefix first", `{"ab":1,"a":2,"a\u0000":3}`, `{"a":2,"a\u0000":3,"ab":1}`},
		{"escapes in one spelling", `["\u0041\/\u000a\u00e9","\uD83D\uDE00","\u200B"]`, `["A/\né","😀","\u200b"]`},
		{"names are strings", `{"\u200B\n":1}`, `{"\u200b\n":1}`},
		{"same name apart", `[{"a":{"a":1}},{"a":2}]`, `[{"a":{"a":1}},{"a":2}]`},
		{"64 arrays", strings.Repeat("[", 64) + strings.Repeat("]", 64), strings.Repeat("[", 64) + strings.Repeat("]", 64)},
		{"64 characters", strings.Repeat("1", 64), strings.Repeat("1", 64)},
	} {
		got, err := AppendCanonical([]byte("x"), row.text, 0)
		if err != nil || string(got) != "x"+row.want {
			t.Errorf("%s: got %s (%v), want %s", row.name, got, err, row.want)
			continue
		}
		if again, err := AppendCanonical(nil, row.want, 0); err != nil || string(again) != row.want {
			t.Errorf("%s: once more gives %s (%v)", row.name, again, err)
		}
	}
}

// A text that stands inside of other objects has that much less depth left.
func TestInside(t *testing.T) {
	for _, row := range []struct {
		inside, depth int
		ok            bool
	}{{0, 64, true}, {0, 65, false}, {3, 61, true}, {3, 62, false}, {64, 0, true}, {64, 1, false}} {
		text := strings.Repeat("[", row.depth) + "1" + strings.Repeat("]", row.depth)
		if _, err := AppendCanonical(nil, text, row.inside); (err == nil) != row.ok {
			t.Errorf("%d levels inside %d: %v", row.depth, row.inside, err)
		}
	}
}

func TestEqualCanonical(t *testing.T) {
	for _, row := range []struct {
		a, b string
		want bool
	}{
		{`1`, `1.0`, true}, {`1`, `10e-1`, true}, {`100`, `1E+2`, true}, {`-0`, `0.0`, true}, {`0e5`, `0`, true},
		{`1e400`, `10e399`, true}, {`1e400`, `1e399`, false}, {`1`, `-1`, false},
		{`12345678901234567890`, `12345678901234567891`, false}, {`0.1`, `0.10000000000000000001`, false},
		{`[1,2]`, `[1.0,2.0]`, true}, {`[1,2]`, `[12]`, false}, {`[1,2]`, `[1]`, false}, {`[1]`, `[1,2]`, false},
		{`[]`, `{}`, false}, {`[]`, `[[]]`, false}, {`""`, `null`, false}, {`"1"`, `1`, false},
		{`{"a":1}`, `{"a":1.00}`, true}, {`{"a":1}`, `{"b":1}`, false}, {`{"1":1}`, `{"1.0":1}`, false},
		{`"1"`, `"1.0"`, false}, {`"a\"1"`, `"a\"1.0"`, false}, {`"\\"`, `"\\"`, true}, {`["\\",1]`, `["\\",1.0]`, true},
		{`true`, `false`, false}, {`null`, `null`, true}, {``, ``, true}, {``, `1`, false},
		// No JSON: any verdict, but no panic.
		{`"abc`, `"abc`, true}, {`"abc\`, `"abc\`, true}, {`"`, `"x"`, false}, {`-`, `-`, true}, {`-e`, `-e`, true},
	} {
		if got := EqualCanonical([]byte(row.a), []byte(row.b)); got != row.want {
			t.Errorf("%s and %s: %v", row.a, row.b, got)
		}
		if got := EqualCanonical([]byte(row.b), []byte(row.a)); got != row.want {
			t.Errorf("%s and %s: %v", row.b, row.a, got)
		}
	}
}

// slowCanonical writes what encoding/json read, the slow and obvious way.
func slowCanonical(v any) string {
	var b strings.Builder
	switch v := v.(type) {
	case string:
		return slowString(v)
	case json.Number:
		return string(v)
	case []any:
		for i, e := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(slowCanonical(e))
		}
		return "[" + b.String() + "]"
	case map[string]any:
		var names []string
		for name := range v {
			names = append(names, name)
		}
		slices.SortFunc(names, func(a, b string) int { return slices.Compare([]rune(a), []rune(b)) })
		for i, name := range names {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(slowString(name) + ":" + slowCanonical(v[name]))
		}
		return "{" + b.String() + "}"
	}
	out, _ := json.Marshal(v) // nil or a bool
	return string(out)
}

func slowEqual(a, b any) bool {
	switch a := a.(type) {
	case json.Number:
		n, ok := b.(json.Number)
		return ok && rat(string(a)).Cmp(rat(string(n))) == 0
	case []any:
		l, ok := b.([]any)
		return ok && slices.EqualFunc(a, l, slowEqual)
	case map[string]any:
		m, ok := b.(map[string]any)
		if !ok || len(a) != len(m) {
			return false
		}
		for name, v := range a {
			if w, ok := m[name]; !ok || !slowEqual(v, w) {
				return false
			}
		}
		return true
	}
	switch b.(type) {
	case json.Number, []any, map[string]any:
		return false
	}
	return a == b
}

func slowRead(t *testing.T, text []byte) (v any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatalf("encoding/json reads %q: %v", text, err)
	}
	return v
}

func rat(lit string) *big.Rat {
	r, ok := new(big.Rat).SetString(lit)
	if !ok {
		panic(lit)
	}
	return r
}

// FuzzCanonical: what is accepted is JSON, its canonical spelling is that of
// the slow form, stable, and the same value; two texts are equal exactly if
// their values are.
func FuzzCanonical(f *testing.F) {
	for _, row := range brokenRows {
		f.Add(row.text, `{"a":1}`)
	}
	f.Fuzz(func(t *testing.T, text, other string) {
		a, errA := AppendCanonical(nil, text, 0)
		checkCanonical(t, text, a, errA)
		b, errB := AppendCanonical(nil, other, 0)
		checkCanonical(t, other, b, errB)
		if errA != nil || errB != nil {
			EqualCanonical([]byte(text), []byte(other)) // must not panic
			return
		}
		if got, want := EqualCanonical(a, b), slowEqual(slowRead(t, a), slowRead(t, b)); got != want {
			t.Fatalf("%s and %s: equal is %v, want %v", a, b, got, want)
		}
	})
}

func checkCanonical(t *testing.T, text string, out []byte, err *Error) {
	t.Helper()
	if err != nil {
		if !err.Syntax || err.Offset < 0 || err.Offset > len(text) || err.Msg == "" || len(err.Path) > maxPath {
			t.Fatalf("%q: error %+v", text, err)
		}
		return
	}
	if !json.Valid([]byte(text)) || !json.Valid(out) {
		t.Fatalf("%q is accepted as %q", text, out)
	}
	if want := slowCanonical(slowRead(t, []byte(text))); string(out) != want {
		t.Fatalf("%q: got %s, want %s", text, out, want)
	}
	if again, err := AppendCanonical(nil, string(out), 0); err != nil || !bytes.Equal(again, out) {
		t.Fatalf("%s became %s (%v)", out, again, err)
	}
	if !EqualCanonical(out, out) {
		t.Fatalf("%s is not itself", out)
	}
}
