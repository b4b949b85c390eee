package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/alecthomas/kong"
	"github.com/plustwo/plustwo/adjudicate/problem"
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
	Lang    rules.Lang `enum:"en,zh-TW,zh-CN" default:"en" placeholder:"en" help:"${lang}"`
	Serve   serveCmd   `cmd:"" help:"${serve}"`
	Config  configCmd  `cmd:"" help:"${config}"`
	Judge   judgeCmd   `cmd:"" help:"${judge}"`
	Watch   watchCmd   `cmd:"" help:"${watch}"`
	Cameras camerasCmd `cmd:"" help:"${cameras}"`
	Score   scoreCmd   `cmd:"" help:"${score}"`
	Puzzles puzzlesCmd `cmd:"" help:"${puzzles}"`
	Rules   rulesCmd   `cmd:"" help:"${rules}"`
	Results resultsCmd `cmd:"" help:"${results}"`
	WCIF    wcifCmd    `cmd:"" name:"wcif" help:"${wcif}"`
	Verify  verifyCmd  `cmd:"" help:"${verify}"`
	Forget  forgetCmd  `cmd:"" help:"${forget}"`
	Rebuild rebuildCmd `cmd:"" help:"${rebuild}"`
	Version versionCmd `cmd:"" help:"${version}"`
}

// streams is where a command writes.
type streams struct {
	out, err io.Writer
	lang     rules.Lang
	colour   bool // whether out is a terminal that shows colours
}

// badInput marks an error as one of wrong use or bad input: exit code 2.
type badInput struct{ error }

// Unwrap returns the error that is marked.
func (b badInput) Unwrap() error { return b.error }

// Run runs the program with its arguments and returns its exit code.
func Run(args []string, stdout, stderr io.Writer) int {
	lang := langOf(args)
	ended := false // by --help
	help := &watched{Writer: stdout}
	parser, err := newParser(&cli{}, lang, help, stderr, func(int) { ended = true })
	if err != nil {
		return complain(stderr, lang, err)
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	ctx, err := parser.Parse(args)
	switch {
	case help.err != nil:
		return complain(stderr, lang, help.err)
	case ended:
		return exitOK
	case err != nil:
		return complain(stderr, lang, badInput{fmt.Errorf("%w\n%s", err, problem.UseHelp.In(lang))})
	}
	err = ctx.Run(&streams{stdout, stderr, lang, showsColour(stdout)})
	return complain(stderr, lang, err)
}

func newParser(c *cli, lang rules.Lang, stdout, stderr io.Writer, exit func(int)) (*kong.Kong, error) {
	return kong.New(c, kong.Name("plustwo"), kong.Writers(stdout, stderr), kong.Exit(exit), kong.Help(helpPrinter(lang)),
		kong.Description(helpTexts["about"].In(lang)), helpVars(lang), kong.ConfigureHelp(kong.HelpOptions{Compact: true}))
}

// watched remembers the first error of writing.
type watched struct {
	io.Writer
	err error
}

// Write writes through.
func (w *watched) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	if w.err == nil {
		w.err = err
	}
	return n, err
}

// complain prints an error in a language and returns the exit code for it.
func complain(stderr io.Writer, lang rules.Lang, err error) int {
	if err == nil {
		return exitOK
	}
	fmt.Fprintln(stderr, "plustwo:", problem.Tell(err, lang))
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
