package json_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/silp-protocol/silp-go/frontend"
	"github.com/silp-protocol/silp-go/frontend/json"
	"github.com/silp-protocol/silp-go/internal/cputime"
	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/internal/laws"
	"github.com/silp-protocol/silp-go/ir"
)

func wholeStrict(text string) (*ir.IR, []frontend.Diagnostic, error) {
	x, err := json.Decode(text)
	return x, nil, err
}

func wholeTolerant(text string) (*ir.IR, []frontend.Diagnostic, error) {
	x := ir.New()
	diags, err := json.Frontend{}.DecodeTolerant(x, text)
	if err != nil {
		return nil, nil, err
	}
	x.Meta.ReqID = ir.ReqID(frontend.Trim(text), ir.ReqIDDigits)
	return x, diags, nil
}

func one() int { return 1 }

// streams checks the laws of streams on a text, split as next says.
func streams(t *testing.T, text string, next func() int) {
	t.Helper()
	if err := laws.Stream(json.Frontend{}.NewStream(), wholeStrict, text, next); err != nil {
		t.Errorf("strict: %v", err)
	}
	if err := laws.Stream(json.Frontend{}.NewTolerantStream(), wholeTolerant, text, next); err != nil {
		t.Errorf("tolerant: %v", err)
	}
}

// Texts in which a beginning reads otherwise than the whole.
var beginnings = []string{
	`{"intent":"!BOOK","n":1.5e10,"m":-1,"o":[true,12]}`,
	`{"intent":"!BOOK","n":1.5.2}`,
	`{"intent":"!BOOK","constraints":[{"type":"t","value":"v"},]}`,
	`{"intent":"!BOOK","constraints":[{"type":"t","value":"v"}}`,
	`{"intent":"!BOOK","constraints":[{"type":"t"},{"type":"t","value":"v"}]}`,
	`{"act":"a","action_email":["b",{"value":"c","id":"n"}],"intent":"!BOOK"}`,
	`{"act":"a","action_email":["b"],"intent":"!EMAIL"}`,
	`{"entities":[{"id":"a","value":"b"}],"act":"c","intent":"!BOOK"}`,
	`{"act":"c","entities":[{"id":"a","value":"b"}],"intent":"!BOOK"}`,
	`{"entities":[{"id":"a","value":"b"}],"constraints":{"x":1},"intent":"!BOOK"}`,
	`{"intent":"!BOOK","act":"a","act":"b"}`,
	`{"thought":"x","act":"y"} {"intent":"!BOOK","act":"z"}`,
	`{"intent":"!BOOK","act":"z"} {"intent":"!BOOK","act":"y"}`,
	`{"intent":"!BOOK","meta":{"out":"x","req_id":"a"},"act":"z"}`,
	`{"intent":"!BOOK","meta":{"out":"x","req_id":"a","seq":["s"],},"act":"z"}`,
	`{"intent":"!BOOK","act":"\ud83d\ude00é\\\/\u00e9 \'"}`,
	`{"intent":"!BOOK","act":"\ud83dx"}`,
	`{"intent":"!BOOK","act":"\ude00x"}`,
	`{"intent":"!BOOK","act":"\u00zzx"}`,
	`{"intent":"!BOOK","act":"a\qx"}`,
	"{ // {\"intent\":\"!EMAIL\"}\n\"intent\":\"!BOOK\",\"u\":\"http://x\" //\n}",
	"{ // {\"intent\":\"!EMAIL\"}\n\"intent\"`````: 1",
	"{ // {\"intent\":\"!EMAIL\"}\nintent // x\n: 1",
	"{ // {\"intent\":\"!EMAIL\"}\n\"a\"// x\n: 1}",
	"{ // {\"intent\":\"!EMAIL\"}\n// x\n\"intent\":\"!BOOK\"}",
}

func TestStreamEveryByte(t *testing.T) {
	for _, text := range beginnings {
		streams(t, text, one)
	}
	for _, v := range list(t) {
		streams(t, v.Text, one)
	}
	for _, c := range repaired {
		streams(t, c.text, one)
	}
}

func TestStreamRandomChunks(t *testing.T) {
	for i := range uint64(200) {
		g := irgen.Random(i)
		x := g.IR()
		text := string(appendText(t, json.Frontend{WithMeta: true}, x))
		if len(text) > 2000 {
			continue
		}
		streams(t, text, func() int { return 1 + g.Choose(4) })
		streams(t, mutate(g, text), func() int { return 1 + g.Choose(4) })
	}
}

