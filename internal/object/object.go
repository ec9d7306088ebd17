// Package object takes JSON objects apart and puts them together with their
// values as they stand: what carriers do with members that are not theirs.
package object

import (
	"strings"
	"unicode/utf8"

	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/ir"
)

// Each reads an object strictly and gives each member, its value as it stands;
// nothing at all is the empty object. A fault of the object goes before the first
// error of member, which is not called again behind that.
func Each(text string, member func(name, value string) error) error {
	if text == "" {
		return nil
	}
	r := jsonio.NewReader(text)
	defer r.Release()
	var first error
	for name := range r.Members() {
		if value := r.Raw(); first == nil && r.Err() == nil {
			first = member(name, value)
		}
	}
	r.End()
	if err := ir.ReadError(r, ""); err != nil {
		return err
	}
	return first
}

// Append appends a member to an object that is still open. name is UTF-8.
func Append(dst []byte, name, value string) []byte {
	if dst[len(dst)-1] != '{' {
		dst = append(dst, ',')
	}
	dst, _ = jsonio.AppendName(dst, name)
	return append(append(dst, ':'), value...)
}

// Below puts an error of a member's own text where the member stands; path is
// its JSON pointer. The offset, which counts within the member, would mislead.
func Below(path string, err error) error {
	if e, ok := err.(*ir.Error); ok {
		e.Path, e.Offset = jsonio.ShortPath(path+e.Path), -1
	}
	return err
}

const payload = "silp_"

// Reserved reports whether a name begins with silp_, as those of a payload do,
// also for a reader that folds case as encoding/json does: "ſ", U+017F, folds to
// s.
func Reserved(name string) bool {
	end := 0
	for range len(payload) {
		_, n := utf8.DecodeRuneInString(name[end:])
		end += n
	}
	return strings.EqualFold(name[:end], payload)
}
