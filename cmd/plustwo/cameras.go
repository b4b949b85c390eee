package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/vision/camera"
)

// camerasCmd is "plustwo cameras".
type camerasCmd struct {
	JSON bool `name:"json" help:"${judge_json}"`
}

// Run lists the cameras that are plugged in.
func (c *camerasCmd) Run(s *streams) error { return c.print(s, camera.Devices()) }

func (c *camerasCmd) print(s *streams, all []camera.Device) error {
	if c.JSON {
		enc := json.NewEncoder(s.out)
		enc.SetEscapeHTML(false)
		return enc.Encode(listCameras(all, s.lang))
	}
	p := &page{lang: s.lang, colour: s.colour}
	if len(all) == 0 {
		p.line("%s", noCamera.In(s.lang))
	} else {
		p.cameras(all)
	}
	p.line("\n%s", p.ink(otherCameras.In(s.lang), faint))
	_, err := io.WriteString(s.out, p.String())
	return err
}

func (p *page) cameras(all []camera.Device) {
	rows := [][]string{{camerasSpec.In(p.lang), camerasName.In(p.lang), camerasModes.In(p.lang)}}
	for _, d := range all {
		modes := p.modes(d.Modes)
		if d.Err != nil {
			modes = p.ink(whyNotAsked(d, p.lang), yellow)
		}
		rows = append(rows, []string{d.Spec(), d.Name, modes})
	}
	p.table(rows)
}

// modes writes the sizes of a camera with the frames a second of each: those of
// JPEG pictures, which is what is asked for, or else all.
func (p *page) modes(all []camera.DeviceMode) string {
	const usual = "MJPG"
	var compressed, other []string
	for _, m := range all {
		text := fmt.Sprintf("%dx%d", m.Width, m.Height)
		if len(m.Rates) > 0 {
			text += fmt.Sprintf("@%g", round(m.Rates[0], 1))
		}
		if m.Format == usual {
			compressed = append(compressed, text)
		} else {
			other = append(other, m.Format+" "+text)
		}
	}
	if len(compressed) == 0 {
		compressed = other
	}
	return dash(strings.Join(compressed, " "))
}

// whyNotAsked tells why a camera could not be asked for its modes.
func whyNotAsked(d camera.Device, l rules.Lang) string {
	if d.Denied() {
		return camerasDenied.In(l)
	}
	return problem.Tell(d.Err, l)
}

// camerasReport is the object that "cameras --json" prints.
type camerasReport struct {
	Cameras []cameraReport `json:"cameras"`
}

type cameraReport struct {
	Spec  string       `json:"spec"`
	Name  string       `json:"name"`
	File  string       `json:"file"`
	Modes []modeReport `json:"modes"`
	Error string       `json:"error,omitempty"` // why it could not be asked
}

type modeReport struct {
	Format string    `json:"format"`
	Width  int       `json:"width"`
	Height int       `json:"height"`
	FPS    []float64 `json:"fps"` // the highest first
}

func listCameras(all []camera.Device, l rules.Lang) camerasReport {
	out := camerasReport{[]cameraReport{}}
	for _, d := range all {
		c := cameraReport{Spec: d.Spec(), Name: d.Name, File: d.File, Modes: []modeReport{}}
		for _, m := range d.Modes {
			fps := []float64{}
			for _, r := range m.Rates {
				fps = append(fps, round(r, 2))
			}
			c.Modes = append(c.Modes, modeReport{m.Format, m.Width, m.Height, fps})
		}
		if d.Err != nil {
			c.Error = whyNotAsked(d, l)
		}
		out.Cameras = append(out.Cameras, c)
	}
	return out
}

var (
	camerasSpec   = helpText("write in the config", "寫在設定檔裡", "写在配置文件里")
	camerasName   = helpText("name", "名稱", "名称")
	camerasModes  = helpText("sizes, with frames a second", "畫面大小與每秒張數", "画面大小与每秒帧数")
	camerasDenied = helpText("you may not read it: sudo usermod -aG video $USER, then log in again",
		"沒有讀取權限：請執行 sudo usermod -aG video $USER，再重新登入", "没有读取权限：请执行 sudo usermod -aG video $USER，再重新登录")
	noCamera = helpText(`No USB camera is plugged in, or none that Linux knows.
  - Plug it in, straight into the computer rather than a hub, and try again.
  - Nothing still? See that it is listed by lsusb, and by ls /dev/video*.
  - In a container or virtual machine: hand the device through (docker run --device /dev/video0).`,
		`沒有接 USB 攝影機，或是 Linux 不認得。
  - 請直接接到電腦（不要經過集線器），再試一次。
  - 仍然沒有？請確認 lsusb 和 ls /dev/video* 有列出來。
  - 在容器或虛擬機裡：請把裝置傳入（docker run --device /dev/video0）。`,
		`没有接 USB 摄像机，或是 Linux 不认识。
  - 请直接接到电脑（不要经过集线器），再试一次。
  - 仍然没有？请确认 lsusb 和 ls /dev/video* 有列出来。
  - 在容器或虚拟机里：请把设备传入（docker run --device /dev/video0）。`)
	otherCameras = helpText("usb: takes ?size=1280x720&rate=30 too. Other cameras: rtsp://..., http://... (MJPEG), file:clip.mp4, synth:...",
		"usb: 後面也可以加 ?size=1280x720&rate=30。其他攝影機：rtsp://...、http://...（MJPEG）、file:clip.mp4、synth:...",
		"usb: 后面也可以加 ?size=1280x720&rate=30。其他摄像机：rtsp://...、http://...（MJPEG）、file:clip.mp4、synth:...")
)

// camerasDetail is printed below the description of "cameras".
var camerasDetail = func() rules.Text {
	page := `{about}

{examples}
  plustwo cameras
  plustwo cameras --json --lang zh-TW`
	return rules.Text{rules.English: page, rules.Traditional: page, rules.Simplified: page}.Fill(map[string]rules.Text{
		"about": helpText("A USB camera is named by the socket it is plugged into, so that the name is the same after a restart, and after another camera of the same make took its place.",
			"USB 攝影機以所接的插孔命名，重新開機後名稱不變，換成同型號的攝影機也不變。",
			"USB 摄像机以所接的接口命名，重新开机后名称不变，换成同型号的摄像机也不变。"),
		"examples": helpText("Examples:", "範例：", "示例："),
	})
}()
