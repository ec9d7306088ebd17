package vectors

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// Groups are the groups of vectors, in the order of the README.
var Groups = []string{"compile", "decode", "error", "roundtrip", "calls"}

// Vector is one fact: an input and what must come of it.
type Vector struct {
	File, Group string
	Name, Ref   string
	Op          string // of group error: parse, compile or decode
	Surface     string
	Surfaces    []string
	Meta        bool // compile with the header in the text
	NullAbsent  bool // parse with null as absent
	Codec       bool // judge by a codec with its defaults, not by the surface alone
	IR          string
	Text        string
	Code, Path  string
	Offset      int // -1: the error has none
	Calls       []Call

	has map[string]bool // the members that stand in the file
}

// Call is an action and its arguments as pairs of id and value.
type Call struct {
	Action string
	Args   [][2]string
}

func (c Call) String() string { return fmt.Sprintf("%s%q", c.Action, c.Args) }

// On reports whether v says something about a surface.
func (v *Vector) On(surface string) bool {
	return v.Surface == surface || slices.Contains(v.Surfaces, surface)
}

// Result is the outcome of a vector.
type Result struct {
	Vector
	Message string // what was got and what was wanted; "" if the vector passed
}

// Passed reports whether the vector holds.
func (r *Result) Passed() bool { return r.Message == "" }

// Run loads the vectors of fsys and runs them all.
func Run(fsys fs.FS) ([]Result, error) {
	list, err := Load(fsys)
	if err != nil {
		return nil, err
	}
	results := make([]Result, len(list))
	for i := range list {
		results[i] = list[i].Run()
	}
	return results, nil
}

// Run checks one vector.
func (v *Vector) Run() Result {
	r := Result{Vector: *v}
	if err := v.check(); err != nil {
		r.Message = strings.TrimSpace(err.Error())
	}
	return r
}

func (v *Vector) check() error {
	switch v.Group {
	case "compile":
		return v.compile()
	case "decode":
		return v.decode()
	case "error":
		return v.fails()
	case "roundtrip":
		return v.roundtrip()
	case "calls":
		return v.calls()
	}
	return fmt.Errorf("no group is named %q", v.Group)
}
