package iacp_test

import (
	"runtime"
	"strings"
	"time"

	"github.com/silp-protocol/silp-go/carrier/iacp"
)

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// at is a number of seconds after the page's example.
func at(seconds float64) time.Time {
	return time.Unix(1312284100, 0).Add(time.Duration(seconds * float64(time.Second)))
}

// kinds names the events of a step.
func kinds(s iacp.Step) string {
	var words []string
	for _, e := range s.Events {
		words = append(words, string(e.Kind))
	}
	return strings.Join(words, " ")
}

// sent names the messages of a step.
func sent(s iacp.Step) string {
	var words []string
	for _, e := range s.Send {
		words = append(words, e.Kind)
	}
	return strings.Join(words, " ")
}

// live is how much memory is in use.
func live() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
