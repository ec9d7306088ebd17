package aidip_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/silp-protocol/silp-go/carrier"
	"github.com/silp-protocol/silp-go/carrier/aidip"
	"github.com/silp-protocol/silp-go/internal/irgen"
	"github.com/silp-protocol/silp-go/internal/sharedcases"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/negotiation"
	"github.com/silp-protocol/silp-go/sanitize"
	"github.com/silp-protocol/silp-go/silp"
)

// open takes everything that is valid.
var open = silp.New(silp.Options{Verbs: ir.Verbs{Any: true}, AnyVersion: true, Policy: sanitize.Inspect})

func asError(t *testing.T, err error) *ir.Error {
	t.Helper()
	e, ok := errors.AsType[*ir.Error](err)
	if !ok {
		t.Fatalf("%v is no *ir.Error", err)
	}
	return e
}

func code(text string) silp.Payload { return silp.Payload{Encoding: "code", Text: text} }

func TestBodies(t *testing.T) {
	flat, nested := aidip.Options{}, aidip.Options{Nested: true}
	for _, row := range []struct {
		name, fields string
		o            aidip.Options
		want, back   string
	}{
		{"flat", `{"n":1.0}`, flat, `{"silp_encoding":"code","silp_payload":"a<=b","n":1.0}`, `{"n":1.0}`},
		{"nested", `{"n":1.0}`, nested, `{"n":1.0,"inputs":{"silp_encoding":"code","silp_payload":"a<=b"}}`, `{"n":1.0}`},
		{"nested beside others", `{"inputs":{"q":2},"n":1.0}`, nested, `{"n":1.0,"inputs":{"silp_encoding":"code","silp_payload":"a<=b","q":2}}`, `{"n":1.0,"inputs":{"q":2}}`},
		{"nothing else", ``, nested, `{"inputs":{"silp_encoding":"code","silp_payload":"a<=b"}}`, `{}`},
		{"inputs beside a flat one", `{"inputs":"book a hotel"}`, flat, `{"silp_encoding":"code","silp_payload":"a<=b","inputs":"book a hotel"}`, `{"inputs":"book a hotel"}`},
	} {
		got, err := row.o.Wrap(json.RawMessage(row.fields), code("a<=b"))
		if err != nil || string(got) != row.want {
			t.Errorf("%s: %s %v", row.name, got, err)
			continue
		}
		p, fields, err := row.o.Unwrap(got)
		if err != nil || p != code("a<=b") || string(fields) != row.back {
			t.Errorf("%s: %+v %s %v", row.name, p, fields, err)
		}
	}
}

