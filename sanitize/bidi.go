package sanitize

import "github.com/silp-protocol/silp-go/internal/visible"

// isDirectionMark: LRM, RLM, ALM.
func isDirectionMark(r rune) bool { return r == 0x200E || r == 0x200F || r == 0x061C }

// isBidiPair: the embeddings and overrides with their PDF, the isolates with
// their PDI.
func isBidiPair(r rune) bool { return 0x202A <= r && r <= 0x202E || 0x2066 <= r && r <= 0x2069 }

const (
	pdf = 0x202C
	lro = 0x202D
	rlo = 0x202E
	pdi = 0x2069
)

func isIsolate(r rune) bool { return 0x2066 <= r && r <= 0x2068 }

// hasRTL reports whether the string has a character of a right-to-left script.
func (h *context) hasRTL() bool {
	if h.rtl == 0 {
		h.rtl = 1
		for _, r := range h.s {
			if r >= 0x590 && visible.Of(r)&visible.RTL != 0 {
				h.rtl = 2
				break
			}
		}
	}
	return h.rtl == 2
}

// paired returns the verdict about the next control that comes in pairs.
// Without right-to-left text there is nothing for any of them to do.
func (h *context) paired() bool {
	if !h.hasRTL() {
		return false
	}
	if h.bidi == nil {
		h.pairs()
	}
	if h.crossed > 0 {
		return false
	}
	h.seen++
	return h.bidi[h.seen-1]
}

// pairs matches openings and closings: each is kept if it has its partner and
// is no override. A closing whose partner is not the innermost opening crosses
// another pair: which one is broken cannot be told.
func (h *context) pairs() {
	h.bidi = []bool{}
	var open []opening
	embeddings, isolates := 0, 0
	for i, r := range h.s {
		switch {
		case !isBidiPair(r):
			continue
		case r != pdf && r != pdi:
			open = append(open, opening{r, len(h.bidi)})
			h.bidi = append(h.bidi, false)
			if isIsolate(r) {
				isolates++
			} else {
				embeddings++
			}
			continue
		}
		// A closing.
		left := &embeddings
		if r == pdi {
			left = &isolates
		}
		if *left == 0 {
			h.bidi = append(h.bidi, false)
			continue
		}
		top := open[len(open)-1]
		if isIsolate(top.r) != (r == pdi) {
			h.crossed = i
			return
		}
		*left--
		open = open[:len(open)-1]
		keep := top.r != lro && top.r != rlo
		h.bidi[top.n] = keep
		h.bidi = append(h.bidi, keep)
	}
}

// opening is a bidi control that waits for its partner.
type opening struct {
	r rune
	n int // its number among the controls that come in pairs
}
