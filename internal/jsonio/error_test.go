package jsonio

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// The places and messages of errors are our own: jsontext words its errors
// differently from process to process, and its versions differ.
var brokenRows = []struct {
	name, text string
	offset     int
	path, msg  string
}{
	{"nothing", "", 0, "", "unexpected end of the JSON text"},
	{"blanks", " \n", 2, "", "unexpected end of the JSON text"},
	{"NUL", "\x00", 0, "", "found U+0000 where JSON allows none"},
	{"byte order mark", "\ufeff{}", 0, "", "found U+FEFF where JSON allows none"},
	{"no-break space", "{\u00a0}", 1, "", "found U+00A0 where JSON allows none"},
	{"two objects", "{}{}", 2, "", "found '{' after the end of the JSON value"},
	{"two nulls", "null null", 5, "", "found 'n' after the end of the JSON value"},
	{"comma behind", "{},", 2, "", "found ',' after the end of the JSON value"},
	{"NUL behind", "{}\x00", 2, "", "found U+0000 after the end of the JSON value"},
	{"bracket", "]", 0, "", "found ']' where JSON allows none"},
	{"Python True", "True", 0, "", "found 'T' where JSON allows none"},
	{"NaN", "NaN", 0, "", "found 'N' where JSON allows none"},
	{"comment", "// c\n{}", 0, "", "found '/' where JSON allows none"},
	{"bare name", "{a:1}", 1, "", "found 'a' where JSON allows none"},
	{"single quotes", "{'a':1}", 1, "", `found '\'' where JSON allows none`},
	{"number as a name", "{1:1}", 1, "", "found '1' where JSON allows none"},
	{"array as a name", "{[]:1}", 1, "", "found '[' where JSON allows none"},
	{"no colon", `{"a"}`, 4, "/a", "found '}' where JSON allows none"},
	{"comma for a colon", `{"a",1}`, 4, "/a", "found ',' where JSON allows none"},
	{"no value", `{"a":}`, 5, "/a", "found '}' where JSON allows none"},
	{"trailing comma", `{"a":1,}`, 6, "", "found ',' where JSON allows none"},
	{"no comma", `{"a":1 "b":2}`, 7, "", `found '"' where JSON allows none`},
	{"wrong end", `{"a":1]`, 6, "", "found ']' where JSON allows none"},
	{"only a comma", `{,}`, 1, "", "found ',' where JSON allows none"},
	{"trailing comma in array", `[1,]`, 2, "", "found ',' where JSON allows none"},
	{"no comma in array", `[1 2]`, 3, "", "found '2' where JSON allows none"},
	{"colon in array", `[1:2]`, 2, "", "found ':' where JSON allows none"},
	{"second element", " [ 1 , x", 7, "/1", "found 'x' where JSON allows none"},
	{"open array", `["a"`, 4, "", "unexpected end of the JSON text"},
	{"open array in object", `{"a":[`, 6, "/a", "unexpected end of the JSON text"},
	{"open name", `{"a" `, 5, "/a", "unexpected end of the JSON text"},
	{"open member", `{"a":`, 5, "/a", "unexpected end of the JSON text"},
	{"open object", `{"a":1,`, 7, "", "unexpected end of the JSON text"},
	{"open literal", `{"a":nul`, 8, "/a", "unexpected end of the JSON text"},
	{"open minus", `{"a":-`, 6, "/a", "unexpected end of the JSON text"},
	{"open fraction", `[1.`, 3, "/0", "unexpected end of the JSON text"},
	{"open exponent", `[1e+`, 4, "/0", "unexpected end of the JSON text"},
	{"open string", `{"a":"abc`, 9, "/a", "unexpected end of the JSON text"},
	{"open escape", `{"a":"\`, 7, "/a", "unexpected end of the JSON text"},
	{"open unicode escape", `{"a":"\u00`, 10, "/a", "unexpected end of the JSON text"},
	{"open pair", `{"a":"\ud83d`, 12, "/a", "unexpected end of the JSON text"},
	{"open pair, second half", `{"a":"\ud83d\u`, 14, "/a", "unexpected end of the JSON text"},
	{"misspelt literal", `{"a":nulL}`, 8, "/a", "found 'L' where JSON allows none"},
	{"longer literal", `{"a":truex}`, 9, "", "found 'x' where JSON allows none"},
	{"only minus", `{"a":-}`, 6, "/a", "found '}' where JSON allows none"},
	{"no fraction", `{"a":1.}`, 7, "/a", "found '}' where JSON allows none"},
	{"no exponent", `{"a":1e}`, 7, "/a", "found '}' where JSON allows none"},
	{"leading zero", `{"a":01}`, 6, "", "found '1' where JSON allows none"},
	{"plus", `{"a":+1}`, 5, "/a", "found '+' where JSON allows none"},
	{"leading point", `{"a":.5}`, 5, "/a", "found '.' where JSON allows none"},
	{"hexadecimal", `{"a":0x10}`, 6, "", "found 'x' where JSON allows none"},
	{"NUL in a string", "{\"a\":\"x\x00\"}", 7, "/a", "control character in the JSON text"},
	{"line break in a string", "{\"a\":\"x\n\"}", 7, "/a", "control character in the JSON text"},
	{"line break in a name", "{\"a\n\":1}", 3, "", "control character in the JSON text"},
	{"unknown escape", `{"a":"\x41"}`, 6, "/a", "invalid escape"},
	{"escaped single quote", `["\'"]`, 2, "/0", "invalid escape"},
	{"no hexadecimal digit", `{"a":"\u00g0"}`, 6, "/a", "invalid escape"},
	{"upper-case U", `["\U0041"]`, 2, "/0", "invalid escape"},
	{"backslash outside of a string", `[\u0041]`, 1, "/0", `found '\\' where JSON allows none`},
	{"first half alone", `{"a":"\ud800"}`, 6, "/a", `invalid \u escape`},
	{"first half and text", `{"a":"\uDBFF and more"}`, 6, "/a", `invalid \u escape`},
	{"second half alone", `{"a":"\udfff"}`, 6, "/a", `invalid \u escape`},
	{"halves reversed", `{"a":"\udc00\ud800"}`, 6, "/a", `invalid \u escape`},
	{"first half twice", `{"a":"\ud800\ud800"}`, 6, "/a", `invalid \u escape`},
	{"half behind text", `{"a":"xyz\ud800"}`, 9, "/a", `invalid \u escape`},
	{"half in a name", `{"\udfff":1}`, 2, "", `invalid \u escape`},
	{"bad byte", "{\"a\":\"x\xff\"}", 7, "", "invalid UTF-8"},
	{"overlong", "[\"\xc0\xaf\"]", 2, "", "invalid UTF-8"},
	{"encoded surrogate", "[\"\xed\xa0\x80\"]", 2, "", "invalid UTF-8"},
	{"half a character", "[\"\xe2\x82\"]", 2, "", "invalid UTF-8"},
	{"bad byte outside of a string", "{}\xff", 2, "", "invalid UTF-8"},
	{"replacement character, then a bad byte", "[\"\ufffd\xff\"]", 5, "", "invalid UTF-8"},
	{"duplicate", `{"a":1,"a":2}`, 7, "/a", "duplicate member name"},
	{"duplicate by an escape", `{"a":1,"\u0061":2}`, 7, "/a", "duplicate member name"},
	{"empty duplicate", `{"":1,"":2}`, 6, "/", "duplicate member name"},
	{"deep duplicate", `[{"a":1},{"a":[{"b/":0, "b/" :0}]}]`, 24, "/1/a/0/b~1", "duplicate member name"},
	{"number over the limit", "[1e401]", 1, "/0", numberLimit},
	{"long number", `{"a": ` + strings.Repeat("1", 65) + `}`, 6, "/a", numberLimit},
	{"65 arrays", strings.Repeat("[", 65), 64, strings.Repeat("/0", 64), "nested deeper than 64 levels"},
	{"65 objects", strings.Repeat(`{"":`, 65), 256, strings.Repeat("/", 64), "nested deeper than 64 levels"},
}

func TestBrokenTexts(t *testing.T) {
	for _, row := range brokenRows {
		for _, inside := range []int{0, 0} { // the first error must not change the reader's next one
			dst := []byte("before")
			out, err := AppendCanonical(dst, row.text, inside)
			if err == nil {
				t.Errorf("%s: accepted", row.name)
				break
			}
			if !err.Syntax || err.Offset != row.offset || err.Path != row.path || err.Msg != row.msg {
				t.Errorf("%s: got %v %d %q %q, want %d %q %q", row.name, err.Syntax, err.Offset, err.Path, err.Msg, row.offset, row.path, row.msg)
			}
			if string(out) != "before" {
				t.Errorf("%s: dst is %q", row.name, out)
			}
		}
	}
}

// The same table in other processes, in which jsontext words its errors anew.
func TestBrokenTextsInOtherProcesses(t *testing.T) {
	if os.Getenv("JSONIO_TEST_CHILD") != "" || testing.Short() {
		t.Skip("this is the other process, or -short")
	}
	for range 3 {
		cmd := exec.Command(os.Args[0], "-test.run=^TestBrokenTexts$")
		cmd.Env = append(os.Environ(), "JSONIO_TEST_CHILD=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
}

func TestSurrogateHint(t *testing.T) {
	for text, want := range map[string]string{
		`["\ud800"]`:  `a surrogate must stand in a pair, as in \ud83d\ude00`,
		`["\u00g0"]`:  `the escapes are \" \\ \/ \b \f \n \r \t \uXXXX`,
		"[\"\x01\"]":  `escape it, as in \n`,
		"[\x01]":      "",
		"{\"\":\x01}": "",
	} {
		if _, err := AppendCanonical(nil, text, 0); err == nil || err.Hint != want {
			t.Errorf("%q: %+v", text, err)
		}
	}
}

// An error's pointer is short, and it is not a part of the text.
func TestLongPath(t *testing.T) {
	long := strings.Repeat("x", 300)
	for name, row := range map[string]struct{ text, want string }{
		"one long name":     {`{"` + long + `":!}`, ""},
		"a long name below": {`{"a":{"b":{"` + long + `":!}}}`, "/a/b"},
		"many names":        {strings.Repeat(`{"abcdefg":`, 40) + "!", strings.Repeat("/abcdefg", 32)},
		"short enough":      {`{"` + long[:255] + `":!}`, "/" + long[:255]},
	} {
		if _, err := AppendCanonical(nil, row.text, 0); err == nil || err.Path != row.want {
			t.Errorf("%s: %+v", name, err)
		}
	}
}

// Reader's walk stops at the first error and says where the value stood.
func TestReaderFails(t *testing.T) {
	for name, row := range map[string]struct {
		text   string
		read   func(r *Reader)
		offset int
		path   string
		msg    string
	}{
		"object for a string":  {`{"a":{"b":1}}`, inMember(func(r *Reader) { _ = r.Text() }), 5, "/a", "expected a string, got an object"},
		"array for a string":   {`{"a":[1]}`, inMember(func(r *Reader) { _ = r.Text() }), 5, "/a", "expected a string, got an array"},
		"number for a string":  {`{"a": 12 }`, inMember(func(r *Reader) { _ = r.Text() }), 6, "/a", "expected a string, got a number"},
		"null for a string":    {`{"a":null}`, inMember(func(r *Reader) { _ = r.Text() }), 5, "/a", "expected a string, got null"},
		"boolean for a number": {`{"a":true}`, inMember(func(r *Reader) { r.Number() }), 5, "/a", "expected a number, got a boolean"},
		"string for a number":  {`{"a":"1"}`, inMember(func(r *Reader) { r.Number() }), 5, "/a", "expected a number, got a string"},
		"string for an object": {`{"a":"1"}`, inMember(func(r *Reader) { r.Object() }), 5, "/a", "expected an object, got a string"},
		"object for an array":  {`{"a":{}}`, inMember(func(r *Reader) { r.Array() }), 5, "/a", "expected an array, got an object"},
		"null for a boolean":   {`{"a":null}`, inMember(func(r *Reader) { r.Bool() }), 5, "/a", "expected a boolean, got null"},
		"nothing for a string": {`{"a":`, inMember(func(r *Reader) { _ = r.Text() }), 5, "/a", "unexpected end of the JSON text"},
	} {
		r := NewReader(row.text)
		row.read(r)
		err := r.Err()
		if err == nil || err.Offset != row.offset || err.Path != row.path || err.Msg != row.msg {
			t.Errorf("%s: %+v", name, err)
		}
		// Nothing after the first error does anything.
		if r.Kind() != 0 || r.More() || r.Object() || r.Array() || r.Null() || r.Text() != "" || r.Number() != "" {
			t.Errorf("%s: reads on after the error", name)
		}
		r.Fail("other", "")
		r.Refuse("other", "")
		r.End()
		if r.Err() != err || err.Msg != row.msg {
			t.Errorf("%s: the error became %+v", name, r.Err())
		}
		r.Release()
	}
}

func inMember(read func(*Reader)) func(*Reader) {
	return func(r *Reader) {
		r.Object()
		r.Name()
		read(r)
	}
}

func TestLiterals(t *testing.T) {
	r := NewReader(`[true,false,null,"x"]`)
	defer r.Release()
	r.Array()
	if !r.Bool() || r.Bool() || !r.Null() || r.Null() || r.Text() != "x" || r.More() || r.Err() != nil {
		t.Error(r.Err())
	}
	if err := (&Error{Msg: "m"}).Error(); err != "m" {
		t.Error(err)
	}
}

func TestEscapePointer(t *testing.T) {
	for name, want := range map[string]string{"": "", "a/b~c": "a~1b~0c", "~1": "~01", "~~//": "~0~0~1~1", "é\n": "é\n"} {
		if got := EscapePointer(name); got != want {
			t.Errorf("%q: %q", name, got)
		}
	}
}

func TestEmpty(t *testing.T) {
	for text, want := range map[string]bool{"{}": true, "[ ]": true, "[[]]": false, `{"a":{}}`: false, "[1]": false} {
		r := NewReader(text)
		if r.Kind() == '{' {
			r.Object()
		} else {
			r.Array()
		}
		for r.More() {
			r.AppendValue(nil)
		}
		if got := r.Empty(); got != want {
			t.Errorf("%s: %v", text, got)
		}
		r.Release()
	}
}
