package apicheck

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/silp-protocol/silp-go/carrier"
	"github.com/silp-protocol/silp-go/carrier/a2a"
	"github.com/silp-protocol/silp-go/carrier/aidip"
	"github.com/silp-protocol/silp-go/carrier/iacp"
	"github.com/silp-protocol/silp-go/carrier/mcp"
	"github.com/silp-protocol/silp-go/frontend/code"
	"github.com/silp-protocol/silp-go/frontend/grammar"
	jsonfrontend "github.com/silp-protocol/silp-go/frontend/json"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/lock"
	"github.com/silp-protocol/silp-go/negotiation"
	"github.com/silp-protocol/silp-go/silp"
	"github.com/silp-protocol/silp-go/tokencheck"
)

// entry is an entry of docs/errors.md.
type entry struct {
	line                       int
	code, heading, lang, input string
	text                       string // cause and fix
}

// entries reads the page: "## code", "#### `heading`", a paragraph, a fence.
func entries(t *testing.T) (list []entry) {
	t.Helper()
	raw, err := os.ReadFile(root + "/docs/errors.md")
	if err != nil {
		t.Fatal(err)
	}
	section, fenced := "", false
	for i, line := range strings.Split(string(raw), "\n") {
		switch {
		case fenced && line == "```":
			fenced = false
		case fenced:
			e := &list[len(list)-1]
			e.input = strings.TrimPrefix(e.input+"\n"+line, "\n")
		case strings.HasPrefix(line, "## "):
			section = line[3:]
		case strings.HasPrefix(line, "#### "):
			list = append(list, entry{line: i + 1, code: section, heading: strings.Trim(line[5:], "`")})
		case strings.HasPrefix(line, "```"):
			fenced = true
			list[len(list)-1].lang = line[3:]
		case len(list) > 0 && !strings.HasPrefix(line, "#"):
			list[len(list)-1].text += line
		}
	}
	return list
}

func second[T any](_ T, err error) error { return err }

func callError(o mcp.Options, args string, p silp.Payload) error {
	_, _, err := o.Wrap([]byte(args), p)
	return err
}

