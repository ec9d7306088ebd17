package aidip

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/silp"
)

// Invoke sends x to an agent, with fields, an object or nil, beside it, and
// returns the JSON of the answer. A nil client is http.DefaultClient. url is
// that of the invocation, as https://host/agents/{id}/invoke.
//
// A payload that must not be sent is refused before anything is. The agent's
// SILP error is a *ir.Error for which errors.Is(err, carrier.Remote) holds;
// another answer that is no success, or no JSON, is a *Error. Where ctx's
// deadline passed, the error is timeout.
func (o Options) Invoke(ctx context.Context, client *http.Client, url string, fields json.RawMessage, x *ir.IR) (json.RawMessage, error) {
	p, err := o.encode(x)
	if err != nil {
		return nil, err
	}
	body, err := o.Wrap(fields, p)
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json")
	if client == nil {
		client = http.DefaultClient
	}
	answer, status, err := o.do(client, r)
	switch {
	case err != nil:
		return nil, timedOut(err)
	case status < 200 || status > 299:
		return nil, ParseError(status, answer)
	case !json.Valid(answer):
		return nil, &Error{status, codeAnswer, "the answer is no JSON"}
	}
	return answer, nil
}

func (o Options) encode(x *ir.IR) (silp.Payload, error) {
	if o.Frontend == "" {
		return o.codec().Encode(x)
	}
	return o.codec().EncodeAs(o.Frontend, x)
}

// do sends a request and reads the answer.
func (o Options) do(client *http.Client, r *http.Request) (body []byte, status int, err error) {
	resp, err := client.Do(r)
	if err != nil {
		return nil, 0, err
	}
	defer resp.Body.Close()
	body, err = io.ReadAll(http.MaxBytesReader(nil, resp.Body, o.maxBody()))
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, 0, tooLarge(resp.StatusCode, o.maxBody())
	}
	return body, resp.StatusCode, err
}

// timedOut gives the passing of a deadline its SILP code.
func timedOut(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return &ir.Error{Code: ir.Timeout, Offset: -1, Msg: "the agent did not answer before the deadline", Err: err}
	}
	return err
}
