package iacp_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/silp-protocol/silp-go/carrier/iacp"
	"github.com/silp-protocol/silp-go/ir"
)

// exchange is the page's section "Example exchange".
var exchange = []struct {
	line string
	want iacp.Envelope
}{
	{`{"v":"1.1","id":"q-00a1","from":"queen","to":"forager-07","kind":"task.assign","ts":1312284100,"body":{"node":"tg:crawl-index/3","deadline":1312284400}}`,
		iacp.Envelope{V: "1.1", ID: "q-00a1", From: "queen", To: "forager-07", Kind: iacp.TaskAssign, TS: 1312284100,
			Body: json.RawMessage(`{"node":"tg:crawl-index/3","deadline":1312284400}`)}},
	{`{"v":"1.1","id":"m-4f91c2","from":"forager-07","to":"queen","kind":"task.accept","ref":"q-00a1","ts":1312284101}`,
		iacp.Envelope{V: "1.1", ID: "m-4f91c2", From: "forager-07", To: "queen", Kind: iacp.TaskAccept, Ref: "q-00a1", TS: 1312284101}},
	{`{"v":"1.1","id":"m-4f91c3","from":"forager-07","to":"queen","kind":"task.result","ref":"q-00a1","ts":1312284180,"body":{"status":"ok","artifacts":["cm://index/3"]}}`,
		iacp.Envelope{V: "1.1", ID: "m-4f91c3", From: "forager-07", To: "queen", Kind: iacp.TaskResult, Ref: "q-00a1", TS: 1312284180,
			Body: json.RawMessage(`{"status":"ok","artifacts":["cm://index/3"]}`)}},
}

// The page's exchange is read and written line for line, and is what the page
// prints.
func TestExchange(t *testing.T) {
	page, err := os.ReadFile("../../../shared/spec/iacp-1.1.txt")
	for _, x := range exchange {
		if err == nil && !strings.Contains(string(page), "  "+x.line+"\n") {
			t.Errorf("the page has no line %s", x.line)
		}
		e, err := iacp.Parse(x.line)
		if err != nil {
			t.Fatalf("%s: %v", x.line, err)
		}
		if d := cmp.Diff(x.want, *e); d != "" {
			t.Errorf("%s: %s", x.line, d)
		}
		if line, err := e.Line(); err != nil || string(line) != x.line+"\n" {
			t.Errorf("got  %s%v\nwant %s", line, err, x.line)
		}
	}
	a, err := exchange[0].want.Assign()
	if d := cmp.Diff(iacp.Assign{Node: "tg:crawl-index/3", Deadline: 1312284400}, a); err != nil || d != "" {
		t.Error(d, err)
	}
	r, err := exchange[2].want.Result()
	if d := cmp.Diff(iacp.Result{Status: "ok", Artifacts: []string{"cm://index/3"}}, r); err != nil || d != "" {
		t.Error(d, err)
	}
}

// with returns the page's first line with its ts, its last plain member,
// replaced by other members.
func with(members string) string {
	return `{"v":"1.1","id":"m-1","from":"f","to":"queen","kind":"hb",` + members + `}`
}

