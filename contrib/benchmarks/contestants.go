package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/bytedance/sonic"
	jsonv2 "github.com/go-json-experiment/json"
	goccy "github.com/goccy/go-json"
	"github.com/santhosh-tekuri/jsonschema/v5"
	"gopkg.in/yaml.v3"

	"github.com/silp-protocol/silp-go/frontend/code"
	jsonfrontend "github.com/silp-protocol/silp-go/frontend/json"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/sanitize"
	"github.com/silp-protocol/silp-go/schema"
	"github.com/silp-protocol/silp-go/silp"
)

// Names that the targets refer to.
const (
	parse       = "ir.Parse"
	parseInto   = "ir.ParseInto, reused"
	appendJSON  = "ir.AppendJSON, reused"
	readStd     = "encoding/json Unmarshal"
	readSchema  = "jsonschema v5: into any, Validate"
	writeStd    = "encoding/json Marshal"
	compileCode = "code AppendCompile, reused"
	compileID   = "code AppendCompile + AppendReqID"
	floorCopy   = "copy of the code text"
	floorHash   = "copy + SHA-256 + 8 hex digits of the code text"
	floorHashJS = "copy + SHA-256 + 8 hex digits of the json text"
	compileJSON = "json AppendCompile, reused"
	mapMarshal  = "map + encoding/json Marshal"
	decodeCode  = "code.Decode"
	decodeInto  = "code DecodeInto, reused"
	validUTF8   = "utf8.ValidString"
)

// contestants returns all pieces of work, group by group. A line more here is a
// line more in the tables.
func contestants(ms []message) []contestant {
	var list []contestant
	for _, group := range [][]contestant{
		readers(ms), writers(ms), codeCompilers(ms), jsonCompilers(ms), decoders(ms), codecs(ms), checks(ms), sanitizers(ms),
	} {
		list = append(list, group...)
	}
	return list
}

// sink keeps results alive, so that no work is optimised away.
var sink struct {
	x     *ir.IR
	plain plainIR
	text  string
	buf   []byte
	hex   [8]byte
	any   any
	ok    bool
	err   error
}

// must stops the program: a contestant that fails must not look fast.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// each makes a contestant that handles the messages one after the other.
func each(ms []message, group, name, peer string, do func(m *message)) contestant {
	return contestant{group, name, peer, len(ms), func() {
		for i := range ms {
			do(&ms[i])
		}
	}}
}

func readers(ms []message) []contestant {
	const group = "IR JSON to IR"
	reused := ir.New()
	unmarshal := func(name string, f func([]byte, any) error) contestant {
		return each(ms, group, name, readStd, func(m *message) {
			var x plainIR
			must(f(m.raw, &x))
			sink.plain = x
		})
	}
	judge := compileSchema()
	return []contestant{
		each(ms, group, parse, readStd, func(m *message) {
			x, err := ir.Parse(m.text)
			must(err)
			sink.x = x
		}),
		each(ms, group, parseInto, readStd, func(m *message) {
			must(ir.ParseInto(reused, m.text))
			sink.x = reused
		}),
		unmarshal(readStd, json.Unmarshal),
		unmarshal("go-json-experiment/json (v2) Unmarshal", func(b []byte, x any) error { return jsonv2.Unmarshal(b, x) }),
		each(ms, group, "sonic UnmarshalString", readStd, func(m *message) {
			var x plainIR
			must(sonic.UnmarshalString(m.text, &x))
			sink.plain = x
		}),
		unmarshal("goccy/go-json Unmarshal", goccy.Unmarshal),
		unmarshal("yaml.v3 Unmarshal", yaml.Unmarshal),
		each(ms, group, readSchema, readStd, func(m *message) { must(judgeText(judge, m.raw)) }),
		each(ms, group, "jsonschema v5, then encoding/json Unmarshal", readStd, func(m *message) {
			must(judgeText(judge, m.raw))
			var x plainIR
			must(json.Unmarshal(m.raw, &x))
			sink.plain = x
		}),
		each(ms, group, "schema.Validate (judges only)", readStd, func(m *message) { must(schema.Validate(m.raw)) }),
	}
}

