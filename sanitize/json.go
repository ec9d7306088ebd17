package sanitize

import (
	"strings"
	"unicode/utf8"

	"github.com/silp-protocol/silp-go/internal/codescan"
	"github.com/silp-protocol/silp-go/internal/jsonio"
)

const bom = "\uFEFF"

// JSON checks a text of the json surface: every string once, after its escapes
// are resolved, as a verb, a name or a value. Everything but strings stays as it
// is, byte for byte; a string that Clean changes is written in canonical escapes.
// It does not parse: a text that is not JSON, or not of the surface, may come
// back as it is, its error left to the decoder.
func (o Options) JSON(text string) (string, Report, error) {
	return o.text(text, "json", func(c *checker) string {
		j := jsonWalker{checker: c, text: text}
		c.pather = &j
		out := j.walk(atRoot)
		j.levels = nil // no path for collisions, whose offset says it all
		c.collisions()
		return out
	})
}

// role says what an object, an array or a string of a JSON text is.
type role uint8

const (
	atRoot         role = iota // the object of the json surface
	inAnnotation               // the object behind " #" of the code surface
	inSection                  // index to extras
	inExtras                   // the extra members of an element, alone
	inValues                   // a slot, or a list of strings
	inGroup                    // the entities of a secondary action
	inEntities                 // a list of entities in IR form
	inConstraints              // a list of constraints
	inAlternatives             // a list of alternatives
	inEntity
	inConstraint
	inAlternative
	inMeta
	inExtra // the value of an extra member, at any depth

	// What a string is.
	aVerb
	anID
	aType
	aValue
)

// level is an object or array that the walk is in.
type level struct {
	role   role
	object bool
	name   bool   // a member's name comes next
	member string // the name of the member, cleaned
	next   role   // what the member's value is
	index  int
	number int // of the object in the text
}

// jsonWalker follows a JSON text from string to string.
type jsonWalker struct {
	*checker
	text    string
	base    int // where the text begins in the whole text
	i       int
	b       builder
	levels  []level
	objects int // how many began
}

// walk returns the text with its strings cleaned. It stops, and leaves the rest
// as it is, where the text is not JSON.
func (j *jsonWalker) walk(root role) string {
	j.b = builder{s: j.text}
	if strings.HasPrefix(j.text, bom) {
		j.checker.at(j.base, "")
		if !j.drop(bom, 0, len(bom), ZeroWidth, WherePayload) {
			return j.text
		}
		j.b.cut(0, len(bom), "")
		j.i = len(bom)
	}
	for j.i < len(j.text) && j.err == nil {
		if !j.token(root) {
			break
		}
	}
	return j.b.result()
}

// token handles the next token. It returns false where the walk ends.
func (j *jsonWalker) token(root role) bool {
	switch c := j.text[j.i]; {
	case c == '"':
		return j.str(root)
	case c == '{' || c == '[':
		if len(j.levels) == jsonio.MaxDepth {
			j.checker.at(j.base+j.i, "")
			j.refuse(Finding{Rune: rune(c), Kind: Limit, Where: WherePayload}, 0, 1, "nested deeper than 64 levels", "")
			return false
		}
		r := root
		if n := len(j.levels); n > 0 {
			r = elementOf(j.levels[n-1])
		}
		j.objects++
		j.levels = append(j.levels, level{role: r, object: c == '{', name: c == '{', number: j.objects})
	case c == '}' || c == ']':
		if len(j.levels) == 0 {
			return false
		}
		j.levels = j.levels[:len(j.levels)-1]
	case c == ',' && len(j.levels) > 0:
		l := &j.levels[len(j.levels)-1]
		l.index++
		l.name = l.object
	case c >= utf8.RuneSelf:
		j.checker.at(j.base, "")
		f, n := runeAt(j.text, j.i, Syntax, WherePayload)
		j.refuseRune(f, j.i, n, "outside of a string, where JSON has only ASCII")
		j.i += n - 1
	}
	j.i++
	return true
}