func TestBodiesRefused(t *testing.T) {
	flat, nested := aidip.Options{}, aidip.Options{Nested: true}
	for _, row := range []struct {
		name, body string
		o          aidip.Options
		code       ir.Code
		path       string
		none       bool
	}{
		{"no payload", `{"n":1}`, flat, ir.DecodeFailed, "/silp_payload", true},
		{"no inputs", `{"n":1}`, nested, ir.DecodeFailed, "/inputs/silp_payload", true},
		{"at the wrong level", `{"silp_encoding":"code","silp_payload":"x()"}`, nested, ir.DecodeFailed, "/inputs/silp_payload", true},
		{"inputs is a string", `{"inputs":"x()"}`, nested, ir.DecodeFailed, "/inputs", false},
		{"inputs twice", `{"inputs":{},"inputs":{}}`, nested, ir.InvalidSyntax, "/inputs", false},
		{"half", `{"inputs":{"silp_payload":"x()"}}`, nested, ir.DecodeFailed, "/inputs/silp_encoding", false},
		{"header", `{"inputs":{"silp_encoding":"code","silp_payload":"x()","silp_header":{"silp":1}}}`, nested, ir.DecodeFailed, "/inputs/silp_header/silp", false},
		{"nothing", ``, flat, ir.InvalidSyntax, "", false},
		{"nothing, nested", ``, nested, ir.InvalidSyntax, "", false},
		{"an array", `[]`, nested, ir.DecodeFailed, "", false},
	} {
		p, fields, err := row.o.Unwrap([]byte(row.body))
		if err == nil || p != (silp.Payload{}) {
			t.Errorf("%s: %+v", row.name, p)
			continue
		}
		if e := asError(t, err); e.Code != row.code || e.Path != row.path || errors.Is(err, carrier.NoPayload) != row.none || row.none != (string(fields) == row.body && fields != nil) {
			t.Errorf("%s: %v (path %s), fields %s", row.name, err, e.Path, fields)
		}
	}
	for name, fields := range map[string]string{"a payload": `{"inputs":{"silp_payload":"x"}}`, "a payload beside inputs": `{"silp_payload":"y()"}`, "half of one beside inputs": `{"inputs":{},"Silp_Header":1}`, "a string": `{"inputs":"x"}`, "no object": `[]`} {
		if got, err := nested.Wrap(json.RawMessage(fields), code("x()")); err == nil || got != nil {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// An agent that answers with what it got, and fails as the member fail says.
func agent(_ context.Context, r *aidip.Request) (json.RawMessage, error) {
	var f struct{ Fail string }
	if err := json.Unmarshal(r.Fields, &f); err != nil {
		return nil, err
	}
	switch f.Fail {
	case "":
		return ir.AppendJSON(nil, r.IR)
	case "nothing":
		return nil, nil
	case "garbage":
		return json.RawMessage("{"), nil
	case "secret":
		return nil, errors.New("the password is swordfish")
	case "own":
		return nil, &aidip.Error{Status: 409, Code: "no_room", Message: "no room\u202e"}
	case "strange":
		return nil, &aidip.Error{Status: 200, Code: "x"}
	case "deadline":
		return nil, context.DeadlineExceeded
	}
	return nil, &ir.Error{Code: ir.Code(f.Fail), Offset: -1, Msg: "said the agent", Hint: "a < b"}
}

// serve starts an agent on a loopback port.
func serve(t *testing.T, o aidip.Options) string {
	t.Helper()
	s := httptest.NewServer(o.Handler(agent))
	t.Cleanup(s.Close)
	return s.URL + "/agents/7/invoke"
}

func post(t *testing.T, url, contentType, body string) (status int, answer string, h http.Header) {
	t.Helper()
	r, err := http.Post(url, contentType, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r.StatusCode, string(raw), r.Header
}

// Each SILP code has its status, and the client gets the code back.
func TestErrorsArrive(t *testing.T) {
	url := serve(t, aidip.Options{})
	payload := func(encoding, text, rest string) string {
		return `{"silp_encoding":"` + encoding + `","silp_payload":"` + text + `"` + rest + `}`
	}
	for _, row := range []struct {
		name, body string
		status     int
		code       ir.Code
	}{
		{"syntax", payload("code", "book(", ""), 400, ir.InvalidSyntax},
		{"version", payload("code", "book()", `,"silp_header":{"silp":"v9"}`), 400, ir.UnsupportedVersion},
		{"frontend", payload("math", "x", ""), 415, ir.UnsupportedFrontend},
		{"verb", payload("code", "switch_tool(x)", ""), 422, ir.DecodeFailed},
		{"no payload", `{}`, 422, ir.DecodeFailed},
		{"no JSON", `{`, 400, ir.InvalidSyntax},
		{"not UTF-8", payload("code", "book(\xff)", ""), 400, ir.InvalidSyntax},
		{"too long", payload("code", strings.Repeat("x", 64<<10+1), ""), 400, ir.InvalidSyntax},
		{"session", payload("code", "book()", `,"fail":"session_expired"`), 410, ir.SessionExpired},
		{"timeout", payload("code", "book()", `,"fail":"timeout"`), 504, ir.Timeout},
		{"deadline", payload("code", "book()", `,"fail":"deadline"`), 504, ir.Timeout},
	} {
		status, answer, h := post(t, url, "application/json", row.body)
		if status != row.status || h.Get("Content-Type") != "application/json" || !json.Valid([]byte(answer)) || len(answer) > 1000 {
			t.Errorf("%s: %d %s", row.name, status, answer)
		}
		err := aidip.ParseError(status, []byte(answer))
		if !errors.Is(err, row.code) || !errors.Is(err, carrier.Remote) || aidip.Status(row.code) != row.status {
			t.Errorf("%s: %v", row.name, err)
		}
	}
	_, answer, _ := post(t, url, "application/json; charset=utf-8", payload("code", "book()", `,"fail":"session_expired"`))
	if want := `{"error":{"code":"session_expired","message":"session_expired: said the agent; a < b","silp":{"code":"session_expired","message":"said the agent","hint":"a < b"}}}`; answer != want {
		t.Errorf("%s", answer)
	}
	if got := aidip.Status("other"); got != 500 {
		t.Errorf("%d", got)
	}
}

// Errors that are none of SILP.
func TestOtherErrors(t *testing.T) {
	url := serve(t, aidip.Options{MaxBody: 2000})
	const good = `{"silp_encoding":"code","silp_payload":"book()"`
	for _, row := range []struct {
		name, contentType, body string
		status                  int
		want                    string
	}{
		{"a form", "application/x-www-form-urlencoded", good + "}", 415, "unsupported_media_type"},
		{"text", "text/plain", good + "}", 415, "unsupported_media_type"},
		{"no type", "", good + "}", 415, "unsupported_media_type"},
		{"a type made of JSON", "application/vnd.x+json", good + "}", 200, `"intent":"!BOOK"`},
		{"oversized body", "application/json", good + `,"n":"` + strings.Repeat("x", 2000) + `"}`, 413, "body_too_large"},
		{"secret", "application/json", good + `,"fail":"secret"}`, 500, "internal_error"},
		{"garbage", "application/json", good + `,"fail":"garbage"}`, 500, "internal_error"},
		{"a status that is none", "application/json", good + `,"fail":"strange"}`, 500, "internal_error"},
		{"own", "application/json", good + `,"fail":"own"}`, 409, "no_room"},
		{"nothing", "application/json", good + `,"fail":"nothing"}`, 200, "{}"},
	} {
		status, answer, _ := post(t, url, row.contentType, row.body)
		if status != row.status || !strings.Contains(answer, row.want) || strings.Contains(answer, "swordfish") || strings.Contains(answer, `"silp"`) {
			t.Errorf("%s: %d %s", row.name, status, answer)
		}
		if status == 200 {
			continue
		}
		if e, ok := errors.AsType[*aidip.Error](aidip.ParseError(status, []byte(answer))); !ok || e.Status != row.status || e.Code != row.want {
			t.Errorf("%s: %+v", row.name, e)
		}
	}
	r, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if r.StatusCode != 405 || r.Header.Get("Allow") != "POST" {
		t.Errorf("GET: %d %v", r.StatusCode, r.Header)
	}
	// A body that breaks off.
	w := httptest.NewRecorder()
	broken := httptest.NewRequest("POST", "/", iotest.ErrReader(errors.New("gone")))
	broken.Header.Set("Content-Type", "application/json")
	aidip.Options{}.Handler(agent).ServeHTTP(w, broken)
	if w.Code != 400 || !strings.Contains(w.Body.String(), "body_not_read") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

func TestParseErrorOfOthers(t *testing.T) {
	for _, row := range []struct{ name, body, want string }{
		{"a page", `<html>`, "aidip: status 502"},
		{"nothing", ``, "aidip: status 502"},
		{"another shape", `{"error":"no"}`, "aidip: status 502"},
		{"no SILP error", `{"error":{"code":5,"message":"m\u202e","silp":{"code":"-32000"}}}`, `aidip: status 502: m\u202e`},
		{"null", `{"error":{"code":"c","silp":null}}`, "aidip: status 502: c"},
		{"twice", `{"error":{"code":"a"},"error":{"code":"b"}}`, "aidip: status 502"},
		{"long", `{"error":{"message":"` + strings.Repeat("x", 9999) + `"}}`, "aidip: status 502: " + strings.Repeat("x", 256) + "..."},
	} {
		if err := aidip.ParseError(502, []byte(row.body)); err.Error() != row.want || errors.Is(err, carrier.Remote) {
			t.Errorf("%s: %v", row.name, err)
		}
	}
}

func TestInvoke(t *testing.T) {
	sent := 0
	count := &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		sent++
		return http.DefaultTransport.RoundTrip(r)
	})}
	url := serve(t, aidip.Options{})
	for _, row := range []struct {
		name   string
		o      aidip.Options
		fields string
		x      *ir.IR
		code   ir.Code
	}{
		{"5 MiB", aidip.Options{}, ``, ir.Task("!BOOK", ir.Arg(strings.Repeat("x", 5<<20))), ir.InvalidSyntax},
		{"invalid UTF-8", aidip.Options{}, ``, ir.Task("!BOOK", ir.Arg("\xff")), ir.DecodeFailed},
		{"fields with a payload", aidip.Options{}, `{"silp_header":{}}`, ir.Task("!BOOK"), ir.DecodeFailed},
		{"unknown frontend", aidip.Options{Frontend: "math"}, ``, ir.Task("!BOOK"), ir.UnsupportedFrontend},
	} {
		if _, err := row.o.Invoke(t.Context(), count, url, json.RawMessage(row.fields), row.x); !errors.Is(err, row.code) || errors.Is(err, carrier.Remote) {
			t.Errorf("%s: %.200v", row.name, err)
		}
	}
	if sent != 0 {
		t.Errorf("%d requests were sent", sent)
	}
	_, err := aidip.Options{}.Invoke(t.Context(), count, url, json.RawMessage(`{"fail":"session_expired"}`), ir.Task("!BOOK"))
	if !errors.Is(err, ir.SessionExpired) || !errors.Is(err, carrier.Remote) || sent != 1 {
		t.Errorf("%v, %d sent", err, sent)
	}
	_, err = aidip.Options{}.Invoke(t.Context(), nil, url, json.RawMessage(`{"fail":"own"}`), ir.Task("!BOOK"))
	if e, ok := errors.AsType[*aidip.Error](err); !ok || e.Status != 409 || e.Code != "no_room" || e.Message != `no room\u202e` {
		t.Errorf("%v", err)
	}
	if _, err := (aidip.Options{}).Invoke(t.Context(), nil, "http://%", nil, ir.Task("!BOOK")); err == nil {
		t.Error("no URL")
	}
	// What the body looks like on the wire.
	var body string
	tap := &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
		raw, err := io.ReadAll(r.Body)
		body = string(raw)
		return &http.Response{StatusCode: 200, Body: io.NopCloser(strings.NewReader("[1]"))}, err
	})}
	answer, err := aidip.Options{}.Invoke(t.Context(), tap, url, nil, ir.Task("!BOOK").If(ir.Cmp("budget", "<=", "5&6")))
	if err != nil || string(answer) != "[1]" || !strings.Contains(body, `"if budget<=5&6: book()"`) {
		t.Errorf("%s %v: %s", answer, err, body)
	}
}

