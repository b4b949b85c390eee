package phrase

import (
	"fmt"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// Why a picture gives no measurement, in words for the judge.
var (
	NoPuzzle = rules.Text{
		rules.English:     "No puzzle of this kind is seen clearly on the mat.",
		rules.Traditional: "墊子上看不清這種方塊。",
		rules.Simplified:  "垫子上看不清这种魔方。",
	}
	SeveralPuzzles = rules.Text{
		rules.English:     "More than one puzzle is in the picture: leave only the competitor's on the mat.",
		rules.Traditional: "畫面中不只一個方塊：墊子上只留下選手的方塊。",
		rules.Simplified:  "画面中不止一个魔方：垫子上只留下选手的魔方。",
	}
	ViewsDisagree = rules.Text{
		rules.English:     "The views do not show the same: a camera has moved, or a picture is from another moment.",
		rules.Traditional: "各鏡頭的畫面不一致：有攝影機移動了，或畫面不是同一時刻。",
		rules.Simplified:  "各镜头的画面不一致：有摄像机移动了，或画面不是同一时刻。",
	}
	NoCamera = rules.Text{
		rules.English:     "Where the camera hangs is not known: give its rig file.",
		rules.Traditional: "不知道攝影機的位置：請提供 rig 檔。",
		rules.Simplified:  "不知道摄像机的位置：请提供 rig 文件。",
	}
)

// OverExposed warns of a picture whose colours cannot be trusted.
var OverExposed = rules.Text{
	rules.English:     "The picture is over-exposed at the puzzle, so that colours look alike: less light, or a shorter exposure.",
	rules.Traditional: "方塊的畫面過曝，顏色難以分辨：請減少光線或縮短曝光。",
	rules.Simplified:  "魔方的画面过曝，颜色难以分辨：请减少光线或缩短曝光。",
}

// WrongSize says that the puzzle would have an impossible size.
func WrongSize(mm, least, most float64) rules.Text {
	say := func(s string) string { return fmt.Sprintf(s, mm, least, most) }
	return rules.Text{
		rules.English:     say("The puzzle would be %.0f mm in size, but this kind has %.0f to %.0f mm: it is a picture of one, or the rig file is another table's."),
		rules.Traditional: say("方塊大小會是 %.0f 毫米，但這種方塊是 %.0f 到 %.0f 毫米：可能只是圖片，或 rig 檔屬於別的桌子。"),
		rules.Simplified:  say("魔方大小会是 %.0f 毫米，但这种魔方是 %.0f 到 %.0f 毫米：可能只是图片，或 rig 文件属于别的桌子。"),
	}
}
