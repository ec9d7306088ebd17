package main

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/silp-protocol/silp-go/internal/lines"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/lock"
	"github.com/silp-protocol/silp-go/silp"
)

func (a *app) lockCommand() *cobra.Command {
	s := &settings{}
	var out, key string
	cmd := &cobra.Command{
		Use:   "lock [flags] [FILE...]",
		Short: "Compile IRs and put them on record in a lock file",
		Long: `Lock reads IRs as JSON, compiles them, and appends a record of each to a lock
file: the text, its hash, the hash of the IR, the time. The records are on disk
when it ends. An IR that is bad is reported, and the others are recorded. With
--json it prints the records that it wrote. With --jsonl, which takes one FILE,
every line is an IR. "-o -" prints the records and writes no file.

--key names a file with an Ed25519 private key (PEM, PKCS #8), as "openssl genpkey
-algorithm ed25519" makes; the records are then signed.`,
		Example:               "  silpc lock -f code -o compile.lock ir.json",
		DisableFlagsInUseLine: true,
	}
	s.addSurface(cmd)
	s.addMeta(cmd)
	s.addNull(cmd)
	s.addVerbs(cmd, ir.Verbs{})
	s.addPolicy(cmd)
	a.jsonFlag(cmd)
	cmd.Flags().BoolVar(&a.lines, "jsonl", false, "every input line is an IR, every output line a record")
	cmd.Flags().StringVarP(&out, "output", "o", "compile.lock", "the lock `FILE`")
	cmd.Flags().StringVar(&key, "key", "", "sign with the private key in this PEM `FILE`")
	cmd.RunE = func(_ *cobra.Command, files []string) error {
		if err := s.check(); err != nil {
			return err
		}
		if len(files) == 0 {
			files = []string{"-"}
		}
		if a.lines && len(files) > 1 {
			return errors.New("--jsonl takes one file")
		}
		private, err := privateKey(key)
		if err != nil {
			return fmt.Errorf("--key: %w", err)
		}
		a.lock(a.newLocker(s, out, private), files)
		return nil
	}
	return cmd
}

// locker makes records. They wait in pending, and what there is to say in
// answers, until they are on disk.
type locker struct {
	app     *app
	s       *settings
	codec   *silp.Codec
	out     string
	x       *ir.IR
	last    *lock.Record
	pending []*lock.Record
	answers []byte
	total   int
}

func (a *app) newLocker(s *settings, out string, key ed25519.PrivateKey) *locker {
	l := &locker{app: a, s: s, out: out, x: ir.New()}
	l.codec = silp.New(silp.Options{Frontends: frontends(s.meta), Verbs: s.verbs.Verbs, Policy: s.policy.Policy,
		Audit: func(e silp.AuditEvent) (err error) {
			l.last, err = lock.Options{Key: key}.Seal(e.Frontend, e.IR, e.Text)
			return err
		}})
	return l
}

func (a *app) lock(l *locker, files []string) {
	if a.lines {
		in, name, err := a.open(files[0])
		if err != nil {
			a.unreadable(name, err)
			return
		}
		defer in.Close()
		if err := l.eachLine(in); err != nil {
			a.unreadable(name, err)
		}
		return
	}
	for _, file := range files {
		l.file(file, len(files) > 1)
	}
	if l.flush() && !a.asJSON() && l.out != "-" && l.total > 0 {
		fmt.Fprintf(a.stdout, "%s: %s added\n", visible(l.out, maxPath), count(l.total, "record"))
	}
}

func (l *locker) file(file string, several bool) {
	a := l.app
	in, name, err := a.open(file)
	if err != nil {
		a.unreadable(name, err)
		return
	}
	defer in.Close()
	text, err := readText(in)
	if err != nil {
		a.unreadable(name, err)
		return
	}
	if !several {
		name = ""
	}
	err = l.seal(text)
	switch {
	case err == nil:
	case a.json:
		a.bad = true
		l.answers = append(appendError(l.answers, name, text, err), '\n')
	default:
		a.bad = true
		printError(a.stderr, name, text, err)
	}
}

// eachLine takes every line as an IR. Whoever sent a line and waits for its
// record gets it: nothing stays pending while more input is waited for.
func (l *locker) eachLine(in io.Reader) error {
	failed := false
	all := lines.NewReader(&hookReader{in, func() { failed = !l.flush() || failed }}, ioBuffer, maxInput)
	for {
		line, err := all.Next()
		if failed {
			return nil
		}
		if err != nil {
			l.flush()
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		text := string(line)
		if err := l.seal(text); err != nil {
			l.app.bad = true
			l.answers = append(appendError(l.answers, "", text, err), '\n')
		}
	}
}

// seal makes the record of an IR.
func (l *locker) seal(text string) error {
	if err := l.s.parseInto(l.x, text); err != nil {
		return err
	}
	if _, err := l.codec.EncodeAs(string(l.s.surface), l.x); err != nil {
		return err
	}
	l.pending = append(l.pending, l.last)
	l.total++
	if !l.app.asJSON() && l.out != "-" {
		return nil
	}
	// What Seal made can be written.
	l.answers, _ = lock.AppendJSON(l.answers, l.last)
	l.answers = append(l.answers, '\n')
	return nil
}

// flush puts what is pending on disk, then says so.
func (l *locker) flush() bool {
	a := l.app
	if l.out != "-" {
		if err := lock.Append(l.out, l.pending...); err != nil {
			a.unreadable(l.out, err)
			return false
		}
	}
	_, err := a.stdout.Write(l.answers)
	l.pending, l.answers = l.pending[:0], l.answers[:0]
	return err == nil && (!a.lines || a.stdout.Flush() == nil)
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// privateKey reads the file of lock --key; without one there is no key.
func privateKey(file string) (ed25519.PrivateKey, error) {
	keys, err := readKeys(file, "PRIVATE KEY", x509.ParsePKCS8PrivateKey)
	if err != nil || keys == nil {
		return nil, err
	}
	if key, ok := keys[0].(ed25519.PrivateKey); ok && len(keys) == 1 {
		return key, nil
	}
	return nil, fmt.Errorf("%s: expected one Ed25519 key", file)
}

// readKeys parses every PEM block of a file; any other kind than the one that is
// wanted is an error.
func readKeys(file, kind string, parse func(der []byte) (any, error)) (keys []any, err error) {
	if file == "" {
		return nil, nil
	}
	rest, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	for {
		var block *pem.Block
		block, rest = pem.Decode(rest)
		switch {
		case block == nil && keys == nil:
			return nil, fmt.Errorf("%s: no PEM block; expected a %s", file, kind)
		case block == nil:
			return keys, nil
		case block.Type != kind:
			return nil, fmt.Errorf("%s: found a %s, expected a %s", file, block.Type, kind)
		}
		key, err := parse(block.Bytes)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		keys = append(keys, key)
	}
}
