package silp_test

import (
	"encoding/json"
	"errors"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/silp-protocol/silp-go/frontend"
	"github.com/silp-protocol/silp-go/frontend/code"
	jsonfe "github.com/silp-protocol/silp-go/frontend/json"
	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/internal/laws"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/sanitize"
	"github.com/silp-protocol/silp-go/silp"
)

// open takes everything that is valid; full writes the header into the text.
var (
	open = silp.New(silp.Options{Verbs: ir.Verbs{Any: true}, AnyVersion: true, Policy: sanitize.Inspect})
	full = silp.New(silp.Options{Verbs: ir.Verbs{Any: true}, AnyVersion: true, Policy: sanitize.Inspect,
		Frontends: []frontend.Frontend{code.Frontend{WithMeta: true}, jsonfe.Frontend{WithMeta: true}}})
)

// Draft section 4.6: every field is restored, req_id included, also when the
// payload went through JSON.
func TestPayloadRestoresEveryField(t *testing.T) {
	for i := range uint64(3000) {
		x := irgen.Random(i).IR()
		before, err := ir.AppendJSON(nil, x)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []*silp.Codec{open, full} {
			for _, name := range []string{"code", "json"} {
				p, err := c.EncodeAs(name, x)
				if err != nil {
					t.Fatalf("seed %d, %s: %v", i, name, err)
				}
				if c == full && !onlyReqID(p.Header) {
					t.Fatalf("%s: the header stands in the text and beside it: %+v", name, p)
				}
				raw, err := json.Marshal(p)
				if err != nil {
					t.Fatal(err)
				}
				var q silp.Payload
				if err := json.Unmarshal(raw, &q); err != nil {
					t.Fatalf("%s: %v", raw, err)
				}
				y, _, err := c.Decode(q)
				if err != nil {
					t.Fatalf("seed %d: %s: %v", i, raw, err)
				}
				if !ir.Equivalent(x, y) || x.Meta.ReqID != y.Meta.ReqID {
					t.Fatalf("seed %d: %s: %v, req_id %s", i, raw, ir.Diff(x, y), y.Meta.ReqID)
				}
			}
		}
		if after, _ := ir.AppendJSON(nil, x); string(after) != string(before) {
			t.Fatalf("seed %d: Encode changed %s to %s", i, before, after)
		}
	}
}

func onlyReqID(h *ir.Header) bool {
	raw, err := json.Marshal(h)
	return err == nil && string(raw) == `{"meta":{"req_id":"`+h.Meta.ReqID+`"}}`
}

