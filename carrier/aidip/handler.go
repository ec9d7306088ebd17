package aidip

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/silp"
)

// Request is what an agent is given.
type Request struct {
	// IR is the decoded task, every field restored.
	IR *ir.IR
	// Fields are the other members of the body.
	Fields json.RawMessage
	// Payload is the text as it arrived.
	Payload silp.Payload
	// Report says what the codec noticed.
	Report silp.Report
	// HTTP is the request itself; its body has been read.
	HTTP *http.Request
}

// Agent handles an invocation and returns the JSON of its answer; nil is the
// empty object. A *ir.Error reaches the client with its code, a context whose
// deadline passed as timeout, a *Error with its status. The text of any other
// error stays here: the client sees status 500.
type Agent func(ctx context.Context, r *Request) (json.RawMessage, error)

// Handler returns the handler of an agent's invocations. It takes POST with a
// body of JSON and nothing else.
func (o Options) Handler(agent Agent) http.Handler {
	o.Codec = o.codec()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer, err := o.serve(w, r, agent)
		if err != nil {
			writeError(w, err)
			return
		}
		write(w, http.StatusOK, answer)
	})
}

func (o Options) serve(w http.ResponseWriter, r *http.Request, agent Agent) (json.RawMessage, error) {
	body, err := o.body(w, r)
	if err != nil {
		return nil, err
	}
	p, fields, err := o.Unwrap(body)
	if err != nil {
		return nil, err
	}
	x, report, err := o.Codec.Decode(p)
	if err != nil {
		return nil, err
	}
	answer, err := agent(r.Context(), &Request{IR: x, Fields: fields, Payload: p, Report: report, HTTP: r})
	switch {
	case err != nil:
		return nil, err
	case answer == nil:
		return json.RawMessage(`{}`), nil
	case !json.Valid(answer):
		return nil, errors.New("aidip: the agent's answer is no JSON")
	}
	return answer, nil
}

// body reads the body of a request that may be an invocation.
func (o Options) body(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		return nil, &Error{http.StatusMethodNotAllowed, codeMethod, "an invocation is a POST"}
	}
	if !isJSON(r.Header.Get("Content-Type")) {
		return nil, &Error{http.StatusUnsupportedMediaType, codeMediaType, "the body of an invocation is application/json"}
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, o.maxBody()))
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, tooLarge(http.StatusRequestEntityTooLarge, o.maxBody())
	}
	if err != nil {
		return nil, &Error{http.StatusBadRequest, codeBody, "the body could not be read"}
	}
	return body, nil
}

func tooLarge(status int, limit int64) error {
	return &Error{status, codeTooLarge, "the body is over the limit of " + strconv.FormatInt(limit, 10) + " bytes"}
}

// isJSON reports whether a Content-Type is JSON, or a format made of it.
func isJSON(contentType string) bool {
	t, _, err := mime.ParseMediaType(contentType)
	return err == nil && (t == "application/json" || strings.HasPrefix(t, "application/") && strings.HasSuffix(t, "+json"))
}

func writeError(w http.ResponseWriter, err error) {
	if e, ok := errors.AsType[*ir.Error](err); ok {
		write(w, Status(e.Code), AppendError(nil, e))
		return
	}
	if errors.Is(err, context.DeadlineExceeded) {
		e := &ir.Error{Code: ir.Timeout, Offset: -1, Msg: "the deadline of the invocation has passed"}
		write(w, Status(e.Code), AppendError(nil, e))
		return
	}
	e, ok := errors.AsType[*Error](err)
	if !ok || e.Status < 400 || e.Status > 599 {
		e = &Error{http.StatusInternalServerError, codeInternal, "the agent failed"}
	}
	write(w, e.Status, append(appendError(nil, e.Code, e.Message), "}}"...))
}

func write(w http.ResponseWriter, status int, body []byte) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body) // a client that is gone is told nothing
}
