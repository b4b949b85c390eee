// Command plustwo looks at pictures of a puzzle at the end of a solve and
// suggests no penalty, +2 or DNF to the judge.
package main

import "os"

func main() { os.Exit(Run(os.Args[1:], os.Stdout, os.Stderr)) }
