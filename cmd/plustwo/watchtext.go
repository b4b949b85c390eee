package main

import (
	"fmt"
	"time"

	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/vision/still"
)

// What "watch" says as it happens, with %s for times and names.
var (
	sayStopped = helpText("the timer stopped (told by sight)", "計時器停止（由畫面判斷）", "计时器停止（由画面判断）")
	sayRested  = helpText("the puzzle lies at rest (10b)", "方塊已靜止（10b）", "魔方已静止（10b）")
	sayStill   = helpText("still of %d frames: %s", "以 %d 張畫面合成靜止圖：%s", "以 %d 张画面合成静止图：%s")
	sayCovered = helpText("something passed over the puzzle from %s to %s; it did not move", "%s 至 %s 有東西經過方塊上方；方塊沒有移動", "%s 至 %s 有东西经过魔方上方；魔方没有移动")
	sayMoved   = helpText("the puzzle moved from %s to %s with nothing beside it", "%s 至 %s 方塊自行移動，旁邊沒有東西", "%s 至 %s 魔方自行移动，旁边没有东西")
	sayLayer   = helpText("a layer is not where it was before the contact (A6e1): please look", "有一層和碰觸之前不同（A6e1）：請查看", "有一层和碰触之前不同（A6e1）：请查看")
	sayLeft    = helpText("not in view: judge where it lies", "不在畫面中：請到方塊所在之處判定", "不在画面中：请到魔方所在之处判定")
	sayBack    = helpText("in view again", "重新回到畫面中", "重新回到画面中")
)

var sayContact = map[string]rules.Text{
	still.HeldAtStop:   helpText("held or touched when the timer stopped, from %s to %s (A6c): please look", "停表時手仍接觸方塊，%s 至 %s（A6c）：請查看", "停表时手仍接触魔方，%s 至 %s（A6c）：请查看"),
	still.TouchedAfter: helpText("touched and moved after the stop, from %s to %s (A6e2): please look", "停表後碰動了方塊，%s 至 %s（A6e2）：請查看", "停表后碰动了魔方，%s 至 %s（A6e2）：请查看"),
	still.MovedLayer:   helpText("touched after the stop, from %s to %s, and looks different since (A6e1): please look", "停表後碰觸了方塊，%s 至 %s，之後外觀不同（A6e1）：請查看", "停表后碰触了魔方，%s 至 %s，之后外观不同（A6e1）：请查看"),
}

// Why there is no ruling.
var (
	noStop = helpText("The timer's stop was not seen: give it with --stop.", "畫面中看不到停表：請用 --stop 提供時間。", "画面中看不到停表：请用 --stop 提供时间。")
	noRest = helpText("The clip does not show the puzzle at rest after the stop.", "影片中看不到方塊在停表後靜止。", "视频中看不到魔方在停表后静止。")
)

// why says why there is no ruling.
func (w *watching) why() rules.Text {
	switch {
	case w.seen.StopS == nil:
		return noStop
	case w.seen.LeftView:
		return sayLeft
	}
	return noRest
}

// clock writes a time of the clip.
func clock(d time.Duration) string { return fmt.Sprintf("%.3f s", d.Seconds()) }

// watchDetail is printed below the description of "watch".
var watchDetail = func() rules.Text {
	page := `{about}

{examples}
  plustwo watch --event 333 --rig rig.json --stop 0.733 end.mp4
      {lines}
  plustwo watch --event 333 --rig rig.json --json end.mp4
      {sight}

{codes}`
	return rules.Text{rules.English: page, rules.Traditional: page, rules.Simplified: page}.Fill(map[string]rules.Text{
		"about": helpText("Follows the puzzle: when it came to rest after the stop (10b), whether a hand held it at the stop (A6c) or touched it after (A6e), whether it left the picture. The ruling is of the still at rest. Contacts are for the judge to look at and change no ruling.",
			"追蹤方塊：停表後何時靜止（10b）、停表時手是否仍接觸（A6c）、停表後是否被碰觸（A6e）、是否離開畫面。建議依據靜止時的畫面。接觸只供裁判查看，不改變建議。",
			"追踪魔方：停表后何时静止（10b）、停表时手是否仍接触（A6c）、停表后是否被碰触（A6e）、是否离开画面。建议依据静止时的画面。接触只供裁判查看，不改变建议。"),
		"examples": helpText("Examples:", "範例：", "示例："),
		"lines":    helpText("What happens, line by line, and the ruling.", "逐行列出發生的事，最後是建議。", "逐行列出发生的事，最后是建议。"),
		"sight":    helpText("The stop told by sight; one line for a program to read.", "由畫面判斷停表；輸出一行給程式讀取。", "由画面判断停表；输出一行给程序读取。"),
		"codes": helpText(`Exit codes: 0 watched ("refer" and "not in view" included), 2 wrong use or bad input, 1 anything else.`,
			"結束碼：0 已看完（包括「請裁判判定」和「不在畫面中」），2 用法或輸入有誤，1 其他。", "退出码：0 已看完（包括“请裁判判定”和“不在画面中”），2 用法或输入有误，1 其他。"),
	})
}()