// What a receiver takes, as the strict sender writes it again.
func TestTaken(t *testing.T) {
	for _, c := range []struct{ name, line, want string }{
		{"unknown members are kept, sorted", with(`"zz":{"b":1,"a":2},"ts":1,"extra":null`), with(`"ts":1,"extra":null,"zz":{"a":2,"b":1}`)},
		{"a member in capitals is unknown", with(`"ts":1,"FROM":"queen","Kind":"task.result"`), with(`"ts":1,"FROM":"queen","Kind":"task.result"`)},
		{"a look-alike member is unknown", with(`"ts":1,"tſ":2`), with(`"ts":1,"t\u017f":2`)},
		{"an unknown kind", strings.Replace(with(`"ts":1`), "hb", "x.y", 1), strings.Replace(with(`"ts":1`), "hb", "x.y", 1)},
		{"a minor version to come", strings.Replace(with(`"ts":1`), "1.1", "1.27", 1), strings.Replace(with(`"ts":1`), "1.1", "1.27", 1)},
		{"ref and body of null are absent", with(`"ts":1,"ref":null,"body":null`), with(`"ts":1`)},
		{"an empty ref is absent", with(`"ref":"","ts":1`), with(`"ts":1`)},
		{"blanks", " \t" + strings.ReplaceAll(with(`"ts":1,"body":{"running":[],"x":[1,{}]}`), ":", " :\t") + "\r\n", with(`"ts":1,"body":{"running":[],"x":[1,{}]}`)},
		{"spaces in a body stay", with(`"ts":1,"body":{ "x": "a  b" }`), with(`"ts":1,"body":{ "x": "a  b" }`)},
		{"escapes in members", with(`"ts":1,"re\u0066":"\u0071\/1"`), with(`"ref":"q/1","ts":1`)},
		{"escapes in a body stay", with(`"ts":1,"body":{"\u0061":"\u0062\ud83d\ude00\n"}`), with(`"ts":1,"body":{"\u0061":"\u0062\ud83d\ude00\n"}`)},
		{"seconds with a point", with(`"ts":1.0`), with(`"ts":1`)},
		{"seconds with an exponent", with(`"ts":12e8`), with(`"ts":1200000000`)},
		{"the last second", with(`"ts":253402300799`), with(`"ts":253402300799`)},
		{"numbers of a body stay", with(`"ts":1,"body":{"n":[-0.50,1e+5,123456789012345678901234567890]}`), with(`"ts":1,"body":{"n":[-0.50,1e+5,123456789012345678901234567890]}`)},
	} {
		e, err := iacp.Parse(c.line)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		line, err := e.Line()
		if err != nil || string(line) != c.want+"\n" {
			t.Errorf("%s:\ngot  %s%v\nwant %s", c.name, line, err, c.want)
		}
	}
}

// The page's example of an envelope is a task.result without ref, which its
// pairing rules forbid. It is read; the "..." of its body is no JSON.
func TestResultWithoutRef(t *testing.T) {
	line := `{"v":"1.1","id":"m-2f91c2","from":"forager-07","to":"queen","kind":"task.result","ts":1312284180,"body":{}}`
	e, err := iacp.Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	tr := must(iacp.NewTracker(iacp.TrackerOptions{}))
	now := at(0)
	if err := tr.Admit("forager-07", 1); err != nil {
		t.Fatal(err)
	}
	if _, err := tr.Submit(now, iacp.Task{Name: "a"}); err != nil {
		t.Fatal(err)
	}
	tr.Handle(now, &iacp.Envelope{V: "1.1", ID: "m-1", From: "forager-07", To: "queen", Kind: iacp.Heartbeat, TS: 1})
	if got := kinds(tr.Handle(now, e)); got != "unpaired" {
		t.Errorf("it is %s", got)
	}
	if open, assigned := tr.Outstanding(); open != 1 || assigned != 1 {
		t.Errorf("%d open, %d assigned", open, assigned)
	}
	if _, err := e.Line(); !errors.Is(err, ir.DecodeFailed) {
		t.Errorf("it can be sent: %v", err)
	}
}

