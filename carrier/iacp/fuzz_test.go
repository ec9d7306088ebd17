package iacp

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/silp-protocol/silp-go/internal/jsonio"
)

// seeds are lines that take every path of the reader.
var seeds = []string{
	`{"v":"1.1","id":"q-00a1","from":"queen","to":"forager-07","kind":"task.assign","ts":1312284100,"body":{"node":"tg:crawl-index/3","deadline":1312284400}}`,
	`{"v":"1.1","id":"m-4f91c3","from":"forager-07","to":"queen","kind":"task.result","ref":"q-00a1","ts":1312284180,"body":{"status":"ok","artifacts":["cm://index/3"]}}`,
	`{ "v": "1.0", "id": "m-1", "from": "f", "to": "queen", "kind": "hb", "ts": 1e9, "FROM": "x", "body": {"running": [], "a": {"a": [true, false, null, -0.5, "\n\u00e9"]}} }`,
	`{"v":"1.1","id":"m-1","from":"f","to":"queen","kind":"hb","ts":1,"ts":2}`,
	`{"v":"1.1","id":"m-1","from":"f","to":"queen","kind":"hb","ts":1,"body":{"a":1,"a":1}}`,
	`{"v":"1.1","id":"m-1","from":"f","to":"queen","kind":"hb","ts":01,"body":[00,1.,-]}`,
	`{"v":"2.0","id":"m-1","from":"f","to":"queen","kind":"hb","ts":1}`,
	`{"v":"1.1","id":"m-1","from":"f","to":"queen","kind":"hb","ts":1,"ref":null,"body":null,"\u007a":"\ud83d\ude00"}`,
}

// FuzzParse: the quick reader and the strict one come to the same envelope,
// and what was read is read the same again after it was written.
func FuzzParse(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var quick, strict Envelope
		isQuick := quick.quick(text)
		err := strict.read(text, nil)
		if isQuick && err != nil {
			t.Fatalf("%q: quick takes it, strict says %v", text, err)
		}
		if d := cmp.Diff(quick, strict); isQuick && d != "" {
			t.Fatalf("%q: %s", text, d)
		}
		e, errParse := Parse(text)
		if (err == nil) != (errParse == nil) {
			t.Fatalf("%q: %v, %v", text, err, errParse)
		}
		if err != nil {
			return
		}
		for _, read := range []func() error{
			func() error { _, err := e.Assign(); return err },
			func() error { _, err := e.Reject(); return err },
			func() error { _, err := e.Result(); return err },
			func() error { _, err := e.Beat(); return err },
		} {
			_ = read()
		}
		line, err := e.Line()
		if err != nil {
			return // strict senders do not say everything that was read
		}
		if bytes.IndexByte(line, '\n') != len(line)-1 {
			t.Fatalf("%q is written as %q", text, line)
		}
		back, err := Parse(string(line))
		if err != nil {
			t.Fatalf("%q is written as %q: %v", text, line, err)
		}
		if len(e.Body) > 0 {
			e.Body = canonical(t, e.Body)
			back.Body = canonical(t, back.Body)
		}
		if d := cmp.Diff(e, back); d != "" {
			t.Fatalf("%q is written as %q: %s", text, line, d)
		}
	})
}

func canonical(t *testing.T, body []byte) []byte {
	out, err := jsonio.AppendCanonical(nil, string(body), 1)
	if err != nil {
		t.Fatalf("%q: %v", body, err)
	}
	return out
}

