package negotiation

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/silp-protocol/silp-go/internal/show"
	"github.com/silp-protocol/silp-go/ir"
)

const (
	pingWord = "//ping"
	pongWord = "//pong"
	maxLine  = 4096 // of a line, in bytes
)

// IsPing reports whether text is a //ping probe, well formed or not: behind
// blanks, line ends and what else nobody sees, such as a byte order mark, it
// begins with //ping as a word. Such a text is for ParsePing, and neither for a
// decoder nor for a model.
func IsPing(text string) bool { return begins(text, pingWord) }

// IsPong is IsPing for the answer, //pong.
func IsPong(text string) bool { return begins(text, pongWord) }

func begins(text, word string) bool {
	rest, ok := strings.CutPrefix(strings.TrimLeftFunc(text, unseen), word)
	return ok && (rest == "" || !nameByte(rest[0]) && (rest[0] < 'A' || rest[0] > 'Z'))
}

// unseen reports whether r leaves no ink: tolerant decoders skip it.
func unseen(r rune) bool { return unicode.IsSpace(r) || !unicode.IsGraphic(r) }

// ParsePing reads a //ping line, by the grammar of the package documentation.
// The error is a *ir.Error with code invalid_syntax and an offset. The offer
// shares no memory with the line.
func ParsePing(line string) (Offer, error) { return parseLine(pingWord, line) }

// ParsePong is ParsePing for a //pong line.
func ParsePong(line string) (Offer, error) { return parseLine(pongWord, line) }

// AppendPing appends the //ping line of an offer, without a line end. The error
// of an invalid offer is that of Validate, and dst comes back as it was.
func AppendPing(dst []byte, o Offer) ([]byte, error) { return appendLine(dst, pingWord, &o) }

// AppendPong is AppendPing for a //pong line.
func AppendPong(dst []byte, o Offer) ([]byte, error) { return appendLine(dst, pongWord, &o) }

func appendLine(dst []byte, word string, o *Offer) ([]byte, error) {
	if err := o.Validate(); err != nil {
		return dst, err
	}
	dst = appendList(append(dst, word...), o.Versions)
	dst = appendList(dst, o.Frontends)
	if o.Preferred != "" {
		dst = append(append(dst, " prefer="...), o.Preferred...)
	}
	if o.N != 0 {
		dst = strconv.AppendInt(append(dst, " n="...), int64(o.N), 10)
	}
	return dst, nil
}

func appendList(dst []byte, names []string) []byte {
	sep := byte(' ')
	for _, name := range names {
		dst = append(append(dst, sep), name...)
		sep = ','
	}
	return dst
}

func parseLine(word, line string) (Offer, error) {
	if len(line) > maxLine {
		return Offer{}, syntax(maxLine, "a line of more than 4096 bytes", "")
	}
	p := lineParser{line: strings.TrimRight(strings.Clone(line), " \t\r\n")}
	p.at = len(p.line) - len(strings.TrimLeft(p.line, " \t\r\n"))
	o, err := p.offer(word)
	if err != nil {
		return Offer{}, err
	}
	return o, nil
}

// lineParser reads a line word by word.
type lineParser struct {
	line   string
	at     int            // where the next word, or the blank in front of it, begins
	places map[string]int // where the values of the offer's members begin
}

func (p *lineParser) offer(word string) (o Offer, err *ir.Error) {
	if first := p.next(); first != word {
		return o, syntax(p.at-len(first), "expected "+word+", found "+found(first), "a line is as in "+word+" v1 code,json")
	}
	p.places = make(map[string]int)
	if o.Versions, err = p.list("versions", "v1"); err != nil {
		return o, err
	}
	if o.Frontends, err = p.list("frontends", "code,json"); err != nil {
		return o, err
	}
	for p.at < len(p.line) {
		if err = p.word(&o); err != nil {
			return o, err
		}
	}
	if f := o.check(); f != nil {
		return o, p.locate(&o, f)
	}
	return o, nil
}

// next reads up to the next blank.
func (p *lineParser) next() string {
	n := strings.IndexByte(p.line[p.at:], ' ')
	if n < 0 {
		n = len(p.line) - p.at
	}
	word := p.line[p.at : p.at+n]
	p.at += n
	return word
}

// blank reads the one blank in front of a word and returns the word.
func (p *lineParser) blank(want string) (string, *ir.Error) {
	if p.at == len(p.line) {
		return "", syntax(p.at, "expected "+want+", found the end of the line", "")
	}
	p.at++
	word := p.next()
	start := p.at - len(word)
	if n := span(word, func(c byte) bool { return c > ' ' && c < 0x7f }); word == "" || n < len(word) {
		return "", syntax(start+n, "expected "+want+", found "+show.Rune(p.line[start+n:]), "one blank stands between words, and all of a line is printable ASCII")
	}
	return word, nil
}

func (p *lineParser) list(member, example string) ([]string, *ir.Error) {
	word, err := p.blank(member + ", as in " + example)
	if err != nil {
		return nil, err
	}
	p.places[member] = p.at - len(word)
	return strings.SplitN(word, ",", maxNames+2), nil
}

// word reads a key=value word.
func (p *lineParser) word(o *Offer) *ir.Error {
	word, err := p.blank("a word, as in prefer=code")
	if err != nil {
		return err
	}
	key, value, ok := strings.Cut(word, "=")
	if !ok || checkName(key) != nil || value == "" {
		return syntax(p.at-len(word), "expected a word as in prefer=code, found "+show.Quote(word), "")
	}
	start := p.at - len(value)
	switch key {
	case "prefer":
		o.Preferred = value
		return p.once("preferred", start)
	case "n":
		// A value that is no number, or spelled in another way, is no N either.
		if o.N, _ = strconv.Atoi(value); strconv.Itoa(o.N) != value || !ValidN(o.N) {
			return syntax(start, show.Quote(value)+" is not a defined heartbeat", nHint)
		}
		return p.once("n", start)
	}
	return nil
}

// once notes where the value of a member begins.
func (p *lineParser) once(member string, at int) *ir.Error {
	if _, twice := p.places[member]; twice {
		return syntax(at, "a word that stands twice", "give each word once")
	}
	p.places[member] = at
	return nil
}

// locate turns a fault of the offer into an error at its place in the line.
func (p *lineParser) locate(o *Offer, f *fault) *ir.Error {
	names := o.Frontends
	if f.list == "versions" {
		names = o.Versions
	}
	at := p.places[f.list]
	for i := range max(0, f.i) {
		at += len(names[i]) + 1
	}
	return syntax(at, f.msg, f.hint)
}

// found names a word, or that there is none.
func found(word string) string {
	if word == "" {
		return show.Rune(word)
	}
	return show.Quote(word)
}

func syntax(at int, msg, hint string) *ir.Error {
	return &ir.Error{Code: ir.InvalidSyntax, Offset: at, Msg: msg, Hint: hint}
}
