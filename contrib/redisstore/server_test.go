package redisstore_test

import (
	"bufio"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"
)

// server is a redis-server on a loopback port, with its data in a folder of the
// test and the settings that the package documentation asks for.
type server struct {
	t    *testing.T
	dir  string
	port int
	cmd  *exec.Cmd
	logs chan struct{} // closed when the process has ended
}

// newServer starts a server, or skips the test where there is none to start.
// With SILP_REDIS=1, as in CI, that is a failure.
func newServer(t *testing.T) *server {
	t.Helper()
	if _, err := exec.LookPath("redis-server"); err != nil {
		if os.Getenv("SILP_REDIS") != "" {
			t.Fatal("SILP_REDIS is set, and redis-server is not on the path")
		}
		t.Skip("redis-server is not on the path")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &server{t: t, dir: t.TempDir(), port: l.Addr().(*net.TCPAddr).Port}
	l.Close()
	s.start()
	t.Cleanup(func() { s.kill() })
	return s
}

// start returns when the server has read its data and listens.
func (s *server) start() {
	s.t.Helper()
	s.cmd = exec.Command("redis-server", "--bind", "127.0.0.1", "--port", strconv.Itoa(s.port), "--dir", s.dir,
		"--appendonly", "yes", "--appendfsync", "always", "--save", "", "--maxmemory-policy", "noeviction", "--daemonize", "no")
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	ready, ended := make(chan string, 1), make(chan struct{})
	s.logs = ended
	go func() {
		defer close(ended)
		var all strings.Builder
		for lines := bufio.NewScanner(out); lines.Scan(); {
			if all.WriteString(lines.Text() + "\n"); strings.Contains(lines.Text(), "Ready to accept connections") {
				ready <- ""
			}
		}
		ready <- all.String()
	}()
	if log := <-ready; log != "" {
		s.t.Fatalf("redis-server has ended:\n%s", log)
	}
}

// kill ends the server as kill -9 does.
func (s *server) kill() {
	if s.cmd.ProcessState != nil {
		return
	}
	s.cmd.Process.Kill()
	<-s.logs
	s.cmd.Wait()
}

func (s *server) client() *redis.Client {
	c := redis.NewClient(&redis.Options{Addr: net.JoinHostPort("127.0.0.1", strconv.Itoa(s.port))})
	s.t.Cleanup(func() { c.Close() })
	return c
}

// logSize is the size of the append-only files.
func (s *server) logSize() (n int64) {
	files, err := filepath.Glob(filepath.Join(s.dir, "appendonlydir", "*"))
	if err != nil {
		s.t.Fatal(err)
	}
	for _, name := range files {
		if info, err := os.Stat(name); err == nil {
			n += info.Size()
		}
	}
	return n
}
