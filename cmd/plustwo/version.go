package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// version is set by the linker (see the Makefile).
var version = ""

// versionCmd is "plustwo version".
type versionCmd struct{}

// Run prints the version and the rulebooks that are built in.
func (versionCmd) Run(s *streams) error {
	v := version
	if info, ok := debug.ReadBuildInfo(); ok && v == "" {
		v = info.Main.Version
	}
	_, err := fmt.Fprintf(s.out, "plustwo %s (%s, %s/%s)\nrulebooks: %s\n", v, runtime.Version(), runtime.GOOS, runtime.GOARCH, strings.Join(rules.Books(), ", "))
	return err
}