type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestInvokeBadAnswers(t *testing.T) {
	answer := func(status int, body io.Reader) *http.Client {
		return &http.Client{Transport: transport(func(*http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: status, Body: io.NopCloser(body)}, nil
		})}
	}
	o := aidip.Options{MaxBody: 100}
	for name, row := range map[string]struct {
		client *http.Client
		want   string
	}{
		"no JSON":         {answer(200, strings.NewReader("<html>")), "answer_not_json"},
		"too large":       {answer(200, strings.NewReader(strings.Repeat(" ", 101))), "body_too_large"},
		"too large error": {answer(500, strings.NewReader(strings.Repeat(" ", 101))), "body_too_large"},
		"breaks off":      {answer(200, iotest.ErrReader(errors.New("gone"))), "gone"},
		"redirect":        {answer(304, strings.NewReader("")), "status 304"},
	} {
		got, err := o.Invoke(t.Context(), row.client, "http://a.example/", nil, ir.Task("!BOOK"))
		if got != nil || err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %s %v", name, got, err)
		}
	}
	o.MaxBody = math.MaxInt64
	if got, err := o.Invoke(t.Context(), answer(200, strings.NewReader(`{"n":1}`)), "http://a.example/", nil, ir.Task("!BOOK")); err != nil || string(got) != `{"n":1}` {
		t.Errorf("no limit: %s %v", got, err)
	}
	ctx, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	_, err := aidip.Options{}.Invoke(ctx, nil, "http://a.example/", nil, ir.Task("!BOOK"))
	if !errors.Is(err, ir.Timeout) || errors.Is(err, carrier.Remote) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}

