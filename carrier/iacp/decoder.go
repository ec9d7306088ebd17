package iacp

import (
	"bufio"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/silp-protocol/silp-go/ir"
)

// LineError says which line of a stream was at fault, from 1. Behind it is a
// *ir.Error, or io.ErrUnexpectedEOF for a last line without its line feed.
type LineError struct {
	Line int
	Err  error
}

// Error returns the number of the line and what is wrong with it.
func (e *LineError) Error() string { return "line " + strconv.Itoa(e.Line) + ": " + e.Err.Error() }

// Unwrap returns the fault of the line.
func (e *LineError) Unwrap() error { return e.Err }

// DecoderOptions configures a Decoder.
type DecoderOptions struct {
	// MaxLine is how many bytes a line may have, its line feed included; 0 means
	// DefaultMaxLine.
	MaxLine int
}

// Decoder reads envelopes, one a line, and goes on after a line that is none.
// Empty lines count and say nothing. It holds one line at a time. A Decoder is
// for one goroutine.
type Decoder struct {
	in   *bufio.Reader
	max  int
	part []byte // of a line, beyond the buffer of in
	line int    // number of the line that was read last
	skip bool   // over the rest of a line that is too long
}

// NewDecoder returns a Decoder with the default options.
func NewDecoder(r io.Reader) *Decoder { return DecoderOptions{}.NewDecoder(r) }

// NewDecoder returns a Decoder.
func (o DecoderOptions) NewDecoder(r io.Reader) *Decoder {
	if o.MaxLine <= 0 {
		o.MaxLine = DefaultMaxLine
	}
	return &Decoder{in: bufio.NewReaderSize(r, 16<<10), max: o.MaxLine}
}

// Decode reads the next envelope. A *LineError is about one line, and the next
// call goes on behind it. A line that is too long is reported as soon as that
// is known. At the end of the stream the error is io.EOF; any other error is
// the reader's own, and the next call tries again where it stopped.
func (d *Decoder) Decode() (*Envelope, error) {
	e := new(Envelope)
	if err := d.DecodeInto(e); err != nil {
		return nil, err
	}
	return e, nil
}

// DecodeInto is Decode into an envelope that exists already, as ParseInto.
func (d *Decoder) DecodeInto(e *Envelope) error {
	for {
		text, err := d.next()
		if err != nil {
			return err
		}
		if strings.Trim(text, " \t\r\n") == "" {
			continue
		}
		if err := ParseInto(e, text); err != nil {
			return &LineError{d.line, err}
		}
		return nil
	}
}

// next returns the next line.
func (d *Decoder) next() (string, error) {
	for {
		chunk, err := d.in.ReadSlice('\n')
		whole := err == nil
		if d.skip {
			d.skip = !whole
			if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
				return "", err
			}
			continue
		}
		if len(d.part)+len(chunk) > d.max {
			d.part, d.skip = d.part[:0], !whole
			d.line++
			return "", &LineError{d.line, &ir.Error{Code: ir.InvalidSyntax, Offset: d.max,
				Msg: "the line is longer than " + strconv.Itoa(d.max) + " bytes", Hint: "send less, or raise the limit (DecoderOptions.MaxLine)"}}
		}
		if whole && len(d.part) == 0 {
			d.line++
			return string(chunk), nil
		}
		d.part = append(d.part, chunk...)
		switch {
		case whole:
			d.line++
			text := string(d.part)
			d.part = d.part[:0]
			return text, nil
		case errors.Is(err, bufio.ErrBufferFull):
		case err == io.EOF && len(d.part) > 0:
			d.part = d.part[:0]
			d.line++
			return "", &LineError{d.line, io.ErrUnexpectedEOF}
		default:
			return "", err
		}
	}
}