// expressions are the inputs that are Go.
var expressions = map[string]func() error{
	`ir.Parse("{\"intent\":\"\xff\"}")`:    func() error { return second(ir.Parse("{\"intent\":\"\xff\"}")) },
	`ir.Parse("{\"intent\":\"!BOOK\n\"}")`: func() error { return second(ir.Parse("{\"intent\":\"!BOOK\n\"}")) },
	"ir.Parse(`{\"meta\":{\"n\":` + strings.Repeat(\"[\", 65))": func() error {
		return second(ir.Parse(`{"meta":{"n":` + strings.Repeat("[", 65)))
	},
	`tokencheck.CheckVerb("a-b", nil)`:                          func() error { return second(tokencheck.CheckVerb("a-b", nil)) },
	`code.Decode("cancel(\"a\nb\")")`:                           func() error { return second(code.Decode("cancel(\"a\nb\")")) },
	`code.Decode(strings.Repeat("x", 1<<20+1))`:                 func() error { return second(code.Decode(strings.Repeat("x", 1<<20+1))) },
	`(&lock.Record{Compiled: "cancel(a)"}).Verify("cancel(a)")`: func() error { return (&lock.Record{Compiled: "cancel(a)"}).Verify("cancel(a)") },
	`(&lock.Record{Compiled: "cancel(a)", OutputHash: lock.OutputHash("cancel(a)")}).Verify("cancel(b)")`: func() error {
		return (&lock.Record{Compiled: "cancel(a)", OutputHash: lock.OutputHash("cancel(a)")}).Verify("cancel(b)")
	},
	`(&lock.Record{}).VerifyIR(ir.Task("!CANCEL"))`: func() error { return (&lock.Record{}).VerifyIR(ir.Task("!CANCEL")) },
	`(&lock.Record{}).VerifySig()`:                  func() error { return (&lock.Record{}).VerifySig() },
	`(&lock.Record{}).Sign(nil)`:                    func() error { return (&lock.Record{}).Sign(nil) },
	`ir.AppendJSON(nil, ir.Task("!BOOK"))`:          func() error { return second(ir.AppendJSON(nil, ir.Task("!BOOK"))) },
	`ir.Task("!BOOK", ir.Arg("\xff")).Validate()`:   func() error { return ir.Task("!BOOK", ir.Arg("\xff")).Validate() },
	`carrier.Wrap(nil, silp.Payload{Encoding: "code", Text: "x(\xff)"})`: func() error {
		return second(carrier.Wrap(nil, silp.Payload{Encoding: "code", Text: "x(\xff)"}))
	},
	`carrier.Wrap(nil, silp.Payload{Encoding: "code", Text: strings.Repeat("x", 5<<20)})`: func() error {
		return second(carrier.Wrap(nil, silp.Payload{Encoding: "code", Text: strings.Repeat("x", 5<<20)}))
	},
	`mcp.Options{Argument: "task"}.Wrap(nil, silp.Payload{Encoding: "natural", Text: "book hotel."})`: func() error {
		return callError(mcp.Options{Argument: "task"}, ``, silp.Payload{Encoding: "natural", Text: "book hotel."})
	},
	`mcp.Options{Argument: "\xff"}.Wrap(nil, silp.Payload{Encoding: "code", Text: "x()"})`: func() error {
		return callError(mcp.Options{Argument: "\xff"}, ``, silp.Payload{Encoding: "code", Text: "x()"})
	},
	"mcp.Options{Argument: \"task\"}.Wrap([]byte(`{\"task\":1}`), silp.Payload{Encoding: \"code\", Text: \"x()\"})": func() error {
		return callError(mcp.Options{Argument: "task"}, `{"task":1}`, silp.Payload{Encoding: "code", Text: "x()"})
	},
	"mcp.Options{Argument: \"task\"}.Unwrap([]byte(`{}`), nil)": func() error {
		_, _, err := mcp.Options{Argument: "task"}.Unwrap([]byte(`{}`), nil)
		return err
	},
	`a2a.Options{URI: "urn:a,urn:b"}.Part(silp.Payload{Encoding: "code", Text: "x()"})`: func() error {
		return second(a2a.Options{URI: "urn:a,urn:b"}.Part(silp.Payload{Encoding: "code", Text: "x()"}))
	},
	"aidip.Announce([]byte(`{\"silp\":{}}`), offer)": func() error {
		return second(aidip.Announce([]byte(`{"silp":{}}`), negotiation.Offer{Versions: []string{"v1"}, Frontends: []string{"code"}}))
	},
	`aidip.Options{}.Invoke(expired, nil, "http://localhost/", nil, ir.Task("!BOOK"))`: func() error {
		expired, cancel := context.WithDeadline(context.Background(), time.Unix(0, 0))
		defer cancel()
		return second(aidip.Options{}.Invoke(expired, nil, "http://localhost/", nil, ir.Task("!BOOK")))
	},
	`a handler that returns context.DeadlineExceeded`: func() error {
		h := aidip.Options{}.Handler(func(context.Context, *aidip.Request) (json.RawMessage, error) { return nil, context.DeadlineExceeded })
		w := httptest.NewRecorder()
		r := httptest.NewRequest("POST", "/", strings.NewReader(`{"silp_encoding":"code","silp_payload":"book()"}`))
		r.Header.Set("Content-Type", "application/json")
		h.ServeHTTP(w, r)
		return aidip.ParseError(w.Code, w.Body.Bytes())
	},
	"carrier.Plain([]byte(`1e400`))": func() error { return second(carrier.Plain([]byte(`1e400`))) },
	`iacp.DecoderOptions{MaxLine: 8}.NewDecoder(strings.NewReader("{\"v\":\"1.1\"}\n")).Decode()`: func() error {
		return second(iacp.DecoderOptions{MaxLine: 8}.NewDecoder(strings.NewReader("{\"v\":\"1.1\"}\n")).Decode())
	},
	"(&iacp.Envelope{Body: []byte(`{\"running\":[` + strings.Repeat(`\"q\",`, 1024) + `\"q\"]}`)}).Beat()": func() error {
		return second((&iacp.Envelope{Body: []byte(`{"running":[` + strings.Repeat(`"q",`, 1024) + `"q"]}`)}).Beat())
	},
	"iacp.Reject{Reason: \"busy\", Extra: ir.Extra{\"reason\": []byte(`1`)}}.JSON()": func() error {
		return second(iacp.Reject{Reason: "busy", Extra: ir.Extra{"reason": []byte(`1`)}}.JSON())
	},
	`iacp.Reject{Reason: "\xff"}.JSON()`: func() error { return second(iacp.Reject{Reason: "\xff"}.JSON()) },
	`iacp.NewTracker(iacp.TrackerOptions{Timing: iacp.Timing{AssignTimeout: time.Second}})`: func() error {
		return second(iacp.NewTracker(iacp.TrackerOptions{Timing: iacp.Timing{AssignTimeout: time.Second}}))
	},
	`iacp.NewWorker(iacp.WorkerOptions{Name: iacp.Queen})`:       func() error { return second(iacp.NewWorker(iacp.WorkerOptions{Name: iacp.Queen})) },
	`iacp.NewWorker(iacp.WorkerOptions{Name: "f", Slots: 2000})`: func() error { return second(iacp.NewWorker(iacp.WorkerOptions{Name: "f", Slots: 2000})) },
	`new(iacp.Tracker).Submit(time.Time{}, iacp.Task{})`:         func() error { return second(new(iacp.Tracker).Submit(time.Time{}, iacp.Task{})) },
	`submitTwice(iacp.TrackerOptions{}, "a", "a")`:               func() error { return submitTwice(iacp.TrackerOptions{}, "a", "a") },
	`submitTwice(iacp.TrackerOptions{MaxTasks: 1}, "a", "b")`:    func() error { return submitTwice(iacp.TrackerOptions{MaxTasks: 1}, "a", "b") },
	`carrier.FromPlain([]string{"!BOOK"})`:                       func() error { return second(carrier.FromPlain([]string{"!BOOK"})) },
	"grammar.Options{MaxWord: 2000}.GBNF()":                      func() error { return second(grammar.Options{MaxWord: 2000}.GBNF()) },
	"grammar.Options{Rules: grammar.Only()}.GBNF()":              func() error { return second(grammar.Options{Rules: grammar.Only()}.GBNF()) },
	"grammar.Options{MaxCalls: 1}.Regex()":                       func() error { return second(grammar.Options{MaxCalls: 1}.Regex()) },
	"grammar.Options{}.Tool(\"two words\", \"\").MCP()":          func() error { return second(grammar.Options{}.Tool("two words", "").MCP()) },
	"grammar.Options{}.Tool(\"book\", \"\\xff\").MCP()":          func() error { return second(grammar.Options{}.Tool("book", "\xff").MCP()) },
	"grammar.Options{Verbs: ir.Verbs{Also: []ir.Action{\"run\"}}}.Lark()": func() error {
		return second(grammar.Options{Verbs: ir.Verbs{Also: []ir.Action{"run"}}}.Lark())
	},
	"grammar.Options{Rules: &ir.Rules{Verbs: grammar.Only(\"!BOOK\").Verbs, Constraints: map[string]ir.ConstraintRule{\"\\xff\": {}}}}.GBNF()": func() error {
		return second(grammar.Options{Rules: &ir.Rules{Verbs: grammar.Only("!BOOK").Verbs, Constraints: map[string]ir.ConstraintRule{"\xff": {}}}}.GBNF())
	},
	"grammar.Options{Rules: grammar.Only(\"!BOOK\", \"!EMAIL\", \"!FETCH\"), AnyLetter: true}.Regex()": func() error {
		return second(grammar.Options{Rules: grammar.Only("!BOOK", "!EMAIL", "!FETCH"), AnyLetter: true}.Regex())
	},
	"grammar.Options{Rules: &ir.Rules{Verbs: map[ir.Action]ir.VerbRule{\"!BOOK\": {Entities: map[string]ir.EntityRule{\"intent\": {Required: true}}}}}}.Schema()": func() error {
		return second(grammar.Options{Rules: &ir.Rules{Verbs: map[ir.Action]ir.VerbRule{"!BOOK": {Entities: map[string]ir.EntityRule{"intent": {Required: true}}}}}}.Schema())
	},
	"(&ir.IR{Intent: \"!BOOK\", Meta: ir.Meta{Extra: ir.Extra{\"out\": json.RawMessage(`1`)}}}).Validate()": func() error {
		return (&ir.IR{Intent: "!BOOK", Meta: ir.Meta{Extra: ir.Extra{"out": json.RawMessage(`1`)}}}).Validate()
	},
	"(&ir.IR{Intent: \"!BOOK\", Meta: ir.Meta{Extra: ir.Extra{\"n\": json.RawMessage(`{`)}}}).Validate()": func() error {
		return (&ir.IR{Intent: "!BOOK", Meta: ir.Meta{Extra: ir.Extra{"n": json.RawMessage(`{`)}}}).Validate()
	},
	"(&ir.IR{Intent: \"!BOOK\", Meta: ir.Meta{Extra: ir.Extra{\"\\xff\": json.RawMessage(`1`)}}}).Validate()": func() error {
		return (&ir.IR{Intent: "!BOOK", Meta: ir.Meta{Extra: ir.Extra{"\xff": json.RawMessage(`1`)}}}).Validate()
	},
}