func TestMetadata(t *testing.T) {
	offer := negotiation.Offer{Versions: []string{"v1"}, Frontends: []string{"code", "json"}}
	raw, err := aidip.Announce(json.RawMessage(`{"id":7.0,"name":"hotel"}`), offer)
	if err != nil || string(raw) != `{"id":7.0,"name":"hotel","silp":{"versions":["v1"],"frontends":["code","json"]}}` {
		t.Errorf("%s %v", raw, err)
	}
	back, ok, err := aidip.Offer(raw)
	if err != nil || !ok || strings.Join(back.Frontends, " ") != "code json" {
		t.Errorf("%+v %v %v", back, ok, err)
	}
	if _, ok, err := aidip.Offer(json.RawMessage(`{"SILP":{}}`)); ok || err != nil {
		t.Errorf("%v %v", ok, err)
	}
	for _, bad := range []string{`{"silp":null}`, `{"silp":{"versions":[]}}`, `{"silp":{},"silp":{}}`, `[]`} {
		if _, ok, err := aidip.Offer(json.RawMessage(bad)); ok || err == nil {
			t.Errorf("%s: %v", bad, ok)
		}
		if raw, err := aidip.Announce(json.RawMessage(bad), offer); err == nil {
			t.Errorf("%s: %s", bad, raw)
		}
	}
	if _, err := aidip.Announce(nil, negotiation.Offer{}); err == nil {
		t.Error("an empty offer")
	}
}

