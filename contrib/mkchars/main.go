// Command mkchars writes the tables of the packages internal/chars and
// internal/visible.
//
// It is a module of its own, so that neither its sources nor its fetching of
// data are a dependency of the library. README.md says when and how to run it.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// unicodeVersion is the version of the data package and must be the version of
// the normalisation tables too: a class computed from two versions is wrong
// for every character that is new in one of them.
const unicodeVersion = "17.0.0"

func main() {
	root := flag.String("root", "", "the `folder` of the library's go.mod: its generated files are written (or compared)")
	tarball := flag.String("tarball", "", "the data package as a `file`; without it npm fetches the package")
	check := flag.Bool("check", false, "write nothing; fail when a file differs from what would be written")
	flag.Parse()
	if err := run(*root, *tarball, *check); err != nil {
		fmt.Fprintln(os.Stderr, "mkchars:", err)
		os.Exit(1)
	}
}

func run(root, tarball string, check bool) error {
	if flag.NArg() > 0 || root == "" {
		return errors.New("usage: mkchars -root FOLDER [-tarball FILE] [-check]")
	}
	if norm.Version != unicodeVersion || unicode.Version != unicodeVersion {
		return fmt.Errorf("built with normalisation tables for Unicode %s, needs %s: run it with Go 1.27, as in\n\tGOTOOLCHAIN=go1.27.3 go run . -root %s",
			norm.Version, unicodeVersion, root)
	}
	pkg, err := readPackage(tarball)
	if err != nil {
		return err
	}
	files, err := generate(pkg)
	if err != nil {
		return err
	}
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(files)) {
		file := filepath.Join(root, filepath.FromSlash(name))
		if check {
			errs = append(errs, compare(file, files[name]))
		} else {
			errs = append(errs, os.WriteFile(file, files[name], 0o644))
		}
	}
	return errors.Join(errs...)
}

// generate makes every generated file, by its path in the library.
func generate(pkg dataPackage) (map[string][]byte, error) {
	props, err := loadProperties(pkg)
	if err != nil {
		return nil, err
	}
	visible, err := computeVisible(props, pkg)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	var errs []error
	add := func(name string, src []byte, err error) {
		files[name] = src
		errs = append(errs, err)
	}
	src, err := emitChars(computeClasses(props), computeFolds())
	add("internal/chars/tables.go", src, err)
	src, err = emitLooks(computeLooks(props))
	add("internal/chars/lookalikes.go", src, err)
	src, err = emitVisible(visible)
	add("internal/visible/tables.go", src, err)
	return files, errors.Join(errs...)
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
