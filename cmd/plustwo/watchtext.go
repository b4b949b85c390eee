package main

import (
	"fmt"
	"time"

	"github.com/plustwo/plustwo/adjudicate/phrase"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/vision/still"
)

func words(en, tw, cn string) rules.Text {
	return rules.Text{rules.English: en, rules.Traditional: tw, rules.Simplified: cn}
}

// What "watch" says as it happens, with %s for times and names.
var (
	sayStopped = words("the timer stopped (told by sight)", "計時器停止（由畫面判斷）", "计时器停止（由画面判断）")
	sayRested  = words("the puzzle lies at rest (10b)", "方塊已靜止（10b）", "魔方已静止（10b）")
	sayStill   = words("still of %d frames: %s", "以 %d 張畫面合成靜止圖：%s", "以 %d 张画面合成静止图：%s")
	sayCovered = words("something passed over the puzzle from %s to %s; it did not move", "%s 至 %s 有東西經過方塊上方；方塊沒有移動", "%s 至 %s 有东西经过魔方上方；魔方没有移动")
	sayMoved   = words("the puzzle moved from %s to %s with nothing beside it", "%s 至 %s 方塊自行移動，旁邊沒有東西", "%s 至 %s 魔方自行移动，旁边没有东西")
	sayLeft    = words("not in view: judge where it lies", "不在畫面中：請到方塊所在之處判定", "不在画面中：请到魔方所在之处判定")
	sayBack    = words("in view again", "重新回到畫面中", "重新回到画面中")
)

var sayContact = map[string]rules.Text{
	still.HeldAtStop:   words("held or touched when the timer stopped, from %s to %s (A6c): please look", "停表時手仍接觸方塊，%s 至 %s（A6c）：請查看", "停表时手仍接触魔方，%s 至 %s（A6c）：请查看"),
	still.TouchedAfter: words("touched and moved after the stop, from %s to %s (A6e2): please look", "停表後碰動了方塊，%s 至 %s（A6e2）：請查看", "停表后碰动了魔方，%s 至 %s（A6e2）：请查看"),
	still.MovedLayer:   words("touched after the stop, from %s to %s, and looks different since (A6e1): please look", "停表後碰觸了方塊，%s 至 %s，之後外觀不同（A6e1）：請查看", "停表后碰触了魔方，%s 至 %s，之后外观不同（A6e1）：请查看"),
}

// Why there is no ruling.
var (
	noStop = words("The timer's stop was not seen: give it with --stop.", "畫面中看不到停表：請用 --stop 提供時間。", "画面中看不到停表：请用 --stop 提供时间。")
	noRest = words("The clip does not show the puzzle at rest after the stop.", "影片中看不到方塊在停表後靜止。", "视频中看不到魔方在停表后静止。")
)

// why says why there is no ruling.
func (w *watching) why() rules.Text {
	switch {
	case w.cam == nil:
		return phrase.NoCamera
	case w.seen.StopS == nil:
		return noStop
	case w.seen.LeftView:
		return sayLeft
	}
	return noRest
}

// clock writes a time of the clip.
func clock(d time.Duration) string { return fmt.Sprintf("%.3f s", d.Seconds()) }
