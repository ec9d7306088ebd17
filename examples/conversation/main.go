// Command conversation is two processes that talk SILP over a pipe: it starts
// itself a second time, agrees with it on a frontend, and books rooms in a
// session whose context is reset every five turns.
//
// A line of the pipe is a //ping or a //pong, the name of a frontend and a
// text, or "!" with an error's code and message. The texts hold the header, so
// that nothing has to travel beside them.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"strings"

	"github.com/silp-protocol/silp-go/frontend"
	"github.com/silp-protocol/silp-go/frontend/code"
	"github.com/silp-protocol/silp-go/frontend/json"
	"github.com/silp-protocol/silp-go/ir"
	"github.com/silp-protocol/silp-go/negotiation"
	"github.com/silp-protocol/silp-go/silp"
)

func main() {
	run := call
	if len(os.Args) > 1 && os.Args[1] == "answer" {
		run = func() error { return answer(newPipe(os.Stdin, os.Stdout)) }
	}
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

// call starts the other process and asks it for rooms.
func call() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	other := exec.Command(self, "answer")
	other.Stderr = os.Stderr
	in, err := other.StdinPipe()
	if err != nil {
		return err
	}
	out, err := other.StdoutPipe()
	if err != nil {
		return err
	}
	if err := other.Start(); err != nil {
		return err
	}
	talked := book(newPipe(out, in))
	// The other side sees the end of its input, and ends the session.
	return errors.Join(talked, in.Close(), other.Wait())
}

func book(p *pipe) error {
	codec := silp.New(silp.Options{Frontends: []frontend.Frontend{code.Frontend{WithMeta: true}, json.Frontend{WithMeta: true}}})
	c, ping, err := codec.Call(silp.ConversationOptions{Offer: negotiation.Offer{N: 5}})
	if err != nil {
		return err
	}
	pong, err := p.ask(ping)
	if err != nil {
		return err
	}
	if err := c.Pong(pong); err != nil {
		return err
	}
	fmt.Println(ping)
	fmt.Println(pong)
	var rooms []string // what accumulates
	for i := range 7 {
		turn := c.Turn()
		if turn.Reset {
			rooms = nil
		}
		reply, err := request(c, p, ir.Task("!BOOK", ir.Arg(fmt.Sprint("room ", i+1))))
		if err != nil {
			return err
		}
		rooms = append(rooms, reply.Entities[0].Value)
		fmt.Printf("turn %d of session %s, %s: %s\n", turn.Number, c.SessionID(), c.Frontend(), strings.Join(rooms, ", "))
	}
	return nil
}

// request sends x until the other side takes it or nothing is left to try.
func request(c *silp.Conversation, p *pipe, x *ir.IR) (*ir.IR, error) {
	for {
		payload, err := c.Encode(x)
		if err != nil {
			return nil, err
		}
		line, err := p.ask(payload.Encoding + " " + payload.Text)
		if err != nil {
			return nil, err
		}
		if refusal, ok := strings.CutPrefix(line, "! "); ok {
			name, msg, _ := strings.Cut(refusal, " ")
			fmt.Println("refused:", name)
			if err := c.Retry(&ir.Error{Code: ir.Code(name), Offset: -1, Msg: msg}); err != nil {
				return nil, err
			}
			continue
		}
		reply, _, err := c.Decode(context.Background(), parse(line))
		return reply, err
	}
}

// answer is the other process. It offers the code surface and then refuses it,
// as after an upgrade that went wrong.
func answer(p *pipe) error {
	ctx := context.Background()
	codec := silp.New(silp.Options{Frontends: []frontend.Frontend{json.Frontend{WithMeta: true}}})
	options := silp.ConversationOptions{
		Offer:    negotiation.Offer{Frontends: []string{"code", "json"}},
		Sessions: negotiation.NewSessions(negotiation.SessionOptions{}),
		Scope:    "the process that started this one",
	}
	var c *silp.Conversation
	for {
		line, err := p.read()
		switch {
		case errors.Is(err, io.EOF) && c != nil:
			return c.End(ctx)
		case err != nil:
			return err
		}
		var reply string
		switch {
		case negotiation.IsPing(line): // before anything is decoded
			if c, reply, err = codec.Answer(line, options); reply != "" {
				err = nil // the pong tells the other side as well
			}
		case c == nil:
			err = &ir.Error{Code: ir.UnsupportedFrontend, Offset: -1, Msg: "nothing is agreed on yet", Hint: "send a ping"}
		default:
			reply, err = serve(ctx, c, parse(line))
		}
		if e, ok := errors.AsType[*ir.Error](err); ok {
			reply, err = "! "+string(e.Code)+" "+e.Msg, nil
		}
		if err != nil {
			return err
		}
		if err := p.write(reply); err != nil {
			return err
		}
	}
}

func serve(ctx context.Context, c *silp.Conversation, request silp.Payload) (string, error) {
	x, _, err := c.Decode(ctx, request)
	if err != nil {
		return "", err
	}
	reply, err := c.Encode(ir.Task("!NOTIFY", x.Entities...))
	return reply.Encoding + " " + reply.Text, err
}

// parse splits a line into the name of the frontend and the text.
func parse(line string) silp.Payload {
	name, text, _ := strings.Cut(line, " ")
	return silp.Payload{Encoding: name, Text: text}
}

// pipe carries lines. Compiled texts have no line breaks.
type pipe struct {
	in  *bufio.Scanner
	out io.Writer
}

func newPipe(in io.Reader, out io.Writer) *pipe {
	s := bufio.NewScanner(in)
	s.Buffer(nil, ir.DefaultMaxBytes)
	return &pipe{s, out}
}

func (p *pipe) write(line string) error {
	_, err := io.WriteString(p.out, line+"\n")
	return err
}

func (p *pipe) read() (string, error) {
	if !p.in.Scan() {
		if err := p.in.Err(); err != nil {
			return "", err
		}
		return "", io.EOF
	}
	return p.in.Text(), nil
}

func (p *pipe) ask(line string) (string, error) {
	if err := p.write(line); err != nil {
		return "", err
	}
	return p.read()
}
