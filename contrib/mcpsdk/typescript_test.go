package mcpsdk_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/ir"
)

// seen is a line of what testdata/client.mjs prints.
type seen struct {
	Result *struct {
		Content []struct{ Type, Text string }
		IsError bool
		Meta    map[string]any `json:"_meta"`
	}
	Thrown       string
	Code         int
	Capabilities struct {
		Extensions map[string]any
	}
	Tools []struct {
		Name        string
		InputSchema struct {
			Properties map[string]any
			Required   []string
		}
	}
}

// A client that nobody here wrote, the official TypeScript SDK, calls the server
// over stdio. It needs node, and in SILP_NODE_MODULES the folder into which
// "npm install" put what testdata/package.json names; .ci/run does that.
func TestTypeScriptClient(t *testing.T) {
	modules := os.Getenv("SILP_NODE_MODULES")
	if modules == "" {
		t.Skip("SILP_NODE_MODULES is not set: it names the node_modules of testdata/package.json")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	type params struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
		Meta      map[string]any  `json:"_meta,omitempty"`
	}
	var calls bytes.Buffer
	send := json.NewEncoder(&calls)
	send.SetEscapeHTML(false)
	list := irs(t, 100)
	for i, x := range list {
		p, err := open.EncodeAs([]string{"code", "json"}[i%2], x)
		if err != nil {
			t.Fatal(err)
		}
		arguments, meta, err := keys.Wrap(json.RawMessage(`{"nights":2}`), p)
		if err != nil {
			t.Fatal(err)
		}
		if err := send.Encode(params{"echo", arguments, meta}); err != nil {
			t.Fatal(err)
		}
	}
	others := []struct {
		tool, arguments string
		code            ir.Code
		text            string
	}{
		{"text", `{"silp_encoding":"code","silp_payload":"if a<=b: x(\"&\")","note":"<"}`, "", `if a<=b: x("&")|<`},
		{"echo", `{"silp_encoding":"code","silp_payload":"x("}`, ir.InvalidSyntax, ""},
		{"echo", `{"silp_encoding":"math","silp_payload":"x"}`, ir.UnsupportedFrontend, ""},
		{"echo", `{}`, ir.DecodeFailed, ""},
		{"fail", `{"silp_encoding":"code","silp_payload":"x()","note":"session_expired"}`, ir.SessionExpired, ""},
		{"peer", `{"silp_encoding":"code","silp_payload":"x()"}`, "", "2025-11-25 [json] true <nil>"},
	}
	for _, row := range others {
		if err := send.Encode(params{row.tool, json.RawMessage(row.arguments), nil}); err != nil {
			t.Fatal(err)
		}
	}
	// node looks for packages beside the script.
	dir := t.TempDir()
	script, err := os.ReadFile("testdata/client.mjs")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "client.mjs"), script, 0o644); err != nil {
		t.Fatal(err)
	}
	if modules, err = filepath.Abs(modules); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(modules, filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "calls.jsonl")
	if err := os.WriteFile(file, calls.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "node", filepath.Join(dir, "client.mjs"), self)
	cmd.Env = append(os.Environ(), "SILP_CALLS="+file)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("node: %v\n%s", err, stderr.Bytes())
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) != 1+len(list)+len(others) {
		t.Fatalf("%d lines, want %d", len(lines), 1+len(list)+len(others))
	}
	all := make([]seen, len(lines))
	for i, line := range lines {
		if err := json.Unmarshal([]byte(line), &all[i]); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	server, rest := all[0], all[1:]
	if offer, ok, err := keys.Offer(server.Capabilities.Extensions); err != nil || !ok || offer.Preferred != "code" {
		t.Errorf("the offer: %+v %v %v", offer, ok, err)
	}
	for _, tool := range server.Tools {
		if tool.Name == "echo" && (tool.InputSchema.Properties["silp_payload"] == nil || len(tool.InputSchema.Required) != 2) {
			t.Errorf("the schema: %+v", tool)
		}
	}
	for i, x := range list {
		r := rest[i].Result
		if r == nil || r.IsError || len(r.Content) != 1 {
			t.Fatalf("call %d: %s", i, lines[1+i])
		}
		sameIR(t, x, r.Content[0].Text)
	}
	for i, row := range others {
		line, r := lines[1+len(list)+i], rest[len(list)+i].Result
		if r == nil || len(r.Content) != 1 || r.IsError != (row.code != "") {
			t.Errorf("%s: %s", row.arguments, line)
			continue
		}
		e, err := keys.ResultError(r.Meta)
		if err != nil || (e != nil) != (row.code != "") || e != nil && e.Code != row.code || row.text != "" && r.Content[0].Text != row.text {
			t.Errorf("%s: %v %v: %s", row.arguments, e, err, line)
		}
	}
}
