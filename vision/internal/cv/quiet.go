package cv

import (
	"os"
	"sync"
)

// settings are OpenCV's, which it takes from the environment. It looks each up
// once, when it is first needed.
var settings = []struct{ name, value string }{
	// AV_LOG_QUIET: what FFmpeg has to say becomes an error here.
	{"OPENCV_FFMPEG_LOGLEVEL", "-8"},
	// The same for OpenCV.
	{"OPENCV_LOG_LEVEL", "SILENT"},
	// Seconds until a device that gives no frame is given up; else 10.
	{"OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "2"},
	// OpenCV's own choice of TCP, and the microseconds until a network camera
	// that is silent is given up; else 30 s.
	{"OPENCV_FFMPEG_CAPTURE_OPTIONS", "rtsp_flags;prefer_tcp|timeout;5000000"},
}

// quiet sets what the user has not set.
var quiet = sync.OnceFunc(func() {
	for _, s := range settings {
		if os.Getenv(s.name) == "" {
			os.Setenv(s.name, s.value)
		}
	}
})
