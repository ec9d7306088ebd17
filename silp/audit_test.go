package silp_test

import (
	"errors"
	"testing"

	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/sanitize"
	"github.com/silp-protocol/silp-go/silp"
)

// auditor keeps what a codec reports.
type auditor struct {
	events []silp.AuditEvent
	irs    []*ir.IR // copies
	err    error
}

func (a *auditor) audit(e silp.AuditEvent) error {
	a.irs = append(a.irs, e.IR.Clone())
	e.IR = nil
	a.events = append(a.events, e)
	return a.err
}

// Both sides of a payload report the same text and the same IR, req_id included.
func TestAudit(t *testing.T) {
	a := &auditor{}
	codec := silp.New(silp.Options{Audit: a.audit})
	x := ir.Task("!BOOK", ir.Arg("hotel"))
	x.Meta.Priority = 2
	p, err := codec.Encode(x)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := codec.Decode(p); err != nil {
		t.Fatal(err)
	}
	if _, err := codec.AppendText([]byte("dst:"), "json", x); err != nil {
		t.Fatal(err)
	}
	if _, _, err := codec.Decode(silp.Payload{Encoding: "code", Text: " cancel(a)\n"}); err != nil {
		t.Fatal(err)
	}
	want := []silp.AuditEvent{
		{Frontend: "code", Text: "book(hotel)"},
		{Received: true, Frontend: "code", Text: "book(hotel)"},
		{Frontend: "json", Text: `{"intent":"!BOOK","act":"hotel"}`},
		{Received: true, Frontend: "code", Text: " cancel(a)\n"},
	}
	if len(a.events) != len(want) {
		t.Fatalf("%d events: %+v", len(a.events), a.events)
	}
	for i, id := range []string{ir.ReqID("book(hotel)", 8), ir.ReqID("book(hotel)", 8), ir.ReqID(want[2].Text, 8), ir.ReqID("cancel(a)", 8)} {
		if a.events[i] != want[i] || a.irs[i].Meta.ReqID != id {
			t.Errorf("event %d: %+v, req_id %s", i, a.events[i], a.irs[i].Meta.ReqID)
		}
	}
	if !ir.Equivalent(a.irs[0], a.irs[1]) || a.irs[1].Meta.Priority != 2 || x.Meta.ReqID != "" {
		t.Errorf("%+v and %+v", a.irs[0], a.irs[1])
	}
}

// Only what passed every check is reported, and what came out of the cleaning.
func TestAuditComesLast(t *testing.T) {
	a := &auditor{}
	codec := silp.New(silp.Options{Audit: a.audit, Rules: hotel(t)})
	for _, text := range []string{"book(", "run(hotel)", "book(car)", "book(\"ho\u200btel\")"} {
		if _, _, err := codec.Decode(silp.Payload{Encoding: "code", Text: text}); err == nil {
			t.Errorf("%s is taken", text)
		}
	}
	codec.Encode(&ir.IR{Intent: "!RUN"})
	codec.EncodeAs("math", ir.Task("!BOOK"))
	if a.events != nil {
		t.Errorf("%+v", a.events)
	}
	clean := silp.New(silp.Options{Audit: a.audit, Policy: sanitize.Clean})
	const text = "book(\"ho\u200btel\")"
	if _, _, err := clean.Decode(silp.Payload{Encoding: "code", Text: text}); err != nil {
		t.Fatal(err)
	}
	if a.events[0].Text != text || a.irs[0].Entities[0].Value != "hotel" {
		t.Errorf("%+v, %+v", a.events, a.irs[0])
	}
}

// What cannot be put on record does not happen.
func TestAuditRefuses(t *testing.T) {
	full := errors.New("the disk is full")
	a := &auditor{err: full}
	codec := silp.New(silp.Options{Audit: a.audit})
	x := ir.Task("!BOOK", ir.Arg("hotel"))
	if p, err := codec.Encode(x); !errors.Is(err, full) || p != (silp.Payload{}) {
		t.Errorf("%+v, %v", p, err)
	}
	if out, err := codec.AppendText([]byte("dst"), "code", x); !errors.Is(err, full) || string(out) != "dst" {
		t.Errorf("%s, %v", out, err)
	}
	if y, _, err := codec.Decode(silp.Payload{Encoding: "code", Text: "book(hotel)"}); !errors.Is(err, full) || y != nil {
		t.Errorf("%+v, %v", y, err)
	}
	if _, err := codec.DecodeInto(x, silp.Payload{Encoding: "code", Text: "book(hotel)"}); !errors.Is(err, full) || x.Intent != "" || len(x.Entities) > 0 {
		t.Errorf("%+v, %v", x, err)
	}
	if len(a.events) != 4 {
		t.Errorf("%d events", len(a.events))
	}
}

// A codec without an auditor allocates no more than its work needs: nothing for
// a text in a buffer, which one with an auditor cannot do.
func TestNoAuditCostsNothing(t *testing.T) {
	x := ir.Task("!BOOK", ir.Arg("hotel"))
	buf := make([]byte, 0, 1<<10)
	used := ir.New()
	p := silp.Payload{Encoding: "code", Text: "book(hotel)", Header: &ir.Header{Meta: ir.Meta{ReqID: "abcd"}}}
	allocs := func(o silp.Options) (text, decode float64) {
		codec := silp.New(o)
		return testing.AllocsPerRun(100, func() { codec.AppendText(buf, "code", x) }),
			testing.AllocsPerRun(100, func() { codec.DecodeInto(used, p) })
	}
	text, decode := allocs(silp.Options{})
	withText, withDecode := allocs(silp.Options{Audit: func(silp.AuditEvent) error { return nil }})
	if text != 0 || decode != 0 || withText < 1 {
		t.Errorf("%v and %v allocations without, %v and %v with an auditor", text, decode, withText, withDecode)
	}
}

// Encode makes the text, its request ID, and a header in one piece.
func TestEncodeAllocations(t *testing.T) {
	x := ir.Task("!BOOK", ir.Arg("hotel"))
	x.Version = new("ir-v0.2")
	x.Meta = ir.Meta{SessionID: new("k3"), Confidence: new(0.5), Seq: []string{"!BOOK"}, Out: new("code"), NextAgent: new("planner")}
	codec := silp.New(silp.Options{})
	if n := testing.AllocsPerRun(100, func() { codec.Encode(x) }); n > 4 {
		t.Errorf("%v allocations", n)
	}
}
