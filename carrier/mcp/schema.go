package mcp

import (
	"encoding/json"
	"slices"

	"github.com/silp-protocol/silp-go/carrier"
	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/internal/object"
	"github.com/silp-protocol/silp-go/ir"
)

// The descriptions are read by models.
const (
	encodingSchema = `{"type":"string","description":"The SILP frontend that silp_payload is written in, as in code or json."}`
	textSchema     = `{"type":"string","description":"The task in SILP, as in: book(hotel,nights=2)"}`
)

// Schema returns a tool's input schema with the payload's properties added to
// those of base, and required unless Options.Optional says otherwise. base is a
// JSON Schema of type object, its other members stay as they are; nil is the
// schema of a tool without arguments of its own. With Options.Argument it is the
// one property of that name.
//
// It refuses a base that is no strict JSON object or whose type is not object,
// and one that has such a property already.
func (o Options) Schema(base json.RawMessage) (json.RawMessage, error) {
	if len(base) == 0 {
		base = json.RawMessage(`{"type":"object"}`)
	}
	s := schema{options: o, out: []byte{'{'}}
	if err := object.Each(string(base), s.member); err != nil {
		return nil, err
	}
	if !s.object {
		return nil, invalid("/type", `the input schema of a tool has the type "object"`, "")
	}
	if !s.properties {
		s.out = object.Append(s.out, "properties", string(s.add()))
	}
	if !s.required && !o.Optional {
		s.out = object.Append(s.out, "required", string(appendNames(nil, o.names())))
	}
	return append(s.out, '}'), nil
}

func invalid(path, msg, hint string) error {
	return &ir.Error{Code: ir.DecodeFailed, Offset: -1, Path: jsonio.ShortPath(path), Msg: msg, Hint: hint}
}

// names lists the properties that a payload needs.
func (o Options) names() []string {
	if o.Argument != "" {
		return []string{o.Argument}
	}
	return []string{carrier.EncodingMember, carrier.TextMember}
}

// schema is a schema that is being written.
type schema struct {
	options                      Options
	out                          []byte
	object, properties, required bool
}

func (s *schema) member(name, value string) error {
	switch name {
	case "type":
		s.object = value == `"object"`
	case "properties":
		s.properties = true
		open := s.add()
		open = open[:len(open)-1]
		err := object.Each(value, func(name, value string) error {
			if object.Reserved(name) || name == s.options.Argument {
				return invalid("/"+jsonio.EscapePointer(name), "the schema has this property already", "rename it: the payload needs the name")
			}
			open = object.Append(open, name, value)
			return nil
		})
		if err != nil {
			return object.Below("/properties", err)
		}
		value = string(append(open, '}'))
	case "required":
		s.required = true
		if s.options.Optional {
			break
		}
		names, err := readNames(value)
		if err != nil {
			return err
		}
		for _, name := range s.options.names() {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		value = string(appendNames(nil, names))
	}
	s.out = object.Append(s.out, name, value)
	return nil
}

// add returns an object with the payload's properties.
func (s *schema) add() []byte {
	dst := []byte{'{'}
	for _, name := range s.options.names() {
		value := textSchema
		if name == carrier.EncodingMember && s.options.Argument == "" {
			value = encodingSchema
		}
		dst = object.Append(dst, name, value)
	}
	return append(dst, '}')
}

func readNames(list string) (names []string, err error) {
	r := jsonio.NewReader(list)
	defer r.Release()
	if r.Array() {
		for r.More() {
			names = append(names, r.Text())
		}
	}
	r.End()
	if err := ir.ReadError(r, ""); err != nil {
		return nil, invalid("/required", "the required properties of a schema are an array of strings", "")
	}
	return names, nil
}

func appendNames(dst []byte, names []string) []byte {
	dst = append(dst, '[')
	for i, name := range names {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst, _ = jsonio.AppendString(dst, name)
	}
	return append(dst, ']')
}
