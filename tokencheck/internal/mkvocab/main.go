// Command mkvocab writes the embedded vocabularies of package vocab from the
// pinned packages, and their list of hashes:
//
//	go run ./tokencheck/internal/mkvocab
//
// With -check it writes nothing and fails if a file holds anything else than it
// would write. Content is compared, not compressed bytes: those change with the
// Go version. The folder is that of the module.
package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/silp-protocol/silp-go/tokencheck"
	"github.com/silp-protocol/silp-go/tokencheck/internal/source"
	"github.com/silp-protocol/silp-go/tokencheck/internal/vocabfile"
)

func main() {
	check := flag.Bool("check", false, "compare instead of writing")
	dir := flag.String("dir", "tokencheck/vocab/data", "the folder of the files")
	flag.Parse()
	if err := run(*dir, *check); err != nil {
		fmt.Fprintln(os.Stderr, "mkvocab:", err)
		os.Exit(1)
	}
}

func run(dir string, check bool) error {
	var sums bytes.Buffer
	for _, info := range tokencheck.List() {
		if !info.Shipped {
			continue
		}
		content, err := source.Make(context.Background(), info.Name, os.Stderr)
		if err != nil {
			return err
		}
		path := filepath.Join(dir, info.Name+".gz")
		file, err := vocabfile.Pack(content)
		if err != nil {
			return err
		}
		if check {
			if file, err = os.ReadFile(path); err != nil {
				return err
			}
			old, err := vocabfile.Unpack(file)
			if err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			if !bytes.Equal(old, content) {
				return fmt.Errorf("%s is not what %s gives", path, info.Package)
			}
		} else if err := os.WriteFile(path, file, 0o644); err != nil {
			return err
		}
		if sum := vocabfile.Sum(content); sum != info.SHA256 {
			return fmt.Errorf("%s: the content has the SHA-256 %s, tokencheck.List says %s", path, sum, info.SHA256)
		}
		fmt.Fprintf(&sums, "%x  %s.gz\n", sha256.Sum256(file), info.Name)
	}
	path := filepath.Join(dir, "SHA256SUMS")
	if !check {
		return os.WriteFile(path, sums.Bytes(), 0o644)
	}
	old, err := os.ReadFile(path)
	if err == nil && !bytes.Equal(old, sums.Bytes()) {
		err = errors.New("SHA256SUMS is not that of the files")
	}
	return err
}
