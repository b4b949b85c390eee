//go:build matprofile

package cv

import "gocv.io/x/gocv"

// Matrices counts the matrices that are open, for tests of packages that use
// this one: Go does not free them.
func Matrices() int { return gocv.MatProfile.Count() }
