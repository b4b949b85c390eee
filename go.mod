module github.com/plustwo/plustwo

go 1.26.8
