package iacp_test

import (
	"encoding/json"
	"slices"
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
// package is: into memory that exists already ("used") and into new memory. The
// contestants take turns at 1,024 envelopes; the quickest turn of each counts,
// which is the one that a busy machine disturbed least.
func BenchmarkEnvelopes(b *testing.B) {
	list := traffic(1024)
	text := lines(b, list)
	raw := make([][]byte, len(text))
	for i := range text {
		raw[i] = []byte(text[i])
	}
	var buf []byte
	var e iacp.Envelope
	contestants := []func(i int) error{
		func(i int) error { _, err := json.Marshal(&list[i]); return err },
		func(i int) (err error) { buf, err = list[i].AppendLine(buf[:0]); return err },
		func(i int) error { _, err := list[i].Line(); return err },
		func(i int) error { var e iacp.Envelope; return json.Unmarshal(raw[i], &e) },
		func(i int) error { return iacp.ParseInto(&e, text[i]) },
		func(i int) error { _, err := iacp.Parse(string(raw[i])); return err },
	}
	best := slices.Repeat([]time.Duration{time.Hour}, len(contestants))
	for done := 0; done < b.N; done += len(list) {
		for c, f := range contestants {
			start := time.Now()
			for i := range list {
				if err := f(i); err != nil {
					b.Fatal(err)
				}
			}
			best[c] = min(best[c], time.Since(start))
		}
	}
	for c, name := range []string{"", "encode-used", "encode", "", "decode-used", "decode"} {
		if name == "" {
			b.ReportMetric(float64(best[c])/float64(len(list)), []string{"json-encode-ns", "json-decode-ns"}[c/3])
			continue
		}
		b.ReportMetric(float64(best[c/3*3])/float64(best[c]), name+"-x")
	}
	b.ReportMetric(float64(best[0]+best[3])/float64(best[1]+best[4]), "both-used-x")
	b.ReportMetric(float64(best[0]+best[3])/float64(best[2]+best[5]), "both-x")
	b.ReportMetric(0, "ns/op")
}