func FuzzStream(f *testing.F) {
	for _, c := range repaired {
		f.Add(c.text, uint64(1))
	}
	for _, text := range beginnings {
		f.Add(text, uint64(2))
	}
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		if len(text) > 500 {
			return
		}
		g := irgen.Random(seed)
		streams(t, text, func() int { return 1 + g.Choose(4) })
	})
}

func TestSnapshot(t *testing.T) {
	const both, strictOnly = "strict tolerant", "strict"
	for _, c := range []struct{ streams, text, shown, path, open string }{
		{both, `{"intent":"!BO`, `{}`, "/intent", "!BO"},
		{both, `{"intent":"!BOOK"`, `{"intent":"!BOOK"}`, "", ""},
		{both, `{"intent":"!BOOK","act":"San Fr`, `{"intent":"!BOOK"}`, "/entities/0/value", "San Fr"},
		{both, `{"intent":"!BOOK","act" : "`, `{"intent":"!BOOK"}`, "/entities/0/value", ""},
		{both, `{"intent":"!BOOK","act":"x"`, `{"intent":"!BOOK","act":"x"}`, "", ""},
		{both, `{"intent":"!BOOK","act":"x","ci`, `{"intent":"!BOOK","act":"x"}`, "", ""},
		{both, `{"intent":"!BOOK","":["x","y"  , "z`, `{"intent":"!BOOK","":["x","y"]}`, "/entities/2/value", "z"},
		{both, `{"intent":"!BOOK","a/b":["z`, `{"intent":"!BOOK"}`, "/entities/0/value", "z"},
		{both, `{"intent":"!BOOK","act":"show(\"ok\`, `{"intent":"!BOOK"}`, "/entities/0/value", `show("ok`},
		{both, `{"intent":"!BOOK","act":"a\ud83d\ude0`, `{"intent":"!BOOK"}`, "/entities/0/value", "a"},
		{both, `{"intent":"!BOOK","act":"a\ud83d\ude00\u00e`, `{"intent":"!BOOK"}`, "/entities/0/value", "a😀"},
		{both, `{"intent":"!BOOK","action_email":["x`, `{"intent":"!BOOK"}`, "/entities/0/value", "x"},
		{both, `{"intent":"!BOOK","action_email":["x",{"va`, `{"intent":"!BOOK","action_email":["x"]}`, "", ""},
		{both, `{"intent":"!BOOK","action_email":["x",{"id":"n`, `{"intent":"!BOOK","action_email":["x"]}`, "/entities/1/id", "n"},
		{both, `{"intent":"!BOOK","action_email":["x",{"id":"n","value":"m"`, `{"intent":"!BOOK","action_email":["x"]}`, "", ""},
		{both, `{"intent":"!BOOK","action_email":["x",{"id":"n","value":"m"}`, `{"intent":"!BOOK","action_email":["x",{"id":"n","value":"m"}]}`, "", ""},
		{both, `{"intent":"!BOOK","action_email":"x`, `{"intent":"!BOOK"}`, "", ""},
		{both, `{"intent":"!BOOK","entities":[{"id":"intent","value":"x","n":1},{"id":"k`, `{"intent":"!BOOK","entities":[{"id":"intent","value":"x","n":1}]}`, "/entities/1/id", "k"},
		{both, `{"intent":"!BOOK","constraints":[{"type":"t","value":"v`, `{"intent":"!BOOK"}`, "/constraints/0/value", "v"},
		{both, `{"intent":"!BOOK","constraints":[{"type":"t","value":"v"},{"x":[1,["y`, `{"intent":"!BOOK","constraints":[{"type":"t","value":"v"}]}`, "/constraints/1/x/1/0", "y"},
		{both, `{"intent":"!BOOK","alternatives":[{"action":"!EMAIL"},{"action":"!EM`, `{"intent":"!BOOK","alternatives":[{"action":"!EMAIL"}]}`, "/alternatives/1/action", "!EM"},
		{both, `{"intent":"!BOOK","meta":{"out":"x`, `{"intent":"!BOOK"}`, "", ""},
		{both, `{"intent":"!BOOK","version":"x`, `{"intent":"!BOOK"}`, "", ""},
		{both, `{"intent":"!BOOK","act":"x"}`, `{"intent":"!BOOK","act":"x"}`, "", ""},
		{both, `{"intent":"!BOOK","act":"x"} and`, `{"intent":"!BOOK","act":"x"}`, "", ""},
		{strictOnly, `{"act":"x","b":"y`, `{"act":"x"}`, "/entities/1/value", "y"},
		{"tolerant", `{"act":"x","b":"y`, `{}`, "", ""},
		{"tolerant", `{"act":"x","intent":"!BO`, `{"act":"x"}`, "/intent", "!BO"},
		{"tolerant", "Say: ```json\n{\"intent\":\"!BOOK\",\"n\":12", `{"intent":"!BOOK"}`, "", ""},
		{"tolerant", `{"intent":"!BOOK","n":12,"t":tru`, `{"intent":"!BOOK","n":"12"}`, "", ""},
		{"tolerant", "{\"intent\":\"!BOOK\",//\n\"n\":\"a\nb\\'c\\", `{"intent":"!BOOK"}`, "/entities/0/value", "a\nb'c"},
	} {
		for name, s := range map[string]*frontend.Stream{"strict": json.Frontend{}.NewStream(), "tolerant": json.Frontend{}.NewTolerantStream()} {
			if !strings.Contains(c.streams, name) {
				continue
			}
			if _, err := s.Write([]byte(c.text)); err != nil {
				t.Fatal(err)
			}
			p := s.Snapshot()
			if got := shown(t, p.IR); got != c.shown || p.Path != c.path || p.Open != c.open || p.Complete {
				t.Errorf("%s, %s: %s, %q %q, complete %v", name, c.text, got, p.Path, p.Open, p.Complete)
			}
			if p.Path != "" && c.text[p.Offset] != '"' {
				t.Errorf("%s, %s: offset %d", name, c.text, p.Offset)
			}
		}
	}
}

// shown compiles what a snapshot shows, with an intent or without.
func shown(t *testing.T, x *ir.IR) string {
	t.Helper()
	y := *x
	if x.Intent == "" {
		y.Intent = "!NONE"
	}
	out := string(appendText(t, json.Frontend{}, &y))
	if x.Intent == "" {
		out = strings.Replace(strings.Replace(out, `"intent":"!NONE"`, "", 1), "{,", "{", 1)
	}
	return out
}

// The limit holds while the text arrives.
func TestStreamLimit(t *testing.T) {
	s := json.Frontend{MaxBytes: 10}.NewStream()
	var err error
	for i := 0; i < 100 && err == nil; i++ {
		_, err = s.Write([]byte("    "))
	}
	if !errors.Is(err, ir.InvalidSyntax) {
		t.Errorf("write over the limit: %v", err)
	}
	if _, _, err := s.Close(); !errors.Is(err, ir.InvalidSyntax) || !strings.Contains(err.Error(), "limit") {
		t.Errorf("close over the limit: %v", err)
	}
}

// The work is linear in the text, however small the pieces.
func TestStreamIsLinear(t *testing.T) {
	text := `{"intent":"!BOOK","act":"` + strings.Repeat("x", 1<<19) + `","k":[` + strings.Repeat(`"abc",`, 1<<16) + `"x"]}`
	took := func(s *frontend.Stream, text string) time.Duration {
		start := cputime.Now()
		for i := 0; i < len(text); i += 4 {
			if _, err := s.Write([]byte(text[i:min(i+4, len(text))])); err != nil {
				t.Fatal(err)
			}
			if i%4096 == 0 {
				s.Snapshot()
			}
		}
		if _, _, err := s.Close(); err != nil {
			t.Fatal(err)
		}
		return cputime.Now() - start
	}
	start := cputime.Now()
	if _, err := json.Decode(text); err != nil {
		t.Fatal(err)
	}
	once := cputime.Now() - start
	t.Logf("strict: %v in pieces of 4 bytes, %v at once", took(json.Frontend{}.NewStream(), text), once)
	t.Logf("tolerant: %v in pieces of 4 bytes", took(json.Frontend{}.NewTolerantStream(), text))
	text = strings.Replace(strings.ReplaceAll(text, `"abc"`, "123"), `"x"]`, `1,]`, 1)
	t.Logf("tolerant, repairs: %v in pieces of 4 bytes", took(json.Frontend{}.NewTolerantStream(), text))
}
