package chars

import "strings"

// LookAlike returns the ASCII text that a non-ASCII character looks like, or
// that a normalisation or a case map makes of it; "" if there is none. It is
// for messages: a character has at most one answer here, and U+0406 may be
// meant as "I" or as "l".
func LookAlike(r rune) string {
	first, _ := LookAlikes(r)
	return first
}

// LookAlikes returns LookAlike and a second text where the sources (NFKC and
// NFKD, the case maps, the confusables of UTS #39) know two that differ by more
// than case: U+1D426 gives "m" and "rn".
func LookAlikes(r rune) (first, second string) {
	if r < 0x80 || r > maxRune {
		return "", ""
	}
	const n = len(lookKeys) / lookKeyBytes
	lo, hi := 0, n
	for lo < hi {
		mid := int(uint(lo+hi) / 2)
		if lookRune(mid) < r {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == n || lookRune(lo) != r {
		return "", ""
	}
	k := lookKeys[lookKeyBytes*lo:]
	at := int(k[3])<<8 | int(k[4])
	text := lookTexts[at+1 : at+1+int(lookTexts[at])]
	first, second, _ = strings.Cut(text, "\x00")
	return first, second
}

func lookRune(i int) rune {
	k := lookKeys[lookKeyBytes*i : lookKeyBytes*i+3]
	return rune(k[0])<<16 | rune(k[1])<<8 | rune(k[2])
}
