package iacp

import (
	"encoding/json"
	"strconv"

	"github.com/silp-protocol/silp-go/carrier"
	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/internal/show"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/silp"
)

// Assign is the body of a task.assign. A node or deadline of another JSON type
// than here stands in Extra.
//
// A payload has at most carrier.DefaultMaxBytes; for more, carrier.Options wraps
// and unwraps the Body itself.
type Assign struct {
	Node     string // name of the task graph node, as in tg:crawl-index/3
	Deadline int64  // Unix seconds of the queen's clock; 0 is none. Nothing here acts on it
	Attempt  int64  // how many times the task was assigned, this one included; 0 is not said, and means 1
	Payload  *silp.Payload
	Extra    ir.Extra
}

// Reject is the body of a task.reject.
type Reject struct {
	Reason string
	Extra  ir.Extra
}

// Result is the body of a task.result. A status or artifacts of another JSON
// type than here stand in Extra.
type Result struct {
	Status    string // "ok" in the page's example; "" is not said
	Artifacts []string
	Partial   bool // more results of this task follow
	Payload   *silp.Payload
	// Error says why there is no result: the payload of the assign could not be
	// read, for one. An error that came in holds carrier.Remote. It excludes a
	// payload.
	Error *ir.Error
	Extra ir.Extra
}

// Beat is the body of an hb. The heartbeat record of the page is defined
// elsewhere; running, draining and halted are members of ours, and stand in
// Extra when they are of another JSON type.
type Beat struct {
	// Running lists the IDs of the assigns that the forager has started and not
	// ended. Nil means that the record does not say, which is not the same as [].
	Running  []string
	Draining bool
	Halted   bool
	Extra    ir.Extra
}

// Assign reads the body of a task.assign. No body is an empty one.
func (e *Envelope) Assign() (Assign, error) {
	var a Assign
	p, fields, err := e.unwrap()
	if err != nil {
		return Assign{}, err
	}
	a.Payload = p
	err = e.members(fields, func(r *jsonio.Reader, name string) {
		switch {
		case name == "node" && r.Kind() == '"':
			a.Node = r.Text()
		case name == "deadline" && r.Kind() == '0':
			readNumber(r, name, &a.Deadline, &a.Extra)
		case name == "attempt":
			a.Attempt = readAttempt(r)
		default:
			ir.ReadExtra(r, &a.Extra, name)
		}
	})
	if err != nil {
		return Assign{}, err
	}
	return a, nil
}

// Reject reads the body of a task.reject, which must have a reason.
func (e *Envelope) Reject() (Reject, error) {
	var j Reject
	has := false
	err := e.members(e.Body, func(r *jsonio.Reader, name string) {
		if name == "reason" {
			j.Reason, has = r.Text(), true
		} else {
			ir.ReadExtra(r, &j.Extra, name)
		}
	})
	switch {
	case err != nil:
		return Reject{}, err
	case !has || j.Reason == "":
		return Reject{}, invalid("/body/reason", "a task.reject must carry a reason", "")
	}
	return j, nil
}

// Result reads the body of a task.result. No body is an empty one: a final
// result that says nothing.
func (e *Envelope) Result() (Result, error) {
	var t Result
	p, fields, err := e.unwrap()
	if err != nil {
		return Result{}, err
	}
	t.Payload = p
	err = e.members(fields, func(r *jsonio.Reader, name string) {
		switch {
		case name == "status" && r.Kind() == '"':
			t.Status = r.Text()
		case name == "partial":
			t.Partial = r.Bool()
		case name == "artifacts" && r.Kind() == '[':
			t.Artifacts = readStrings(r, name, &t.Extra)
		case name == errorMember:
			t.readError(r)
		default:
			ir.ReadExtra(r, &t.Extra, name)
		}
	})
	if err != nil {
		return Result{}, err
	}
	return t, nil
}

// Beat reads the body of an hb. No body is an empty one.
func (e *Envelope) Beat() (Beat, error) {
	var b Beat
	err := e.members(e.Body, func(r *jsonio.Reader, name string) {
		switch {
		case name == "running" && r.Kind() == '[':
			b.Running = readStrings(r, name, &b.Extra)
			if len(b.Running) > maxSlots {
				r.Fail("more than "+strconv.Itoa(maxSlots)+" tasks are running", "")
			}
		case name == "draining" && isBool(r):
			b.Draining = r.Bool()
		case name == "halted" && isBool(r):
			b.Halted = r.Bool()
		default:
			ir.ReadExtra(r, &b.Extra, name)
		}
	})
	if err != nil {
		return Beat{}, err
	}
	return b, nil
}

// attempt reads nothing but the attempt of a task.assign: whether the rest can
// be read is for who runs it.
func (e *Envelope) attempt() (n int64, err error) {
	err = e.members(e.Body, func(r *jsonio.Reader, name string) {
		if name == "attempt" {
			n = readAttempt(r)
		} else {
			r.Raw()
		}
	})
	return max(n, 1), err
}

// partial reads nothing but whether a task.result is partial.
func (e *Envelope) partial() (is bool, err error) {
	err = e.members(e.Body, func(r *jsonio.Reader, name string) {
		if name == "partial" {
			is = r.Bool()
		} else {
			r.Raw()
		}
	})
	return is, err
}

func readAttempt(r *jsonio.Reader) int64 {
	lit := r.Number()
	n, ok := integer(r, lit)
	if !ok || n < 1 {
		r.Fail("expected a number of attempts from 1, got "+show.Plain(lit, 32), "")
	}
	return n
}

