package json_test

import (
	"os"
	"slices"
	"testing"

	"github.com/silp-protocol/silp-go/frontend/json"
	"github.com/silp-protocol/silp-go/internal/vectors"
)

// list returns the conformance vectors that say something about this surface.
func list(tb testing.TB) []vectors.Vector {
	tb.Helper()
	all, err := vectors.Load(os.DirFS("../../testdata/vectors"))
	if err != nil {
		tb.Fatal(err)
	}
	return slices.DeleteFunc(all, func(v vectors.Vector) bool { return !v.On("json") })
}

func TestVectors(t *testing.T) {
	for _, v := range list(t) {
		t.Run(v.Group+"/"+v.Name, func(t *testing.T) {
			if r := v.Run(); !r.Passed() {
				t.Errorf("%s (%s)\n%s", v.File, v.Ref, r.Message)
			}
		})
	}
}

// The entities of the intent come back without an action, in both forms.
func TestDecodeLeavesActionOut(t *testing.T) {
	for _, v := range list(t) {
		if v.Group != "compile" {
			continue
		}
		x, err := json.Decode(v.Text)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range x.Entities {
			if e.Action == x.Intent {
				t.Errorf("%s: entity %+v", v.Name, e)
			}
		}
	}
}