// str checks the string that begins at j.i.
func (j *jsonWalker) str(root role) bool {
	end, escaped, fault := codescan.Quoted(j.text, j.i)
	if fault == codescan.Surrogate {
		j.checker.at(j.base+end, "")
		j.refuse(Finding{Rune: -1, Kind: Surrogate, Where: WhereValue}, 0, min(6, len(j.text)-end), "half a surrogate pair", `a surrogate must stand in a pair, as in \ud83d\ude00`)
	}
	if fault != codescan.QuoteOK {
		return false
	}
	literal := j.text[j.i:end]
	s := codescan.Unquote(literal, escaped)
	if escaped {
		j.checker.at(j.base+j.i, literal)
	} else {
		j.checker.at(j.base+j.i+1, "")
	}
	out, isName := s, false
	if n := len(j.levels); n > 0 && j.levels[n-1].name {
		isName = true
		out = j.memberName(s, &j.levels[n-1])
	} else if n > 0 {
		out = j.scalar(s, elementOf(j.levels[n-1]))
	} else {
		out = j.scalar(s, root)
	}
	if j.err == nil && out != s {
		j.b.cut(j.i, end, quote(out, isName))
	}
	j.i = end
	return true
}

func quote(s string, isName bool) string {
	if isName {
		out, _ := jsonio.AppendName(nil, s)
		return string(out)
	}
	out, _ := jsonio.AppendString(nil, s)
	return string(out)
}

// memberName checks a name and notes what its value is.
func (j *jsonWalker) memberName(s string, l *level) string {
	l.member = s // for the path, as it stands in the text
	out := s
	switch l.role {
	case atRoot:
		out = j.rootName(s)
	case inEntity, inConstraint, inAlternative, inMeta, inExtras:
		if memberOf(l.role, s) == inExtra {
			out = j.checker.name(s, WhereKey)
		}
	case inAnnotation, inSection: // fixed ASCII, which the decoder knows
	default:
		out = j.value(s, WhereKey)
	}
	j.use(scope{WhereKey, l.number}, s, out)
	l.member, l.name = out, false
	l.next = memberOf(l.role, out)
	return out
}

// rootName checks a member's name of the json surface: a slot's id, or
// "action_" and a verb, which is structure.
func (j *jsonWalker) rootName(s string) string {
	if isPlain(s) {
		return s
	}
	if plain := visibleOnly(s); strings.HasPrefix(plain, groupPrefix) {
		return j.verb(s, WhereVerb, groupNames)
	}
	return j.checker.name(s, WhereID)
}

// nameOf checks a name that an IR holds as a string.
func (j *jsonWalker) nameOf(s string, where Where) string {
	out := j.checker.name(s, where)
	j.use(scope{where: where}, s, out)
	return out
}

func (j *jsonWalker) scalar(s string, r role) string {
	switch r {
	case aVerb:
		return j.verb(s, WhereVerb, actions)
	case anID:
		return j.nameOf(s, WhereID)
	case aType:
		return j.nameOf(s, WhereType)
	}
	return j.value(s, WhereValue)
}

// memberOf returns what the member of an object is; inExtra for a member that
// the draft does not name.
func memberOf(in role, name string) role {
	switch in {
	case atRoot:
		return rootMember(name)
	case inAnnotation:
		switch name {
		case "entities", "constraints", "alternatives":
			return inSection
		case "meta":
			return inMeta
		}
		return aValue
	case inSection:
		return inExtras
	case inEntity:
		switch name {
		case "id":
			return anID
		case "value":
			return aValue
		case "action":
			return aVerb
		}
	case inConstraint:
		switch name {
		case "type":
			return aType
		case "value", "time", "subject", "operator":
			return aValue
		}
	case inAlternative:
		switch name {
		case "action":
			return aVerb
		case "target", "location":
			return aValue
		}
	case inMeta:
		switch name {
		case "req_id", "session_id", "priority", "confidence", "seq", "out", "next_agent":
			return inValues
		}
	case inValues:
		return inValues
	}
	return inExtra
}

func rootMember(name string) role {
	switch name {
	case "intent":
		return aVerb
	case "entities":
		return inEntities
	case "constraints":
		return inConstraints
	case "alternatives":
		return inAlternatives
	case "meta":
		return inMeta
	case "silp", "version":
		return aValue
	}
	if strings.HasPrefix(name, groupPrefix) {
		return inGroup
	}
	return inValues
}

// elementOf returns what stands in an array or as the member's value.
func elementOf(l level) role {
	if l.object {
		return l.next
	}
	switch l.role {
	case inGroup, inEntities:
		return inEntity
	case inConstraints:
		return inConstraint
	case inAlternatives:
		return inAlternative
	}
	return l.role
}

// path is the JSON pointer of what is checked. In an annotation it is that of
// the IR.
func (j *jsonWalker) path() string {
	var p []byte
	for _, l := range j.levels {
		p = append(p, '/')
		if l.object {
			p = append(p, jsonio.EscapePointer(l.member)...)
		} else {
			p = appendInt(p, l.index)
		}
	}
	return jsonio.ShortPath(string(p))
}
