package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"github.com/silp-protocol/silp-go/internal/lines"
)

// batch is a run of lines on its way through eachLine.
type batch struct {
	text []byte // the lines, one behind the other
	ends []int  // where each ends
	out  []byte // the answers
	bad  bool   // some line was bad
	done chan struct{}
}

// fresh empties a batch that was written, for the next lines.
func (b *batch) fresh() *batch {
	return &batch{text: b.text[:0], ends: b.ends[:0], out: b.out[:0], done: make(chan struct{})}
}

// maxBatch is the size from which on a batch takes no more lines.
const maxBatch = 32 << 10

// eachLine takes every line as an item, on all cores, and writes the answers in
// the order of the lines. There are never more than a few batches, so the
// memory is constant. It ends without an error when the output fails: nobody
// reads on.
func (a *app) eachLine(in io.Reader, maxLine int, item func() itemFunc) error {
	workers := runtime.GOMAXPROCS(0)
	work, order := make(chan *batch, workers), make(chan *batch, 2*workers)
	free := make(chan *batch, 2*workers) // batches whose memory can be used again
	stop := make(chan struct{})
	defer close(stop)
	var readErr error
	go func() {
		readErr = readBatches(in, maxLine, order, work, free, stop)
		close(work)
		close(order) // makes readErr visible
	}()
	for range workers {
		go func() {
			do := item()
			for b := range work {
				b.run(do)
			}
		}()
	}
	p := a.newProgress()
	defer p.clear()
	for b := range order {
		<-b.done
		a.bad = a.bad || b.bad
		p.add(len(b.ends))
		if _, err := a.stdout.Write(b.out); err != nil {
			return nil
		}
		select {
		case free <- b.fresh():
		default:
		}
		// Whoever sent a line and waits for its answer gets it: nothing more is
		// on its way.
		if len(order) == 0 && a.stdout.Flush() != nil {
			return nil
		}
	}
	return readErr
}

// run answers the lines of a batch.
func (b *batch) run(do itemFunc) {
	var answer []byte
	all, start := string(b.text), 0
	for _, end := range b.ends {
		text := all[start:end]
		start = end
		var err error
		answer, err = do(answer[:0], text)
		if err != nil {
			b.bad = true
			if !errors.Is(err, errAnswered) {
				answer = appendError(answer[:0], "", text, err)
			}
		}
		b.out = append(append(b.out, answer...), '\n')
	}
	close(b.done)
}

// readBatches cuts the input into batches and sends each to both channels. A
// batch goes on its way before more input is waited for.
func readBatches(in io.Reader, maxLine int, order, work chan<- *batch, free <-chan *batch, stop <-chan struct{}) error {
	b := &batch{done: make(chan struct{})}
	send := func() {
		if len(b.ends) == 0 {
			return
		}
		for _, to := range []chan<- *batch{order, work} {
			select {
			case to <- b:
			case <-stop:
				return
			}
		}
		select {
		case b = <-free:
		default:
			b = &batch{done: make(chan struct{})}
		}
	}
	in = &hookReader{in, send}
	all := lines.NewReader(in, ioBuffer, maxLine)
	for {
		line, err := all.Next()
		if err != nil {
			send()
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		b.text = append(b.text, line...)
		b.ends = append(b.ends, len(b.text))
		if len(b.text) >= maxBatch {
			send()
		}
		select {
		case <-stop:
			return nil
		default:
		}
	}
}

// hookReader calls before ahead of every read, which may block.
type hookReader struct {
	in     io.Reader
	before func()
}

func (r *hookReader) Read(p []byte) (int, error) {
	r.before()
	return r.in.Read(p)
}

// progress shows how many lines are done, on a terminal that shows nothing else.
type progress struct {
	out   io.Writer // nil: shows nothing
	lines int
	next  time.Time
	shown bool
}

func (a *app) newProgress() *progress {
	p := &progress{next: time.Now().Add(time.Second)}
	if isTerminal(a.stderr) && !isTerminal(a.target) {
		p.out = a.stderr
	}
	return p
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && info.Mode()&os.ModeDevice != 0 && f.Name() != os.DevNull
}

func (p *progress) add(lines int) {
	p.lines += lines
	if p.out == nil {
		return
	}
	if now := time.Now(); now.After(p.next) {
		fmt.Fprintf(p.out, "\r%d lines", p.lines)
		p.next, p.shown = now.Add(time.Second/2), true
	}
}

// clear takes the progress off the terminal.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprintf(p.out, "\r%*s\r", len("00000000000000000000 lines"), "")
	}
}
