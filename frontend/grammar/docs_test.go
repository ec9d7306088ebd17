package grammar_test

import (
	"encoding/json"
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/silp-protocol/silp-go/frontend/grammar"
)

var update = flag.Bool("update", false, "rewrite what docs/constrained-generation.md shows")

// shapes are what the servers take, by the title of a block of the page. In each,
// at is where an export stands.
var shapes = map[string]struct{ schema, at string }{
	"llama.cpp code":  {`{"required":["prompt","grammar"],"properties":{"prompt":{"type":"string"},"n_predict":{"type":"integer"},"grammar":{"type":"string"}},"additionalProperties":false}`, "grammar"},
	"llama.cpp json":  {`{"required":["prompt","json_schema"],"properties":{"prompt":{"type":"string"},"n_predict":{"type":"integer"},"json_schema":{"type":"object"}},"additionalProperties":false}`, "json_schema"},
	"vLLM grammar":    {chat(`"structured_outputs":{"required":["grammar"],"properties":{"grammar":{"type":"string"}},"additionalProperties":false}`), "structured_outputs/grammar"},
	"vLLM regex":      {chat(`"structured_outputs":{"required":["regex"],"properties":{"regex":{"type":"string"}},"additionalProperties":false}`), "structured_outputs/regex"},
	"vLLM json":       {chat(`"structured_outputs":{"required":["json"],"properties":{"json":{"type":"object"}},"additionalProperties":false}`), "structured_outputs/json"},
	"OpenAI custom":   {responses(`"tools":{"type":"array","items":{"required":["type","name","format"],"properties":{"type":{"const":"custom"},"name":{"pattern":"^[a-zA-Z0-9_-]{1,64}$"},"description":{"type":"string"},"format":{"required":["type","syntax","definition"],"properties":{"type":{"const":"grammar"},"syntax":{"const":"lark"},"definition":{"type":"string"}},"additionalProperties":false}},"additionalProperties":false}},"tool_choice":{"const":"required"}`), "tools/0"},
	"OpenAI function": {responses(`"tools":{"type":"array","items":{"required":["type","name","parameters","strict"],"properties":{"type":{"const":"function"},"name":{"pattern":"^[a-zA-Z0-9_-]{1,64}$"},"description":{"type":"string"},"parameters":{"type":"object","required":["type","properties","required","additionalProperties"]},"strict":{"const":true}},"additionalProperties":false}},"tool_choice":{"const":"required"}`), "tools/0"},
	"OpenAI text":     {responses(`"text":{"required":["format"],"properties":{"format":{"required":["type","name","schema","strict"],"properties":{"type":{"const":"json_schema"},"name":{"type":"string"},"schema":{"type":"object"},"strict":{"const":true}},"additionalProperties":false}}}`), "text/format/schema"},
}

func chat(member string) string {
	return `{"required":["model","messages","structured_outputs"],"properties":{"model":{"type":"string"},"messages":{"type":"array","minItems":1,"items":{"required":["role","content"],"properties":{"role":{"enum":["system","user","assistant"]},"content":{"type":"string"}},"additionalProperties":false}},` + member + `},"additionalProperties":false}`
}

func responses(members string) string {
	return `{"required":["model","input"],"properties":{"model":{"type":"string"},"input":{"type":"string"},` + members + `},"additionalProperties":false}`
}

