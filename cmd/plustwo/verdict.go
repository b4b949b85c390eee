package main

import (
	"errors"
	"slices"

	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/cmd/plustwo/internal/judging"
	"github.com/plustwo/plustwo/vision"
	"github.com/plustwo/plustwo/vision/fit"
)

// verdict is everything that judging one scene gave, to be printed or drawn.
type verdict struct{ *judging.Verdict }

// judge judges pictures of one scene. An empty event is told from the pictures.
func judge(views []vision.View, event string, book *rules.Rulebook) (*verdict, error) {
	if event != "" {
		if _, err := puzzleOf(event); err != nil {
			return nil, err
		}
	}
	v, err := judging.Judge(views, event, book)
	if err != nil {
		return nil, tellView(views, err)
	}
	return &verdict{v}, nil
}

// tellView makes it bad input that a picture has too few pixels, and names it.
func tellView(views []vision.View, err error) error {
	if errors.Is(err, fit.ErrView) {
		return badInput{problem.At(smallest(views), problem.New(err, problem.FewPixels))}
	}
	return err
}

// smallest names the view with the smallest picture.
func smallest(views []vision.View) string {
	small := slices.MinFunc(views, func(a, b vision.View) int {
		return min(a.Image.Width, a.Image.Height) - min(b.Image.Width, b.Image.Height)
	})
	return small.Name
}
