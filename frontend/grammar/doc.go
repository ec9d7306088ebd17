// Package grammar exports grammars of SILP's surfaces, for inference servers that
// hold a model to one (constrained generation): what such a model writes, the
// strict decoder reads, and a receiver with the same rules takes.
//
//	text, err := grammar.Options{Rules: rules}.GBNF()
//
// Surface code: GBNF (llama.cpp, and XGrammar), Lark (OpenAI's custom tools,
// llguidance), and a regular expression where the options make the language small
// enough for one. Surface json: JSON Schema 2020-12, and the profile of it that
// OpenAI's strict tools take. Tool makes whole tool definitions of them.
//
// Everything comes from the tables that the decoders read: the characters of
// internal/chars, the words of internal/codescan, the verbs of package ir, and
// the ir.Rules of the receiver. docs/grammar.abnf is the grammar in one page,
// docs/constrained-generation.md has request bodies and the list of what a
// grammar does not say.
//
// Names and values of rules may be anything: rules of a grammar have names of
// their own, and what is not plainly a word is quoted in it as the compiler quotes
// it. Errors are *ir.Error with the code decode_failed and no offset. An export
// depends on nothing but the options and takes some milliseconds; the Unicode
// tables are walked once for each.
package grammar
