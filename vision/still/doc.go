// Package still watches the end of a solve, frame by frame: when the puzzle
// lies at rest after the timer's stop (10b of the WCA Regulations), where it
// moved, whether a hand held it at the stop (A6c) or touched it after (A6e),
// and whether it left the picture. It takes the still to be measured: the
// sharpest resting frame and the mean of several.
//
// It works on a small copy of each picture, about 25 pixels to a puzzle, and
// does not know what a puzzle looks like: where it needs to know where the
// puzzle lies it asks (an event of kind Look), and whoever measures pictures
// answers with the outline that was found (Watcher.Place). From then on it
// follows that outline by what it shows, with the light taken out, so that
// exposure, mains flicker and a screen's glow are no motion.
//
// A Watcher reads no clock and starts no goroutine: frames go in, events come
// out. It is for one goroutine.
package still
