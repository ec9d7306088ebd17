package ir

import "crypto/sha256"

// ReqIDDigits is the draft's production default (sections 3.6 and 8.3).
const ReqIDDigits = 8

// ReqID returns the request ID of a payload's text: the first digits hex digits
// of the SHA-256 of the whole text. Digits outside 4 to 8 count as 8. Four
// digits are for short-lived sessions of limited scope only (draft section 3.6).
// A request ID correlates; it identifies nobody.
func ReqID(text string, digits int) string {
	var b [8]byte
	return string(appendReqID(b[:0], hash(text), digits))
}

// AppendReqID appends the request ID of a text that stands in a buffer.
func AppendReqID(dst, text []byte, digits int) []byte {
	return appendReqID(dst, sha256.Sum256(text), digits)
}

func appendReqID(dst []byte, sum [sha256.Size]byte, digits int) []byte {
	if digits < 4 || digits > 8 {
		digits = ReqIDDigits
	}
	const hex = "0123456789abcdef"
	var b [8]byte
	for i := range 4 {
		b[2*i], b[2*i+1] = hex[sum[i]>>4], hex[sum[i]&15]
	}
	return append(dst, b[:digits]...)
}

// hash copies the text in pieces to the stack, never to the heap.
func hash(text string) [sha256.Size]byte {
	if len(text) <= 128 {
		var buf [128]byte
		return sha256.Sum256(buf[:copy(buf[:], text)])
	}
	var buf [512]byte
	h := sha256.New()
	for len(text) > 0 {
		n := copy(buf[:], text)
		h.Write(buf[:n])
		text = text[n:]
	}
	var sum [sha256.Size]byte
	h.Sum(sum[:0])
	return sum
}
