package json

import "strings"

// scanner finds where objects begin in a text. So that a text of many braces
// costs no more than linear time, it remembers how far it looked ahead.
type scanner struct {
	text   string
	behind gap // the gap behind a "{"
	colon  gap // the gap in front of the ":" of the first name
	first  int // where what stands behind the gap of the last "{" begins
}

func newScanner(text string) *scanner { return &scanner{text: text, first: -1} }

// next returns where the next object begins at or behind text[i], -1 if none
// does.
func (s *scanner) next(i int) int {
	for {
		n := strings.IndexByte(s.text[i:], '{')
		if n < 0 {
			return -1
		}
		if i += n; s.begins(i) {
			return i
		}
		i++
	}
}

// begins reports whether an object begins with the brace text[i]: behind blanks
// and comments a string and a ":" follow, or the text ends before it can be
// told, or a name intent without quotes or with other ones stands there.
func (s *scanner) begins(i int) bool {
	first := s.behind.end(s.text, i+1)
	if first == s.first {
		return false // as was said of the brace before
	}
	s.first = first
	rest := s.text[first:]
	if rest == "/" || isIntent(rest) {
		return true
	}
	if rest[0] != '"' {
		return false
	}
	end := first + 1
	for end < len(s.text) && s.text[end] != '"' {
		if s.text[end] == '\\' {
			end++
		}
		end++
	}
	if end >= len(s.text) {
		return true
	}
	return mayBeColon(s.text[s.colon.end(s.text, end+1):])
}

// isIntent reports whether s begins like a member intent, in whatever quotes,
// or ends before that can be told.
func isIntent(s string) bool {
	const quotes, word = "\\\"'`“”‘’", "intent"
	s = strings.TrimLeft(s, quotes)
	if len(s) < len(word) {
		return strings.HasPrefix(word, s)
	}
	s, ok := strings.CutPrefix(s, word)
	return ok && mayBeColon(strings.TrimLeft(strings.TrimLeft(s, quotes), " \t\r\n"))
}

// mayBeColon reports whether s begins with ":", or may once more text has come:
// it is the end of the text, or half of what begins a comment.
func mayBeColon(s string) bool { return s == "" || s[0] == ':' || s == "/" }

// gap is the run of blanks and comments that was looked at last.
type gap struct{ from, to int }

// end is the end of skip. A comment inside the run ends where the run does, so
// the run is not looked at again for each "{" in it.
func (g *gap) end(text string, i int) int {
	start := i
	for i < len(text) && isBlank(text[i]) {
		i++
	}
	if g.from <= i && i < g.to && strings.HasPrefix(text[i:], "//") {
		return g.to
	}
	if i, _ = skip(text, i); i > g.to {
		*g = gap{start, i}
	}
	return i
}
