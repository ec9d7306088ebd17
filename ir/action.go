package ir

// Action is an action code: "!" and an upper-case verb, as in !CANCEL (draft
// section 3.7). The schema's pattern ^![A-Z][A-Z_]*$ is the rule: !A__B and !A_
// are valid.
type Action string

// Valid reports whether a matches the schema's pattern.
func (a Action) Valid() bool {
	if len(a) < 2 || a[0] != '!' || a[1] == '_' {
		return false
	}
	for i := 1; i < len(a); i++ {
		if c := a[i]; (c < 'A' || c > 'Z') && c != '_' {
			return false
		}
	}
	return true
}

// Func returns the function name of the code surface: cancel for !CANCEL. It
// returns "" if a is not valid.
func (a Action) Func() string {
	b, ok := a.AppendFunc(nil)
	if !ok {
		return ""
	}
	return string(b)
}

// AppendFunc appends the function name to dst. ok is false, and dst as it was,
// if a is not valid.
func (a Action) AppendFunc(dst []byte) (out []byte, ok bool) {
	if len(a) < 2 || a[0] != '!' || a[1] == '_' {
		return dst, false
	}
	old := len(dst)
	dst = append(dst, a[1:]...)
	for i, c := range dst[old:] {
		switch {
		case 'A' <= c && c <= 'Z':
			dst[old+i] = c + 'a' - 'A'
		case c != '_':
			return dst[:old], false
		}
	}
	return dst, true
}

// ActionOf returns the action code of a function name: !CANCEL for cancel. ok
// is false if name is not LOWER *( LOWER / "_" ). The verbs of the draft's
// whitelist cost no allocation.
func ActionOf(name string) (a Action, ok bool) {
	if a := known(name); a != "" {
		return a, true
	}
	if name == "" || name[0] == '_' {
		return "", false
	}
	b := make([]byte, 1, 1+len(name))
	b[0] = '!'
	for i := range len(name) {
		c := name[i]
		switch {
		case 'a' <= c && c <= 'z':
			c -= 'a' - 'A'
		case c != '_':
			return "", false
		}
		b = append(b, c)
	}
	return Action(b), true
}

// known interns the whitelist.
func known(name string) Action {
	switch name {
	case "cancel":
		return "!CANCEL"
	case "start":
		return "!START"
	case "email":
		return "!EMAIL"
	case "fetch":
		return "!FETCH"
	case "process":
		return "!PROCESS"
	case "translate":
		return "!TRANSLATE"
	case "book":
		return "!BOOK"
	case "route":
		return "!ROUTE"
	case "search":
		return "!SEARCH"
	case "update":
		return "!UPDATE"
	case "suggest":
		return "!SUGGEST"
	case "switch":
		return "!SWITCH"
	case "notify":
		return "!NOTIFY"
	}
	return ""
}
