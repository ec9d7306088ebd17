package show

import "unicode/utf8"

// InvalidUTF8 returns the offset of the first byte of s that is not UTF-8, -1 if
// all of it is. It is the place that an error about it names.
func InvalidUTF8(s string) int {
	if utf8.ValidString(s) {
		return -1
	}
	i := 0
	for {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
}
