package schema_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/silp-protocol/silp-go/internal/cputime"
	"github.com/silp-protocol/silp-go/schema"
)

// The offsets are part of the contract, so they must be the same with every
// version of the token reader.
func TestUnreadableText(t *testing.T) {
	deep := strings.Repeat("[", 1_000_000)
	deepObject := strings.Repeat(`{"":`, 1000)
	mega := strings.Repeat("9", 1<<20)
	for _, c := range []struct {
		text    string
		keyword string
		path    string
		offset  int64
		message string // "" if it does not matter
	}{
		{"", "syntax", "", 0, "expected a JSON document, found the end of the text"},
		{" \n", "syntax", "", 2, "expected a JSON document, found the end of the text"},
		{"\x00", "syntax", "", 0, `expected a JSON value, found '\x00'`},
		{doc() + "\x00", "syntax", "", 43, `expected nothing after the document, found '\x00'`},
		{"\xef\xbb\xbf" + doc(), "syntax", "", 0, "expected a JSON value, found a byte order mark"},
		{"\xff\xfe{", "syntax", "", 0, "expected a JSON value, found byte 0xff"},
		{"{}{}", "syntax", "", 2, "expected nothing after the document, found '{'"},
		{"{},", "syntax", "", 2, ""},
		{"null null", "syntax", "", 5, ""},
		{"]", "syntax", "", 0, "expected a JSON value, found ']'"},
		{"True", "syntax", "", 0, "expected a JSON value, found 'T'"},
		{"NaN", "syntax", "", 0, ""},
		{"// c\n{}", "syntax", "", 0, ""},
		{"{'a':1}", "syntax", "", 1, `expected a member name in quotes or '}', found '\''`},
		{"{a:1}", "syntax", "", 1, ""},
		{"{1:1}", "syntax", "", 1, ""},
		{"{null:1}", "syntax", "", 1, ""},
		{`{[]:1}`, "syntax", "", 1, ""},
		{`{"a"}`, "syntax", "", 4, "expected ':', found '}'"},
		{`{"a",1}`, "syntax", "", 4, ""},
		{`{"a":}`, "syntax", "", 5, "expected a JSON value, found '}'"},
		{`{"a":1,}`, "syntax", "", 7, "expected a member name in quotes, found '}'"},
		{`{"a":1 "b":2}`, "syntax", "", 7, "expected ',' or '}', found '\"'"},
		{`{"a":1]`, "syntax", "", 6, ""},
		{`{,}`, "syntax", "", 1, ""},
		{`[1,]`, "syntax", "", 3, "expected a JSON value, found ']'"},
		{`[1 2]`, "syntax", "", 3, "expected ',' or ']', found '2'"},
		{`[1:2]`, "syntax", "", 2, ""},
		{`[,1]`, "syntax", "", 1, ""},
		{`["a"`, "syntax", "", 4, "expected ',' or ']', found the end of the text"},
		{`{"a" `, "syntax", "", 5, "expected ':', found the end of the text"},
		{`{"a":`, "syntax", "", 5, "expected a JSON value, found the end of the text"},
		{`{"a":1,`, "syntax", "", 7, ""},
		{`{"a":nul`, "syntax", "", 8, "expected the rest of a literal, found the end of the text"},
		{`{"a":nulL}`, "syntax", "", 8, "expected the rest of a literal, found 'L'"},
		{`{"a":truex}`, "syntax", "", 9, ""},
		{`{"a":-}`, "syntax", "", 6, "expected the rest of a number, found '}'"},
		{`{"a":-`, "syntax", "", 6, ""},
		{`{"a":1.}`, "syntax", "", 7, ""},
		{`{"a":1e}`, "syntax", "", 7, ""},
		{`{"a":01}`, "syntax", "", 6, ""},
		{`{"a":+1}`, "syntax", "", 5, ""},
		{`{"a":.5}`, "syntax", "", 5, ""},
		{`{"a":0x10}`, "syntax", "", 6, ""},
		{`{"a":"`, "syntax", "", 6, "expected the rest of a string, found the end of the text"},
		{"{\"a\":\"x\x00\"}", "syntax", "", 7, "control character U+0000 in a string must be escaped"},
		{"{\"a\":\"x\n\"}", "syntax", "", 7, "control character U+000A in a string must be escaped"},
		{`{"a":"\x41"}`, "syntax", "", 6, "unknown escape in a string"},
		{`{"a":"\u00g0"}`, "syntax", "", 6, "unknown escape in a string"},
		{`{"a":"\ud800"}`, "syntax", "", 6, "escape of half a surrogate pair in a string"},
		{`{"a":"\ud800 and more"}`, "syntax", "", 6, "escape of half a surrogate pair in a string"},
		{`{"a":"\udc00\ud800"}`, "syntax", "", 6, "escape of half a surrogate pair in a string"},
		{`{"a":"\ud800\ud800"}`, "syntax", "", 6, ""},
		{`{"\udfff":1}`, "syntax", "", 2, "escape of half a surrogate pair in a string"},
		{"{\"a\":\"x\xff\"}", "syntax", "", 7, "invalid UTF-8: byte 0xff"},
		{"{\"a\":\"\xc0\xaf\"}", "syntax", "", 6, "invalid UTF-8: byte 0xc0"},
		{"{\"a\":\"\xed\xa0\x80\"}", "syntax", "", 6, "invalid UTF-8: byte 0xed"},
		{"{\"\xe2\x82\":1}", "syntax", "", 2, "invalid UTF-8: byte 0xe2"},
		{"{\u00a0}", "syntax", "", 1, ""},

		{`{"a":1,"a":2}`, "duplicate", "/a", 7, `duplicate member "a"`},
		{`{"a":1,"\u0061":2}`, "duplicate", "/a", 7, `duplicate member "a"`},
		{`{"":1,"":2}`, "duplicate", "/", 6, `duplicate member ""`},
		{`[{"a":1},{"a":[{"b/":0, "b/" :0}]}]`, "duplicate", "/1/a/0/b~1", 24, `duplicate member "b/"`},
		{meta(`"x":{"y":{"z":{"é":1,"\u00e9":1}}}`), "duplicate", "/meta/x/y/z/é", 64, `duplicate member "é"`},
		{doc(`"intent":"!A"`), "duplicate", "/intent", 43, ""},

		{deep, "limit", strings.Repeat("/0", 64), 64, "nested more than 64 deep"},
		{deepObject, "limit", strings.Repeat("/", 64), 256, ""},
		{meta(`"x":` + strings.Repeat("[", 63) + strings.Repeat("]", 63)), "limit", "/meta/x" + strings.Repeat("/0", 62), 108, ""},
		{meta(`"priority":1e1000001`), "limit", "/meta/priority", 53, "exponent of a number beyond ±400"},
		{meta(`"priority":1e401`), "limit", "/meta/priority", 53, ""},
		{meta(`"priority":1E-401`), "limit", "/meta/priority", 53, ""},
		{meta(`"priority":0e0401`), "limit", "/meta/priority", 53, ""},
		{meta(`"priority":1e99999999999999999999999999`), "limit", "/meta/priority", 53, ""},
		{meta(`"x":[0,{"y": 1e-500}]`), "limit", "/meta/x/1/y", 55, ""},
		{meta(`"priority":` + strings.Repeat("1", 65)), "limit", "/meta/priority", 53, "number of 65 characters, at most 64 are read"},
		{meta(`"priority":-` + strings.Repeat("1", 64)), "limit", "/meta/priority", 53, ""},
		{mega, "limit", "", 0, ""},
		{"[" + mega + "]", "limit", "/0", 1, ""},

		// The first problem in reading order is the one reported.
		{`{"a":1,"a":2,"b":1e500,`, "duplicate", "/a", 7, ""},
		{`{"b":1e500,"a":1,"a":2`, "limit", "/b", 5, ""},
	} {
		head := c.text[:min(len(c.text), 60)]
		var e *schema.Error
		if err := schema.Validate([]byte(c.text)); !errors.As(err, &e) || len(e.Violations) != 1 {
			t.Errorf("%q: %v, want one violation", head, err)
			continue
		}
		v := e.Violations[0]
		if v.Keyword != c.keyword || v.Path != c.path || v.Offset != c.offset || c.message != "" && v.Message != c.message {
			t.Errorf("%q:\ngot  %+v\nwant %+v", head, v, c)
		}
	}
}

