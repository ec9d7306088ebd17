package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/silp-protocol/silp-go/frontend/code"
	"github.com/silp-protocol/silp-go/internal/cputime"
	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/silp"
)

// growth is one input given to silpc and to the library.
type growth struct {
	command  string
	size     int64     // bytes of input
	lines    int       //
	cpu      []float64 // of silpc, user and system, ms, one per round
	library  []float64 // CPU of the library's calls on the same lines, ms
	wall     []float64 // of silpc, ms
	peak     int64     // most memory that silpc held, bytes, over the rounds
	sameText bool      // silpc wrote what the library wrote, in the same order
}

// shortLine is the IR of the smallest input.
const shortLine = `{"intent":"!START","entities":[{"id":"act","value":"hike"}],"meta":{"req_id":"0badcafe"}}`

// measureGrowth builds silpc and lets it and the library handle the same lines.
func measureGrowth(c config, ms []message) ([]growth, error) {
	dir, err := os.MkdirTemp("", "silp-benchmarks")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	b := &bench{dir: dir, silpc: filepath.Join(dir, "silpc"), rounds: min(c.rounds, 5)}
	build := exec.Command("go", "build", "-o", b.silpc, "./cmd/silpc")
	build.Dir, build.Stderr = c.root, os.Stderr
	if err := build.Run(); err != nil {
		return nil, fmt.Errorf("building silpc: %w", err)
	}
	sizes := []int64{100, 10 << 10, 1 << 20, 64 << 20}
	if c.quick {
		sizes = sizes[:3]
	}
	var list []growth
	for _, w := range []jsonl{{"compile", writeIRs, compileLine}, {"decode", writeTexts, decodeLine}} {
		for _, size := range sizes {
			g, err := b.grow(w, ms, size)
			if err != nil {
				return nil, fmt.Errorf("%s of %d bytes: %w", w.command, size, err)
			}
			list = append(list, g)
		}
	}
	return list, nil
}

// bench is where growth is measured.
type bench struct {
	dir, silpc string
	rounds     int
}

// jsonl is a command of silpc and the library's side of it.
type jsonl struct {
	command string
	input   func(w io.Writer, ms []message, size int64) (lines int, err error)
	// line returns what handles one line: do appends the output without its
	// last members. The time of prepare is not counted: it gives what a caller of
	// the library has in hand.
	line func() (prepare func(line []byte) (string, error), do func(dst []byte, text string) ([]byte, error))
}

func (b *bench) grow(w jsonl, ms []message, size int64) (g growth, err error) {
	in, out, want := filepath.Join(b.dir, "in"), filepath.Join(b.dir, "out"), filepath.Join(b.dir, "want")
	f, err := os.Create(in)
	if err != nil {
		return g, err
	}
	buf := bufio.NewWriter(f)
	if g.lines, err = w.input(buf, ms, size); err == nil {
		err = buf.Flush()
	}
	if err = firstOf(err, f.Close()); err != nil {
		return g, err
	}
	info, err := os.Stat(in)
	if err != nil {
		return g, err
	}
	g.command, g.size, g.sameText = w.command, info.Size(), true
	tail, err := b.tail(w, in)
	if err != nil {
		return g, err
	}
	for range b.rounds {
		if err := b.runSilpc(&g, in, out); err != nil {
			return g, err
		}
		took, err := runLibrary(w, tail, in, want)
		if err != nil {
			return g, err
		}
		g.library = append(g.library, took)
		same, err := sameFile(out, want)
		if err != nil {
			return g, err
		}
		g.sameText = g.sameText && same
	}
	return g, nil
}

// tail returns what silpc writes at the end of every answer, from its answer to
// the first line: members that are the same for all lines here, such as an
// empty list of findings, the brace and the line end.
func (b *bench) tail(w jsonl, in string) (string, error) {
	f, err := os.Open(in)
	if err != nil {
		return "", err
	}
	defer f.Close()
	line, err := bufio.NewReader(f).ReadBytes('\n')
	if err != nil {
		return "", err
	}
	cmd := exec.Command(b.silpc, w.command, "--jsonl")
	cmd.Stdin, cmd.Stderr = bytes.NewReader(line), os.Stderr
	got, err := cmd.Output()
	if err != nil {
		return "", err
	}
	prepare, do := w.line()
	text, err := prepare(bytes.TrimSuffix(line, []byte("\n")))
	if err != nil {
		return "", err
	}
	answer, err := do(nil, text)
	if err == nil && !bytes.HasPrefix(got, answer) {
		err = fmt.Errorf("silpc wrote %q, the library %q", got, answer)
	}
	return string(got[min(len(got), len(answer)):]), err
}

// runSilpc runs the command once, from a file to a file.
func (b *bench) runSilpc(g *growth, in, out string) error {
	f, err := os.Create(out)
	if err != nil {
		return err
	}
	defer f.Close()
	cmd := exec.Command(b.silpc, g.command, "--jsonl", in)
	cmd.Stdout, cmd.Stderr = f, os.Stderr
	begin := time.Now()
	if err := cmd.Run(); err != nil {
		return err
	}
	g.wall = append(g.wall, milliseconds(time.Since(begin)))
	p := cmd.ProcessState
	g.cpu = append(g.cpu, milliseconds(p.UserTime()+p.SystemTime()))
	g.peak = max(g.peak, peakMemory(p))
	return nil
}

func milliseconds(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e6 }

