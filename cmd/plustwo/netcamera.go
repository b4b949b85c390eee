package main

import (
	"context"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/vision/camera"
)

// dialCamera fetches a network camera's stream; a camera.Dial. A user and
// password in the address are sent by the Basic scheme. Cameras are at the
// venue, so that no proxy is asked.
func dialCamera() camera.Dial {
	const patience = 5 * time.Second // to connect, and again to the answer's head
	client := &http.Client{Transport: &http.Transport{
		DialContext:           (&net.Dialer{Timeout: patience}).DialContext,
		TLSHandshakeTimeout:   patience,
		ResponseHeaderTimeout: patience,
		DisableKeepAlives:     true, // a stream is read until it ends
	}}
	return func(ctx context.Context, address string) (io.ReadCloser, error) {
		// The stream lives on after the context of its first picture.
		alive, end := context.WithCancel(context.WithoutCancel(ctx))
		stop := context.AfterFunc(ctx, end)
		defer stop()
		body, err := getStream(alive, client, address)
		if err != nil {
			end()
			return nil, err
		}
		return stream{body, end}, nil
	}
}

func getStream(ctx context.Context, client *http.Client, address string) (io.ReadCloser, error) {
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	q.Header.Set("User-Agent", "plustwo")
	answer, err := client.Do(q)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode != http.StatusOK {
		answer.Body.Close()
		return nil, problem.New(nil, problem.CameraAnswer, "status", answer.Status)
	}
	return answer.Body, nil
}

// stream is a network camera's answer.
type stream struct {
	io.ReadCloser
	end context.CancelFunc
}

// Close ends a Read that waits, too.
func (s stream) Close() error {
	s.end()
	return s.ReadCloser.Close()
}