// members calls f for each member of a body, or of the rest of one.
func (e *Envelope) members(body json.RawMessage, f func(r *jsonio.Reader, name string)) error {
	if len(body) == 0 {
		return nil
	}
	r := jsonio.NewReader(string(body))
	defer r.Release()
	for name := range r.Members() {
		f(r, name)
	}
	r.End()
	if err := ir.ReadError(r, ""); err != nil {
		return within("/body", err)
	}
	return nil
}

// integer returns the value of a number that is one.
func integer(r *jsonio.Reader, lit string) (int64, bool) {
	if r.Err() != nil || !jsonio.IsInteger(lit) {
		return 0, false
	}
	return jsonio.Int64(lit)
}

// readNumber reads a number into dst if it is an integer, into extra if not.
func readNumber(r *jsonio.Reader, name string, dst *int64, extra *ir.Extra) {
	lit := r.Number()
	n, ok := integer(r, lit)
	if ok {
		*dst = n
		return
	}
	put(extra, name, []byte(lit))
}

func put(extra *ir.Extra, name string, raw json.RawMessage) {
	if *extra == nil {
		*extra = make(ir.Extra)
	}
	(*extra)[name] = raw
}

func isBool(r *jsonio.Reader) bool { return r.Kind() == 't' || r.Kind() == 'f' }

// readStrings reads a list of strings, which is not nil. A list of anything
// else goes into extra.
func readStrings(r *jsonio.Reader, name string, extra *ir.Extra) []string {
	text := r.AppendValue(nil)
	if r.Err() != nil {
		return nil
	}
	sub := jsonio.NewReader(string(text))
	defer sub.Release()
	list := []string{}
	sub.Array()
	for sub.More() {
		list = append(list, sub.Text())
	}
	if sub.Err() == nil {
		return list
	}
	put(extra, name, text)
	return nil
}

// JSON returns the body. Zero members are left out.
func (a Assign) JSON() (json.RawMessage, error) {
	w := writer{reserved: func(name string) bool { return name == "attempt" || a.has(name) || ofPayload(name) }}
	if a.Node != "" {
		w.str("node", a.Node)
	}
	if a.Deadline != 0 {
		w.int("deadline", a.Deadline)
	}
	if a.Attempt != 0 {
		w.int("attempt", a.Attempt)
	}
	body, err := w.end(a.Extra)
	return wrap(a.Payload, body, err)
}

func (a Assign) has(name string) bool {
	return name == "node" && a.Node != "" || name == "deadline" && a.Deadline != 0
}

// JSON returns the body.
func (j Reject) JSON() (json.RawMessage, error) {
	w := writer{reserved: func(name string) bool { return name == "reason" }}
	w.str("reason", j.Reason)
	return w.end(j.Extra)
}

// JSON returns the body. Zero members are left out.
func (t Result) JSON() (json.RawMessage, error) {
	w := writer{reserved: func(name string) bool {
		return name == "partial" || name == errorMember && t.Error != nil || name == "status" && t.Status != "" || name == "artifacts" && t.Artifacts != nil || ofPayload(name)
	}}
	if t.Status != "" {
		w.str("status", t.Status)
	}
	if t.Artifacts != nil {
		w.strs("artifacts", t.Artifacts)
	}
	if t.Partial {
		w.yes("partial")
	}
	if t.Error != nil {
		w.name(errorMember)
		w.dst = carrier.AppendError(w.dst, t.Error)
	}
	body, err := w.end(t.Extra)
	return wrap(t.Payload, body, err)
}

// JSON returns the body. Zero members are left out.
func (b Beat) JSON() (json.RawMessage, error) {
	w := writer{reserved: func(name string) bool {
		return name == "running" && b.Running != nil || name == "draining" && b.Draining || name == "halted" && b.Halted
	}}
	if b.Running != nil {
		w.strs("running", b.Running)
	}
	if b.Draining {
		w.yes("draining")
	}
	if b.Halted {
		w.yes("halted")
	}
	return w.end(b.Extra)
}

// writer writes the members of a body.
type writer struct {
	dst      []byte
	bad      bool // something is not UTF-8
	reserved func(name string) bool
}

func (w *writer) name(s string) {
	w.dst = append(w.dst, ',', '"')
	w.dst = append(w.dst, s...)
	w.dst = append(w.dst, '"', ':')
}

func (w *writer) text(s string) {
	var ok bool
	w.dst, ok = jsonio.AppendString(w.dst, s)
	w.bad = w.bad || !ok
}

func (w *writer) str(name, s string) {
	w.name(name)
	w.text(s)
}

func (w *writer) int(name string, n int64) {
	w.name(name)
	w.dst = strconv.AppendInt(w.dst, n, 10)
}

func (w *writer) yes(name string) {
	w.name(name)
	w.dst = append(w.dst, "true"...)
}

func (w *writer) strs(name string, list []string) {
	w.name(name)
	w.dst = append(w.dst, '[')
	for i, s := range list {
		if i > 0 {
			w.dst = append(w.dst, ',')
		}
		w.text(s)
	}
	w.dst = append(w.dst, ']')
}

func (w *writer) end(extra ir.Extra) (json.RawMessage, error) {
	if w.bad {
		return nil, invalid("/body", notText, textHint)
	}
	dst, err := appendExtra(w.dst, extra, 2, w.reserved)
	if err != nil {
		return nil, within("/body", err)
	}
	if len(dst) == 0 {
		return json.RawMessage("{}"), nil
	}
	dst[0] = '{'
	return append(dst, '}'), nil
}
