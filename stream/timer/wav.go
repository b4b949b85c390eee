package timer

import (
	"errors"
	"io"
)

// blocksPerSecond is how sound is cut: often enough that silence is told in time.
const blocksPerSecond = 50

// WAV is a Stackmat whose sound is in a WAV file, or comes as one from a
// recorder through a pipe.
type WAV struct {
	pump
	in    io.ReadCloser
	audio *audio
}

// NewWAV listens to a WAV file of any number of channels, of which the first is
// taken, as fast as its reader gives it and the events are taken. Moments count
// from its first sample by the number of samples. The source closes the reader.
// Errors wrap ErrAudio.
func NewWAV(in io.ReadCloser) (*WAV, error) {
	file, err := newWAVFile(in)
	if err != nil {
		return nil, errors.Join(err, in.Close())
	}
	a, err := newAudio(file.rate, &stackmat{})
	if err != nil {
		return nil, errors.Join(err, in.Close())
	}
	w := &WAV{pump: newPump(), in: in, audio: a}
	go w.run(file)
	return w, nil
}

// block is a piece of sound, or why there is no more.
type block struct {
	mono []float32
	err  error
}

// run owns the decoder. Reading has a goroutine of its own, as only closing the
// file stops it.
func (w *WAV) run(file *wavFile) {
	blocks := make(chan block)
	over := make(chan struct{})
	read := make(chan struct{})
	go func() {
		defer close(read)
		w.read(file, blocks, over)
	}()
	err := w.listen(blocks)
	close(over)
	err = errors.Join(err, w.in.Close())
	<-read
	w.drain()
	w.end(err)
}

func (w *WAV) read(file *wavFile, blocks chan<- block, over <-chan struct{}) {
	for {
		mono := make([]float32, max(1, file.rate/blocksPerSecond))
		n, err := file.read(mono)
		select {
		case blocks <- block{mono[:n], err}:
		case <-over:
			return
		}
		if err != nil {
			return
		}
	}
}

// listen decodes until the file ends or the source is closed.
func (w *WAV) listen(blocks <-chan block) error {
	samples := 0
	for {
		in := blocks
		out, e := w.head()
		if out != nil {
			in = nil // a file waits for its reader
		}
		select {
		case b := <-in:
			samples += len(b.mono)
			w.audio.samples(b.mono, w.audio.long(samples))
			if err := w.add(w.audio.take(), w.audio.counts); err != nil {
				return err
			}
			if errors.Is(b.err, io.EOF) {
				return nil
			}
			if b.err != nil {
				return b.err
			}
		case out <- e:
			w.sent()
		case <-w.quit:
			return nil
		}
	}
}

var _ Source = (*WAV)(nil)
