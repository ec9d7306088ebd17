package json_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/frontend/json"
	"github.com/silp-protocol/silp-go/ir"
)

// DecodeInto replaces everything but Meta.ReqID, on an error too.
func TestDecodeInto(t *testing.T) {
	full := parse(t, `{"silp":"v2","version":"x","intent":"!A","entities":[{"id":"a","value":"b"}],"constraints":[{"type":"t","value":"v","time":"t+1","subject":"s"}],"alternatives":[{"action":"!B","target":"t"}],"meta":{"req_id":"a1b2","session_id":"a1","priority":2,"confidence":0.5,"seq":["s"],"out":"o","next_agent":"n","trace":1}}`)
	texts := []string{
		`{"intent":"!BOOK"}`,
		`{"intent":"!BOOK","act":"a","constraints":[{"type":"u","value":"w"}],"alternatives":[{"action":"!C"}]}`,
		`{"intent":"!BOOK","meta":{"seq":[]}}`,
		`{"intent":"!BOOK","meta":{"seq":["t"],"out":"p"}}`,
	}
	for _, text := range texts {
		x := ir.New()
		if err := ir.ParseInto(x, mustJSON(t, full)); err != nil {
			t.Fatal(err)
		}
		want, err := json.Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := (json.Frontend{}).DecodeInto(x, text); err != nil || !ir.Equivalent(x, want) || x.Meta.ReqID != "a1b2" {
			t.Errorf("%s: %v, changes %v, req_id %s", text, err, ir.Diff(x, want), x.Meta.ReqID)
		}
		if err := (json.Frontend{}).DecodeInto(x, text+"x"); err == nil || !ir.Equivalent(x, &ir.IR{}) || x.Meta.ReqID != "a1b2" {
			t.Errorf("after an error: %v, %+v", err, x)
		}
	}
}

func mustJSON(t *testing.T, x *ir.IR) string {
	t.Helper()
	b, err := ir.AppendJSON(nil, x)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// checkError holds what is true of every error of this surface.
func checkError(t testing.TB, err error) *ir.Error {
	t.Helper()
	var e *ir.Error
	if !errors.As(err, &e) {
		t.Fatalf("not a *ir.Error: %v", err)
	}
	if e.Frontend != "json" || e.Offset < 0 || e.Msg == "" || !errors.Is(err, e.Code) || len(e.Error()) > 400 {
		t.Errorf("%#v", e)
	}
	return e
}

func TestDecodeLargeInputs(t *testing.T) {
	const n = ir.DefaultMaxBytes
	head := `{"intent":"!BOOK","constraints":[{"type":"t","value":"v","x":`
	for _, text := range []string{
		strings.Repeat("(", n), strings.Repeat("[", n), strings.Repeat(`"`, n), strings.Repeat("{", n), strings.Repeat(" ", n),
		strings.Repeat("\x00", n), strings.Repeat("\xff", n), strings.Repeat(`{"a":`, n/5), strings.Repeat("中", n/3),
		head + strings.Repeat("[", n-len(head)), head + strings.Repeat(`{"a":`, 1000), head + strings.Repeat("9", n-len(head)),
		`{"intent":"!BOOK","act":` + strings.Repeat("[", n/2), `{"intent":"!BOOK","action_a":` + strings.Repeat(`[{"id":`, n/8),
		`{"intent":"!` + strings.Repeat("a", n/2) + `"}`, `{"intent":"!BOOK","action_` + strings.Repeat("A", n/2) + `":["a"]}`,
		`{"intent":"!BOOK","` + strings.Repeat("/", n/2) + `":1}`,
		strings.Repeat(" ", n+1),
	} {
		_, err := json.Decode(text)
		checkError(t, err)
	}
}

func TestDecodeMaxBytes(t *testing.T) {
	text := `{"intent":"!BOOK"}`
	if err := (json.Frontend{MaxBytes: len(text)}).DecodeInto(ir.New(), text); err != nil {
		t.Error(err)
	}
	err := json.Frontend{MaxBytes: len(text) - 1}.DecodeInto(ir.New(), text)
	if e := checkError(t, err); e.Code != ir.InvalidSyntax || e.Offset != len(text)-1 {
		t.Error(e)
	}
}
