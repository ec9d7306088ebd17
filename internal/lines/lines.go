// Package lines cuts an input into lines, in bounded memory.
package lines

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"math"
)

// Reader reads the lines of an input.
type Reader struct {
	in   *bufio.Reader
	max  int
	long []byte // a line that is longer than the buffer of in
}

// NewReader returns a Reader that keeps limit bytes of a line, none if it is
// negative, and a buffer of the given size.
func NewReader(in io.Reader, buffer, limit int) *Reader {
	// What is added to max below must not overflow.
	return &Reader{in: bufio.NewReaderSize(in, buffer), max: min(max(limit, 0), math.MaxInt-3)}
}

// Next returns the next line without its LF or CRLF; it is overwritten by the
// next call. Of a line longer than max, max+1 bytes come back: enough for whoever
// checks the size. What stands behind the last LF is a line, if there is
// something. The error is io.EOF or one of the input; a line that it cuts is not
// returned.
func (r *Reader) Next() ([]byte, error) {
	line, err := r.in.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		line, err = r.join(line)
	}
	if errors.Is(err, io.EOF) && len(line) > 0 {
		err = nil
	}
	if err != nil {
		return nil, err
	}
	line = bytes.TrimSuffix(line, []byte("\n"))
	line = bytes.TrimSuffix(line, []byte("\r"))
	return line[:min(len(line), r.max+1)], nil
}

// join collects a line that begins with part, but no more of it than is asked
// for.
func (r *Reader) join(part []byte) ([]byte, error) {
	r.long = r.long[:0]
	for {
		room := r.max + 3 - len(r.long) // with its CRLF
		r.long = append(r.long, part[:min(len(part), room)]...)
		var err error
		if part, err = r.in.ReadSlice('\n'); err == nil || !errors.Is(err, bufio.ErrBufferFull) {
			room = r.max + 3 - len(r.long)
			return append(r.long, part[:min(len(part), room)]...), err
		}
	}
}