// The request bodies of the page have the shape that the servers take, and what
// they hold is exported from the rules of the page.
func TestPage(t *testing.T) {
	const file = "../../docs/constrained-generation.md"
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	page := string(raw)
	blocks := regexp.MustCompile("(?s)```json ([^\n]+)\n(.*?)\n```").FindAllStringSubmatch(page, -1)
	var o grammar.Options
	for _, b := range blocks {
		if b[1] == "rules" {
			o.Rules = rules(t, b[2])
		}
	}
	tool := o.Tool("book", "Book hotels and flights.")
	exports := map[string]func() (any, error){
		"llama.cpp code":  func() (any, error) { return o.GBNF() },
		"llama.cpp json":  func() (any, error) { return raws(o.Schema()) },
		"vLLM grammar":    func() (any, error) { return o.GBNF() },
		"vLLM regex":      func() (any, error) { return o.Regex() },
		"vLLM json":       func() (any, error) { return raws(o.Schema()) },
		"OpenAI custom":   func() (any, error) { b, err := tool.OpenAICustom(grammar.Responses); return raws(string(b), err) },
		"OpenAI function": func() (any, error) { b, err := tool.OpenAIFunction(grammar.Responses); return raws(string(b), err) },
		"OpenAI text":     func() (any, error) { return raws(o.OpenAISchema()) },
	}
	seen := map[string]bool{}
	for _, b := range blocks {
		title, body := b[1], b[2]
		if title == "rules" {
			continue
		}
		seen[title] = true
		shape, ok := shapes[title]
		if !ok {
			t.Errorf("nothing is known of the block %q", title)
			continue
		}
		want, err := exports[title]()
		if err != nil {
			t.Fatal(err)
		}
		out := replaced(t, body, shape.at, want)
		if *update {
			page = strings.Replace(page, b[0], "```json "+title+"\n"+out+"\n```", 1)
			continue
		}
		if out != body {
			t.Errorf("%s: the page has another export than\n%s", title, out)
		}
		s := validator(t, shape.schema, nil)
		if ok, isJSON := valid(s, body); !ok || !isJSON {
			t.Errorf("%s: the body has not the shape that the server takes: %s", title, body)
		}
	}
	for title := range shapes {
		if !seen[title] {
			t.Errorf("the page has no block %q", title)
		}
	}
	if *update {
		if err := os.WriteFile(file, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func raws(text string, err error) (any, error) { return json.RawMessage(text), err }

// replaced returns a body with the value at a place replaced, the members in the
// order in which they stand.
func replaced(t *testing.T, body, at string, value any) string {
	t.Helper()
	name, rest, nested := strings.Cut(at, "/")
	encode := func(v any) string {
		var b strings.Builder
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(v); err != nil {
			t.Fatal(err)
		}
		return strings.TrimSuffix(b.String(), "\n")
	}
	var list []json.RawMessage
	if json.Unmarshal([]byte(body), &list) == nil {
		return "[" + encode(value) + "]"
	}
	var names []string
	var object map[string]json.RawMessage
	if err := json.Unmarshal([]byte(body), &object); err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	d := json.NewDecoder(strings.NewReader(body))
	_, _ = d.Token()
	for d.More() {
		n, _ := d.Token()
		var skip json.RawMessage
		if err := d.Decode(&skip); err != nil {
			t.Fatal(err)
		}
		names = append(names, n.(string))
	}
	var out []string
	for _, n := range names {
		text := string(object[n])
		switch {
		case n == name && nested:
			text = replaced(t, text, rest, value)
		case n == name:
			text = encode(value)
		}
		out = append(out, encode(n)+":"+text)
	}
	return "{" + strings.Join(out, ",") + "}"
}

// The definitions for Chat Completions nest what those for Responses have, and
// wrong names are refused.
func TestTools(t *testing.T) {
	tool := grammar.Options{Rules: grammar.Only("!BOOK")}.Tool("book", "")
	for _, build := range []func(grammar.API) ([]byte, error){tool.OpenAIFunction, tool.OpenAICustom} {
		flat, err := build(grammar.Responses)
		if err != nil {
			t.Fatal(err)
		}
		nested, err := build(grammar.ChatCompletions)
		if err != nil {
			t.Fatal(err)
		}
		var f, n map[string]json.RawMessage
		if json.Unmarshal(flat, &f) != nil || json.Unmarshal(nested, &n) != nil || string(f["type"]) != string(n["type"]) || len(n) != 2 {
			t.Errorf("%s\n%s", flat, nested)
		}
		var inner map[string]json.RawMessage
		if err := json.Unmarshal(n[strings.Trim(string(n["type"]), `"`)], &inner); err != nil || string(inner["name"]) != `"book"` || len(inner) != len(f)-1 {
			t.Errorf("%s", nested)
		}
	}
	mcp, err := tool.MCP()
	var m struct {
		Name, Description string
		InputSchema       map[string]any
	}
	if err != nil || json.Unmarshal(mcp, &m) != nil || m.Name != "book" || m.Description == "" || m.InputSchema["type"] != "object" {
		t.Errorf("%s, %v", mcp, err)
	}
	for _, name := range []string{"", "a b", "é", strings.Repeat("x", 65)} {
		bad := grammar.Options{}.Tool(name, "")
		if _, err := bad.MCP(); err == nil || !strings.Contains(err.Error(), "name of a tool") {
			t.Errorf("%q: %v", name, err)
		}
		if _, err := bad.OpenAICustom(grammar.Responses); err == nil {
			t.Errorf("%q is accepted", name)
		}
	}
	bad := grammar.Options{Rules: grammar.Only("!BOOK")}.Tool("book", "\xff")
	for _, build := range []func() ([]byte, error){bad.MCP, func() ([]byte, error) { return bad.OpenAIFunction(grammar.Responses) }, func() ([]byte, error) { return bad.OpenAICustom(grammar.Responses) }} {
		if out, err := build(); err == nil || !strings.Contains(err.Error(), "description of a tool") {
			t.Errorf("a description that is not UTF-8 gives %s, %v", out, err)
		}
	}
	if _, err := (grammar.Options{Rules: grammar.Only()}).Tool("a", "").OpenAIFunction(grammar.Responses); err == nil {
		t.Error("no verb, and no error")
	}
}
