package jsonio

import (
	"strconv"
	"strings"
)

// The methods of this file tell what is known of a text that has not ended: of
// one that was read up to its end.

// Elements returns how many elements of the array that a member of the root
// object held last were read to their ends without a fault.
func (r *Reader) Elements() int { return r.elements }

// count notes how many elements of such an array are read.
func (r *Reader) count() {
	if r.err == nil && r.dec.StackDepth() == 2 {
		_, n := r.dec.StackIndex(2)
		r.elements = int(n)
	}
}

// Open returns the JSON pointer of the string value in which the text ended,
// and the offset of its opening quote. A name is no value.
func (r *Reader) Open() (pointer string, at int, ok bool) {
	if !r.ended {
		return "", 0, false
	}
	rest := strings.TrimLeft(r.text[r.Offset():], " \t\r\n")
	if rest != "" && (rest[0] == ':' || rest[0] == ',') {
		rest = strings.TrimLeft(rest[1:], " \t\r\n")
	}
	kind, n := r.dec.StackIndex(r.dec.StackDepth())
	if rest == "" || rest[0] != '"' || kind == 0 || kind == '{' && n%2 == 0 {
		return "", 0, false
	}
	pointer = string(r.dec.StackPointer())
	if kind == '[' {
		if n > 0 { // the pointer is that of the element in front
			pointer = pointer[:strings.LastIndexByte(pointer, '/')]
		}
		pointer += "/" + strconv.FormatInt(n, 10)
	}
	return pointer, len(r.text) - len(rest), true
}
