package lock

import (
	"errors"
	"io"
	"iter"
	"math"
	"os"
	"path/filepath"
	"unicode/utf8"

	"github.com/silp-protocol/silp-go/internal/lines"
	"github.com/silp-protocol/silp-go/ir"
)

// Append writes records behind those of a file, each on a line of its own, and
// returns when they are on disk. It makes the file if there is none, readable
// by its owner only: texts may be confidential. Writers of other goroutines and
// processes wait for each other; see the package documentation.
//
// After an error about a record, nothing was written. Where writing fails, what
// was written is taken back if possible. Records that are appended together
// cost one wait for the disk, and if the process dies meanwhile, the last of
// them may be missing.
func Append(name string, records ...*Record) error {
	var buf []byte
	for _, r := range records {
		var err error
		if buf, err = AppendJSON(buf, r); err != nil {
			return err
		}
		buf = append(buf, '\n')
	}
	if len(buf) == 0 {
		return nil
	}
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(appendLines(f, buf), f.Close())
}

func appendLines(f *os.File, lines []byte) error {
	if err := lockFile(f, exclusive); err != nil {
		return &os.PathError{Op: "lock", Path: f.Name(), Err: err}
	}
	defer unlockFile(f)
	end, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	if end > 0 {
		var last [1]byte
		if _, err := f.ReadAt(last[:], end-1); err != nil {
			return err
		}
		if last[0] != '\n' {
			// Somebody died here, or an editor took the last line end away.
			lines = append([]byte{'\n'}, lines...)
		}
	}
	if n, err := f.Write(lines); err != nil {
		takeBack(f, end, int64(n))
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if end == 0 {
		syncDir(filepath.Dir(f.Name()))
	}
	return nil
}

// takeBack removes what a failed write left, unless a writer that takes no turns
// wrote something behind it.
func takeBack(f *os.File, end, n int64) {
	if info, err := f.Stat(); err == nil && info.Size() == end+n {
		_ = f.Truncate(end) // else the cut line stays, and readers report it
	}
}

// syncDir makes the name of a new file last. Not every system can.
func syncDir(name string) {
	if d, err := os.Open(name); err == nil {
		_ = d.Sync()
		d.Close()
	}
}

// Line is a line of a lock file: a record, or what is wrong with it.
type Line struct {
	Number int     // from 1
	Record *Record // nil if Err is not
	Err    error   // a *ir.Error of Parse; its offset counts in the line
	// Cut says that the line stops in the middle of a record: whoever wrote it
	// died, or the file was cut there.
	Cut bool
}

// Read reads the lines of a lock file in order. A bad line does not end it, and
// nothing is verified but the format. The error is one of in, the last value,
// and belongs to no line.
func Read(in io.Reader) iter.Seq2[Line, error] { return Options{}.Read(in) }

// Read is the package's Read with options.
func (o Options) Read(in io.Reader) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		all := lines.NewReader(in, 64<<10, o.maxLine())
		for n := 1; ; n++ {
			line, err := all.Next()
			if err != nil {
				if !errors.Is(err, io.EOF) {
					yield(Line{}, err)
				}
				return
			}
			text := string(line)
			l := Line{Number: n}
			l.Record, l.Err = o.parse(text)
			l.Cut = len(text) <= o.maxLine() && isCut(text, l.Err)
			if !yield(l, nil) {
				return
			}
		}
	}
}

// ReadFile is Read of a file as it is now: an append that is on its way is seen
// whole or not at all.
func ReadFile(name string) iter.Seq2[Line, error] { return Options{}.ReadFile(name) }

// ReadFile is the package's ReadFile with options.
func (o Options) ReadFile(name string) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		f, err := os.Open(name)
		if err != nil {
			yield(Line{}, err)
			return
		}
		defer f.Close()
		size, err := sizeNow(f)
		if err != nil {
			yield(Line{}, err)
			return
		}
		o.Read(io.LimitReader(f, size))(yield)
	}
}

// sizeNow returns the size that the file has while nobody appends to it.
func sizeNow(f *os.File) (int64, error) {
	// A file system without locks is no reason not to read.
	if lockFile(f, shared) == nil {
		defer unlockFile(f)
	}
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	if !info.Mode().IsRegular() {
		return math.MaxInt64, nil // a pipe has no size
	}
	return info.Size(), nil
}

// isCut reports whether what is wrong with a line is that it ends.
func isCut(line string, err error) bool {
	e, ok := errors.AsType[*ir.Error](err)
	return ok && line != "" && e.Code == ir.InvalidSyntax && e.Offset <= len(line) && !utf8.FullRuneInString(line[e.Offset:])
}