// compileSchema compiles the draft's schema as package schema does.
func compileSchema() *jsonschema.Schema {
	const address = "ir.json"
	c := jsonschema.NewCompiler()
	must(c.AddResource(address, strings.NewReader(schema.JSON())))
	return c.MustCompile(address)
}

// judgeText is the usual way to check a JSON text with jsonschema: numbers kept
// as they are written.
func judgeText(s *jsonschema.Schema, raw []byte) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return err
	}
	return s.Validate(v)
}

func writers(ms []message) []contestant {
	const group = "IR to IR JSON"
	buf := make([]byte, 0, 4096)
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	marshal := func(name string, f func(any) ([]byte, error)) contestant {
		return each(ms, group, name, writeStd, func(m *message) {
			b, err := f(&m.plain)
			must(err)
			sink.buf = b
		})
	}
	return []contestant{
		each(ms, group, appendJSON, writeStd, func(m *message) {
			var err error
			buf, err = ir.AppendJSON(buf[:0], m.x)
			must(err)
			sink.buf = buf
		}),
		each(ms, group, "ir.AppendJSON to nil", writeStd, func(m *message) {
			b, err := ir.AppendJSON(nil, m.x)
			must(err)
			sink.buf = b
		}),
		marshal(writeStd, json.Marshal),
		each(ms, group, "encoding/json Encoder, reused", writeStd, func(m *message) {
			out.Reset()
			must(encoder.Encode(&m.plain))
			sink.buf = out.Bytes()
		}),
		marshal("go-json-experiment/json (v2) Marshal", func(x any) ([]byte, error) { return jsonv2.Marshal(x) }),
		marshal("sonic Marshal", sonic.Marshal),
		marshal("goccy/go-json Marshal", goccy.Marshal),
		marshal("yaml.v3 Marshal", yaml.Marshal),
	}
}

// hashFloor copies a text, hashes the copy and writes 8 hex digits: less cannot
// give a text and its req_id.
func hashFloor(buf []byte, text string) {
	n := copy(buf, text)
	sum := sha256.Sum256(buf[:n])
	const hex = "0123456789abcdef"
	for i := range 4 {
		sink.hex[2*i], sink.hex[2*i+1] = hex[sum[i]>>4], hex[sum[i]&15]
	}
}

func codeCompilers(ms []message) []contestant {
	const group = "IR to code text"
	buf, floor := make([]byte, 0, 4096), make([]byte, 4096)
	return []contestant{
		each(ms, group, floorCopy, floorHash, func(m *message) { sink.buf = floor[:copy(floor, m.code)] }),
		each(ms, group, floorHash, floorHash, func(m *message) { hashFloor(floor, m.code) }),
		each(ms, group, compileCode, floorHash, func(m *message) {
			var err error
			buf, err = code.Frontend{}.AppendCompile(buf[:0], m.x)
			must(err)
			sink.buf = buf
		}),
		each(ms, group, compileID, floorHash, func(m *message) {
			var err error
			buf, err = code.Frontend{}.AppendCompile(buf[:0], m.x)
			must(err)
			sink.buf = buf
			ir.AppendReqID(sink.hex[:0], buf, ir.ReqIDDigits)
		}),
		each(ms, group, "code.Compile", floorHash, func(m *message) {
			text, err := code.Compile(m.x)
			must(err)
			sink.text = text
		}),
		each(ms, group, "code.Compile + ir.ReqID", floorHash, func(m *message) {
			text, err := code.Compile(m.x)
			must(err)
			sink.text = text
			sink.text = ir.ReqID(text, ir.ReqIDDigits)
		}),
		each(ms, group, "code WithMeta AppendCompile, reused", floorHash, func(m *message) {
			var err error
			buf, err = code.Frontend{WithMeta: true}.AppendCompile(buf[:0], m.x)
			must(err)
			sink.buf = buf
		}),
	}
}

