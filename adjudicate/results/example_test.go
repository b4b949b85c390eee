package results_test

import (
	"fmt"

	"github.com/plustwo/plustwo/adjudicate/results"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// Feliks Zemdegs' world record average of 2013.
func ExampleRound_Count() {
	book, err := rules.Load("wca-2026-04-01")
	if err != nil {
		fmt.Println(err)
		return
	}
	round := results.Round{Book: book, Event: "333", Format: "a"}
	result, err := round.Count([]results.Attempt{{Value: 691}, {Value: 641}, {Value: 625}, {Value: 730}, {Value: 631}}, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(results.Text(book, "333", result.Best, false), results.Text(book, "333", result.Average, true))
	// Output: 6.25 6.54
}
