package natural_test

import (
	"os"
	"slices"
	"testing"

	"github.com/silp-protocol/silp-go/internal/vectors"
)

// list returns the conformance vectors that say something about this surface.
func list(tb testing.TB) []vectors.Vector {
	tb.Helper()
	all, err := vectors.Load(os.DirFS("../../testdata/vectors"))
	if err != nil {
		tb.Fatal(err)
	}
	return slices.DeleteFunc(all, func(v vectors.Vector) bool { return !v.On("natural") && !v.On("nl_json") })
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
