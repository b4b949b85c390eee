package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"net"
	"net/textproto"
	"strings"
	"sync"
	"testing"
	"time"
)

// rtspServer is a network camera that sends JPEG pictures by RTP (RFC 2435)
// within its RTSP connection (RFC 2326, 10.12), to anybody. It returns its host
// and port.
func rtspServer(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	var mu sync.Mutex
	var open []net.Conn
	all.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			mu.Lock()
			open = append(open, c)
			mu.Unlock()
			all.Go(func() { serveRTSP(c) })
		}
	})
	t.Cleanup(func() {
		l.Close()
		mu.Lock()
		for _, c := range open {
			c.Close()
		}
		mu.Unlock()
		all.Wait()
	})
	return l.Addr().String()
}

// serveRTSP answers requests until the client has left.
func serveRTSP(c net.Conn) {
	defer c.Close()
	in := textproto.NewReader(bufio.NewReader(c))
	over := make(chan struct{})
	var play sync.Once
	var playing sync.WaitGroup
	defer playing.Wait()
	defer close(over)
	for {
		line, err := in.ReadLine()
		if err != nil {
			return
		}
		head, err := in.ReadMIMEHeader()
		if err != nil {
			return
		}
		more, body := "", ""
		switch method, _, _ := strings.Cut(line, " "); method {
		case "OPTIONS":
			more = "Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN\r\n"
		case "DESCRIBE":
			body = "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=camera\r\nt=0 0\r\nm=video 0 RTP/AVP 26\r\nc=IN IP4 0.0.0.0\r\na=control:track0\r\n"
			more = fmt.Sprintf("Content-Type: application/sdp\r\nContent-Length: %d\r\n", len(body))
		case "SETUP":
			more = "Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\nSession: 1\r\n"
		case "PLAY":
			more = "Session: 1\r\n"
		}
		fmt.Fprintf(c, "RTSP/1.0 200 OK\r\nCSeq: %s\r\n%s\r\n%s", head.Get("CSeq"), more, body)
		if strings.HasPrefix(line, "PLAY") {
			play.Do(func() { playing.Go(func() { sendRTP(c, over) }) })
		}
	}
}

// sendRTP sends one picture after the other until the client has left.
func sendRTP(c net.Conn, over <-chan struct{}) {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	const clock = 90000 // ticks a second of RTP's video clock
	for n := 0; ; n++ {
		packet := rtpJPEG(view(n), uint16(n), uint32(n*clock*int(interval)/int(time.Second)))
		frame := append([]byte{'$', 0, byte(len(packet) >> 8), byte(len(packet))}, packet...)
		if _, err := c.Write(frame); err != nil {
			return
		}
		select {
		case <-tick.C:
		case <-over:
			return
		}
	}
}

// rtpJPEG packs a small picture by Go's encoder into one packet.
func rtpJPEG(raw []byte, seq uint16, at uint32) []byte {
	const version, lastOfPicture, typeJPEG = 0x80, 0x80, 26
	out := []byte{version, lastOfPicture | typeJPEG}
	out = binary.BigEndian.AppendUint16(out, seq)
	out = binary.BigEndian.AppendUint32(out, at)
	out = binary.BigEndian.AppendUint32(out, 1) // the source
	const subsampled, ownTables, block = 1, 255, 8
	frame := bytes.Index(raw, []byte{0xff, 0xc0})
	height, width := raw[frame+6], raw[frame+8] // below 256
	out = append(out, 0, 0, 0, 0, subsampled, ownTables, width/block, height/block)
	const tables = 128
	out = append(out, 0, 0, 0, tables)
	for at := 0; ; {
		next := bytes.Index(raw[at:], []byte{0xff, 0xdb})
		if next < 0 {
			break
		}
		at += next + 4
		end := at + int(binary.BigEndian.Uint16(raw[at-2:])) - 2
		for ; at < end; at += 65 { // each after its number
			out = append(out, raw[at+1:at+65]...)
		}
	}
	scan := bytes.Index(raw, []byte{0xff, 0xda})
	return append(out, raw[scan+2+int(binary.BigEndian.Uint16(raw[scan+2:])):len(raw)-2]...)
}
