package object

import (
	"errors"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/ir"
)

func TestEach(t *testing.T) {
	for _, row := range []struct {
		name, text, want string
		path             string // of the error, "-" for none
	}{
		{"nothing", ``, ``, "-"},
		{"empty", `{ }`, ``, "-"},
		{"as they stand", `{"a": 1.00 ,"b":{"c" : []},"\u0063":"\u003c"}`, `a=1.00;b={"c" : []};c="\u003c";`, "-"},
		{"no object", `[]`, ``, ""},
		{"twice", `{"a":1,"a":2}`, `a=1;`, "/a"},
		{"twice, deeper", `{"a":{"b":1,"b":2}}`, ``, "/a/b"},
		{"something behind", `{"a":1} x`, `a=1;`, ""},
		{"cut off", `{"a":1,"b":[`, `a=1;`, "/b"},
	} {
		var b strings.Builder
		err := Each(row.text, func(name, value string) error {
			b.WriteString(name + "=" + value + ";")
			return nil
		})
		if b.String() != row.want {
			t.Errorf("%s: %s", row.name, b.String())
		}
		e, _ := errors.AsType[*ir.Error](err)
		if (err == nil) != (row.path == "-") || e != nil && e.Path != row.path {
			t.Errorf("%s: %v", row.name, err)
		}
	}
	n := 0
	stop := errors.New("stop")
	count := func(string, string) error { n++; return stop }
	if err := Each(`{"a":1,"b":2}`, count); err != stop || n != 1 {
		t.Errorf("%v after %d members", err, n)
	}
	if err := Each(`{"a":1,"b":`, count); err == stop || err == nil {
		t.Errorf("the fault of the object goes first: %v", err)
	}
}

func TestAppend(t *testing.T) {
	dst := Append([]byte("{"), `a"`, `1.0`)
	dst = append(Append(dst, "b", `[]`), '}')
	if string(dst) != `{"a\"":1.0,"b":[]}` {
		t.Errorf("%s", dst)
	}
}

func TestBelow(t *testing.T) {
	err := Below("/x", &ir.Error{Code: ir.DecodeFailed, Path: "/y", Offset: 5})
	if e, _ := errors.AsType[*ir.Error](err); e.Path != "/x/y" || e.Offset != -1 {
		t.Errorf("%+v", e)
	}
	other := errors.New("other")
	if Below("/x", other) != other || Below("/x", nil) != nil {
		t.Error("another error changed")
	}
}
