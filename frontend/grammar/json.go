package grammar

import (
	"strconv"

	"github.com/silp-protocol/silp-go/internal/jsonio"
)

// The JSON texts of this package are written from these: members keep their
// order, which is the order in which engines make a model write them.
type (
	object []member
	array  []any
	member struct {
		name  string
		value any // object, array, []string, string, bool, int or nil
	}
)

func appendJSON(dst []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(dst, "null"...)
	case string:
		// Names and values of rules are UTF-8: ir.ParseRules sees to it, and what is
		// not becomes what JSON can hold.
		dst, _ = jsonio.AppendString(dst, v)
		return dst
	case bool:
		return strconv.AppendBool(dst, v)
	case int:
		return strconv.AppendInt(dst, int64(v), 10)
	case []string:
		list := make(array, len(v))
		for i, s := range v {
			list[i] = s
		}
		return appendJSON(dst, list)
	case array:
		dst = append(dst, '[')
		for i, e := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendJSON(dst, e)
		}
		return append(dst, ']')
	case object:
		dst = append(dst, '{')
		for i, m := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendJSON(dst, m.name)
			dst = append(dst, ':')
			dst = appendJSON(dst, m.value)
		}
		return append(dst, '}')
	}
	return dst
}

// with returns o with one member more.
func (o object) with(name string, value any) object { return append(o, member{name, value}) }