// Texts made of very small values are the dearest; the package doc promises a
// fixed multiple in memory and linear time.
func TestCostOfHostileText(t *testing.T) {
	const size = 1 << 18
	schema.Validate(nil)
	list := func(before, item, after string) string {
		return before + strings.Repeat(item+",", size/(len(item)+1)) + item + after
	}
	base := strings.TrimSuffix(doc(), "}")
	for name, text := range map[string]string{
		"strings":   list(strings.TrimSuffix(base, "}")+`,"seq":[`, `""`, "]}}"),
		"not texts": list(strings.TrimSuffix(base, "}")+`,"seq":[`, `1`, "]}}"),
		"no ids":    list(base+`,"entities":[`, `{}`, "]}"),
		"no names":  list(base+`,"entities":[`, `{"":0}`, "]}"),
		"arrays":    list(base+`,"x":[`, `[[]]`, "]}"),
		"open":      strings.Repeat("[", size),
		"digits":    strings.Repeat("1", size),
		"a string":  `"` + strings.Repeat("x", size),
		"escapes":   base + `,"version":"` + strings.Repeat(`\u0041`, size/6) + `"}`,
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := cputime.Now()
		schema.Validate([]byte(text))
		took := cputime.Now() - start
		runtime.ReadMemStats(&after)
		// MaxViolations violations are a constant part.
		const constant = schema.MaxViolations * 1500
		perByte := float64(after.TotalAlloc-before.TotalAlloc-min(constant, after.TotalAlloc-before.TotalAlloc)) / float64(len(text))
		if perByte > 150 || took > 10*time.Second {
			t.Errorf("%s: %.0f bytes allocated per byte in %v", name, perByte, took)
		}
	}
}
