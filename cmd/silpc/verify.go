package main

import (
	"crypto/ed25519"
	"crypto/x509"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/lock"
)

func (a *app) verifyCommand() *cobra.Command {
	s := &settings{}
	v := &verifier{app: a}
	var dir, key string
	cmd := &cobra.Command{
		Use:   "verify [flags] [FILE]",
		Short: "Check the records of a lock file",
		Long: `Verify checks for every record of a lock file that its text has the recorded hash.
With --ir DIR every record must be of an IR in DIR (its *.json files), with --key
FILE every record must be signed with one of the Ed25519 public keys in FILE (PEM).
It prints the lines that are bad, and a last line with the counts. With --json or
--jsonl it prints an object a line of the file: {"line":...,"output":...,"ir":...,
"signature":...}, ir and signature only if they were asked for; a line that is no
record gives {"line":...,"cut":...,"error":{...}}. A file without records is bad.`,
		Example:               "  silpc verify --ir irs compile.lock",
		Args:                  cobra.MaximumNArgs(1),
		DisableFlagsInUseLine: true,
	}
	a.jsonFlag(cmd)
	cmd.Flags().BoolVar(&a.lines, "jsonl", false, "the same as --json: one JSON object a line")
	cmd.Flags().StringVar(&dir, "ir", "", "every record must be of an IR in this `DIR`")
	cmd.Flags().StringVar(&key, "key", "", "every record must be signed with a public key in this PEM `FILE`")
	s.addNull(cmd)
	cmd.RunE = func(_ *cobra.Command, args []string) (err error) {
		if v.keys, err = publicKeys(key); err != nil {
			return fmt.Errorf("--key: %w", err)
		}
		if v.irs, err = irHashes(s, dir); err != nil {
			return fmt.Errorf("--ir: %w", err)
		}
		v.verify(append(args, "-")[0])
		return nil
	}
	return cmd
}

// verifier checks records. irs and keys are nil where nobody asked for them.
type verifier struct {
	app  *app
	irs  map[string]bool
	keys []ed25519.PublicKey
	good int
	bad  int
}

func (v *verifier) verify(file string) {
	a := v.app
	var lines iter.Seq2[lock.Line, error]
	name := file
	if file == "-" {
		name, lines = "standard input", lock.Read(a.stdin)
	} else {
		lines = lock.ReadFile(file)
	}
	for line, err := range lines {
		if err != nil {
			a.unreadable(name, err)
			return
		}
		ok := v.line(line)
		if ok {
			v.good++
		} else {
			v.bad++
		}
	}
	if v.good+v.bad == 0 {
		a.unreadable(name, errors.New("no records"))
		return
	}
	a.bad = a.bad || v.bad > 0
	if !a.asJSON() {
		fmt.Fprintf(a.stdout, "%s good, %d bad\n", count(v.good, "record"), v.bad)
	}
}

// line checks one line and says what comes of it.
func (v *verifier) line(line lock.Line) bool {
	a := v.app
	if line.Err != nil {
		if a.asJSON() {
			a.stdout.Write(append(appendBadLine(nil, line), '\n'))
		} else {
			what := ""
			if line.Cut {
				what = "the record is cut: "
			}
			fmt.Fprintf(a.stdout, "line %d: %s%s\n", line.Number, what, visible(line.Err.Error(), maxMessage))
		}
		return false
	}
	r := line.Record
	faults := []error{r.Verify(r.Compiled)}
	row := appendCheck(nil, `{"line":`+strconv.Itoa(line.Number), "output", faults[0])
	if v.irs != nil {
		var err error
		if !v.irs[r.IRHash] {
			err = errors.New("/ir_hash: no IR of the directory has this hash")
		}
		faults = append(faults, err)
		row = appendCheck(row, "", "ir", err)
	}
	if v.keys != nil {
		err := r.VerifySig(v.keys...)
		faults = append(faults, err)
		row = appendCheck(row, "", "signature", err)
	}
	all := errors.Join(faults...)
	switch {
	case a.asJSON():
		a.stdout.Write(append(row, "}\n"...))
	case all != nil:
		for msg := range strings.SplitSeq(all.Error(), "\n") {
			fmt.Fprintf(a.stdout, "line %d: %s\n", line.Number, visible(msg, maxMessage))
		}
	}
	return all == nil
}

func appendCheck(dst []byte, lead, name string, err error) []byte {
	dst = append(append(append(dst, lead...), `,"`...), name...)
	return strconv.AppendBool(append(dst, `":`...), err == nil)
}

func appendBadLine(dst []byte, line lock.Line) []byte {
	_, e := details("", line.Err)
	dst = strconv.AppendInt(append(dst, `{"line":`...), int64(line.Number), 10)
	dst = strconv.AppendBool(append(dst, `,"cut":`...), line.Cut)
	dst = appendString(append(dst, `,"error":{"code":`...), string(e.Code))
	dst = appendString(append(dst, `,"message":`...), e.Msg)
	dst = strconv.AppendInt(append(dst, `,"offset":`...), int64(e.Offset), 10)
	if e.Path != "" {
		dst = appendString(append(dst, `,"path":`...), e.Path)
	}
	return append(appendHint(dst, e.Hint), "}}"...)
}

// publicKeys reads the file of verify --key; without one there are none.
func publicKeys(file string) (list []ed25519.PublicKey, err error) {
	keys, err := readKeys(file, "PUBLIC KEY", x509.ParsePKIXPublicKey)
	for _, key := range keys {
		public, ok := key.(ed25519.PublicKey)
		if !ok {
			return nil, fmt.Errorf("%s: expected Ed25519 keys", file)
		}
		list = append(list, public)
	}
	return list, err
}

// irHashes returns the hashes of the IRs in a directory; without one there are
// none.
func irHashes(s *settings, dir string) (map[string]bool, error) {
	if dir == "" {
		return nil, nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	hashes := make(map[string]bool)
	x := ir.New()
	for _, entry := range entries {
		if filepath.Ext(entry.Name()) != ".json" || entry.IsDir() {
			continue
		}
		file := filepath.Join(dir, entry.Name())
		raw, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if err := s.parseInto(x, string(raw)); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		hash, err := lock.IRHash(x)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		hashes[hash] = true
	}
	if len(hashes) == 0 {
		return nil, fmt.Errorf("there is no *.json file in %s", dir)
	}
	return hashes, nil
}
