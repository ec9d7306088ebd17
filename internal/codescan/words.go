package codescan

// The fixed texts of the surface. A compiler writes the first of two spellings,
// a decoder reads both.
const (
	If       = "if "
	And      = " and "
	Then     = ": "
	ThenWord = " then "
	Else     = " else: "
	ElseWord = " else "
	Next     = "; "
	Arrow    = " -> "
	Comma    = ","  // a decoder takes one blank behind it
	At       = ", " // in front of the time of an operator form
	Loc      = "loc="
)

// TimeID is the entity ID of a bare time-like positional argument (draft A.2).
const TimeID = "time"

// The labels of a constraint's parts, each with a "=" behind it.
const (
	LabelValue = iota
	LabelSubject
	LabelTime
	LabelOperator
)

// Labels returns them, in the order of the grammar.
func Labels() [4]string { return [...]string{"value", "subject", "time", "operator"} }

// Keywords returns the words that no bare word may be.
func Keywords() [5]string { return [...]string{"if", "else", "and", "not", "then"} }

// Operators returns the infix operators, none behind one that it begins with.
func Operators() [6]string { return [...]string{"==", "!=", "<=", ">=", "<", ">"} }

// IsOperator reports whether s is an infix operator.
func IsOperator(s string) bool {
	for _, op := range Operators() {
		if s == op {
			return true
		}
	}
	return false
}

// Escapes are the characters behind the backslash of a short escape in a quoted
// word, Escaped what they stand for.
const (
	Escapes = `"\/bfnrt`
	Escaped = "\"\\/\b\f\n\r\t"
)
