//go:build matprofile

package table

import "gocv.io/x/gocv"

// mats is how many of OpenCV's matrices are open.
func mats() int { return gocv.MatProfile.Count() }
