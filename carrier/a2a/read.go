package a2a

import (
	"strconv"
	"strings"

	"github.com/silp-protocol/silp-go/carrier"
	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/silp"
)

// Read takes the payload out of what the protocol sends: a message, a task, an
// event of a stream, an artifact, or the object that wraps one of them ({"message":…},
// {"task":…}, {"statusUpdate":…}, {"artifactUpdate":…}), in the shapes of A2A 1.0
// and 0.3. A task's history is not looked at. Members that are not the
// payload's are not checked, except that the text is strict JSON.
//
// It returns an error if the payload is malformed or over the limit, if there
// are two, and
//   - the error that a status message reports: errors.Is(err, carrier.Remote);
//   - decode_failed where a message lists the URI and no part has its metadata,
//     which was lost on the way;
//   - an error for which errors.Is(err, carrier.NoPayload) holds where nothing
//     names the URI: the message is about something else.
func (o Options) Read(raw []byte) (silp.Payload, error) {
	r := jsonio.NewReader(string(raw))
	defer r.Release()
	w := walk{o: o, r: r}
	if r.Kind() != '{' {
		r.Object() // says what is there instead
	} else {
		w.node("")
	}
	r.End()
	if err := ir.ReadError(r, ""); err != nil {
		return silp.Payload{}, err
	}
	return w.result()
}

// walk is one pass over a message, task or event.
type walk struct {
	o      Options
	r      *jsonio.Reader
	n      int // SILP parts so far
	p      silp.Payload
	err    error  // the first fault
	remote error  // the first error that the other side reports
	listed string // the path of a list of extensions with the URI
}

func (w *walk) result() (silp.Payload, error) {
	switch {
	case w.remote != nil:
		return silp.Payload{}, w.remote
	case w.err != nil:
		return silp.Payload{}, w.err
	case w.n > 0:
		return w.p, nil
	case w.listed != "":
		return silp.Payload{}, invalid(w.listed, "the SILP extension is listed, but no part has its metadata",
			"something on the way dropped the metadata of the part; without it the frontend is unknown")
	}
	e := invalid("", "no part is a SILP part", "send the part's metadata under "+w.o.ExtensionURI())
	e.Err = carrier.NoPayload
	return silp.Payload{}, e
}

// node reads a message, an artifact, or what contains one. The reader stands in
// front of an object.
func (w *walk) node(path string) {
	before, mark := w.n, ""
	for name := range w.r.Members() {
		switch kind := w.r.Kind(); {
		case kind == '{' && contains(name):
			w.node(path + "/" + name)
		case kind == '[' && name == "artifacts":
			w.each(path+"/artifacts", w.node)
		case kind == '[' && name == "parts":
			w.each(path+"/parts", w.part)
		case kind == '[' && name == "extensions":
			w.extensions(path + "/extensions")
		case kind == '{' && name == "metadata":
			mark = w.o.member(w.r)
		default:
			w.r.Raw()
		}
	}
	if mark != "" && w.n == before && w.remote == nil {
		w.report(path+"/metadata", mark)
	}
}

// contains reports whether a member may hold a message or an artifact.
func contains(name string) bool {
	switch name {
	case "message", "task", "status", "statusUpdate", "artifact", "artifactUpdate":
		return true
	}
	return false
}

// each reads an array of objects; what is no object is skipped.
func (w *walk) each(path string, read func(path string)) {
	w.r.Array()
	for i := 0; w.r.More(); i++ {
		if w.r.Kind() == '{' {
			read(path + "/" + strconv.Itoa(i))
		} else {
			w.r.Raw()
		}
	}
}

func (w *walk) extensions(path string) {
	w.r.Array()
	for w.r.More() {
		if w.r.Kind() != '"' {
			w.r.Raw()
		} else if w.r.Text() == w.o.ExtensionURI() {
			w.listed = path
		}
	}
}

// report reads the error object of a message.
func (w *walk) report(path, mark string) {
	e, err := carrier.ParseError([]byte(mark))
	if err != nil {
		w.note(err, path)
		return
	}
	w.remote = e
}

// part counts a part, and keeps its payload if it is a SILP part.
func (w *walk) part(path string) {
	p, found, err := w.o.part(w.r)
	switch {
	case err != nil:
		w.note(err, path)
	case !found:
		return
	case w.n > 0:
		w.note(invalid("", "a second SILP part", "send one, or read the parts with ReadPart"), path)
	default:
		w.p = p
	}
	w.n++
}

func (w *walk) note(err error, path string) {
	if w.err != nil {
		return
	}
	if e, ok := err.(*ir.Error); ok {
		e.Path, e.Offset = jsonio.ShortPath(path+e.Path), -1
	}
	w.err = err
}

// ReadPart takes the payload out of one part, a text part or a data part in the
// shape of A2A 1.0 or 0.3. errors.Is(err, carrier.NoPayload) holds for a part
// that is no SILP part, whatever its media type says.
func (o Options) ReadPart(raw []byte) (silp.Payload, error) {
	r := jsonio.NewReader(string(raw))
	defer r.Release()
	p, found, err := o.part(r)
	r.End()
	if err := ir.ReadError(r, ""); err != nil {
		return silp.Payload{}, err
	}
	if err == nil && !found {
		return (&walk{o: o}).result()
	}
	return p, err
}

// part reads one part. Its own faults are in err, those of the JSON in r.
func (o Options) part(r *jsonio.Reader) (p silp.Payload, found bool, err error) {
	var text, data, mark string
	for name := range r.Members() {
		switch kind := r.Kind(); {
		case kind == '"' && name == "text":
			text = r.Raw()
		case kind == '{' && name == "data":
			data = r.Raw()
		case kind == '{' && name == "metadata":
			mark = o.member(r)
		default:
			r.Raw()
		}
	}
	if mark == "" || r.Err() != nil {
		return p, false, nil
	}
	p, err = o.unwrap(text, data, mark)
	return p, true, err
}

// member reads a metadata object and returns its member of the URI, "" if there
// is none.
func (o Options) member(r *jsonio.Reader) (mark string) {
	for name := range r.Members() {
		if v := r.Raw(); name == o.ExtensionURI() {
			mark = v
		}
	}
	return mark
}

// unwrap reads a SILP part. Its content and its metadata are the wrapper in two
// places: put together, carrier's rules hold for both kinds, and what stands in
// both is refused.
func (o Options) unwrap(text, data, mark string) (silp.Payload, error) {
	switch {
	case mark[0] != '{':
		return silp.Payload{}, invalid("", "the metadata of a SILP part is no object", "send silp_encoding and silp_header in it")
	case (text == "") == (data == ""):
		return silp.Payload{}, invalid("", "a SILP part has a text or data, and one of them only", "send the payload as text, or as data")
	case text != "":
		data = `{"` + carrier.TextMember + `":` + text + `}`
	}
	p, _, err := o.carrier().Unwrap(join(data, mark))
	if e, ok := err.(*ir.Error); ok {
		e.Offset = -1 // it would count within the wrapper
		if e.Err == error(carrier.NoPayload) {
			e.Err = nil // the metadata says that there is one
		}
	}
	return p, err
}

// join returns the object that has the members of both.
func join(a, b string) []byte {
	const blanks = " \t\r\n"
	a, b = strings.TrimRight(a[:len(a)-1], blanks), strings.TrimLeft(b[1:], blanks)
	dst := append(make([]byte, 0, len(a)+len(b)+1), a...)
	if a != "{" && b != "}" {
		dst = append(dst, ',')
	}
	return append(dst, b...)
}