// runLibrary handles the lines of a file with the library's calls. The clock
// runs only for the calls and for writing: a block of lines is read before.
func runLibrary(w jsonl, tail, in, out string) (ms float64, err error) {
	src, err := os.Open(in)
	if err != nil {
		return 0, err
	}
	defer src.Close()
	dst, err := os.Create(out)
	if err != nil {
		return 0, err
	}
	defer func() { err = firstOf(err, dst.Close()) }()
	const block = 512 << 10
	var (
		r           = bufio.NewReaderSize(src, 64<<10)
		buf         = bufio.NewWriterSize(dst, 64<<10)
		prepare, do = w.line()
		texts       []string
		answer      []byte
		took        time.Duration
	)
	for end := false; !end; {
		texts = texts[:0]
		for size := 0; size < block; {
			line, err := r.ReadBytes('\n')
			if err == io.EOF {
				end = true
				break
			}
			if err != nil {
				return 0, err
			}
			text, err := prepare(bytes.TrimSuffix(line, []byte("\n")))
			if err != nil {
				return 0, err
			}
			texts = append(texts, text)
			size += len(line)
		}
		begin := cputime.Now()
		for _, text := range texts {
			if answer, err = do(answer[:0], text); err != nil {
				return 0, err
			}
			if _, err = buf.Write(append(answer, tail...)); err != nil {
				return 0, err
			}
		}
		if end {
			err = buf.Flush()
		}
		took += cputime.Now() - begin
		if err != nil {
			return 0, err
		}
	}
	return milliseconds(took), nil
}

// writeIRs writes IRs, one a line, up to a size.
func writeIRs(w io.Writer, ms []message, size int64) (lines int, err error) {
	return writeLines(w, size, len(ms), func(i int) string {
		if size < 1000 {
			return shortLine
		}
		return ms[i].text
	})
}

// writeTexts writes what compile --jsonl prints for them.
func writeTexts(w io.Writer, ms []message, size int64) (lines int, err error) {
	list := make([]string, len(ms))
	for i := range ms {
		b, ok := appendAnswer(nil, ms[i].code)
		if !ok {
			return 0, fmt.Errorf("%s: no JSON string: %q", ms[i].name, ms[i].code)
		}
		list[i] = string(b) + "}"
	}
	return writeLines(w, size, len(ms), func(i int) string { return list[i] })
}

func writeLines(w io.Writer, size int64, n int, line func(i int) string) (lines int, err error) {
	for written := int64(0); ; lines++ {
		s := line(lines % n)
		written += int64(len(s)) + 1
		if written > size && lines > 0 {
			return lines, nil
		}
		if _, err := io.WriteString(w, s+"\n"); err != nil {
			return lines, err
		}
	}
}

// appendAnswer appends what silpc compile --jsonl prints for a text, but for the
// end of the object.
func appendAnswer(dst []byte, text string) ([]byte, bool) {
	dst, ok := jsonio.AppendString(append(dst, `{"text":`...), text)
	dst = append(append(append(dst, `,"req_id":"`...), ir.ReqID(text, ir.ReqIDDigits)...), '"')
	return dst, ok
}

// compileLine parses, compiles and writes.
func compileLine() (prepare func(line []byte) (string, error), do func(dst []byte, text string) ([]byte, error)) {
	x := ir.New()
	var buf []byte
	return func(line []byte) (string, error) { return string(line), nil },
		func(dst []byte, text string) (_ []byte, err error) {
			if err := ir.ParseInto(x, text); err != nil {
				return dst, err
			}
			if buf, err = (code.Frontend{}).AppendCompile(buf[:0], x); err != nil {
				return dst, err
			}
			dst, ok := appendAnswer(dst, string(buf))
			if !ok {
				err = fmt.Errorf("no JSON string: %q", buf)
			}
			return dst, err
		}
}

// decodeLine decodes and writes. What silpc decodes with is a Codec.
func decodeLine() (prepare func(line []byte) (string, error), do func(dst []byte, text string) ([]byte, error)) {
	codec := silp.New(silp.Options{})
	x := ir.New()
	prepare = func(line []byte) (string, error) {
		var answer struct{ Text string }
		err := json.Unmarshal(line, &answer)
		return answer.Text, err
	}
	do = func(dst []byte, text string) ([]byte, error) {
		if _, err := codec.DecodeInto(x, silp.Payload{Encoding: "code", Text: text}); err != nil {
			return dst, err
		}
		return ir.AppendJSON(append(dst, `{"ir":`...), x)
	}
	return prepare, do
}

// sameFile compares two files without holding either.
func sameFile(a, b string) (bool, error) {
	f, err := os.Open(a)
	if err != nil {
		return false, err
	}
	defer f.Close()
	g, err := os.Open(b)
	if err != nil {
		return false, err
	}
	defer g.Close()
	x, y := make([]byte, 64<<10), make([]byte, 64<<10)
	for {
		n, errX := io.ReadFull(f, x)
		m, errY := io.ReadFull(g, y)
		if !bytes.Equal(x[:n], y[:m]) {
			return false, nil
		}
		switch {
		case errX == nil && errY == nil:
		case isEnd(errX) && isEnd(errY):
			return true, nil
		default:
			return false, firstOf(unlessEnd(errX), unlessEnd(errY))
		}
	}
}

func isEnd(err error) bool { return err == io.EOF || err == io.ErrUnexpectedEOF }

func unlessEnd(err error) error {
	if isEnd(err) {
		return nil
	}
	return err
}

func firstOf(a, b error) error {
	if a != nil {
		return a
	}
	return b
}