func mustParse(t *testing.T, text string) *ir.IR {
	t.Helper()
	x, err := ir.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestEncode(t *testing.T) {
	x := &ir.IR{Intent: "!BOOK", Entities: []ir.Entity{{ID: "act", Value: "hotel"}}}
	p, err := silp.New(silp.Options{}).Encode(x)
	if err != nil || p.Encoding != "code" || p.Text != "book(hotel)" {
		t.Fatalf("%+v, %v", p, err)
	}
	if want := ir.ReqID("book(hotel)", 8); p.Header.Meta.ReqID != want || x.Meta.ReqID != "" {
		t.Errorf("req_id %q in the header, %q in x; want %q and none", p.Header.Meta.ReqID, x.Meta.ReqID, want)
	}
	p, err = silp.New(silp.Options{ReqIDDigits: 4}).EncodeAs("natural", x)
	if err != nil || p.Text != "book hotel." || len(p.Header.Meta.ReqID) != 4 {
		t.Errorf("%+v, %v", p, err)
	}
	raw, _ := json.Marshal(p)
	if want := `{"silp_encoding":"natural","silp_payload":"book hotel.","silp_header":{"meta":{"req_id":"` + p.Header.Meta.ReqID + `"}}}`; string(raw) != want {
		t.Errorf("got %s, want %s", raw, want)
	}
}

// The payload shares no memory with the IR: a worker may reuse x at once.
func TestEncodeSharesNothing(t *testing.T) {
	x := mustParse(t, `{"silp":"v1","version":"a","intent":"!BOOK","meta":{"req_id":"abcd","session_id":"s1","out":"o","next_agent":"n","confidence":0.5,"seq":["q"]}}`)
	p, err := open.Encode(x)
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.ParseInto(x, `{"version":"B","intent":"!RUN","meta":{"req_id":"1234","session_id":"S2","out":"O","next_agent":"N","confidence":0.25,"seq":["Q"]}}`); err != nil {
		t.Fatal(err)
	}
	y, _, err := open.Decode(p)
	if err != nil {
		t.Fatal(err)
	}
	out, _ := ir.AppendJSON(nil, y)
	if want := `{"silp":"v1","version":"a","intent":"!BOOK","meta":{"confidence":0.5,"next_agent":"n","out":"o","req_id":"abcd","seq":["q"],"session_id":"s1"}}`; string(out) != want {
		t.Errorf("got %s, want %s", out, want)
	}
	*y.Meta.Out = "changed"
	if *p.Header.Meta.Out != "o" {
		t.Error("the decoded IR shares memory with the payload")
	}
}

func TestCodecRefuses(t *testing.T) {
	strict := silp.New(silp.Options{})
	header := func(h ir.Header) *ir.Header { return &h }
	for _, c := range []struct {
		name  string
		codec *silp.Codec
		p     silp.Payload
		code  ir.Code
		path  string
		hint  string
	}{
		{"verb off the whitelist", strict, silp.Payload{Encoding: "code", Text: "run(x)"}, ir.DecodeFailed, "/intent", "allow the verb"},
		{"excluded verb", strict, silp.Payload{Encoding: "code", Text: "switch_tool(x)"}, ir.DecodeFailed, "/intent", "use !SWITCH"},
		{"secondary verb", strict, silp.Payload{Encoding: "json", Text: `{"intent":"!BOOK","action_run":["x"]}`}, ir.DecodeFailed, "/entities/0/action", ""},
		{"verb of an alternative", strict, silp.Payload{Encoding: "code", Text: "book() else: run()"}, ir.DecodeFailed, "/alternatives/0/action", ""},
		{"version in the text", strict, silp.Payload{Encoding: "code", Text: `book() #{"silp":"v2"}`}, ir.UnsupportedVersion, "/silp", ""},
		{"version in the header", strict, silp.Payload{Encoding: "code", Text: `book()`, Header: header(ir.Header{SILP: "v2"})}, ir.UnsupportedVersion, "/silp", ""},
		{"other versions allowed", silp.New(silp.Options{Versions: []string{"v2"}}), silp.Payload{Encoding: "code", Text: `book()`}, ir.UnsupportedVersion, "/silp", ""},
		{"unknown frontend", strict, silp.Payload{Encoding: "llmlingua2", Text: "x"}, ir.UnsupportedFrontend, "", "code, json"},
		{"no frontend", strict, silp.Payload{Text: "x"}, ir.UnsupportedFrontend, "", ""},
		{"frontend without decode", strict, silp.Payload{Encoding: "natural", Text: "book hotel."}, ir.UnsupportedFrontend, "", "lossless"},
		{"frontend that this codec lacks", full, silp.Payload{Encoding: "natural", Text: "x"}, ir.UnsupportedFrontend, "", ""},
		{"too long", silp.New(silp.Options{MaxBytes: 5}), silp.Payload{Encoding: "code", Text: "book()"}, ir.InvalidSyntax, "", "MaxBytes"},
		{"syntax", strict, silp.Payload{Encoding: "code", Text: "book("}, ir.InvalidSyntax, "", ""},
		{"invalid header", strict, silp.Payload{Encoding: "code", Text: "book()", Header: header(ir.Header{Meta: ir.Meta{ReqID: "xyz"}})}, ir.DecodeFailed, "/meta/req_id", ""},
	} {
		x, _, err := c.codec.Decode(c.p)
		e, ok := errors.AsType[*ir.Error](err)
		if !ok || x != nil || e.Code != c.code || e.Path != c.path || !strings.Contains(e.Hint, c.hint) {
			t.Errorf("%s: %v, %+v", c.name, x, err)
		}
		if !errors.Is(err, c.code) {
			t.Errorf("%s: errors.Is does not see %s", c.name, c.code)
		}
	}
	if _, err := strict.Encode(&ir.IR{Intent: "!RUN"}); !errors.Is(err, ir.DecodeFailed) {
		t.Errorf("Encode with a verb off the whitelist: %v", err)
	}
	if _, err := strict.Encode(&ir.IR{Intent: "!BOOK", SILP: "v2"}); !errors.Is(err, ir.UnsupportedVersion) {
		t.Errorf("Encode of v2: %v", err)
	}
	if _, err := strict.Encode(&ir.IR{Intent: "book"}); !errors.Is(err, ir.DecodeFailed) {
		t.Errorf("Encode of an invalid IR: %v", err)
	}
	if _, err := silp.New(silp.Options{Frontends: []frontend.Frontend{}}).Encode(&ir.IR{Intent: "!BOOK"}); !errors.Is(err, ir.UnsupportedFrontend) {
		t.Errorf("Encode without frontends: %v", err)
	}
}

// Text and header that both carry a member must agree.
func TestHeaderBesideTheText(t *testing.T) {
	const text = `book() #{"meta":{"confidence":0.5,"next_agent":"n","out":"o","priority":1,"seq":["q"],"session_id":"s","x":1.0},"silp":"v2","version":"w"}`
	for _, c := range []struct{ name, header, path string }{
		{"all the same", `{"silp":"v2","version":"w","meta":{"req_id":"abcd","confidence":0.5,"next_agent":"n","out":"o","priority":1,"seq":["q"],"session_id":"s","x":10e-1}}`, ""},
		{"other members", `{"meta":{"req_id":"abcd","y":2}}`, ""},
		{"silp", `{"silp":"v3"}`, "/silp"},
		{"version", `{"version":"x"}`, "/version"},
		{"confidence", `{"meta":{"confidence":0.25}}`, "/meta/confidence"},
		{"next_agent", `{"meta":{"next_agent":""}}`, "/meta/next_agent"},
		{"out", `{"meta":{"out":"natural"}}`, "/meta/out"},
		{"priority", `{"meta":{"priority":2}}`, "/meta/priority"},
		{"seq", `{"meta":{"seq":["q","r"]}}`, "/meta/seq"},
		{"session_id", `{"meta":{"session_id":"t"}}`, "/meta/session_id"},
		{"extra", `{"meta":{"x":2}}`, "/meta/x"},
	} {
		var h ir.Header
		if err := json.Unmarshal([]byte(c.header), &h); err != nil {
			t.Fatal(err)
		}
		x, _, err := open.Decode(silp.Payload{Encoding: "code", Text: text, Header: &h})
		e, _ := errors.AsType[*ir.Error](err)
		switch {
		case c.path == "" && (err != nil || x.Meta.ReqID != "abcd" || *x.Meta.NextAgent != "n" || string(x.Meta.Extra["x"]) == ""):
			t.Errorf("%s: %+v, %v", c.name, x, err)
		case c.path != "" && (e == nil || e.Code != ir.DecodeFailed || e.Path != c.path):
			t.Errorf("%s: %v, want %s", c.name, err, c.path)
		}
	}
	x, _, err := open.Decode(silp.Payload{Encoding: "code", Text: " book()\n"})
	if err != nil || x.Meta.ReqID != ir.ReqID("book()", 8) {
		t.Errorf("without a header: %+v, %v", x, err)
	}
}

func TestCompileDecode(t *testing.T) {
	x := &ir.IR{Intent: "!BOOK", Entities: []ir.Entity{{ID: "act", Value: "hotel"}}}
	for name, want := range map[string]string{
		"code": `book(hotel)`, "json": `{"intent":"!BOOK","act":"hotel"}`,
		"natural": `book hotel.`, "nl_json": `{"task_description":"book hotel."}`,
	} {
		text, err := silp.Compile(name, x)
		if err != nil || text != want {
			t.Errorf("%s: %q, %v", name, text, err)
		}
		y, err := silp.Decode(name, text)
		if lossless := name == "code" || name == "json"; lossless != (err == nil) {
			t.Errorf("decode of %s: %v", name, err)
		} else if lossless && (!ir.Equivalent(x, y) || y.Meta.ReqID != ir.ReqID(text, 8)) {
			t.Errorf("decode of %s: %+v", name, y)
		} else if !lossless && !errors.Is(err, ir.UnsupportedFrontend) {
			t.Errorf("decode of %s: %v", name, err)
		}
	}
	if _, err := silp.Compile("math", x); !errors.Is(err, ir.UnsupportedFrontend) {
		t.Errorf("math: %v", err)
	}
	if _, err := silp.Compile("code", &ir.IR{}); !errors.Is(err, ir.DecodeFailed) {
		t.Errorf("invalid IR: %v", err)
	}
}

func TestCodecIsConcurrent(t *testing.T) {
	var wg sync.WaitGroup
	for n := range uint64(8) {
		wg.Go(func() {
			for i := range uint64(200) {
				x := irgen.Random(n*1000 + i).IR()
				p, err := open.EncodeAs([]string{"code", "json"}[i%2], x)
				if err != nil {
					t.Error(err)
					return
				}
				y, _, err := open.Decode(p)
				if err != nil || !ir.Equivalent(x, y) {
					t.Errorf("%v, %v", err, ir.Diff(x, y))
				}
			}
		})
	}
	wg.Wait()
}

// TestSoak checks every law on a million hostile IRs: SILP_SOAK=1 go test -run
// Soak ./silp. SILP_SOAK=N checks N million.
func TestSoak(t *testing.T) {
	millions, err := strconv.Atoi(os.Getenv("SILP_SOAK"))
	if err != nil || millions < 1 {
		t.Skip("takes minutes; set SILP_SOAK=1")
	}
	n := uint64(millions) * 1_000_000
	codePlain, codeFull := code.Frontend{}, code.Frontend{WithMeta: true}
	jsonPlain, jsonFull := jsonfe.Frontend{}, jsonfe.Frontend{WithMeta: true}
	var wg sync.WaitGroup
	const workers = 4
	for w := range uint64(workers) {
		wg.Go(func() {
			for i := w; i < n && !t.Failed(); i += workers {
				g := irgen.Random(1<<40 + i)
				x := g.IR()
				if err := errors.Join(laws.IR(codePlain, codeFull, x, g), laws.IR(jsonPlain, jsonFull, x, g)); err != nil {
					t.Errorf("seed %d: %v", 1<<40+i, err)
				}
			}
		})
	}
	wg.Wait()
}
