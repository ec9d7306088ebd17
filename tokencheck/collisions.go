package tokencheck

import (
	"math"
	"slices"
	"strconv"

	"github.com/silp-protocol/silp-go/ir"
)

// Collision is how often request IDs of some digits meet (draft sections 3.6
// and 8.3).
type Collision struct {
	Requests int // n
	Digits   int // hex digits of an ID
	// Expected is the expected number of requests whose ID another one had
	// before: n - m(1-(1-1/m)^n), where m is 16^Digits.
	Expected float64
	// Any is the probability that there is at least one.
	Any float64
	// Found is how many there were among the IDs of n different texts.
	Found int
}

// Collisions computes and simulates collisions among n requests, for IDs of 4,
// 6 and 8 digits. The simulation takes ir.ReqID of the texts book(r0), book(r1)
// and so on, so it gives the same numbers every time. It takes 4n bytes.
func Collisions(n int) []Collision {
	n = max(n, 0)
	ids := make([]uint32, n)
	text := []byte("book(r")
	var digits [8]byte
	for i := range ids {
		text = append(strconv.AppendInt(text[:len("book(r")], int64(i), 10), ')')
		id, err := strconv.ParseUint(string(ir.AppendReqID(digits[:0], text, len(digits))), 16, 32)
		if err != nil {
			panic(err) // a request ID is hex; no input leads here
		}
		ids[i] = uint32(id)
	}
	slices.Sort(ids)
	var list []Collision
	for _, d := range []int{4, 6, 8} {
		c := Collision{Requests: n, Digits: d}
		for i := 1; i < n; i++ {
			// Sorted by all digits is sorted by the first ones too.
			if shift := 32 - 4*d; ids[i]>>shift == ids[i-1]>>shift {
				c.Found++
			}
		}
		m := math.Pow(16, float64(d))
		c.Expected = float64(n) + m*math.Expm1(float64(n)*math.Log1p(-1/m))
		// The product of (1-i/m) for i below n, in logarithms.
		free := 0.0
		for i := 1; i < n && free > -100; i++ {
			free += math.Log1p(-float64(i) / m)
		}
		c.Any = -math.Expm1(free)
		list = append(list, c)
	}
	return list
}
