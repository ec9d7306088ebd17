// Package jsonio reads and writes the JSON of this module: the IR, the json
// surface, the annotation of the code surface. It stands on jsontext's tokens
// (no duplicate names, no invalid UTF-8, no lone surrogates) and adds what
// jsontext leaves open: limits on nesting and numbers, one spelling of
// strings that survives hops, members in code point order, and the comparison
// of values with exact numbers.
package jsonio