// What a receiver refuses, with code, path and offset.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		name, line string
		code       ir.Code
		path       string
		offset     int
	}{
		{"no JSON", `{`, ir.InvalidSyntax, "", 1},
		{"no object", `[]`, ir.DecodeFailed, "", 0},
		{"two envelopes", `{"v":"1.1","id":"m-1","from":"f","to":"queen","kind":"hb","ts":1}{}`, ir.InvalidSyntax, "", 65},
		{"a known member twice", with(`"ts":1,"ts":1`), ir.InvalidSyntax, "/ts", 65},
		{"a known member twice, once escaped", with(`"ts":1,"\u0074s":1`), ir.InvalidSyntax, "/ts", 65},
		{"an unknown member twice", with(`"ts":1,"x":1,"x":1`), ir.InvalidSyntax, "/x", 71},
		{"a member of the body twice", with(`"ts":1,"body":{"a":1,"a":1}`), ir.InvalidSyntax, "/body/a", 79},
		{"bad UTF-8", with(`"ts":1,"x":"` + "\xff" + `"`), ir.InvalidSyntax, "", 70},
		{"half a surrogate pair", with(`"ts":1,"body":{"a":"\ud800"}`), ir.InvalidSyntax, "/body/a", 78},
		{"a control character", with(`"ts":1,"body":"` + "\x01" + `"`), ir.InvalidSyntax, "/body", 73},
		{"too deep", with(`"ts":1,"body":` + strings.Repeat("[", 64) + strings.Repeat("]", 64)), ir.InvalidSyntax, "", -2},
		{"a number without bounds", with(`"ts":1,"body":1e1000`), ir.InvalidSyntax, "/body", 72},
		{"no v", strings.Replace(with(`"ts":1`), `"v":"1.1",`, "", 1), ir.DecodeFailed, "", -2},
		{"no ts", with(`"x":1`), ir.DecodeFailed, "", -2},
		{"ts of a string", with(`"ts":"1"`), ir.DecodeFailed, "/ts", 63},
		{"ts of null", with(`"ts":null`), ir.DecodeFailed, "/ts", 63},
		{"half a second", with(`"ts":1312284180.5`), ir.DecodeFailed, "/ts", 63},
		{"no time", with(`"ts":0`), ir.DecodeFailed, "/ts", -1},
		{"before 1970", with(`"ts":-1`), ir.DecodeFailed, "/ts", -1},
		{"milliseconds", with(`"ts":1312284180000`), ir.DecodeFailed, "/ts", -1},
		{"ts beyond int64", with(`"ts":1e30`), ir.DecodeFailed, "/ts", -1},
		{"an empty id", strings.Replace(with(`"ts":1`), "m-1", "", 1), ir.DecodeFailed, "/id", -1},
		{"id of null", strings.Replace(with(`"ts":1`), `"m-1"`, "null", 1), ir.DecodeFailed, "/id", 16},
		{"no kind", strings.Replace(with(`"ts":1`), "hb", "", 1), ir.DecodeFailed, "/kind", -1},
		{"ref of a number", with(`"ts":1,"ref":1`), ir.DecodeFailed, "/ref", 71},
		{"version 2", strings.Replace(with(`"ts":1`), "1.1", "2.0", 1), ir.UnsupportedVersion, "/v", -1},
		{"version 1 without a minor", strings.Replace(with(`"ts":1`), "1.1", "1", 1), ir.UnsupportedVersion, "/v", -1},
		{"version 1 with an empty minor", strings.Replace(with(`"ts":1`), "1.1", "1.", 1), ir.UnsupportedVersion, "/v", -1},
		{"version 1.1.0", strings.Replace(with(`"ts":1`), "1.1", "1.1.0", 1), ir.UnsupportedVersion, "/v", -1},
		{"version 11", strings.Replace(with(`"ts":1`), "1.1", "11.1", 1), ir.UnsupportedVersion, "/v", -1},
		{"version as a number", strings.Replace(with(`"ts":1`), `"1.1"`, "1.1", 1), ir.DecodeFailed, "/v", 5},
	} {
		e, err := iacp.Parse(c.line)
		x, ok := errors.AsType[*ir.Error](err)
		if e != nil || !ok || x.Code != c.code || c.path != x.Path && c.offset != -2 || c.offset != x.Offset && c.offset != -2 {
			t.Errorf("%s: %s: got %+v", c.name, c.line, x)
		}
	}
}

