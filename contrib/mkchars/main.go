// Command mkchars writes the tables of package internal/chars.
//
// It is a module of its own, so that neither its sources nor its fetching of
// data are a dependency of the library. README.md says when and how to run it.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"

	"golang.org/x/text/unicode/norm"
)

// unicodeVersion is the version of the data package and must be the version of
// the normalisation tables too: a class computed from two versions is wrong
// for every character that is new in one of them.
const unicodeVersion = "17.0.0"

func main() {
	out := flag.String("o", "", "the `file` to write (or to compare with): .../internal/chars/tables.go")
	tarball := flag.String("tarball", "", "the data package as a `file`; without it npm fetches the package")
	check := flag.Bool("check", false, "write nothing; fail when the file differs from what would be written")
	flag.Parse()
	if err := run(*out, *tarball, *check); err != nil {
		fmt.Fprintln(os.Stderr, "mkchars:", err)
		os.Exit(1)
	}
}

func run(out, tarball string, check bool) error {
	if flag.NArg() > 0 || out == "" {
		return errors.New("usage: mkchars -o FILE [-tarball FILE] [-check]")
	}
	if norm.Version != unicodeVersion {
		return fmt.Errorf("built with normalisation tables for Unicode %s, needs %s: run it with Go 1.27, as in\n\tGOTOOLCHAIN=go1.27.3 go run . -o %s",
			norm.Version, unicodeVersion, out)
	}
	pkg, err := readPackage(tarball)
	if err != nil {
		return err
	}
	props, err := loadProperties(pkg)
	if err != nil {
		return err
	}
	src, err := emitChars(computeClasses(props), computeFolds())
	if err != nil {
		return err
	}
	if check {
		return compare(out, src)
	}
	return os.WriteFile(out, src, 0o644)
}

func compare(name string, want []byte) error {
	have, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if !bytes.Equal(have, want) {
		return fmt.Errorf("%s is not what the generator writes: run mkchars without -check and commit the result", name)
	}
	return nil
}
