module github.com/plustwo/plustwo

go 1.26.8

require (
	github.com/alecthomas/kong v1.17.0
	gocv.io/x/gocv v0.32.0
	golang.org/x/image v0.48.0
	pgregory.net/rapid v1.3.0
)

require (
	golang.org/x/sys v0.50.0 // indirect
	golang.org/x/text v0.44.0 // indirect
	gonum.org/v1/gonum v0.17.0 // indirect
)