// What a strict sender refuses, by the path of the error.
func TestNotSent(t *testing.T) {
	hb := func(change func(e *iacp.Envelope)) iacp.Envelope {
		e := iacp.Envelope{ID: "m-1", From: "f", To: "queen", Kind: iacp.Heartbeat, TS: 1}
		change(&e)
		return e
	}
	if line, err := new(hb(func(e *iacp.Envelope) {})).Line(); err != nil || string(line) != with(`"ts":1`)+"\n" {
		t.Errorf("%s%v", line, err)
	}
	for _, c := range []struct {
		name, path string
		e          iacp.Envelope
	}{
		{"no id", "/id", hb(func(e *iacp.Envelope) { e.ID = "" })},
		{"no time", "/ts", hb(func(e *iacp.Envelope) { e.TS = 0 })},
		{"version 2", "/v", hb(func(e *iacp.Envelope) { e.V = "2.0" })},
		{"to itself", "/from", hb(func(e *iacp.Envelope) { e.To = "f" })},
		{"an assign of a forager", "/from", hb(func(e *iacp.Envelope) { e.Kind = iacp.TaskAssign })},
		{"a halt of a forager", "/from", hb(func(e *iacp.Envelope) { e.Kind = iacp.CtlHalt })},
		{"a result to a forager", "/from", hb(func(e *iacp.Envelope) { e.Kind, e.To, e.Ref = iacp.TaskResult, "g", "q-1" })},
		{"a result of the queen", "/from", hb(func(e *iacp.Envelope) { e.Kind, e.From, e.To, e.Ref = iacp.TaskResult, "queen", "f", "q-1" })},
		{"a result without ref", "/ref", hb(func(e *iacp.Envelope) { e.Kind = iacp.TaskResult })},
		{"an accept without ref", "/ref", hb(func(e *iacp.Envelope) { e.Kind = iacp.TaskAccept })},
		{"a reply without ref", "/ref", hb(func(e *iacp.Envelope) { e.Kind = iacp.ToolReply })},
		{"a cancel without ref", "/ref", hb(func(e *iacp.Envelope) { e.Kind, e.From, e.To = iacp.TaskCancel, "queen", "f" })},
		{"a reject without body", "/body/reason", hb(func(e *iacp.Envelope) { e.Kind, e.Ref = iacp.TaskReject, "q-1" })},
		{"a reject with an empty reason", "/body/reason", hb(func(e *iacp.Envelope) {
			e.Kind, e.Ref, e.Body = iacp.TaskReject, "q-1", json.RawMessage(`{"reason":""}`)
		})},
		{"a memory synchronization", "/kind", hb(func(e *iacp.Envelope) { e.Kind = iacp.MemSync })},
		{"a body that is a list", "/body", hb(func(e *iacp.Envelope) { e.Body = json.RawMessage(`[]`) })},
		{"a body that is cut", "/body/a", hb(func(e *iacp.Envelope) { e.Body = json.RawMessage(`{"a":[`) })},
		{"two bodies", "/body", hb(func(e *iacp.Envelope) { e.Body = json.RawMessage(`{}{}`) })},
		{"a body with a member twice", "/body/a", hb(func(e *iacp.Envelope) { e.Body = json.RawMessage(`{"a":1,"a":2}`) })},
		{"a body in bad UTF-8", "/body", hb(func(e *iacp.Envelope) { e.Body = json.RawMessage("{\"a\":\"\xff\"}") })},
		{"an id in bad UTF-8", "", hb(func(e *iacp.Envelope) { e.ID = "\xff" })},
		{"a known member among the others", "/ts", hb(func(e *iacp.Envelope) { e.Extra = ir.Extra{"ts": json.RawMessage(`1`)} })},
		{"another member that is cut", "/x/0", hb(func(e *iacp.Envelope) { e.Extra = ir.Extra{"x": json.RawMessage(`["`)} })},
		{"another member's name in bad UTF-8", "", hb(func(e *iacp.Envelope) { e.Extra = ir.Extra{"\xff": json.RawMessage(`1`)} })},
		{"a line that is too long", "", hb(func(e *iacp.Envelope) { e.ID = strings.Repeat("x", iacp.DefaultMaxLine) })},
	} {
		out, err := c.e.AppendLine([]byte("before"))
		x, ok := errors.AsType[*ir.Error](err)
		if !ok || x.Path != c.path || string(out) != "before" {
			t.Errorf("%s: %.80s %v", c.name, out, err)
		}
	}
}

// A member of a body stands two levels deep in the line: what a receiver would
// find too deep is an error when the body is made.
func TestDeepExtra(t *testing.T) {
	for depth, ok := range map[int]bool{62: true, 63: false} {
		a := iacp.Assign{Extra: ir.Extra{"x": json.RawMessage(strings.Repeat("[", depth) + strings.Repeat("]", depth))}}
		body, err := a.JSON()
		if (err == nil) != ok {
			t.Errorf("%d levels: %v", depth, err)
		}
		if err != nil {
			continue
		}
		e := iacp.Envelope{ID: "q-1", From: "queen", To: "f", Kind: iacp.TaskAssign, TS: 1, Body: body}
		if _, err := iacp.Parse(string(must(e.Line()))); err != nil {
			t.Errorf("%d levels: %v", depth, err)
		}
	}
	e := iacp.Envelope{ID: "m-1", From: "f", To: "queen", Kind: iacp.Heartbeat, TS: 1}
	for depth, ok := range map[int]bool{63: true, 64: false} {
		e.Body = json.RawMessage(strings.Repeat(`{"a":`, depth) + "1" + strings.Repeat("}", depth))
		if line, err := e.Line(); (err == nil) != ok {
			t.Errorf("a body of %d levels: %.80s %v", depth, line, err)
		}
	}
}

