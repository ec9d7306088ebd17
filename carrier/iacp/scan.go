package iacp

// scanner reads JSON values that senders usually write. It takes less than
// the strict reader and never more: -1 means that the reader must decide, and
// say what is wrong if anything is. The text is UTF-8.
type scanner[T string | []byte] struct {
	text  T
	names [32]span // of the objects that are open
	n     int
}

type span struct{ from, to int }

// maxDepth and maxNumber are limits of the strict reader.
const (
	maxDepth  = 64
	maxNumber = 64
)

// stops marks the bytes at which a run of plain characters of a string ends.
var stops = [256]bool{
	0: true, 1: true, 2: true, 3: true, 4: true, 5: true, 6: true, 7: true, 8: true, 9: true, 10: true,
	11: true, 12: true, 13: true, 14: true, 15: true, 16: true, 17: true, 18: true, 19: true, 20: true, 21: true,
	22: true, 23: true, 24: true, 25: true, 26: true, 27: true, 28: true, 29: true, 30: true, 31: true,
	'"': true, '\\': true,
}

// blanks returns the offset behind spaces. Other white space is rare.
func (s *scanner[T]) blanks(i int) int {
	for i < len(s.text) && s.text[i] == ' ' {
		i++
	}
	return i
}

// plain returns the offset of the closing quote of a string without escapes;
// i is behind the opening one.
func (s *scanner[T]) plain(i int) int {
	for i < len(s.text) && !stops[s.text[i]] {
		i++
	}
	if i < len(s.text) && s.text[i] == '"' {
		return i
	}
	return -1
}

// str returns the offset behind a string; i is behind its opening quote.
func (s *scanner[T]) str(i int) int {
	for {
		for i < len(s.text) && !stops[s.text[i]] {
			i++
		}
		if i+1 >= len(s.text) {
			if i < len(s.text) && s.text[i] == '"' {
				return i + 1
			}
			return -1
		}
		if s.text[i] == '"' {
			return i + 1
		}
		if s.text[i] != '\\' {
			return -1
		}
		switch s.text[i+1] {
		case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			i += 2
		default: // \u: half a surrogate pair is no character
			return -1
		}
	}
}

// value returns the offset behind the value that begins at i, or -1.
func (s *scanner[T]) value(i, depth int) int {
	if i >= len(s.text) {
		return -1
	}
	switch c := s.text[i]; {
	case c == '"':
		return s.str(i + 1)
	case c == '{':
		return s.object(i+1, depth+1)
	case c == '[':
		return s.array(i+1, depth+1)
	case c == '-' || '0' <= c && c <= '9':
		return s.number(i)
	case c == 't':
		return s.word(i, "true")
	case c == 'f':
		return s.word(i, "false")
	case c == 'n':
		return s.word(i, "null")
	}
	return -1
}

func (s *scanner[T]) word(i int, w string) int {
	if end := i + len(w); end <= len(s.text) && string(s.text[i:end]) == w {
		return end
	}
	return -1
}

func (s *scanner[T]) digits(i int) int {
	for i < len(s.text) && '0' <= s.text[i] && s.text[i] <= '9' {
		i++
	}
	return i
}

// number reads a number without an exponent.
func (s *scanner[T]) number(i int) int {
	start := i
	if s.text[i] == '-' {
		i++
	}
	whole := i
	if i = s.digits(i); i == whole || i > whole+1 && s.text[whole] == '0' {
		return -1
	}
	if i < len(s.text) && s.text[i] == '.' {
		point := i
		if i = s.digits(i + 1); i == point+1 {
			return -1
		}
	}
	if i-start > maxNumber || i < len(s.text) && s.text[i]|0x20 == 'e' {
		return -1
	}
	return i
}

func (s *scanner[T]) array(i, depth int) int {
	if depth > maxDepth {
		return -1
	}
	if i = s.blanks(i); i < len(s.text) && s.text[i] == ']' {
		return i + 1
	}
	for {
		if i = s.value(s.blanks(i), depth); i < 0 {
			return -1
		}
		if i = s.blanks(i); i >= len(s.text) {
			return -1
		}
		switch s.text[i] {
		case ']':
			return i + 1
		case ',':
			i++
		default:
			return -1
		}
	}
}

func (s *scanner[T]) object(i, depth int) int {
	if depth > maxDepth {
		return -1
	}
	if i = s.blanks(i); i < len(s.text) && s.text[i] == '}' {
		return i + 1
	}
	first := s.n
	for {
		var name span
		if name, i = s.name(i); i < 0 || !s.fresh(first, name) {
			return -1
		}
		if i = s.value(i, depth); i < 0 {
			return -1
		}
		if i = s.blanks(i); i >= len(s.text) {
			return -1
		}
		switch s.text[i] {
		case '}':
			s.n = first
			return i + 1
		case ',':
			i++
		default:
			return -1
		}
	}
}

// name reads a plain name, its colon and the blanks around them.
func (s *scanner[T]) name(i int) (span, int) {
	i = s.blanks(i)
	if i >= len(s.text) || s.text[i] != '"' {
		return span{}, -1
	}
	end := s.plain(i + 1)
	if end < 0 {
		return span{}, -1
	}
	name := span{i + 1, end}
	if i = s.blanks(end + 1); i >= len(s.text) || s.text[i] != ':' {
		return span{}, -1
	}
	return name, s.blanks(i + 1)
}

// fresh notes a name, unless its object has it already or memory is out.
func (s *scanner[T]) fresh(first int, name span) bool {
	if s.n == len(s.names) {
		return false
	}
	for _, old := range s.names[first:s.n] {
		if string(s.text[old.from:old.to]) == string(s.text[name.from:name.to]) {
			return false
		}
	}
	s.names[s.n] = name
	s.n++
	return true
}
