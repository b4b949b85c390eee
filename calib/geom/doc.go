// Package geom holds the few geometric types that every other package speaks:
// Angle, Vec, Rot, Pose and Pixel.
//
// # Frames
//
// All frames are right-handed. Lengths are millimetres unless a name says otherwise.
//
//   - mat: origin at the mat's centre, x to the competitor's right, y away from
//     the competitor, z up. The table's surface is z = 0.
//   - cam: origin at the camera's centre, x right in the picture, y down, z forward.
//   - puzzle: origin at the puzzle's core. For cubes x points to R, y to U and
//     z to F; the other puzzles state their axes in their definition file.
//     Its lengths are in puzzle sizes (the definition says which length is 1).
//   - pixel: u right, v down; (0,0) is the centre of the top-left pixel.
//
// # Names
//
// A Pose is named target-from-source (camFromMat, matFromPuzzle), so that in a
// product the adjacent names match: camFromPuzzle = camFromMat * matFromPuzzle.
package geom
