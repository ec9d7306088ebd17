package vectors_test

import (
	"encoding/json" // of the vectors, for the schema's validator
	"os"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/silp-protocol/silp-go/internal/vectors"
)

const dir = "../../testdata/vectors"

func load(t *testing.T) []vectors.Vector {
	t.Helper()
	list, err := vectors.Load(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestVectors(t *testing.T) {
	for _, v := range load(t) {
		t.Run(v.Group+"/"+v.Name, func(t *testing.T) {
			if r := v.Run(); !r.Passed() {
				t.Errorf("%s (%s)\n%s", v.File, v.Ref, r.Message)
			}
		})
	}
}

func compileSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.Draft = jsonschema.Draft2020
	if err := c.AddResource(vectors.SchemaFile, strings.NewReader(readFile(t, vectors.SchemaFile))); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile(vectors.SchemaFile)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile(path.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func TestSchema(t *testing.T) {
	schema := compileSchema(t)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if path.Ext(e.Name()) != ".json" || e.Name() == vectors.SchemaFile {
			continue
		}
		text := readFile(t, e.Name())
		if i := strings.IndexFunc(text, func(c rune) bool { return c > '~' || c < ' ' && c != '\n' }); i >= 0 {
			t.Errorf("%s: the vectors are plain ASCII, but not at %d", e.Name(), i)
		}
		d := json.NewDecoder(strings.NewReader(text))
		d.UseNumber()
		var doc any
		if err := d.Decode(&doc); err != nil {
			t.Fatalf("%s: %v", e.Name(), err)
		}
		if err := schema.Validate(doc); err != nil {
			t.Errorf("%s: %#v", e.Name(), err)
		}
		// A schema that takes everything would say nothing.
		doc.(map[string]any)["vectors"].([]any)[0].(map[string]any)["Ref"] = "x"
		if schema.Validate(doc) == nil {
			t.Errorf("%s: the schema takes an unknown member", e.Name())
		}
	}
}

// Whatever a vector expects, it notices when it is something else.
func TestVectorsNotice(t *testing.T) {
	for _, v := range load(t) {
		for _, change := range changes(v) {
			if change.Run().Message == "" {
				t.Errorf("%s: still passes as %+v", v.Name, change)
			}
		}
	}
}

// changes returns the vector with one expectation changed at a time.
func changes(v vectors.Vector) (list []*vectors.Vector) {
	with := func(change func(v *vectors.Vector)) {
		w := v
		change(&w)
		list = append(list, &w)
	}
	switch v.Group {
	case "compile":
		with(func(v *vectors.Vector) { v.Text += " " })
	case "decode":
		with(func(v *vectors.Vector) { v.IR = strings.Replace(v.IR, `"intent":"!`, `"intent":"!X`, 1) })
		with(func(v *vectors.Vector) { v.IR = strings.Replace(v.IR, `"req_id":"`, `"req_id":"0`, 1) })
	case "error":
		with(func(v *vectors.Vector) { v.Code = "timeout" })
		with(func(v *vectors.Vector) { v.Offset++ })
		with(func(v *vectors.Vector) { v.Path += "/x" })
	case "calls":
		with(func(v *vectors.Vector) { v.Calls = v.Calls[1:] })
		with(func(v *vectors.Vector) {
			v.Calls = append([]vectors.Call{{Action: "!" + v.Calls[0].Action}}, v.Calls[1:]...)
		})
	}
	return list
}

// rest holds a vector of every group, so that Load reaches the end.
const rest = `{"group":"%","about":"a","vectors":[`

var whole = map[string]string{
	"compile":   `{"name":"c","ref":"r","surface":"code","ir":{},"text":""}`,
	"decode":    `{"name":"d","ref":"r","surface":"code","text":"","ir":{}}`,
	"error":     `{"name":"e","ref":"r","op":"parse","text":"","code":"invalid_syntax","offset":0}`,
	"roundtrip": `{"name":"r","ref":"r","surfaces":["code"],"ir":{}}`,
	"calls":     `{"name":"l","ref":"r","surface":"code","text":"","calls":[{"action":"!A","args":[]}]}`,
}

func files(group, vector string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for _, g := range vectors.Groups {
		text := whole[g]
		if g == group {
			text = vector
		}
		fsys[g+".json"] = &fstest.MapFile{Data: []byte(strings.Replace(rest, "%", g, 1) + text + "]}")}
	}
	return fsys
}

func TestLoadRefuses(t *testing.T) {
	if _, err := vectors.Load(files("", "")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, group, vector, msg string }{
		{"unknown member", "error", `{"name":"e","ref":"r","op":"parse","text":"","code":"x","Offset":0}`, `unknown member "Offset"`},
		{"duplicate member", "error", `{"name":"e","ref":"r","op":"parse","text":"","code":"x","code":"x"}`, "duplicate"},
		{"member of another group", "compile", `{"name":"c","ref":"r","surface":"code","ir":{},"text":"","code":"x"}`, "has no code"},
		{"no expectation", "compile", `{"name":"c","ref":"r","surface":"code","ir":{}}`, "needs text"},
		{"two inputs", "compile", `{"name":"c","ref":"r","surface":"code","ir":{},"ir_text":"","text":""}`, "ir or ir_text"},
		{"no input", "roundtrip", `{"name":"r","ref":"r","surfaces":["code"]}`, "ir or ir_text"},
		{"no surfaces", "roundtrip", `{"name":"r","ref":"r","surfaces":[],"ir":{}}`, "no surfaces"},
		{"unknown surface", "roundtrip", `{"name":"r","ref":"r","surfaces":["natural"],"ir":{}}`, "none of code, json"},
		{"no calls", "calls", `{"name":"l","ref":"r","surface":"code","text":"","calls":[]}`, "no calls"},
		{"half an argument", "calls", `{"name":"l","ref":"r","surface":"code","text":"","calls":[{"action":"!A","args":[["a"]]}]}`, "pair"},
		{"call without an action", "calls", `{"name":"l","ref":"r","surface":"code","text":"","calls":[{"args":[]}]}`, "without an action"},
		{"no place", "error", `{"name":"e","ref":"r","op":"parse","text":"","code":"invalid_syntax"}`, "offset or a path"},
		{"empty path", "error", `{"name":"e","ref":"r","op":"parse","text":"","code":"invalid_syntax","path":""}`, "no member path"},
		{"no op", "error", `{"name":"e","ref":"r","text":"","code":"invalid_syntax","offset":0}`, "needs op"},
		{"unknown op", "error", `{"name":"e","ref":"r","op":"pars","text":"","code":"invalid_syntax","offset":0}`, "none of parse"},
		{"switch that is off", "compile", `{"name":"c","ref":"r","surface":"code","meta":false,"ir":{},"text":""}`, "expected true"},
		{"no ref", "decode", `{"name":"d","surface":"code","text":"","ir":{}}`, "name and a ref"},
		{"name of another file", "decode", `{"name":"c","ref":"r","surface":"code","text":"","ir":{}}`, "compile.json too"},
		{"no vectors", "decode", ``, "no vectors"},
		{"bad base64", "error", `{"name":"e","ref":"r","op":"parse","text_base64":"!","code":"invalid_syntax","offset":0}`, "base64"},
		{"negative offset", "error", `{"name":"e","ref":"r","op":"parse","text":"","code":"invalid_syntax","offset":-1}`, "not an offset"},
	} {
		_, err := vectors.Load(files(c.group, c.vector))
		if err == nil || !strings.Contains(err.Error(), c.msg) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.msg)
		}
	}
}

func TestLoadWantsEveryGroup(t *testing.T) {
	for _, g := range vectors.Groups {
		fsys := files("", "")
		delete(fsys, g+".json")
		if _, err := vectors.Run(fsys); err == nil || !strings.Contains(err.Error(), "no vectors of group "+g) {
			t.Errorf("without %s: %v", g, err)
		}
	}
	for _, text := range []string{`{}`, `[]`, `{"group":"compile"}`, `{"vectors":[]}`, `{"group":"compiler","vectors":[]}`, `{"group":"compile","vector":[]}`} {
		fsys := files("", "")
		fsys["x.json"] = &fstest.MapFile{Data: []byte(text)}
		if _, err := vectors.Load(fsys); err == nil || !strings.Contains(err.Error(), "x.json: ") {
			t.Errorf("%s: %v", text, err)
		}
	}
}
