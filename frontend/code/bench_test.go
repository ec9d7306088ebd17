package code_test

import (
	"crypto/sha256"
	"encoding/json"
	"testing"

	"github.com/silp-protocol/silp-go/frontend/code"
	"github.com/silp-protocol/silp-go/ir"
)

// The benchmarks work on draft A.2; BenchmarkFloor and BenchmarkUnmarshal are
// what they are compared with.
const (
	benchIR   = `{"intent":"!CANCEL","entities":[{"id":"act","value":"flight","action":"!CANCEL"},{"id":"time","value":"t+1pm","action":"!CANCEL"},{"id":"act","value":"zhangsan","action":"!EMAIL"}],"constraints":[{"type":"loc","value":"Beijing","time":"t+1am","subject":"me"}],"meta":{"req_id":"e5f6a7b8","out":"code"}}`
	benchText = `if loc(me,Beijing,t+1am): cancel(flight,t+1pm); email(zhangsan)`
)

func BenchmarkCompile(b *testing.B) {
	x, err := ir.Parse(benchIR)
	if err != nil {
		b.Fatal(err)
	}
	buf := make([]byte, 0, 256)
	b.ReportAllocs()
	for b.Loop() {
		buf, _ = plain.AppendCompile(buf[:0], x)
	}
}

func BenchmarkDecodeInto(b *testing.B) {
	x := ir.New()
	b.ReportAllocs()
	for b.Loop() {
		if err := plain.DecodeInto(x, benchText); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := code.Decode(benchText); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFloor copies the text and hashes it, as every req_id must.
func BenchmarkFloor(b *testing.B) {
	var buf [256]byte
	for b.Loop() {
		n := copy(buf[:], benchText)
		sha256.Sum256(buf[:n])
	}
}

// BenchmarkUnmarshal reads the same IR's JSON with encoding/json into a plain
// struct, unchecked.
func BenchmarkUnmarshal(b *testing.B) {
	type entity struct{ ID, Value, Action string }
	type constraint struct {
		Type, Value             string
		Time, Subject, Operator *string
	}
	b.ReportAllocs()
	for b.Loop() {
		var x struct {
			Intent      string
			Entities    []entity
			Constraints []constraint
			Meta        struct {
				ReqID string `json:"req_id"`
				Out   *string
			}
		}
		if err := json.Unmarshal([]byte(benchIR), &x); err != nil {
			b.Fatal(err)
		}
	}
}