// A body may come with line breaks between its tokens. The line has one.
func TestOneLine(t *testing.T) {
	e := iacp.Envelope{ID: "m-1", From: "f", To: "queen", Kind: iacp.Heartbeat, TS: 1,
		Body: json.RawMessage("{\r\n\t\"a \\\" b\" : [ 1 ,\n \"\\\\\" ]\n}"), Extra: ir.Extra{"x": json.RawMessage("[\n]")}}
	line, err := e.Line()
	if want := with(`"ts":1,"body":{"a \" b":[1,"\\"]},"x":[]`) + "\n"; err != nil || string(line) != want {
		t.Errorf("got  %s%v\nwant %s", line, err, want)
	}
}

// A stream goes on after every line that is bad, and each error has its number.
func TestDecoder(t *testing.T) {
	good := with(`"ts":1`)
	long := with(`"ts":1,"x":"` + strings.Repeat("x", 40000) + `"`)
	for _, c := range []struct {
		name, in string
		max      int
		want     string // what each line gives: its id, or line:error
	}{
		{"nothing", "", 0, ""},
		{"one", good + "\n", 0, "ok"},
		{"blank lines count", "\n \r\n" + good + "\r\n\t\n!\n", 0, "ok 5:invalid_syntax"},
		{"bad lines", "!\n" + good + "\n[]\n{}\n" + good + "\n", 0, "1:invalid_syntax ok 3:decode_failed 4:decode_failed ok"},
		{"version 2 in between", strings.Replace(good, "1.1", "2.0", 1) + "\n" + good + "\n", 0, "1:unsupported_version ok"},
		{"a cut line in the middle", good[:30] + "\n" + good + "\n", 0, "1:invalid_syntax ok"},
		{"a cut last line", good + "\n" + good[:30], 0, "ok 2:cut"},
		{"a last line without a line feed", good, 0, "1:cut"},
		{"beyond the buffer", long + "\n" + good + "\n", 0, "ok ok"},
		{"over-long, short of the buffer", good + "\n" + with(`"ts":1,"x":1`) + "\n" + good + "\n", len(good) + 1, "ok 2:invalid_syntax ok"},
		{"over-long, beyond the buffer", long + "\n" + good + "\n", 20000, "1:invalid_syntax ok"},
		{"over-long at the end", good + "\n" + long, 20000, "ok 2:invalid_syntax"},
		{"two over-long lines", long + "\n" + long + "\n" + good + "\n", 100, "1:invalid_syntax 2:invalid_syntax ok"},
		{"exactly as long as may be", long + "\n" + good + "\n", len(long) + 1, "ok ok"},
		{"one too long", long + "\n" + good + "\n", len(long), "1:invalid_syntax ok"},
	} {
		for how, in := range map[string]io.Reader{"whole": strings.NewReader(c.in), "by byte": iotest.OneByteReader(strings.NewReader(c.in)),
			"with its end": iotest.DataErrReader(strings.NewReader(c.in))} {
			if got := story(t, iacp.DecoderOptions{MaxLine: c.max}.NewDecoder(in)); got != c.want {
				t.Errorf("%s, %s: %s, want %s", c.name, how, got, c.want)
			}
		}
	}
}

// story tells what a Decoder says until the end of its stream.
func story(t *testing.T, d *iacp.Decoder) string {
	t.Helper()
	var words []string
	for {
		_, err := d.Decode()
		x, isLine := errors.AsType[*iacp.LineError](err)
		code, isCode := errors.AsType[*ir.Error](err)
		switch {
		case err == nil:
			words = append(words, "ok")
		case err == io.EOF:
			return strings.Join(words, " ")
		case isLine && errors.Is(err, io.ErrUnexpectedEOF):
			words = append(words, strings.Fields(x.Error())[1]+"cut")
		case isLine && isCode:
			words = append(words, strings.Fields(x.Error())[1]+string(code.Code))
		default:
			t.Fatal(err)
		}
	}
}

// The reader's own error passes through, and what came before it is not lost.
func TestDecoderRetry(t *testing.T) {
	good := with(`"ts":1`) + "\n"
	in := io.MultiReader(strings.NewReader(good[:20]), iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader(good[20:]))), strings.NewReader(good))
	d := iacp.NewDecoder(in)
	if _, err := d.Decode(); err != iotest.ErrTimeout {
		t.Fatalf("got %v", err)
	}
	for range 2 {
		if e, err := d.Decode(); err != nil || e.ID != "m-1" {
			t.Fatalf("%v %v", e, err)
		}
	}
}

