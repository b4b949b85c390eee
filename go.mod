module github.com/plustwo/plustwo

go 1.26.8

require (
	gocv.io/x/gocv v0.32.0
	golang.org/x/image v0.48.0
	pgregory.net/rapid v1.3.0
)
