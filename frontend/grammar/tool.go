package grammar

import (
	"unicode/utf8"

	"github.com/silp-protocol/silp-go/internal/show"
)

// Tool is the definition of a tool whose call is a payload.
type Tool struct {
	Name        string
	Description string // what the tool does; "" leaves only how it is called
	Grammar     Options
}

// Tool returns the tool of a name for these options.
func (o Options) Tool(name, description string) Tool { return Tool{name, description, o} }

// API is the shape that a definition for OpenAI has.
type API int

const (
	Responses       API = iota // the tool itself
	ChatCompletions            // the tool in a member of its type's name
)

// check refuses a name that the APIs do not take, and a description that JSON
// cannot hold.
func (t Tool) check() error {
	ok := t.Name != "" && len(t.Name) <= 64
	for _, c := range []byte(t.Name) {
		ok = ok && (alphanumeric(rune(c)) || c == '_' || c == '-')
	}
	if !ok {
		return refuse("the name of a tool is "+show.Quote(t.Name), "use 1 to 64 ASCII letters, digits, _ and -")
	}
	if !utf8.ValidString(t.Description) {
		return refuse("the description of a tool is not UTF-8", "write it as UTF-8")
	}
	return nil
}

func (t Tool) described(how string) string {
	if t.Description == "" {
		return how
	}
	return t.Description + " " + how
}

const (
	howJSON = "The arguments are a SILP payload of the json surface: intent is the action, then its entities."
	howCode = "The input is one SILP payload of the code surface, as in: if budget<=500: book(hotel,nights=2)"
)

// OpenAIFunction returns the definition of a strict function tool. The arguments
// of a call are a text of the json surface; json.Frontend{NullAsAbsent: true}
// decodes them as they came, as a text.
func (t Tool) OpenAIFunction(api API) ([]byte, error) {
	schema, err := t.Grammar.strictSchema()
	if err == nil {
		err = t.check()
	}
	if err != nil {
		return nil, err
	}
	return api.wrap("function", object{{"name", t.Name}, {"description", t.described(howJSON)}, {"parameters", schema}, {"strict", true}}), nil
}

// OpenAICustom returns the definition of a custom tool with a Lark grammar. The
// input of a call is a text of the code surface.
func (t Tool) OpenAICustom(api API) ([]byte, error) {
	definition, err := t.Grammar.Lark()
	if err == nil {
		err = t.check()
	}
	if err != nil {
		return nil, err
	}
	format := object{{"type", "grammar"}, {"syntax", "lark"}, {"definition", definition}}
	if api == ChatCompletions {
		format = object{{"type", "grammar"}, {"grammar", object{{"syntax", "lark"}, {"definition", definition}}}}
	}
	return api.wrap("custom", object{{"name", t.Name}, {"description", t.described(howCode)}, {"format", format}}), nil
}

func (api API) wrap(kind string, tool object) []byte {
	if api == ChatCompletions {
		return appendJSON(nil, object{{"type", kind}, {kind, tool}})
	}
	return appendJSON(nil, append(object{{"type", kind}}, tool...))
}

// MCP returns the definition of a tool as an MCP server lists it. Its input
// schema is that of OpenAISchema, because clients hand it on to APIs that refuse
// more. The arguments of a call are a text of the json surface; decode them as
// they came, json.Frontend{NullAsAbsent: true}, not from a map that has lost
// their order.
func (t Tool) MCP() ([]byte, error) {
	schema, err := t.Grammar.strictSchema()
	if err == nil {
		err = t.check()
	}
	if err != nil {
		return nil, err
	}
	return appendJSON(nil, object{{"name", t.Name}, {"description", t.described(howJSON)}, {"inputSchema", schema}}), nil
}
