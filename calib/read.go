package calib

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/plustwo/plustwo/calib/geom"
)

// fields are the values of a JSON object, by key. Keys are matched by exact
// case, since a key such as "T" is one of the others, to be ignored.
type fields map[string]json.RawMessage

// object reads one JSON object; ok is false for other values. A key that stands
// there twice is a Fault, since either could be meant.
func object(raw []byte) (out fields, ok bool, f *Fault) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, false, nil
	}
	out = fields{}
	for dec.More() {
		key, err := dec.Token()
		name, isText := key.(string)
		var v json.RawMessage
		if err != nil || !isText || dec.Decode(&v) != nil {
			return nil, false, nil
		}
		if _, twice := out[name]; twice {
			return nil, false, fault("", sayTwice, "key", name)
		}
		out[name] = v
	}
	return out, true, nil
}

// checkJSON says where a file is not JSON.
func checkJSON(raw []byte) *Fault {
	var v json.RawMessage
	err := json.Unmarshal(raw, &v)
	if err == nil {
		return nil
	}
	at := len(raw)
	var syntax *json.SyntaxError
	ends := strings.Contains(err.Error(), "unexpected end") // encoding/json has no error of its own for it
	if errors.As(err, &syntax) && !ends {
		at = max(0, min(int(syntax.Offset)-1, len(raw)))
	}
	before := raw[:at]
	line := bytes.Count(before, []byte("\n")) + 1
	column := utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
	return fault("", sayNotJSON, "line", line, "column", column)
}

// found quotes a JSON value for a message.
func found(raw []byte) string {
	const most = 60 // characters: a matrix of round numbers
	var line bytes.Buffer
	if json.Compact(&line, raw) != nil {
		line.Write(raw)
	}
	s := []rune(strings.ToValidUTF8(line.String(), "?"))
	if len(s) > most {
		s = append(s[:most], '…')
	}
	return string(s)
}

// parseCameras returns the "cameras" of a rig file.
func parseCameras(raw []byte) (fields, *Fault) {
	raw = bytes.TrimPrefix(raw, []byte("\ufeff")) // some editors put it there
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil, fault("", sayEmpty)
	}
	if f := checkJSON(raw); f != nil {
		return nil, f
	}
	top, ok, f := object(raw)
	if f == nil && !ok {
		f = fault("", sayNotObject, "found", found(raw))
	}
	if f != nil {
		return nil, f
	}
	list, ok := top["cameras"]
	if !ok {
		return nil, fault("cameras", sayNoCameras)
	}
	cameras, ok, f := object(list)
	if f != nil {
		f.Field = "cameras"
		return nil, f
	}
	if !ok || len(cameras) == 0 {
		return nil, fault("cameras", sayCameras, "found", found(list))
	}
	return cameras, nil
}

// parseCamera reads one camera and checks it.
func parseCamera(raw json.RawMessage) (*Camera, *Fault) {
	in, ok, f := object(raw)
	if f == nil && !ok {
		f = fault("", sayCamera, "found", found(raw))
	}
	if f != nil {
		return nil, f
	}
	cam := &Camera{}
	for _, part := range []func(fields, *Camera) *Fault{parseSize, parseK, parseDist, parsePose} {
		if f := part(in, cam); f != nil {
			return nil, f
		}
	}
	return cam, nil
}

// number is a float64 that JSON must give: null and strings are errors.
type number float64

// UnmarshalJSON reads a number and nothing else.
func (n *number) UnmarshalJSON(raw []byte) error {
	var f *float64
	if err := json.Unmarshal(raw, &f); err != nil || f == nil {
		return errors.New("not a number")
	}
	*n = number(*f)
	return nil
}

func parseSize(in fields, cam *Camera) *Fault {
	for _, side := range []struct {
		key string
		to  *int
	}{{"width", &cam.Width}, {"height", &cam.Height}} {
		raw, ok := in[side.key]
		if !ok {
			return fault(side.key, sayMissing)
		}
		var v number
		if json.Unmarshal(raw, &v) != nil || v < 1 || v > maxSide || float64(v) != math.Trunc(float64(v)) {
			return fault(side.key, saySide, "found", found(raw), "most", maxSide)
		}
		*side.to = int(v)
	}
	return nil
}

func parseK(in fields, cam *Camera) *Fault {
	k, f := matrix(in, "K")
	if f != nil {
		return f
	}
	switch {
	case k[6] != 0 || k[7] != 0 || k[8] != 1:
		return fault("K", sayLastRow, "found", found(in["K"]))
	case !(k[0] > 0) || !(k[4] > 0):
		return fault("K", sayFocal, "fx", k[0], "fy", k[4])
	case math.Abs(k[1]) > skewTolerance || math.Abs(k[3]) > skewTolerance:
		return fault("K", saySkew, "skew", math.Max(math.Abs(k[1]), math.Abs(k[3])))
	}
	cam.Fx, cam.Fy, cam.Cx, cam.Cy = k[0], k[4], k[2], k[5]
	return cam.checkK()
}

func parseDist(in fields, cam *Camera) *Fault {
	d, f := vector(in, "dist", len(cam.Dist), sayDist)
	if f != nil {
		return f
	}
	copy(cam.Dist[:], d)
	return cam.checkLens()
}

func parsePose(in fields, cam *Camera) *Fault {
	m, f := matrix(in, "R")
	if f != nil {
		return f
	}
	r := geom.Rot(m)
	if !r.Valid(rotTolerance) {
		return fault("R", sayNoRotation)
	}
	t, f := vector(in, "t", 3, sayPlace)
	if f != nil {
		return f
	}
	cam.CamFromMat = geom.Pose{R: orthonormal(r), T: geom.Vec{X: t[0], Y: t[1], Z: t[2]}.Mul(mmPerMetre)}
	return cam.checkPose()
}

// matrix reads a 3x3 matrix, row by row.
func matrix(in fields, key string) (out [9]float64, f *Fault) {
	raw, ok := in[key]
	if !ok {
		return out, fault(key, sayMissing)
	}
	var rows [][]number
	err := json.Unmarshal(raw, &rows)
	bad := err != nil || len(rows) != 3
	for i := 0; !bad && i < 3; i++ {
		if bad = len(rows[i]) != 3; !bad {
			for j, v := range rows[i] {
				out[3*i+j] = float64(v)
			}
		}
	}
	if bad {
		return out, fault(key, sayMatrix, "found", found(raw))
	}
	return out, nil
}

// vector reads a list of n numbers; says is the fault where it is none.
func vector(in fields, key string, n int, says string) ([]float64, *Fault) {
	raw, ok := in[key]
	if !ok {
		return nil, fault(key, sayMissing)
	}
	var list []number
	if err := json.Unmarshal(raw, &list); err != nil || len(list) != n {
		return nil, fault(key, says, "found", found(raw))
	}
	out := make([]float64, n)
	for i, v := range list {
		out[i] = float64(v)
	}
	return out, nil
}
