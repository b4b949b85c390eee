// Package browser holds the tests of the screens in a real browser; see
// browser_test.go. They are built with the tag "browser", as "make test" does:
// they need the built screens, Node.js and Chromium.
package browser
