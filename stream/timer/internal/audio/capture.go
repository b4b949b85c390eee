// Package audio records from sound cards. It is the only door to miniaudio.
package audio

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"
	"unsafe"

	"github.com/gen2brain/malgo"
)

// ErrDevice is wrapped by errors about a sound card.
var ErrDevice = errors.New("unusable sound card")

// queued is how many blocks of 10 ms or so may wait for Read: two seconds, far
// longer than a reader that lives takes.
const queued = 200

// Recording is a sound card that records. Read and Close may run at once.
type Recording struct {
	rate     int
	channels int
	context  *malgo.AllocatedContext
	device   *malgo.Device

	blocks chan []float32 // first channel only
	rest   []float32      // of the block that Read began
	over   chan struct{}  // closed by Close
	lost   chan struct{}  // closed when the card stops by itself
	once   sync.Once
	stop   sync.Once
}

// Open records from the sound card of that name, as Names gives it; the
// system's own choice where it is empty. Errors wrap ErrDevice.
func Open(name string) (*Recording, error) { return open(systems, name) }

// systems are the sound systems that may be there. miniaudio's own choice ends
// with one that records silence where there is no hardware.
var systems = []malgo.Backend{
	malgo.BackendWasapi, malgo.BackendDsound, malgo.BackendWinmm, malgo.BackendCoreaudio, malgo.BackendSndio,
	malgo.BackendAudio4, malgo.BackendOss, malgo.BackendPulseaudio, malgo.BackendAlsa, malgo.BackendJack,
}

func open(systems []malgo.Backend, name string) (*Recording, error) {
	context, err := malgo.InitContext(systems, malgo.ContextConfig{}, nil)
	if err != nil {
		return nil, fmt.Errorf("%w: no sound system: %w", ErrDevice, err)
	}
	r := &Recording{context: context, blocks: make(chan []float32, queued), over: make(chan struct{}), lost: make(chan struct{})}
	if err := r.start(name); err != nil {
		return nil, errors.Join(fmt.Errorf("%w: %q: %w", ErrDevice, name, err), release(context))
	}
	return r, nil
}

func release(context *malgo.AllocatedContext) error {
	err := context.Uninit()
	context.Free()
	return err
}

func (r *Recording) start(name string) error {
	config := malgo.DefaultDeviceConfig(malgo.Capture)
	config.Capture.Format = malgo.FormatF32
	config.Capture.Channels = 0 // as many as the card has, so that the left one stays apart
	config.SampleRate = 0       // as the card has it
	if name != "" {
		info, err := find(r.context, name)
		if err != nil {
			return err
		}
		var pin runtime.Pinner // InitDevice copies it
		defer pin.Unpin()
		pin.Pin(&info.ID)
		config.Capture.DeviceID = unsafe.Pointer(&info.ID)
	}
	device, err := malgo.InitDevice(r.context.Context, config, malgo.DeviceCallbacks{Data: r.take, Stop: r.stopped})
	if err != nil {
		return err
	}
	r.device = device
	r.rate, r.channels = int(device.SampleRate()), max(1, int(device.CaptureChannels()))
	if err := device.Start(); err != nil {
		device.Uninit()
		return err
	}
	return nil
}

// find gives the card of that name.
func find(context *malgo.AllocatedContext, name string) (malgo.DeviceInfo, error) {
	all, err := context.Devices(malgo.Capture)
	if err != nil {
		return malgo.DeviceInfo{}, err
	}
	var names []string
	for _, d := range all {
		if d.Name() == name {
			return d, nil
		}
		names = append(names, d.Name())
	}
	return malgo.DeviceInfo{}, fmt.Errorf("there is no such input; there are %q", names)
}

// Names lists the sound cards that can record.
func Names() ([]string, error) {
	context, err := malgo.InitContext(systems, malgo.ContextConfig{}, nil)
	if err != nil {
		return nil, fmt.Errorf("%w: no sound system: %w", ErrDevice, err)
	}
	all, err := context.Devices(malgo.Capture)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%w: %w", ErrDevice, err), release(context))
	}
	var names []string
	for _, d := range all {
		names = append(names, d.Name())
	}
	return names, release(context)
}

// take is called on the sound system's thread with interleaved samples.
func (r *Recording) take(_, raw []byte, frames uint32) {
	n := int(frames)
	if n == 0 || len(raw) < 4*n*r.channels || r.channels == 0 {
		return
	}
	all := unsafe.Slice((*float32)(unsafe.Pointer(&raw[0])), n*r.channels)
	left := make([]float32, n)
	for i := range left {
		left[i] = all[i*r.channels]
	}
	select {
	case r.blocks <- left:
	default: // a gap would shift all moments after it
		r.stopped()
	}
}

func (r *Recording) stopped() { r.stop.Do(func() { close(r.lost) }) }

// Rate gives the samples a second.
func (r *Recording) Rate() int { return r.rate }

// Read waits for samples of the first channel, -1 to 1, and tells how many came.
// After Close the error is io.EOF; it wraps ErrDevice where the card was lost.
func (r *Recording) Read(mono []float32) (int, error) {
	if len(r.rest) == 0 {
		select {
		case <-r.over:
			return 0, io.EOF
		case <-r.lost:
			return 0, fmt.Errorf("%w: it stopped, or was not read for two seconds", ErrDevice)
		case r.rest = <-r.blocks:
		}
	}
	n := copy(mono, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// Close ends the recording, and a Read that waits. It is safe twice.
func (r *Recording) Close() error {
	var err error
	r.once.Do(func() {
		close(r.over)
		r.device.Uninit()
		err = release(r.context)
	})
	return err
}