// fail gives an entry's input to its function and returns the error.
func (e *entry) fail(t *testing.T) error {
	t.Helper()
	codec := silp.New(silp.Options{})
	switch e.lang {
	case "ir":
		return second(ir.Parse(e.input))
	case "header":
		return new(ir.Header).UnmarshalJSON([]byte(e.input))
	case "code":
		return second(code.Decode(e.input))
	case "tolerant":
		return second(code.Frontend{}.DecodeTolerant(ir.New(), e.input))
	case "json":
		return second(jsonfrontend.Decode(e.input))
	case "lock":
		return second(lock.Parse(e.input))
	case "signed":
		r, err := lock.Parse(e.input)
		if err != nil {
			t.Fatalf("%s: %v", e.input, err)
		}
		return r.VerifySig(make(ed25519.PublicKey, ed25519.PublicKeySize))
	case "rules":
		return second(ir.ParseRules(e.input))
	case "ping":
		return second(negotiation.ParsePing(e.input))
	case "offer":
		return second(negotiation.ParseOffer(e.input))
	case "choose":
		return choose(t, e.input)
	case "compile":
		return second(silp.Compile(e.input, ir.Task("!BOOK")))
	case "encode":
		return second(codec.Encode(mustParse(t, e.input)))
	case "payload":
		var p silp.Payload
		if err := json.Unmarshal([]byte(e.input), &p); err != nil {
			t.Fatalf("%s: %v", e.input, err)
		}
		_, _, err := codec.Decode(p)
		return err
	case "wrap":
		return second(carrier.Wrap([]byte(e.input), silp.Payload{Encoding: "code", Text: "book(hotel)"}))
	case "unwrap":
		_, _, err := carrier.Unwrap([]byte(e.input))
		return err
	case "call":
		_, _, err := mcp.Options{}.Unwrap([]byte(e.input), map[string]any{mcp.Options{}.HeaderKey(): map[string]any{}})
		return err
	case "schema":
		return second(mcp.Options{}.Schema([]byte(e.input)))
	case "message":
		return second(a2a.Options{}.Read([]byte(e.input)))
	case "card":
		_, _, err := a2a.Options{}.ReadCard([]byte(e.input))
		return err
	case "remote":
		reported, err := carrier.ParseError([]byte(e.input))
		if err != nil {
			return err
		}
		return reported
	case "iacp":
		return readIACP(e.input)
	case "check":
		rules, x, _ := strings.Cut(e.input, "\n")
		r, err := ir.ParseRules(rules)
		if err != nil {
			t.Fatalf("%s: %v", rules, err)
		}
		return r.Check(mustParse(t, x))
	case "go":
		if f, ok := expressions[e.input]; ok {
			return f()
		}
		if f, ok := conversations[e.input]; ok {
			return f(newTalk(t))
		}
	}
	t.Fatalf("docs/errors.md:%d: nothing takes this input", e.line)
	return nil
}

