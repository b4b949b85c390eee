package problem

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

var errCause = errors.New("cause")

func TestTell(t *testing.T) {
	err := fmt.Errorf("judging: %w", At("a.jpg", New(errCause, LargeFile, "mb", "385")))
	for l, want := range map[rules.Lang]string{
		rules.English:     "a.jpg: the file is larger than 385 MB: save it as JPEG",
		rules.Traditional: "a.jpg：檔案超過 385 MB：請存成 JPEG",
		rules.Simplified:  "a.jpg：文件超过 385 MB：请存成 JPEG",
	} {
		if got := Tell(err, l); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if !errors.Is(err, errCause) {
		t.Error("the cause is lost")
	}
	list := New(nil, UnknownEvent, "name", "x", "known", []string{"222", "333"})
	if en, tw := list.Error(), Tell(list, rules.Traditional); en != "unknown event x: give one of 222, 333" || tw != "沒有 x 這個項目：請選 222、333 其中之一" {
		t.Errorf("a list: %q, %q", en, tw)
	}
	if got := Tell(errCause, rules.Traditional); got != "cause" {
		t.Errorf("a foreign error: %q", got)
	}
}

func TestRig(t *testing.T) {
	says := "the camera would be {far} m away: give metres, not millimetres"
	err := Rig(errCause, "rig.json", "overhead", "t", says, map[string]any{"far": 600})
	if got, want := err.Error(), "rig file rig.json: camera overhead: t: the camera would be 600 m away: give metres, not millimetres"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := Tell(err, rules.Simplified), "rig 文件 rig.json：摄像机 overhead：t：摄像机会在 600 米外：单位要是米，不是毫米"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := Rig(nil, "", "", "", "news", nil).Text.In(rules.Traditional); got != "news" {
		t.Errorf("what it does not know it tells as it is: got %q", got)
	}
}

// Every text is there in every language with as many places.
func TestComplete(t *testing.T) {
	all := append(rig, NoFile, Folder, Unreadable, Empty, LargeFile, NoPicture, OtherKind, Video, Damaged, EndsEarly, OddKind,
		NoPixels, ManyPixels, FewPixels, Orientation, NoPictures, UnknownEvent, UnknownRulebook, ViewsMissing, ViewWithoutRig,
		ViewTwice, PictureTwice, ViewList, UseHelp, DrawKind, DrawNoFolder, DrawOver,
		EmptyVideo, NoVideo, OtherThanVideo, CutVideo, DamagedVideo, NoIndex, OddVideo, BreaksOff, SizeChanges, StopTime, StopLate,
		CameraNoSpec, CameraScheme, CameraBare, CameraNoPath, CameraOption, CameraNoOptions, CameraValue, CameraNoDialler,
		CameraMissing, CameraNone, CameraNoDevice, CameraRefused, CameraStopped, CameraUnreachable, CameraAnswer,
		CameraNoPictures, CameraBadPictures, CameraOpening, CameraFrozen, CameraRepeats, CameraEnded, CameraHangs, CameraClosed,
		WCIFLarge, WCIFSyntax, WCIFDeep, WCIFTwice, WCIFMissing, WCIFKind, WCIFVersion, WCIFNumber, WCIFWord, WCIFLike, WCIFShared, WCIFNowhere,
		WCIFText, WCIFInt, WCIFBool, WCIFList, WCIFObject, WCIFNull, WCIFNum,
		ResultsEvent, ResultsFormat, ResultsAttempt, ResultsMany, ResultsFile, ResultsCutoff, ResultsRound, ResultsLine,
		SynthName, SynthOption, SynthTwice, SynthValue, SynthSeed, SynthUnplugged)
	for _, text := range all {
		en := text[rules.English]
		for _, l := range rules.Langs() {
			if text[l] == "" || strings.Count(text[l], "{") != strings.Count(en, "{") {
				t.Errorf("%s: %q for %q", l, text[l], en)
			}
		}
	}
}