// roundTrip invokes an agent with each IR and compares what it saw.
func roundTrip(t *testing.T, list []*ir.IR) {
	t.Helper()
	for _, frontend := range []string{"code", "json"} {
		for _, nested := range []bool{false, true} {
			o := aidip.Options{Codec: open, Frontend: frontend, Nested: nested}
			url := serve(t, o)
			for _, x := range list {
				answer, err := o.Invoke(t.Context(), nil, url, json.RawMessage(`{"n":1}`), x)
				if err != nil {
					t.Fatalf("%s: %+v: %v", frontend, x, err)
				}
				y, err := ir.Parse(string(answer))
				if err != nil || !ir.Equivalent(x, y) || x.Meta.ReqID != y.Meta.ReqID {
					t.Fatalf("%s: %s: %v, %v", frontend, answer, ir.Diff(x, y), err)
				}
			}
		}
	}
}

func TestRoundTripGenerated(t *testing.T) {
	var list []*ir.IR
	for seed := range uint64(300) {
		list = append(list, irgen.Random(seed).IR())
	}
	roundTrip(t, list)
}

func TestRoundTripShared(t *testing.T) { roundTrip(t, sharedcases.IRs(t)) }

// FuzzBody: whatever the body, the handler answers in JSON with a status of its
// table, and an error can be read back.
func FuzzBody(f *testing.F) {
	f.Add([]byte(`{"silp_encoding":"code","silp_payload":"book()","n":1}`), false)
	f.Add([]byte(`{"inputs":{"silp_encoding":"json","silp_payload":"{}"}}`), true)
	f.Add([]byte(`{"inputs":{"silp_encoding":"code","silp_payload":"x("}}`), true)
	f.Fuzz(func(t *testing.T, body []byte, nested bool) {
		o := aidip.Options{Nested: nested}
		h := o.Handler(func(_ context.Context, r *aidip.Request) (json.RawMessage, error) {
			if !json.Valid(r.Fields) {
				t.Fatalf("%q: fields %q", body, r.Fields)
			}
			return nil, r.IR.Validate()
		})
		w := httptest.NewRecorder()
		r := httptest.NewRequest("POST", "/", strings.NewReader(string(body)))
		r.Header.Set("Content-Type", "application/json")
		h.ServeHTTP(w, r)
		if !json.Valid(w.Body.Bytes()) {
			t.Fatalf("%q: %s", body, w.Body)
		}
		if w.Code == 200 {
			return
		}
		err := aidip.ParseError(w.Code, w.Body.Bytes())
		if e, ok := errors.AsType[*ir.Error](err); !ok || aidip.Status(e.Code) != w.Code || !errors.Is(err, carrier.Remote) {
			t.Fatalf("%q: %d %v", body, w.Code, err)
		}
	})
}
