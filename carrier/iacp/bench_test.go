package iacp_test

import (
	"encoding/json"
	"strconv"
	"testing"
	"time"

	"github.com/silp-protocol/silp-go/carrier/iacp"
)

// traffic is what a colony says: heartbeats, assigns, accepts, results.
func traffic(n int) []iacp.Envelope {
	list := make([]iacp.Envelope, n)
	for i := range list {
		id := "-" + strconv.FormatInt(0x2f0000+int64(i), 16)
		e := iacp.Envelope{V: "1.1", ID: "m" + id, From: "forager-07", To: "queen", TS: 1312284100 + int64(i)}
		switch i % 4 {
		case 0:
			e.Kind, e.Body = iacp.Heartbeat, json.RawMessage(`{"running":["q-00a1"]}`)
		case 1:
			e.ID, e.From, e.To = "q"+id, "queen", "forager-07"
			e.Kind, e.Body = iacp.TaskAssign, json.RawMessage(`{"node":"tg:crawl-index/3","deadline":1312284400,"attempt":1,"silp_encoding":"code","silp_payload":"book(\"San Francisco, CA\", act=!hotel) else: notify(user)"}`)
		case 2:
			e.Kind, e.Ref = iacp.TaskAccept, "q-00a1"
		case 3:
			e.Kind, e.Ref, e.Body = iacp.TaskResult, "q-00a1", json.RawMessage(`{"status":"ok","artifacts":["cm://index/3"]}`)
		}
		list[i] = e
	}
	return list
}

// lines returns the traffic as it is sent.
func lines(t testing.TB, list []iacp.Envelope) []string {
	out := make([]string, len(list))
	for i := range list {
		line, err := list[i].Line()
		if err != nil {
			t.Fatal(err)
		}
		out[i] = string(line)
	}
	return out
}

// BenchmarkEnvelopes encodes and decodes b.N envelopes with this package and
// with encoding/json on the same struct, and reports how many times faster this
// package is: with memory that is used again, and with none.
func BenchmarkEnvelopes(b *testing.B) {
	list := traffic(1024)
	text := lines(b, list)
	raw := make([][]byte, len(text))
	for i := range text {
		raw[i] = []byte(text[i])
	}
	best := func(f func(i int) error) time.Duration {
		least := time.Duration(1 << 62)
		for range 3 {
			start := time.Now()
			for i := range b.N {
				if err := f(i % len(list)); err != nil {
					b.Fatal(err)
				}
			}
			least = min(least, time.Since(start))
		}
		return least
	}
	var buf []byte
	var e iacp.Envelope
	jsonOut := best(func(i int) error { _, err := json.Marshal(&list[i]); return err })
	jsonIn := best(func(i int) error { var e iacp.Envelope; return json.Unmarshal(raw[i], &e) })
	usedOut := best(func(i int) (err error) { buf, err = list[i].AppendLine(buf[:0]); return err })
	usedIn := best(func(i int) error { return iacp.ParseInto(&e, text[i]) })
	newOut := best(func(i int) error { _, err := list[i].Line(); return err })
	newIn := best(func(i int) error { _, err := iacp.Parse(string(raw[i])); return err })
	ratio := func(a, b time.Duration) float64 { return float64(a) / float64(b) }
	b.ReportMetric(ratio(jsonOut, usedOut), "x-encode-used")
	b.ReportMetric(ratio(jsonIn, usedIn), "x-decode-used")
	b.ReportMetric(ratio(jsonOut, newOut), "x-encode")
	b.ReportMetric(ratio(jsonIn, newIn), "x-decode")
	b.ReportMetric(float64(jsonOut.Nanoseconds())/float64(b.N), "ns-json-encode")
	b.ReportMetric(float64(jsonIn.Nanoseconds())/float64(b.N), "ns-json-decode")
	b.ReportMetric(0, "ns/op")
}
