package a2a

import (
	"encoding/json"

	"github.com/silp-protocol/silp-go/carrier"
	"github.com/silp-protocol/silp-go/internal/jsonio"
	"github.com/silp-protocol/silp-go/ir"
)

// ContentTypeNotSupported is the JSON-RPC code of A2A's error for content that
// an agent does not take. It is the only one that a SILP error travels under.
const ContentTypeNotSupported = -32005

// The details of A2A's errors are typed as Google's error model types them.
const (
	structType = "type.googleapis.com/google.protobuf.Struct"
	infoType   = "type.googleapis.com/google.rpc.ErrorInfo"
)

// ErrorMetadata returns the metadata of the status message that reports an
// error: {"<URI>":{"code":…,"message":…}}, as carrier.AppendError writes it.
func (o Options) ErrorMetadata(e *ir.Error) json.RawMessage {
	return append(o.appendError([]byte{'{'}, e), '}')
}

func (o Options) appendError(dst []byte, e *ir.Error) []byte {
	return carrier.AppendError(append(o.appendURI(dst), ':'), e)
}

// ReadErrorMetadata returns the error that metadata holds under the URI, and
// whether there is one. For e, errors.Is(e, carrier.Remote) holds.
func (o Options) ReadErrorMetadata(metadata []byte) (e *ir.Error, ok bool, err error) {
	r := jsonio.NewReader(string(metadata))
	defer r.Release()
	mark := o.member(r)
	r.End()
	if err := ir.ReadError(r, ""); err != nil {
		return nil, false, err
	}
	if mark == "" {
		return nil, false, nil
	}
	e, err = carrier.ParseError([]byte(mark))
	return e, err == nil, err
}

// RPCError returns the error member of the JSON-RPC response to a message whose
// frontend the agent does not have and for which there is no task yet:
//
//	{"code":-32005,"message":"unsupported_frontend: …","data":[{"@type":…,"<URI>":{…}},{"@type":…,"reason":"CONTENT_TYPE_NOT_SUPPORTED",…}]}
//
// For every other code ok is false: it belongs into the status message of a
// task.
func (o Options) RPCError(e *ir.Error) (raw json.RawMessage, ok bool) {
	if e.Code != ir.UnsupportedFrontend {
		return nil, false
	}
	text, ok := jsonio.AppendString([]byte(`{"code":-32005,"message":`), e.Error())
	if !ok {
		text, _ = jsonio.AppendString([]byte(`{"code":-32005,"message":`), string(e.Code))
	}
	dst := append(text, `,"data":[{"@type":"`+structType+`",`...)
	dst = o.appendError(dst, e)
	return append(dst, `},{"@type":"`+infoType+`","reason":"CONTENT_TYPE_NOT_SUPPORTED","domain":"a2a-protocol.org"}]}`...), true
}

// ReadRPCError returns the SILP error among the details of a protocol error, and
// whether there is one: raw is the error member of a JSON-RPC response, or of a
// REST response (whose details stand in details instead of data).
func (o Options) ReadRPCError(raw []byte) (e *ir.Error, ok bool, err error) {
	r := jsonio.NewReader(string(raw))
	defer r.Release()
	mark := ""
	for name := range r.Members() {
		if (name != "data" && name != "details") || r.Kind() != '[' {
			r.Raw()
			continue
		}
		r.Array()
		for r.More() {
			if r.Kind() != '{' {
				r.Raw()
			} else if m := o.member(r); m != "" && mark == "" {
				mark = m
			}
		}
	}
	r.End()
	if err := ir.ReadError(r, ""); err != nil {
		return nil, false, err
	}
	if mark == "" {
		return nil, false, nil
	}
	e, err = carrier.ParseError([]byte(mark))
	return e, err == nil, err
}