// FuzzDecoder: however a stream is split, a Decoder gives what Parse gives for
// each line.
func FuzzDecoder(f *testing.F) {
	f.Add(strings.Join(seeds, "\n")+"\n", uint16(0))
	f.Add(strings.Join(seeds, "\r\n\n"), uint16(100))
	f.Fuzz(func(t *testing.T, text string, limit uint16) {
		o := DecoderOptions{MaxLine: int(limit)}
		if o.MaxLine == 0 {
			o.MaxLine = DefaultMaxLine
		}
		d := o.NewDecoder(iotest.HalfReader(strings.NewReader(text)))
		n := 0
		for line := range strings.SplitAfterSeq(text, "\n") {
			if line == "" {
				break
			}
			n++
			want, err := Parse(line)
			cut := !strings.HasSuffix(line, "\n")
			if strings.Trim(line, " \t\r\n") == "" && len(line) <= o.MaxLine && !cut {
				continue
			}
			got, gotErr := d.Decode()
			if cut && len(line) <= o.MaxLine {
				err = io.ErrUnexpectedEOF
			}
			if len(line) > o.MaxLine {
				err = errors.New("too long")
			}
			if err == nil {
				if d := cmp.Diff(want, got); gotErr != nil || d != "" {
					t.Fatalf("line %d, %q: %v %s", n, line, gotErr, d)
				}
				continue
			}
			x, ok := errors.AsType[*LineError](gotErr)
			if !ok || x.Line != n || errors.Is(err, io.ErrUnexpectedEOF) != errors.Is(gotErr, io.ErrUnexpectedEOF) {
				t.Fatalf("line %d, %q: got %v, want %v", n, line, gotErr, err)
			}
		}
		if _, err := d.Decode(); err != io.EOF {
			t.Fatalf("%q ends with %v", text, err)
		}
	})
}

// script reads a fuzz input as steps of a world.
type script struct{ in []byte }

func (s *script) more() bool { return len(s.in) > 0 }

func (s *script) pick(n int) int {
	if len(s.in) == 0 {
		return 0
	}
	c := int(s.in[0])
	s.in = s.in[1:]
	return c % n
}

// bodies are what messages may carry; %s is an ID.
var bodies = []string{``, `{}`, `{"running":[]}`, `{"running":["%s"]}`, `{"running":["%s","q-ffffff"],"draining":true}`, `{"running":3,"halted":true}`, `{"partial":true}`,
	`{"partial":false,"status":"ok"}`, `{"partial":1}`, `{"reason":"no"}`, `[]`, `{"attempt":3}`, `{"attempt":0}`, `{`}

var allKinds = []string{Heartbeat, TaskAccept, TaskResult, TaskReject, TaskAssign, TaskCancel, MemSync, ToolQuery, ToolReply, CtlDrain, CtlHalt, "x.y"}

// FuzzTracker: whatever is sent to a queen, her books stay in order, a task is
// done at most once, and only by a forager that was asked and not for a task
// that is over.
func FuzzTracker(f *testing.F) {
	f.Add([]byte{0, 1, 0, 2, 3, 1, 0, 0, 0, 3, 1, 0, 1, 3, 1, 0, 2, 0, 0, 0})
	f.Add([]byte("a queen, three foragers and a stranger walk into a bar, and then again"))
	f.Fuzz(func(t *testing.T, in []byte) {
		s := script{in}
		tr, err := NewTracker(TrackerOptions{MaxTasks: 6, MaxForagers: 4, Remember: 8})
		if err != nil {
			t.Fatal(err)
		}
		now := time.Unix(1312284100, 0)
		names := []string{"a", "b", "c", "d", "stranger"}
		asked := make(map[pair]string)
		done := make(map[string]bool)
		submitted, ids := 0, []string{"", "q-000000"}
		see := func(st Step) {
			for _, v := range st.Events {
				p := pair{v.Forager, v.Assign}
				switch v.Kind {
				case Assigned:
					asked[p] = v.Task
					ids = append(ids, v.Assign)
				case Done, Cancelled:
					if done[v.Task] || v.Kind == Done && asked[p] != v.Task {
						t.Fatalf("%+v", v)
					}
					done[v.Task] = true
				}
			}
			for i := range st.Send {
				if _, err := st.Send[i].Line(); err != nil {
					t.Fatalf("%+v: %v", st.Send[i], err)
				}
			}
			if err := tr.check(); err != nil {
				t.Fatal(err)
			}
		}
		for s.more() {
			name := names[s.pick(len(names))]
			switch s.pick(12) {
			case 0:
				_ = tr.Admit(name, 1+len(name)%3) // assigns beyond lowered slots would stay
			case 1:
				submitted++
				st, err := tr.Submit(now, Task{Name: "t" + string(rune('0'+submitted))})
				if err == nil {
					see(st)
				}
			case 2:
				now = now.Add(time.Duration(s.pick(256)-10) * time.Second)
				see(tr.Tick(now))
				if !tr.Next().After(tr.clock.now) {
					t.Fatal("a tick leaves something to do")
				}
			case 3:
				if st, ok := tr.Cancel(now, "t"+string(rune('0'+s.pick(8)))); ok {
					see(st)
				}
			case 4:
				see(tr.Drain(now, name))
			case 5:
				see(tr.Halt(now, name))
			case 6:
				if tr.Dismiss(name) {
					tr.Admit(name, 1)
				}
			default:
				id := ids[len(ids)-1-s.pick(min(len(ids), 20))]
				e := &Envelope{V: Version, ID: "m-1", From: name, To: Queen, Kind: allKinds[s.pick(len(allKinds))], Ref: id, TS: 1,
					Body: []byte(strings.ReplaceAll(bodies[s.pick(len(bodies))], "%s", id))}
				see(tr.Handle(now, e))
			}
		}
	})
}

