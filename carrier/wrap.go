package carrier

import (
	"encoding/json"

	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/internal/object"
	"github.com/silp-protocol/silp-go/internal/show"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/silp"
)

// The members of the wrapper.
const (
	EncodingMember = "silp_encoding"
	TextMember     = "silp_payload"
	HeaderMember   = "silp_header"
)

const (
	encodingPath = "/" + EncodingMember
	textPath     = "/" + TextMember
	headerPath   = "/" + HeaderMember
)

// Wrap returns the object fields with the payload's members in front; nil
// fields are the empty object. The values of fields stay as they are, byte for
// byte. Without p.Header there is no silp_header.
//
// It refuses what Check refuses, fields that are no strict JSON object
// (invalid_syntax, decode_failed), and fields that have a member silp_… already
// (decode_failed).
func (o Options) Wrap(fields json.RawMessage, p silp.Payload) (json.RawMessage, error) {
	if err := o.Check(p); err != nil {
		return nil, err
	}
	dst := make([]byte, 0, len(fields)+len(p.Text)+len(p.Text)/8+160)
	dst = append(dst, `{"`+EncodingMember+`":`...)
	dst, _ = jsonio.AppendString(dst, p.Encoding) // Check saw that both are UTF-8
	dst = append(dst, `,"`+TextMember+`":`...)
	dst, _ = jsonio.AppendString(dst, p.Text)
	if p.Header != nil {
		dst = append(dst, `,"`+HeaderMember+`":`...)
		var err error
		if dst, err = o.AppendHeader(dst, p.Header); err != nil {
			return nil, err
		}
	}
	dst, err := appendFields(dst, string(fields))
	if err != nil {
		return nil, err
	}
	return append(dst, '}'), nil
}

// Wrap is Options.Wrap with the default limit.
func Wrap(fields json.RawMessage, p silp.Payload) (json.RawMessage, error) {
	return Options{}.Wrap(fields, p)
}

func appendFields(dst []byte, fields string) ([]byte, error) {
	err := object.Each(fields, func(name, value string) error {
		if object.Reserved(name) {
			return &ir.Error{Code: ir.DecodeFailed, Offset: -1, Path: jsonio.ShortPath("/" + jsonio.EscapePointer(name)),
				Msg: "the fields have a member " + show.Quote(name) + " already", Hint: "names that begin with silp_ are the payload's"}
		}
		dst = object.Append(dst, name, value)
		return nil
	})
	return dst, err
}

// Unwrap takes the payload out of an object that has one, and returns the
// object's other members, their values as they stand. Names are exact:
// "Silp_payload" is another member. p.Encoding is any name; whether there is
// such a frontend is what silp.Codec.Decode says. The results share no memory
// with raw.
//
// It refuses what is no strict JSON object, a name that stands twice at any
// depth, one half of a payload, and what is over the limit. Where the object
// has none of the three members, errors.Is(err, NoPayload) holds, and fields is
// the whole object.
func (o Options) Unwrap(raw []byte) (p silp.Payload, fields json.RawMessage, err error) {
	r := jsonio.NewReader(string(raw))
	defer r.Release()
	u := unwrapping{options: o, r: r, fields: []byte{'{'}}
	u.read()
	r.End()
	if err := ir.ReadError(r, ""); err != nil {
		return silp.Payload{}, nil, err
	}
	if u.err != nil {
		return silp.Payload{}, nil, u.err
	}
	fields = append(u.fields, '}')
	if !u.found {
		return silp.Payload{}, fields, &ir.Error{Code: ir.DecodeFailed, Offset: -1, Path: textPath, Err: NoPayload,
			Msg: "the object holds no SILP payload", Hint: "send " + EncodingMember + " and " + TextMember}
	}
	if err := present(u.p); err != nil {
		return silp.Payload{}, nil, err
	}
	return u.p, fields, nil
}

// Unwrap is Options.Unwrap with the default limit.
func Unwrap(raw []byte) (p silp.Payload, fields json.RawMessage, err error) {
	return Options{}.Unwrap(raw)
}

// unwrapping is one object on its way through Unwrap. err is the first fault of
// a member that is well-formed JSON.
type unwrapping struct {
	options Options
	r       *jsonio.Reader
	p       silp.Payload
	fields  []byte
	found   bool
	err     error
}

func (u *unwrapping) read() {
	for name := range u.r.Members() {
		switch name {
		case EncodingMember:
			u.p.Encoding = u.r.Text()
			u.note(u.options.size(len(u.p.Encoding), encodingPath))
		case TextMember:
			u.p.Text = u.r.Text()
			u.note(u.options.size(len(u.p.Text), textPath))
		case HeaderMember:
			h, err := u.options.ParseHeader([]byte(u.r.Raw()))
			u.p.Header = h
			u.note(object.Below(headerPath, err))
		default:
			u.fields = object.Append(u.fields, name, u.r.Raw())
			continue
		}
		u.found = true
	}
}

func (u *unwrapping) note(err error) {
	if u.err == nil {
		u.err = err
	}
}
