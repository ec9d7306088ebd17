// Colony runs a queen and four foragers, each a process of its own, over TCP on
// loopback. One forager is killed at work, one stalls; every task still gets one
// final result. It prints what happened to each task, and ends by itself.
package main

import (
	"flag"
	"io"
	"log"
	"net"
	"os"
	"time"

	"github.com/silp-protocol/silp-go/carrier/iacp"
)

const (
	tasks    = 12
	work     = 400 * time.Millisecond // of a task
	stall    = 2 * time.Second
	foragers = 4
	stalls   = "forager-2" // falls silent at its first task
	dies     = "forager-3" // is killed at its first task
)

// timing is quicker than the page's 10 s and 300 s, so that the example ends
// soon. All processes must have the same.
var timing = iacp.Timing{Heartbeat: 250 * time.Millisecond, AssignTimeout: 6 * time.Second}

func main() {
	name := flag.String("forager", "", "run the forager of this name; empty runs the queen")
	addr := flag.String("queen", "", "the queen's address, for a forager")
	flag.Parse()
	var err error
	if *name != "" {
		err = forage(*name, *addr, os.Stdout)
	} else {
		err = reign(os.Stdout)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// link is one end of a connection.
type link struct {
	conn net.Conn
	in   <-chan *iacp.Envelope // closed at the end
}

// dial makes a link of a connection. A line that is none is reported, and the
// next one read.
func dial(conn net.Conn, report io.Writer) *link {
	in := make(chan *iacp.Envelope)
	go func() {
		defer close(in)
		d := iacp.NewDecoder(conn)
		for {
			e, err := d.Decode()
			switch err.(type) {
			case nil:
				in <- e
			case *iacp.LineError:
				log.New(report, "", 0).Print(err)
			default:
				return
			}
		}
	}()
	return &link{conn, in}
}

// send writes messages. One that cannot be written is lost, as on any network:
// the queen's leases and repeats are there for that.
func (l *link) send(list ...iacp.Envelope) {
	var buf []byte
	for i := range list {
		var err error
		if buf, err = list[i].AppendLine(buf); err != nil {
			log.Fatal(err) // no message of ours
		}
	}
	// Who does not read must not hold up the others.
	if err := l.conn.SetWriteDeadline(time.Now().Add(time.Second)); err == nil {
		_, _ = l.conn.Write(buf)
	}
}