// FuzzWorker: whatever is sent to a forager, it runs no assign twice, not more
// than it has slots, and nothing that the queen may have given up.
func FuzzWorker(f *testing.F) {
	f.Add([]byte{0, 2, 0, 1, 0, 0, 2, 0, 1, 1, 1, 1, 3, 0})
	f.Add([]byte("assign cancel assign again and again until the queen is silent"))
	f.Fuzz(func(t *testing.T, in []byte) {
		s := script{in}
		w, err := NewWorker(WorkerOptions{Name: "f", Slots: 2, Remember: 8, NoFence: len(in)%5 == 0})
		if err != nil {
			t.Fatal(err)
		}
		now := time.Unix(1312284100, 0)
		started, running := make(map[string]bool), make(map[string]bool)
		var beats []string
		firstTS := make(map[string]int64) // a repeated assign is the same message
		see := func(st Step) {
			for _, v := range st.Events {
				switch v.Kind {
				case Start:
					if started[v.Assign] {
						t.Fatalf("%s runs again", v.Assign)
					}
					started[v.Assign], running[v.Assign] = true, true
				case Stop:
					if !running[v.Assign] {
						t.Fatalf("%s is stopped and did not run", v.Assign)
					}
					delete(running, v.Assign)
				}
			}
			for i := range st.Send {
				if _, err := st.Send[i].Line(); err != nil {
					t.Fatalf("%+v: %v", st.Send[i], err)
				}
				if st.Send[i].Kind == Heartbeat {
					beats = append(beats, st.Send[i].ID)
				}
			}
			if err := w.check(); err != nil {
				t.Fatal(err)
			}
			if len(running) != w.Running() {
				t.Fatalf("%d run, the worker says %d", len(running), w.Running())
			}
		}
		see(w.Tick(now))
		for s.more() {
			id := "q-" + string(rune('a'+s.pick(26)))
			switch s.pick(8) {
			case 0:
				now = now.Add(time.Duration(s.pick(40)-2) * time.Second)
				see(w.Tick(now))
				if !w.Next().After(w.clock.now) {
					t.Fatal("a tick leaves something to do")
				}
			case 1, 2: // the queen answers a heartbeat
				e := &Envelope{V: Version, ID: "q-hb", From: Queen, To: "f", Kind: Heartbeat, TS: now.Unix() + int64(s.pick(9)), Ref: beats[max(0, len(beats)-1-s.pick(4))]}
				see(w.Handle(now, e))
			case 3:
				st, err := w.Result(now, id, Result{Partial: s.pick(3) == 0})
				if err == nil && len(st.Send) == 1 && !bytes.Contains(st.Send[0].Body, []byte("partial")) {
					delete(running, id)
				}
				see(st)
			case 4:
				if firstTS[id] == 0 {
					firstTS[id] = now.Unix()
				}
				e := &Envelope{V: Version, ID: id, From: []string{Queen, "g"}[s.pick(2)], To: "f", Kind: allKinds[s.pick(len(allKinds))], Ref: "q-" + string(rune('a'+s.pick(26))), TS: firstTS[id],
					Body: []byte(bodies[s.pick(len(bodies))])}
				see(w.Handle(now, e))
			default:
				if firstTS[id] == 0 {
					firstTS[id] = now.Unix() - int64(s.pick(256)) + 5
				}
				see(w.Handle(now, &Envelope{V: Version, ID: id, From: Queen, To: "f", Kind: TaskAssign, TS: firstTS[id]}))
			}
		}
	})
}