// readIACP reads a line, the body of its kind, and writes it again.
func readIACP(line string) error {
	e, err := iacp.Parse(line)
	if err != nil {
		return err
	}
	switch e.Kind {
	case iacp.TaskAssign:
		_, err = e.Assign()
	case iacp.TaskReject:
		_, err = e.Reject()
	case iacp.ToolQuery:
		_, err = e.Offer()
	}
	if err != nil {
		return err
	}
	return second(e.Line())
}

// submitTwice gives two tasks to a queen.
func submitTwice(o iacp.TrackerOptions, names ...string) error {
	q, err := iacp.NewTracker(o)
	for _, name := range names {
		if err == nil {
			_, err = q.Submit(time.Unix(1, 0), iacp.Task{Name: name})
		}
	}
	return err
}

func mustParse(t *testing.T, text string) *ir.IR {
	t.Helper()
	x, err := ir.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return x
}

// TestErrorPage: every entry of docs/errors.md has a cause, a fix and an input
// that gives its message with its code.
func TestErrorPage(t *testing.T) {
	used := make(map[string]bool)
	for _, e := range entries(t) {
		t.Run(e.heading, func(t *testing.T) {
			used[e.input] = true
			err := e.fail(t)
			x, ok := errors.AsType[*ir.Error](err)
			if !ok || string(x.Code) != e.code || !strings.Contains(err.Error(), e.heading) {
				t.Errorf("docs/errors.md:%d: %s gives %v", e.line, e.input, err)
			}
			if cause, fix, _ := strings.Cut(e.text, " **Fix:** "); cause == "" || fix == "" {
				t.Errorf("docs/errors.md:%d: no cause or no fix", e.line)
			}
		})
	}
	for _, text := range slices.Concat(slices.Collect(maps.Keys(expressions)), slices.Collect(maps.Keys(conversations))) {
		if !used[text] {
			t.Errorf("no entry has the input %s", text)
		}
	}
}

