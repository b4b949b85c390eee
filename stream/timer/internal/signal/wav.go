package signal

import (
	"encoding/binary"
	"math"
)

// WAV writes samples of one channel as a WAV file of 16-bit PCM, with silence
// in the channels after the first.
func WAV(mono []float32, rate, channels int) []byte {
	const bytes, pcm, header = 2, 1, 36
	frame := channels * bytes
	size := len(mono) * frame
	le := binary.LittleEndian
	out := append([]byte("RIFF"), le.AppendUint32(nil, uint32(header+size))...)
	out = append(out, "WAVEfmt "...)
	out = le.AppendUint32(out, 16)
	out = le.AppendUint16(out, pcm)
	out = le.AppendUint16(out, uint16(channels))
	out = le.AppendUint32(out, uint32(rate))
	out = le.AppendUint32(out, uint32(rate*frame))
	out = le.AppendUint16(out, uint16(frame))
	out = le.AppendUint16(out, 8*bytes)
	out = append(out, "data"...)
	out = le.AppendUint32(out, uint32(size))
	for _, x := range mono {
		out = le.AppendUint16(out, uint16(int16(math.Round(float64(x)*math.MaxInt16))))
		out = append(out, make([]byte, frame-bytes)...)
	}
	return out
}
