package schema_test

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The package is a leaf of the module and can reach no network loader. The
// library imports net for the formats of IP addresses, which is not a client.
func TestDependencies(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Skipf("go list does not run: %v", err)
	}
	deps := strings.Fields(string(out))
	for _, banned := range []string{"net/http", "crypto/tls", "os/exec", "plugin"} {
		if slices.Contains(deps, banned) {
			t.Errorf("imports %s", banned)
		}
	}
	for _, dep := range deps {
		own := strings.HasPrefix(dep, "github.com/silp-protocol/silp-go")
		if own && !strings.HasSuffix(dep, "/schema") || strings.HasSuffix(dep, "/httploader") {
			t.Errorf("imports %s", dep)
		}
	}
}

// The schema is compiled by the first call. The runtime tells what the
// initialization of each package costs.
func TestNoWorkAtImport(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Skipf("the test binary does not run again: %v", err)
	}
	line := regexp.MustCompile(`init github\.com/silp-protocol/silp-go/schema @.* (\d+) bytes, (\d+) allocs`)
	m := line.FindStringSubmatch(string(out))
	if m == nil {
		return // nothing to initialize
	}
	if n, _ := strconv.Atoi(m[1]); n > 4096 {
		t.Errorf("importing the package allocates: %s", m[0])
	}
}
