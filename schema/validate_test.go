package schema_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/silp-protocol/silp-go/schema"
)

// doc builds a document whose required members are there: parts are further
// members of the root, without their comma.
func doc(parts ...string) string {
	return `{"intent":"!BOOK","meta":{"req_id":"a1b2"}` + strings.Join(append([]string{""}, parts...), ",") + `}`
}

// meta builds a document with further members of meta.
func meta(members string) string {
	return `{"intent":"!BOOK","meta":{"req_id":"a1b2",` + members + `}}`
}

// verdict renders the violations as "path keyword", in the order of the error.
func verdict(t *testing.T, text string) []string {
	t.Helper()
	err := schema.Validate([]byte(text))
	if err == nil {
		return nil
	}
	var e *schema.Error
	if !errors.As(err, &e) || len(e.Violations) == 0 {
		t.Fatalf("Validate returned %T %v, want an *Error with violations", err, err)
	}
	var got []string
	for _, v := range e.Violations {
		got = append(got, v.Path+" "+v.Keyword)
	}
	return got
}

func TestValid(t *testing.T) {
	for name, text := range map[string]string{
		"smallest":                 doc(),
		"everything":               doc(`"silp":"v1"`, `"version":"ir-v0.1"`, `"entities":[{"id":"a","value":"b","action":"!A_B"}]`, `"constraints":[{"type":"!rain","value":"true","time":"t+1"}]`, `"alternatives":[{"action":"!A","target":"x","location":"y"}]`),
		"all of meta":              meta(`"session_id":"s","priority":-3,"confidence":0.5,"seq":["a",""],"out":"natural","next_agent":"x"`),
		"whitespace around":        " \t\r\n" + doc() + "\n ",
		"empty lists":              doc(`"entities":[]`, `"constraints":[]`, `"alternatives":[]`),
		"empty strings":            doc(`"version":""`, `"entities":[{"id":"","value":""}]`),
		"silp with many digits":    doc(`"silp":"v007"`),
		"longest req_id":           `{"intent":"!B","meta":{"req_id":"0123abcd"}}`,
		"escapes in names":         `{"\u0069ntent":"!B","meta":{"req_id":"0123"}}`,
		"escapes in values":        `{"intent":"\u0021B","meta":{"req_id":"0123"}}`,
		"extras everywhere":        `{"intent":"!B","meta":{"req_id":"0123","x":[null,{"y":1e400}]},"entities":[{"id":"a","value":"b","z":{"action":1}}],"constraints":[{"type":"a","value":"b","subject":5,"operator":null}],"alternatives":[{"action":"!B","":[]}]}`,
		"names differ by case":     `{"intent":"!B","meta":{"req_id":"0123","Priority":"x"}}`,
		"priority 1.0":             meta(`"priority":1.0`),
		"priority 1e2":             meta(`"priority":1e2`),
		"priority -0":              meta(`"priority":-0`),
		"priority -0.0e-5":         meta(`"priority":-0.0e-5`),
		"priority 1.5e1":           meta(`"priority":1.5e1`),
		"priority 100e-2":          meta(`"priority":100e-2`),
		"priority beyond int64":    meta(`"priority":9223372036854775808`),
		"priority 1e400":           meta(`"priority":1E+400`),
		"confidence 0":             meta(`"confidence":0`),
		"confidence -0":            meta(`"confidence":-0.0`),
		"confidence 1":             meta(`"confidence":1.000`),
		"confidence 10e-1":         meta(`"confidence":10e-1`),
		"confidence tiny":          meta(`"confidence":1e-400`),
		"confidence not a float64": meta(`"confidence":0.30000000000000000001`),
		"64 characters":            meta(`"confidence":0.` + strings.Repeat("1", 62)),
		"zeros of an exponent":     meta(`"confidence":1e-` + strings.Repeat("0", 50) + `400`),
		"64 deep":                  meta(`"x":` + strings.Repeat("[", 62) + strings.Repeat("]", 62)),
		"surrogate pair":           doc(`"version":"\ud83d\ude00"`),
		"escaped NUL":              doc(`"version":"\u0000"`),
		"noncharacter":             doc("\"version\":\"\uffff\ufdd0\""),
		"1 MB string":              doc(`"version":"` + strings.Repeat("x", 1<<20) + `"`),
		"same name twice apart":    doc(`"entities":[{"id":"a","value":"b"},{"id":"a","value":"b"}]`),
	} {
		if err := schema.Validate([]byte(text)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Each rule of the schema at least once.
func TestInvalid(t *testing.T) {
	one := func(s string) []string { return []string{s} }
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"root array":             {`[]`, one(" type")},
		"root string":            {`"!BOOK"`, one(" type")},
		"root null":              {`null`, one(" type")},
		"root number":            {`1`, one(" type")},
		"root true":              {`true`, one(" type")},
		"empty object":           {`{}`, []string{" required", " required"}},
		"no meta":                {`{"intent":"!B"}`, one(" required")},
		"unknown root member":    {doc(`"Silp":"v1"`), one("/Silp additionalProperties")},
		"long s is not s":        {doc(`"entitieſ":[]`), one("/entitieſ additionalProperties")},
		"empty root name":        {doc(`"":0`), one("/ additionalProperties")},
		"pointer escapes":        {doc(`"a/b~c%20\n":0`), one("/a~1b~0c%20\n additionalProperties")},
		"silp number":            {doc(`"silp":1`), one("/silp type")},
		"silp null":              {doc(`"silp":null`), one("/silp type")},
		"silp without digits":    {doc(`"silp":"v"`), one("/silp pattern")},
		"silp upper case":        {doc(`"silp":"V1"`), one("/silp pattern")},
		"silp with newline":      {doc(`"silp":"v1\n"`), one("/silp pattern")},
		"silp Arabic digit":      {doc(`"silp":"v١"`), one("/silp pattern")},
		"version number":         {doc(`"version":0.1`), one("/version type")},
		"intent null":            {`{"intent":null,"meta":{"req_id":"a1b2"}}`, one("/intent type")},
		"intent array":           {`{"intent":["!B"],"meta":{"req_id":"a1b2"}}`, one("/intent type")},
		"intent empty":           {`{"intent":"","meta":{"req_id":"a1b2"}}`, one("/intent pattern")},
		"intent without mark":    {`{"intent":"BOOK","meta":{"req_id":"a1b2"}}`, one("/intent pattern")},
		"intent only mark":       {`{"intent":"!","meta":{"req_id":"a1b2"}}`, one("/intent pattern")},
		"intent underscore":      {`{"intent":"!_A","meta":{"req_id":"a1b2"}}`, one("/intent pattern")},
		"intent digit":           {`{"intent":"!A1","meta":{"req_id":"a1b2"}}`, one("/intent pattern")},
		"intent newline":         {`{"intent":"!BOOK\n","meta":{"req_id":"a1b2"}}`, one("/intent pattern")},
		"intent line before":     {`{"intent":"x\n!BOOK","meta":{"req_id":"a1b2"}}`, one("/intent pattern")},
		"entities object":        {doc(`"entities":{}`), one("/entities type")},
		"entities null":          {doc(`"entities":null`), one("/entities type")},
		"entity string":          {doc(`"entities":["x"]`), one("/entities/0 type")},
		"entity array":           {doc(`"entities":[[]]`), one("/entities/0 type")},
		"entity empty":           {doc(`"entities":[{}]`), []string{"/entities/0 required", "/entities/0 required"}},
		"entity id":              {doc(`"entities":[{"id":1,"value":""}]`), one("/entities/0/id type")},
		"entity value":           {doc(`"entities":[{"id":"","value":{"deep":[]}}]`), one("/entities/0/value type")},
		"entity action null":     {doc(`"entities":[{"id":"","value":"","action":null}]`), one("/entities/0/action type")},
		"entity action":          {doc(`"entities":[{"id":"","value":"","action":"A"}]`), one("/entities/0/action pattern")},
		"constraints string":     {doc(`"constraints":""`), one("/constraints type")},
		"constraint number":      {doc(`"constraints":[0]`), one("/constraints/0 type")},
		"constraint empty":       {doc(`"constraints":[{}]`), []string{"/constraints/0 required", "/constraints/0 required"}},
		"constraint type":        {doc(`"constraints":[{"type":false,"value":""}]`), one("/constraints/0/type type")},
		"constraint value":       {doc(`"constraints":[{"type":"","value":true}]`), one("/constraints/0/value type")},
		"constraint time null":   {doc(`"constraints":[{"type":"","value":"","time":null}]`), one("/constraints/0/time type")},
		"alternatives number":    {doc(`"alternatives":1`), one("/alternatives type")},
		"alternative null":       {doc(`"alternatives":[null]`), one("/alternatives/0 type")},
		"alternative empty":      {doc(`"alternatives":[{}]`), one("/alternatives/0 required")},
		"alternative action":     {doc(`"alternatives":[{"action":"!a"}]`), one("/alternatives/0/action pattern")},
		"alternative target":     {doc(`"alternatives":[{"action":"!A","target":[]}]`), one("/alternatives/0/target type")},
		"alternative location":   {doc(`"alternatives":[{"action":"!A","location":0}]`), one("/alternatives/0/location type")},
		"meta array":             {`{"intent":"!B","meta":[]}`, one("/meta type")},
		"meta empty":             {`{"intent":"!B","meta":{}}`, one("/meta required")},
		"req_id number":          {`{"intent":"!B","meta":{"req_id":1234}}`, one("/meta/req_id type")},
		"req_id short":           {`{"intent":"!B","meta":{"req_id":"abc"}}`, one("/meta/req_id pattern")},
		"req_id long":            {`{"intent":"!B","meta":{"req_id":"012345678"}}`, one("/meta/req_id pattern")},
		"req_id upper case":      {`{"intent":"!B","meta":{"req_id":"ABCD"}}`, one("/meta/req_id pattern")},
		"req_id newline":         {`{"intent":"!B","meta":{"req_id":"abcd\n"}}`, one("/meta/req_id pattern")},
		"session_id null":        {meta(`"session_id":null`), one("/meta/session_id type")},
		"priority string":        {meta(`"priority":"1"`), one("/meta/priority type")},
		"priority 1.5":           {meta(`"priority":1.5`), one("/meta/priority type")},
		"priority 1e-1":          {meta(`"priority":1e-1`), one("/meta/priority type")},
		"priority 1e-400":        {meta(`"priority":1e-400`), one("/meta/priority type")},
		"priority 5e-324":        {meta(`"priority":5e-324`), one("/meta/priority type")},
		"priority just off":      {meta(`"priority":1.0000000000000000000000000000000001`), one("/meta/priority type")},
		"confidence string":      {meta(`"confidence":"1"`), one("/meta/confidence type")},
		"confidence below":       {meta(`"confidence":-0.1`), one("/meta/confidence minimum")},
		"confidence barely":      {meta(`"confidence":-1e-399`), one("/meta/confidence minimum")},
		"confidence above":       {meta(`"confidence":2`), one("/meta/confidence maximum")},
		"confidence hardly":      {meta(`"confidence":1.00000000000000000000001`), one("/meta/confidence maximum")},
		"confidence 1e400":       {meta(`"confidence":1e400`), one("/meta/confidence maximum")},
		"seq string":             {meta(`"seq":"a"`), one("/meta/seq type")},
		"seq items":              {meta(`"seq":["a",1,"b",null]`), []string{"/meta/seq/1 type", "/meta/seq/3 type"}},
		"out number":             {meta(`"out":1`), one("/meta/out type")},
		"next_agent null":        {meta(`"next_agent":null`), one("/meta/next_agent type")},
		"wrong name in alt.":     {doc(`"alternatives":[{"Action":"!A"}]`), one("/alternatives/0 required")},
		"document in a document": {`{"ir":` + doc() + `}`, []string{" required", " required", "/ir additionalProperties"}},
	} {
		if got := verdict(t, c.text); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

func TestManyViolationsInFixedOrder(t *testing.T) {
	var seq []string
	for range 11 {
		seq = append(seq, "1")
	}
	text := `{"b":1,"intent":"!b","a":1,"10":0,"9":0,"meta":{"priority":"x","confidence":7,"req_id":"","seq":[` +
		strings.Join(seq, ",") + `]},"entities":[{"id":1},{}],"silp":1}`
	want := []string{
		"/9 additionalProperties", "/10 additionalProperties", "/a additionalProperties", "/b additionalProperties",
		"/entities/0 required", "/entities/0/id type", "/entities/1 required", "/entities/1 required",
		"/intent pattern", "/meta/confidence maximum", "/meta/priority type", "/meta/req_id pattern",
		"/meta/seq/0 type", "/meta/seq/1 type", "/meta/seq/2 type", "/meta/seq/3 type", "/meta/seq/4 type",
		"/meta/seq/5 type", "/meta/seq/6 type", "/meta/seq/7 type", "/meta/seq/8 type", "/meta/seq/9 type",
		"/meta/seq/10 type", "/silp type",
	}
	first := schema.Validate([]byte(text))
	if got := verdict(t, text); !slices.Equal(got, want) {
		t.Fatalf("got  %q\nwant %q", got, want)
	}
	for range 50 {
		if got := schema.Validate([]byte(text)); !reflect.DeepEqual(got, first) {
			t.Fatalf("got %v, before %v", got, first)
		}
	}
}

func TestMessages(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`[]`, `document: expected object, got array`},
		{`{"meta":{"req_id":"a1b2"}}`, `missing member "intent"`},
		{`{"intent":"!B","meta":{}}`, `meta: missing member "req_id"`},
		{doc(`"entities":[{"id":""}]`), `entities[0]: missing member "value"`},
		{doc(`"Intent":1`), `unknown member "Intent"`},
		{`{"intent":"BOOK","meta":{"req_id":"a1b2"}}`, `intent: expected text that matches ^![A-Z][A-Z_]*$, got "BOOK"`},
		{meta(`"priority":"x"`), `priority: expected integer, got string`},
		{meta(`"priority":1.5`), `priority: expected integer, got number 1.5`},
		{meta(`"confidence":1.5`), `confidence: expected at most 1, got 1.5`},
		{meta(`"confidence":-1`), `confidence: expected at least 0, got -1`},
		{meta(`"seq":[null]`), `seq[0]: expected string, got null`},
		{meta(`"out":null`), `out: expected string, got null (optional members are left out instead)`},
	} {
		var e *schema.Error
		if !errors.As(schema.Validate([]byte(c.text)), &e) || e.Violations[0].Message != c.want {
			t.Errorf("%s:\ngot  %v\nwant %s", c.text, e, c.want)
		}
	}
}

func TestErrorText(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{meta(`"out":1`), `schema: out: expected string, got number at /meta/out`},
		{meta(`"out":1,"seq":[1]`), `schema: out: expected string, got number at /meta/out (and 1 more violation)`},
		{`{"a":1,"b":1}`, `schema: missing member "intent" (and 3 more violations)`},
		{doc(`"a":1`), `schema: unknown member "a"`},
		{`{`, `schema: expected a member name in quotes or '}', found the end of the text at offset 1`},
		{meta(`"seq":[` + strings.Repeat("1,", schema.MaxViolations) + `1]`),
			`schema: seq[0]: expected string, got number at /meta/seq/0 (and more than 9999 more violations)`},
	} {
		if err := schema.Validate([]byte(c.text)); err == nil || err.Error() != c.want {
			t.Errorf("got  %v\nwant %s", err, c.want)
		}
	}
}

// An error text repeats at most 64 bytes of the document, whatever is wrong.
func TestMessagesAreShort(t *testing.T) {
	long := "x" + strings.Repeat("Ż", 5000) // a cut at 64 would split a letter
	for name, text := range map[string]string{
		"value":     `{"intent":"` + long + `","meta":{"req_id":"a1b2"}}`,
		"name":      doc(`"` + long + `":1`),
		"duplicate": doc(`"`+long+`":1`, `"`+long+`":1`),
		"deep":      doc(`"` + long + `":{"` + long + `":{"` + long + `":1,"` + long + `":1}}`),
		"limit":     doc(`"` + long + `":{"` + long + `":1e500}`),
		"syntax":    doc(`"` + long + `":"` + long),
		"no text":   long,
	} {
		err := schema.Validate([]byte(text))
		if err == nil {
			t.Errorf("%s: valid", name)
		} else if !utf8.ValidString(err.Error()) || strings.Contains(err.Error(), `\x`) {
			t.Errorf("%s: a letter was split: %q", name, err)
		} else if n := 2 * strings.Count(err.Error(), "Ż"); n > 64 || len(err.Error()) > 250 {
			t.Errorf("%s: %d bytes repeated in %q", name, n, err)
		}
	}
}

func TestTruncated(t *testing.T) {
	n := schema.MaxViolations
	for name, text := range map[string]string{
		"exactly":  meta(`"seq":[` + strings.Repeat("1,", n-1) + `1]`),
		"one more": meta(`"seq":[` + strings.Repeat("1,", n) + `1]`),
	} {
		var e *schema.Error
		if !errors.As(schema.Validate([]byte(text)), &e) || len(e.Violations) != n || e.Truncated != (name == "one more") {
			t.Errorf("%s: %v", name, e)
		}
	}
}

func TestValidateLeavesTextAlone(t *testing.T) {
	text := doc(`"x":"\u0041"`, `"entities":[{"id":1}]`)
	raw := []byte(text)
	var wg sync.WaitGroup
	for range 4 { // the race detector sees a write
		wg.Go(func() { _ = schema.Validate(raw) })
	}
	wg.Wait()
	if string(raw) != text {
		t.Errorf("text is %q now", raw)
	}
}

func TestJSONIsTheFile(t *testing.T) {
	file, err := os.ReadFile("silp-ir-schema.json")
	if err != nil {
		t.Fatal(err)
	}
	if schema.JSON() != string(file) || !json.Valid(file) {
		t.Error("JSON() is not the content of silp-ir-schema.json")
	}
}

// The draft's reference examples write null for absent optional members
// (section 3 prints null as a default), which the draft's own schema refuses.
func TestReferenceExamples(t *testing.T) {
	files, _ := filepath.Glob("../../shared/reference/examples/*.json")
	if len(files) == 0 {
		t.Skip("no reference examples beside the repository")
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var tree map[string]any
		if err := json.Unmarshal(text, &tree); err != nil {
			t.Fatal(err)
		}
		var want []string
		for member, value := range tree["meta"].(map[string]any) {
			if value == nil {
				want = append(want, "/meta/"+member+" type")
			}
		}
		slices.Sort(want)
		if got := verdict(t, string(text)); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", filepath.Base(name), got, want)
		}
	}
}

func TestRandomDocuments(t *testing.T) {
	text, err := os.ReadFile("../../shared/cases/ir-random.jsonl")
	if err != nil {
		t.Skip("no random documents beside the repository")
	}
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		if err := schema.Validate([]byte(line)); err != nil {
			t.Errorf("line %d: %v", n, err)
		}
	}
	if n != 1500 {
		t.Errorf("%d documents, want 1500", n)
	}
}
