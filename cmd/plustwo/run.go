package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// Exit codes.
const (
	exitOK    = 0 // done; a ruling of "refer" included
	exitOther = 1 // anything else
	exitUsage = 2 // wrong use or bad input
)

// cli is the command line: one field for each subcommand, each in its file.
type cli struct {
	Judge   judgeCmd   `cmd:"" help:"Judge pictures of one puzzle at rest."`
	Score   scoreCmd   `cmd:"" help:"Judge a folder of scenes with known truth and compare."`
	Puzzles puzzlesCmd `cmd:"" help:"List the puzzles that can be judged."`
	Version versionCmd `cmd:"" help:"Print the version."`
}

// streams is where a command writes.
type streams struct {
	out, err io.Writer
	colour   bool // whether out is a terminal that shows colours
}

// badInput marks an error as one of wrong use or bad input: exit code 2.
type badInput struct{ error }

// Unwrap returns the error that is marked.
func (b badInput) Unwrap() error { return b.error }

// Run runs the program with its arguments and returns its exit code.
func Run(args []string, stdout, stderr io.Writer) int {
	ended := false // by --help
	parser, err := newParser(&cli{}, stdout, stderr, func(int) { ended = true })
	if err != nil {
		fmt.Fprintln(stderr, "plustwo:", err)
		return exitOther
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	ctx, err := parser.Parse(args)
	if ended {
		return exitOK
	}
	if err != nil {
		return complain(stderr, badInput{fmt.Errorf("%w\nRun plustwo --help, or plustwo COMMAND --help, for what it takes", err)})
	}
	err = ctx.Run(&streams{stdout, stderr, showsColour(stdout)})
	return complain(stderr, err)
}

func newParser(c *cli, stdout, stderr io.Writer, exit func(int)) (*kong.Kong, error) {
	return kong.New(c, kong.Name("plustwo"), kong.Writers(stdout, stderr), kong.Exit(exit),
		kong.Description("Looks at pictures of a puzzle at the end of a solve and suggests no penalty, +2 or DNF. The judge decides."),
		kong.Vars{"rulebook": rules.Default, "rulebooks": strings.Join(rules.Books(), ", ")},
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}))
}

// complain prints an error and returns the exit code for it.
func complain(stderr io.Writer, err error) int {
	if err == nil {
		return exitOK
	}
	fmt.Fprintln(stderr, "plustwo:", err)
	var bad badInput
	if errors.As(err, &bad) {
		return exitUsage
	}
	return exitOther
}

// showsColour tells whether a stream is a terminal whose user has not asked
// for plain text (NO_COLOR, see no-color.org).
func showsColour(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
