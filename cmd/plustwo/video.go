package main

import (
	"github.com/plustwo/plustwo/stream/rtc"
	"github.com/plustwo/plustwo/stream/web"
)

// video is live video by WebRTC, where its port is free.
type video struct{ server *rtc.Server }

// video starts live video. Without it browsers take pictures over HTTP, so that a
// port that is taken is told and no reason to stop.
func (v *venue) video(address string) video {
	s, err := rtc.New(rtc.Config{Listen: address, Camera: v.stage, Overlay: v.overlay, Log: v.log})
	if err != nil {
		v.log.Warn("no live video by WebRTC: browsers take pictures over HTTP; give another --video", "address", address, "err", err)
		return video{}
	}
	return video{s}
}

// peers is what the screens' server asks; nil without a server.
func (x video) peers() web.Peers {
	if x.server == nil {
		return nil
	}
	return x.server
}

// Close ends all connections.
func (x video) Close() error {
	if x.server == nil {
		return nil
	}
	return x.server.Close()
}

// stage finds a camera's encoder.
func (v *venue) stage(table, camera string) (rtc.Source, bool) {
	f := v.films[table]
	if f == nil {
		return nil, false
	}
	s := f.Stage(camera)
	return s, s != nil
}

// overlay is what belongs to a live picture.
func (v *venue) overlay(table, camera string, seq uint64) []byte {
	for _, t := range v.hall {
		if t.ID() == table {
			return t.Overlay(camera, seq)
		}
	}
	return nil
}