// unreachable are messages that no caller sees: a check in front would have to
// fail, or the error only steers the decoder.
var unreachable = []string{"this IR cannot be written", "something else", "the text goes on"}

// TestErrorPageIsComplete: every message in the source comes out of an entry.
func TestErrorPageIsComplete(t *testing.T) {
	var texts []string
	for _, e := range entries(t) {
		if err := e.fail(t); err != nil {
			texts = append(texts, err.Error())
		}
	}
	all := strings.Join(texts, "\n")
	n := 0
	for _, dir := range []string{"ir", "silp", "negotiation", "frontend/code", "frontend/json", "frontend/grammar", "internal/jsonio", "lock", "carrier", "carrier/mcp", "carrier/a2a", "carrier/aidip", "carrier/iacp", "tokencheck"} {
		for place, msg := range messages(t, root+"/"+dir) {
			n++
			if !strings.Contains(all, msg) && !slices.Contains(unreachable, msg) {
				t.Errorf("%s: docs/errors.md has no entry for %q", place, msg)
			}
		}
	}
	if n < 80 {
		t.Errorf("only %d messages found", n)
	}
}

// messages finds the messages of errors: the longest literal of the argument
// that the reporting functions take as one, and of what is assigned to Msg.
func messages(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := make(map[string]string)
	files, err := filepath.Glob(dir + "/*.go")
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if msg := messageOf(n); msg != nil {
				if s := longest(msg); len(s) > 3 {
					found[fset.Position(msg.Pos()).String()] = s
				}
			}
			return true
		})
	}
	return found
}

// messageOf returns the expression of a message that a node reports, or nil.
func messageOf(n ast.Node) ast.Expr {
	switch n := n.(type) {
	case *ast.CallExpr:
		name := ""
		switch f := n.Fun.(type) {
		case *ast.Ident:
			name = f.Name
		case *ast.SelectorExpr:
			name = f.Sel.Name
		}
		switch {
		case (name == "Fail" || name == "Refuse" || name == "refuse" || name == "expected") && len(n.Args) == 2:
			return n.Args[0]
		case (name == "fail" || name == "invalid" || name == "syntax") && len(n.Args) == 3:
			return n.Args[1]
		case name == "expired" && len(n.Args) == 2:
			return n.Args[0]
		}
	case *ast.KeyValueExpr:
		if id, ok := n.Key.(*ast.Ident); ok && (id.Name == "Msg" || id.Name == "msg") {
			return n.Value
		}
	case *ast.AssignStmt:
		if s, ok := n.Lhs[0].(*ast.SelectorExpr); ok && s.Sel.Name == "Msg" {
			return n.Rhs[0]
		}
	}
	return nil
}

// longest returns the longest string literal of an expression.
func longest(e ast.Expr) (best string) {
	ast.Inspect(e, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if s, err := strconv.Unquote(lit.Value); err == nil && len(s) > len(best) {
				best = s
			}
		}
		return true
	})
	return best
}
