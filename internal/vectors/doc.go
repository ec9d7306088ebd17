// Package vectors loads and runs the language-independent conformance vectors
// of testdata/vectors, whose README.md says what each group and field means.
//
// A vector that could check less than it seems to is an error of Load: a member
// that the group does not have, a missing one, a name given twice, a file or a
// group without vectors.
package vectors
