// Package grammars holds the exported grammars against engines that others
// wrote: XGrammar, as its npm package brings it, and Lark in Python. It has only
// tests; the README says what they need.
package grammars
