// Package play plays attempts at a table that does not exist, frame by frame as
// a camera sees them: for demonstrations, and for tests of everything that
// follows a camera.
//
// A Script is one attempt as plain data: where the puzzle, hands and cover are
// at which time, what the light and the camera do, and what truly happens, such
// as the timer's events. Write makes scripts of many kinds. A Reel draws a
// script's frames by number; a Table plays scripts one after another by a clock,
// and its Live is the camera.
//
// A synthetic camera is named by a spec, all of which but the scheme may be left
// out (Parse):
//
//	synth:?seed=7&event=333&script=demo&view=overhead&width=1280&pace=real&length=usual&counter=ms&wait=8s
//
// script is one of Kinds, "all" for each in turn, or "demo". pace=fast plays as
// fast as frames are taken, and length=short makes an attempt a third as long:
// tests of many attempts want both. counter=frames or counter=ms draws a number that a
// program can read back from the picture (DrawCounter). wait is how long a
// script waits for Table.Decided at most; wait=forever for as long as it takes.
//
// Places are those of the mat frame, in millimetres; times count from the
// script's start. The same script and seed give the same pictures.
package play
