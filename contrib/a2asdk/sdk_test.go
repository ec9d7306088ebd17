package a2asdk_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	sdk "github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2asrv"

	"github.com/silp-protocol/silp-go/contrib/a2asdk"
	"github.com/silp-protocol/silp-go/ir"
)

// The tests of this file hold facts about the SDK that docs/carriers/a2a.md
// names. Where one fails the SDK has changed, and with it the page and perhaps
// what this package does about the fact.

// TestFactStoreLosesEmptyLists: the task store copies with encoding/gob.
func TestFactStoreLosesEmptyLists(t *testing.T) {
	o := options(false)
	a := serve(t, &a2asdk.Executor{Options: o, Handle: echo}, false)
	part, err := o.Part(ir.Task("!BOOK", ir.Arg("hotel")))
	if err != nil {
		t.Fatal(err)
	}
	part.SetMeta("urn:lists", map[string]any{"empty": []any{}})
	for _, tr := range a.transports[:2] {
		result, err := send(t, tr, o, true, part)
		if err != nil {
			t.Fatal(err)
		}
		meta := result.(*sdk.Task).History[0].Parts[0].Metadata["urn:lists"].(map[string]any)
		if v, ok := meta["empty"]; !ok || v != nil {
			t.Errorf("%s: the empty list came back as %#v", tr.name, v)
		}
	}
}

// TestFactInvalidUTF8: the JSON transports replace the bytes in silence.
func TestFactInvalidUTF8(t *testing.T) {
	a := serve(t, &a2asdk.Executor{Handle: echo, Else: prose{}}, false)
	for _, tr := range a.transports[:2] {
		result, err := send(t, tr, a2asdk.Options{}, false, sdk.NewTextPart("x\xff"))
		if err != nil {
			t.Fatal(err)
		}
		if got := result.(*sdk.Message).Parts[0].Text(); got != "prose: x\ufffd" {
			t.Errorf("%s: %q", tr.name, got)
		}
	}
}

// TestFactNoLimit: without HTTP around them the SDK's handlers read any body.
func TestFactNoLimit(t *testing.T) {
	a := serve(t, &a2asdk.Executor{Handle: echo, Else: prose{}}, true)
	for _, tr := range a.transports[:2] {
		if _, err := send(t, tr, a2asdk.Options{}, false, sdk.NewTextPart(strings.Repeat("x", 5<<20))); err != nil {
			t.Errorf("%s: %v", tr.name, err)
		}
	}
}

// activations records the extensions that calls activated.
type activations struct {
	a2asrv.PassthroughCallInterceptor
	mu   sync.Mutex
	uris [][]string
}

func (a *activations) After(_ context.Context, call *a2asrv.CallContext, _ *a2asrv.Response) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.uris = append(a.uris, call.Extensions().ActivatedURIs())
	return nil
}

// TestActivates: a call with SILP activates the extension, one without does not.
func TestActivates(t *testing.T) {
	var calls activations
	a := serve(t, &a2asdk.Executor{Handle: echo, Else: prose{}}, false, a2asrv.WithCallInterceptors(&calls))
	for _, part := range []*sdk.Part{silpPart("code", "book(hotel)"), sdk.NewTextPart("hello")} {
		if _, err := send(t, a.transports[0], a2asdk.Options{}, false, part); err != nil {
			t.Fatal(err)
		}
	}
	calls.mu.Lock()
	defer calls.mu.Unlock()
	if len(calls.uris) != 2 || !slices.Equal(calls.uris[0], []string{uri}) || len(calls.uris[1]) != 0 {
		t.Errorf("activated: %q", calls.uris)
	}
}
