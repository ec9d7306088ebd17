package jsonio

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/silp-protocol/silp-go/internal/chars"
)

func TestAppendString(t *testing.T) {
	for _, row := range []struct{ name, s, want string }{
		{"empty", "", `""`},
		{"plain", "hike 4.5/90%", `"hike 4.5/90%"`},
		{"quote and backslash", `a"b\c`, `"a\"b\\c"`},
		{"slash stays", "a/b</script>&", `"a/b</script>&"`},
		{"short escapes", "\b\f\n\r\t", `"\b\f\n\r\t"`},
		{"controls", "\x00\x01\x1f\x7f", `"\u0000\u0001\u001f\u007f"`},
		{"C1 control", "\u0085\u009f", `"\u0085\u009f"`},
		{"letters stay", "中文éß", `"中文éß"`},
		{"emoji stays", "😀", `"😀"`},
		{"no-break space", "\u00a0\u3000", `"\u00a0\u3000"`},
		{"line separators", "\u2028\u2029", `"\u2028\u2029"`},
		{"zero-width", "a\u200bb\u200dc\u2060\ufeff", `"a\u200bb\u200dc\u2060\ufeff"`},
		{"soft hyphen", "\u00ad", `"\u00ad"`},
		{"bidi controls", "\u202e\u2066\u200f", `"\u202e\u2066\u200f"`},
		{"tag characters", "\U000e0041", `"\udb40\udc41"`},
		{"variation selectors", "x\ufe0f\U000e0100", `"x\ufe0f\udb40\udd00"`},
		{"fillers", "\u115f\u3164", `"\u115f\u3164"`},
		{"private use", "\ue000\U000f0000\U0010fffd", `"\ue000\udb80\udc00\udbff\udffd"`},
		{"unassigned", "\u0378\U0003fffd", `"\u0378\ud8bf\udffd"`},
		{"noncharacters", "\ufdd0\ufffe\U0010ffff", `"\ufdd0\ufffe\udbff\udfff"`},
		{"replacement character stays", "\ufffd", "\"\ufffd\""},
		{"fullwidth quote and backslash", "\uff02\uff3c\ufe68", `"\uff02\uff3c\ufe68"`},
		{"mark behind the quote", "\u0301x", `"\u0301x"`},
		{"marks behind the quote", "\u0301\u0302x", `"\u0301\u0302x"`},
		{"mark behind a letter stays", "e\u0301", "\"e\u0301\""},
		{"marks behind a letter stay", "e\u0301\u0302", "\"e\u0301\u0302\""},
		{"mark behind a quote", "\"\u0338", `"\"\u0338"`},
		{"mark behind a short escape", "\n\u0301", `"\n\u0301"`},
		{"mark behind an escape", "\u200e\u0301", `"\u200e\u0301"`},
		{"marks behind a pair", "\U000e0041\u0301\u0302", `"\udb40\udc41\u0301\u0302"`},
		{"mark behind a backslash", "\\\u0338", `"\\\u0338"`},
		{"letter parts marks", "\n" + "e\u0301", "\"\\ne\u0301\""},
	} {
		got, ok := AppendString([]byte("x"), row.s)
		if !ok || string(got) != "x"+row.want {
			t.Errorf("%s: got %s, want %s", row.name, got[1:], row.want)
		}
	}
}

// The slow, obvious form of AppendString, for every character behind an escape
// and behind a letter; of the empty planes only some.
func TestAppendStringOfEveryCharacter(t *testing.T) {
	var buf []byte
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if r > 0x30000 && r < 0xe0000 && r%64 != 0 {
			continue
		}
		if r >= 0xd800 && r < 0xe000 {
			continue
		}
		s := "\x01" + string(r) + "x" + string(r)
		buf, _ = AppendString(buf[:0], s)
		if want := slowString(s); string(buf) != want {
			t.Fatalf("%+q: got %s, want %s", s, buf, want)
		}
		if r > 0x3000 && r%17 != 0 {
			continue // the rest is dear
		}
		var back string
		if err := json.Unmarshal(buf, &back); err != nil || back != s {
			t.Fatalf("%s is %+q (%v), not %+q", buf, back, err, s)
		}
	}
}

func slowString(s string) string {
	var out strings.Builder
	out.WriteByte('"')
	glued := true
	for _, r := range s {
		e := ""
		switch {
		case r == '"' || r == '\\':
			e = `\` + string(r)
		case strings.ContainsRune("\b\f\n\r\t", r):
			e = `\` + string("btnfr"[strings.IndexRune("\b\t\n\f\r", r)])
		case chars.Of(r)&chars.Escape != 0, glued && chars.Of(r)&chars.Mark != 0:
			if r > 0xffff {
				e = fmt.Sprintf(`\u%04x`, 0xd800+(r-0x10000)/0x400)
				r = 0xdc00 + (r-0x10000)%0x400
			}
			e += fmt.Sprintf(`\u%04x`, r)
		}
		if glued = e != ""; !glued {
			e = string(r)
		}
		out.WriteString(e)
	}
	return out.String() + `"`
}

func TestAppendStringRefusesBadUTF8(t *testing.T) {
	for _, s := range []string{"\xff", "abc\xc0\xaf", "\xed\xa0\x80", "\n\xe2\x82", "\xf4\x90\x80\x80", "中\x80"} {
		if got, ok := AppendString([]byte("before"), s); ok || string(got) != "before" {
			t.Errorf("%q: %q %v", s, got, ok)
		}
	}
}

func TestAppendStringAllocatesNothing(t *testing.T) {
	buf := make([]byte, 0, 100)
	if n := testing.AllocsPerRun(100, func() { AppendString(buf, "e\u0301\n\"中\u200b\U000e0041") }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// What was escaped is resolved; a string without escapes is a part of the text.
func TestReadString(t *testing.T) {
	for text, want := range map[string]string{
		`"\u0041\"\\\/\b\f\n\r\t"`:   "A\"\\/\b\f\n\r\t",
		`"\ud83d\ude00\uFFFD\u0000"`: "😀\ufffd\x00",
		`"é中"`:                       "é中",
		`""`:                         "",
	} {
		r := NewReader(text)
		if got := r.Text(); got != want || r.Err() != nil {
			t.Errorf("%s: %q %v", text, got, r.Err())
		}
		r.Release()
	}
}
