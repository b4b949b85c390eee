// Package match compares what was read of a puzzle's stickers with the states
// that the puzzle can be in.
//
// # Evidence
//
// Every sticker that was seen has a cost for each colour: the natural logarithm
// of how much less probable that colour is than the sticker's most probable one,
// 0 for the latter. The cost of a state is the sum over the seen stickers, for
// the scheme (an injective assignment of colours to faces) that makes it least.
// No scheme is preferred to another, so neither the colours' names nor how the
// puzzle lies matter.
//
// # States
//
// A state is a pattern of labels: the home face of the sticker at each place.
// Two sets of states are compared:
//
//   - near: solved, and everything one outer-block move from it;
//   - assemblies: every way to put the puzzle's own pieces together, each piece
//     at a place of its kind, turned in any way that fits. This is more than what
//     turning reaches, on purpose: corners twist in place and pieces pop and are
//     put back, and both end in a state that the rules judge (WCA 5b5f+++, SRA 56).
//
// A pattern's count of moves does not change when its labels are renamed, so
// comparing patterns ignores names.
package match