// Bodies come back as they were written, and unknown members stay.
func TestBodies(t *testing.T) {
	for _, body := range []string{
		`{}`,
		`{"node":"tg:a/1","deadline":1312284400,"attempt":2,"x":[1]}`,
		`{"deadline":"soon","node":{"id":1}}`,
		`{"deadline":1.5,"node":null}`,
		`{"reason":"busy","x":1}`,
		`{"status":"ok","artifacts":["cm://index/3"],"partial":true,"x":null}`,
		`{"artifacts":[1],"status":7}`,
		`{"artifacts":[]}`,
		`{"running":["q-1"],"draining":true,"halted":true,"slots":2}`,
		`{"running":[]}`,
		`{"draining":1,"halted":"no","running":3}`,
	} {
		e := iacp.Envelope{Body: json.RawMessage(body)}
		var err error
		var out json.RawMessage
		a, errA := e.Assign()
		j, errJ := e.Reject()
		r, errR := e.Result()
		b, errB := e.Beat()
		switch {
		case strings.Contains(body, "reason"):
			err = errJ
			out, _ = j.JSON()
		case strings.Contains(body, "status"), strings.Contains(body, "artifacts"):
			err = errR
			out, _ = r.JSON()
		case strings.Contains(body, "running"):
			err = errB
			out, _ = b.JSON()
		default:
			err = errA
			out, _ = a.JSON()
		}
		if err != nil || string(out) != body {
			t.Errorf("got %s %v\nwant %s", out, err, body)
		}
	}
}

// Bodies that a receiver does not take, by what they are read as.
func TestBadBodies(t *testing.T) {
	type reader struct {
		name string
		read func(e *iacp.Envelope) error
	}
	assign := reader{"assign", func(e *iacp.Envelope) error { _, err := e.Assign(); return err }}
	reject := reader{"reject", func(e *iacp.Envelope) error { _, err := e.Reject(); return err }}
	result := reader{"result", func(e *iacp.Envelope) error { _, err := e.Result(); return err }}
	beat := reader{"beat", func(e *iacp.Envelope) error { _, err := e.Beat(); return err }}
	for _, c := range []struct {
		reader
		body, path string
	}{
		{assign, `[]`, "/body"},
		{assign, `{"attempt":0}`, "/body/attempt"},
		{assign, `{"attempt":1.5}`, "/body/attempt"},
		{assign, `{"attempt":"2"}`, "/body/attempt"},
		{assign, `{"attempt":1,"attempt":2}`, "/body/attempt"},
		{reject, ``, "/body/reason"},
		{reject, `{"REASON":"x"}`, "/body/reason"},
		{reject, `{"reason":1}`, "/body/reason"},
		{result, `{"partial":"true"}`, "/body/partial"},
		{result, `{"partial":null}`, "/body/partial"},
		{result, `{"artifacts":["a"],"artifacts":["b"]}`, "/body/artifacts"},
		{beat, `{"running":[` + strings.Repeat(`"q",`, 1024) + `"q"]}`, "/body/running"},
		{beat, `[]`, "/body"},
	} {
		err := c.read(&iacp.Envelope{Body: json.RawMessage(c.body)})
		if x, ok := errors.AsType[*ir.Error](err); !ok || !strings.HasPrefix(x.Path, c.path) {
			t.Errorf("%s %.60s: %v", c.name, c.body, err)
		}
	}
}

// A name of a typed member among the others would be written twice.
func TestReservedExtras(t *testing.T) {
	one := func(name string) ir.Extra { return ir.Extra{name: json.RawMessage(`1`)} }
	for name, f := range map[string]func() (json.RawMessage, error){
		"attempt":  iacp.Assign{Extra: one("attempt")}.JSON,
		"node":     iacp.Assign{Node: "n", Extra: one("node")}.JSON,
		"reason":   iacp.Reject{Reason: "r", Extra: one("reason")}.JSON,
		"partial":  iacp.Result{Extra: one("partial")}.JSON,
		"status":   iacp.Result{Status: "ok", Extra: one("status")}.JSON,
		"running":  iacp.Beat{Running: []string{}, Extra: one("running")}.JSON,
		"payload":  iacp.Assign{Extra: one("silp_payload")}.JSON,
		"encoding": iacp.Assign{Extra: one("silp_encoding")}.JSON,
		"header":   iacp.Result{Extra: one("silp_header")}.JSON,
		"bad text": iacp.Reject{Reason: "\xff"}.JSON,
	} {
		if out, err := f(); !errors.Is(err, ir.DecodeFailed) {
			t.Errorf("%s: %s %v", name, out, err)
		}
	}
}
