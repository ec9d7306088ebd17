package main

import (
	"errors"
	"io"
	"os"
	"strings"

	"github.com/silp-protocol/silp-go/ir"
)

const (
	// ioBuffer is the size of the buffers of input and output.
	ioBuffer = 64 << 10
	// maxInput is the longest IR and the longest text: the library's default.
	maxInput = ir.DefaultMaxBytes
	// maxEscaped is the longest line that holds a text as a JSON string: each
	// byte of it may be written as \u00XX, and other members may stand beside it.
	maxEscaped = 6*maxInput + 4096
	// slack is how much is read beyond a limit: blanks at the end do not count.
	slack = 4096
)

// itemFunc handles one item: it appends the answer to dst, JSON if the run asks
// for it, without a line end. One itemFunc is used for one item after the
// other; two of them share nothing, so each core has its own.
type itemFunc func(dst []byte, text string) ([]byte, error)

// errAnswered says that the input was bad and that the appended answer tells
// how, as in {"valid":false,…}.
var errAnswered = errors.New("the answer says what is wrong")

// items handles the input, as one item or line by line.
func (a *app) items(args []string, maxLine int, item func() itemFunc) {
	file := "-"
	if len(args) == 1 {
		file = args[0]
	}
	in, name, err := a.open(file)
	if err != nil {
		a.unreadable(name, err)
		return
	}
	defer in.Close()
	if a.lines {
		err = a.eachLine(in, maxLine, item)
	} else {
		err = a.whole(in, item())
	}
	if err != nil {
		a.unreadable(name, err)
	}
}

// open opens an input, "-" being standard input. name is what people call it.
func (a *app) open(file string) (in io.ReadCloser, name string, err error) {
	if file == "-" {
		return io.NopCloser(a.stdin), "standard input", nil
	}
	f, err := os.Open(file)
	return f, file, err
}

// readText reads an input to its end, or until it is too long.
func readText(in io.Reader) (string, error) {
	raw, err := io.ReadAll(io.LimitReader(in, maxInput+slack))
	if err != nil {
		return "", err
	}
	text := string(raw)
	if len(raw) < maxInput+slack {
		// Blanks at the end are no part of an IR or of a text, and must not make
		// one of just the allowed size too long. If something may follow that was
		// not read, they stay, and the text is too long.
		text = strings.TrimRight(text, " \t\r\n")
	}
	return text, nil
}

// readRaw reads an input as readText does, but keeps all of it but one line end.
func readRaw(in io.Reader) (string, error) {
	raw, err := io.ReadAll(io.LimitReader(in, maxInput+slack))
	if err != nil {
		return "", err
	}
	return strings.TrimSuffix(strings.TrimSuffix(string(raw), "\n"), "\r"), nil
}

// whole takes all of the input as one item.
func (a *app) whole(in io.Reader, do itemFunc) error {
	read := readText
	if a.raw {
		read = readRaw
	}
	text, err := read(in)
	if err != nil {
		return err
	}
	out, err := do(nil, text)
	switch {
	case err == nil || errors.Is(err, errAnswered):
	case a.json:
		out = appendError(out[:0], "", text, err)
	default:
		a.bad = true
		printError(a.stderr, "", text, err)
		return nil
	}
	a.bad = a.bad || err != nil
	a.stdout.Write(append(out, '\n'))
	return nil
}
