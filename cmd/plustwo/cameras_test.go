package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"strings"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/vision/camera"
)

var pluggedIn = []camera.Device{
	{Socket: "pci-0000:00:14.0-usb-0:1:1.0-video-index0", File: "/dev/video2", Name: "HD Webcam", Modes: []camera.DeviceMode{
		{Format: "MJPG", Width: 1280, Height: 720, Rates: []float64{60, 30}}, {Format: "YUYV", Width: 1280, Height: 720, Rates: []float64{10}},
		{Format: "MJPG", Width: 640, Height: 480, Rates: []float64{29.97}}}},
	{Socket: "pci-0000:00:14.0-usb-0:2:1.0-video-index0", File: "/dev/video0", Name: "相機", Modes: []camera.DeviceMode{
		{Format: "YUYV", Width: 640, Height: 480}}},
	{Socket: "pci-0000:00:14.0-usb-0:3:1.0-video-index0", File: "/dev/video4", Name: "Locked", Err: fmt.Errorf("open: %w", fs.ErrPermission)},
	{Socket: "pci-0000:00:14.0-usb-0:4:1.0-video-index0", File: "/dev/video6", Name: "Broken", Err: errors.New("input/output error")},
}

func printed(t *testing.T, c camerasCmd, l rules.Lang, all []camera.Device) string {
	t.Helper()
	var out bytes.Buffer
	if err := c.print(&streams{out: &out, lang: l}, all); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestCameras(t *testing.T) {
	for l, says := range map[rules.Lang][]string{
		rules.English:     {"write in the config", "you may not read it: sudo usermod", "input/output error"},
		rules.Traditional: {"寫在設定檔裡", "沒有讀取權限"},
		rules.Simplified:  {"写在配置文件里", "没有读取权限"},
	} {
		got := printed(t, camerasCmd{}, l, pluggedIn)
		says = append(says, "usb:pci-0000:00:14.0-usb-0:1:1.0-video-index0   HD Webcam   1280x720@60 640x480@30",
			"usb:pci-0000:00:14.0-usb-0:2:1.0-video-index0   相機        YUYV 640x480\n", "rtsp://...")
		for _, s := range says {
			if !strings.Contains(got, s) {
				t.Errorf("%s lacks %q:\n%s", l, s, got)
			}
		}
	}
}

// Where there is none, what to do is told; that is no error.
func TestCamerasNone(t *testing.T) {
	for l, says := range map[rules.Lang]string{rules.English: "Plug it in", rules.Traditional: "請直接接到電腦", rules.Simplified: "请直接接到电脑"} {
		if got := printed(t, camerasCmd{}, l, nil); !strings.Contains(got, says) || !strings.Contains(got, "/dev/video0") {
			t.Errorf("%s: %s", l, got)
		}
	}
	if got := printed(t, camerasCmd{JSON: true}, rules.English, nil); got != `{"cameras":[]}`+"\n" {
		t.Errorf("got %s", got)
	}
}

func TestCamerasJSON(t *testing.T) {
	var got camerasReport
	out := printed(t, camerasCmd{JSON: true}, rules.Traditional, pluggedIn)
	if err := json.Unmarshal([]byte(out), &got); err != nil || strings.Count(out, "\n") != 1 {
		t.Fatalf("%v: %s", err, out)
	}
	want := cameraReport{Spec: "usb:pci-0000:00:14.0-usb-0:1:1.0-video-index0", Name: "HD Webcam", File: "/dev/video2",
		Modes: []modeReport{{"MJPG", 1280, 720, []float64{60, 30}}, {"YUYV", 1280, 720, []float64{10}}, {"MJPG", 640, 480, []float64{29.97}}}}
	if len(got.Cameras) != 4 || !reflect.DeepEqual(got.Cameras[0], want) || !strings.Contains(got.Cameras[2].Error, "usermod") {
		t.Errorf("got %+v", got)
	}
}

// Whatever is plugged into this machine, the command itself runs.
func TestCamerasRuns(t *testing.T) {
	code, out, errs := plustwo("cameras", "--json")
	if code != 0 || errs != "" || !json.Valid([]byte(out)) {
		t.Errorf("code %d, %q, %q", code, out, errs)
	}
}