func jsonCompilers(ms []message) []contestant {
	const group = "IR to json text"
	buf, floor := make([]byte, 0, 4096), make([]byte, 4096)
	return []contestant{
		each(ms, group, floorHashJS, mapMarshal, func(m *message) { hashFloor(floor, m.json) }),
		each(ms, group, compileJSON, mapMarshal, func(m *message) {
			var err error
			buf, err = jsonfrontend.Frontend{}.AppendCompile(buf[:0], m.x)
			must(err)
			sink.buf = buf
		}),
		each(ms, group, "json.Compile", mapMarshal, func(m *message) {
			text, err := jsonfrontend.Compile(m.x)
			must(err)
			sink.text = text
		}),
		each(ms, group, mapMarshal, mapMarshal, func(m *message) {
			b, err := json.Marshal(surfaceMap(m.x))
			must(err)
			sink.buf = b
		}),
	}
}

// decoders are compared with reading the same IR's JSON into a plain struct.
func decoders(ms []message) []contestant {
	const group = "text to IR"
	reused, reusedJSON, reusedTolerant := ir.New(), ir.New(), ir.New()
	return []contestant{
		each(ms, group, decodeCode, readStd, func(m *message) {
			x, err := code.Decode(m.code)
			must(err)
			sink.x = x
		}),
		each(ms, group, decodeInto, readStd, func(m *message) {
			must(code.Frontend{}.DecodeInto(reused, m.code))
			sink.x = reused
		}),
		each(ms, group, "code DecodeTolerant, reused", readStd, func(m *message) {
			_, err := code.Frontend{}.DecodeTolerant(reusedTolerant, m.code)
			must(err)
			sink.x = reusedTolerant
		}),
		each(ms, group, "json.Decode", readStd, func(m *message) {
			x, err := jsonfrontend.Decode(m.json)
			must(err)
			sink.x = x
		}),
		each(ms, group, "json DecodeInto, reused", readStd, func(m *message) {
			must(jsonfrontend.Frontend{}.DecodeInto(reusedJSON, m.json))
			sink.x = reusedJSON
		}),
		each(ms, group, "encoding/json Unmarshal of the json text into any", readStd, func(m *message) {
			var v any
			must(json.Unmarshal([]byte(m.json), &v))
			sink.any = v
		}),
	}
}

func codecs(ms []message) []contestant {
	const group = "IR to payload and back"
	codec := silp.New(silp.Options{})
	return []contestant{
		each(ms, group, "Codec.Encode", writeStd, func(m *message) {
			p, err := codec.Encode(m.x)
			must(err)
			sink.text = p.Text
		}),
		each(ms, group, "Codec.Decode", readStd, func(m *message) {
			x, _, err := codec.Decode(m.payload)
			must(err)
			sink.x = x
		}),
	}
}

func checks(ms []message) []contestant {
	const group, deep = "checks of an IR", "reflect.DeepEqual of two plain structs"
	return []contestant{
		each(ms, group, "x.Validate", deep, func(m *message) { must(m.x.Validate()) }),
		each(ms, group, "ir.Equivalent", deep, func(m *message) { sink.ok = ir.Equivalent(m.x, m.copy) }),
		each(ms, group, deep, deep, func(m *message) { sink.ok = reflect.DeepEqual(&m.plain, &m.plainCopy) }),
	}
}

// sanitizers go over all values of an IR.
func sanitizers(ms []message) []contestant {
	const group = "clean ASCII values of an IR"
	var strict sanitize.Options
	values := func(name string, do func(s string)) contestant {
		return each(ms, group, name, validUTF8, func(m *message) {
			for _, s := range m.strings {
				do(s)
			}
		})
	}
	return []contestant{
		values(validUTF8, func(s string) { sink.ok = utf8.ValidString(s) }),
		values("sanitize.IsClean", func(s string) { sink.ok = sanitize.IsClean(s) }),
		values("sanitize.Value", func(s string) {
			out, _, err := strict.Value(s)
			must(err)
			sink.text = out
		}),
		each(ms, group, "sanitize.IR (all strings of the IR)", validUTF8, func(m *message) {
			x, _, err := strict.IR(m.x)
			must(err)
			sink.x = x
		}),
		each(ms, group, "sanitize.Code (the code text)", validUTF8, func(m *message) {
			out, _, err := strict.Code(m.code)
			must(err)
			sink.text = out
		}),
		each(ms, group, "sanitize.JSON (the json text)", validUTF8, func(m *message) {
			out, _, err := strict.JSON(m.json)
			must(err)
			sink.text = out
		}),
	}
}
