// Package tokencheck measures what payloads cost in tokens: exactly, offline, on
// the six tokenizers of draft-hwang-silp-protocol-00, section 3.8. Package
// tokencheck/vocab has their vocabularies.
//
// Census measures the draft's claims that 13 verbs (Table 7) and 12 structural
// tokens (Appendix B) are one token everywhere, alone and where the code surface
// puts them. CheckVerb judges a verb before it joins a whitelist. Cost compares
// the surfaces of one IR, the instructions included that teach a model to read
// them. Collisions is about request IDs. docs/census.md is what came out.
//
// # Tokenizers
//
//	gpt-4o   o200k_base          byte-level BPE, pieces by a pattern
//	gpt-3.5  cl100k_base         byte-level BPE, pieces by a pattern
//	llama-2  Llama 2             BPE of characters, a blank in front
//	qwen2.5  Qwen 2.5            byte-level BPE of NFC, 8 added tokens
//	claude   before Claude 3     byte-level BPE of NFKC; a proxy
//	gemini   Gemma 1 and 2       BPE of characters, 211 added tokens; a proxy
//
// Byte-level texts go through pkoukk/tiktoken-go, those with long pieces through
// the merge loop of this package, which the other two use for all texts. No
// start or end token is added, and text that spells a special token is text.
//
// No input makes the package panic. A text is at most MaxBytes long; time is
// n log n in its length at most.
package tokencheck
