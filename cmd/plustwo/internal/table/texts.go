package table

import "github.com/plustwo/plustwo/adjudicate/rules"

func text(en, tw, cn string) rules.Text {
	return rules.Text{rules.English: en, rules.Traditional: tw, rules.Simplified: cn}
}

// What screens say of the table's parts.
var (
	timerAwaited = text("the timer has not been heard yet", "還沒有收到計時器的訊號", "还没有收到计时器的信号")
	timerSilent  = text("the timer is silent: check its cable; enter the time by hand", "收不到計時器訊號：請檢查線路，並手動輸入時間", "收不到计时器信号：请检查线路，并手动输入时间")
	timerNoisy   = text("the timer's signal is noisy: check its cable", "計時器訊號有雜訊：請檢查線路", "计时器信号有噪声：请检查线路")

	recordBehind = text("the record cannot be written ({why}): use the paper score sheet. {n} entries wait", "無法寫入紀錄（{why}）：請用紙本成績單。有 {n} 筆待寫入", "无法写入记录（{why}）：请用纸质成绩单。有 {n} 条待写入")
	recordSick   = text("the record cannot be written ({why}): use the paper score sheet", "無法寫入紀錄（{why}）：請用紙本成績單", "无法写入记录（{why}）：请用纸质成绩单")
	recordFaulty = text("the record is damaged in {n} places: judging goes on; keep the paper score sheets, and run plustwo verify", "紀錄有 {n} 處損壞：可以繼續判定；請保留紙本成績單，並執行 plustwo verify", "记录有 {n} 处损坏：可以继续判定；请保留纸质成绩单，并运行 plustwo verify")
	recordSlow   = text("the disk is slow: writing takes {ms} ms. Judging goes on", "磁碟很慢：寫入需要 {ms} 毫秒。可以繼續判定", "磁盘很慢：写入需要 {ms} 毫秒。可以继续判定")
	diskLow      = text("the disk is nearly full: {mb} MB are left. Make room; judging goes on", "磁碟快滿了：剩 {mb} MB。請清出空間；可以繼續判定", "磁盘快满了：剩 {mb} MB。请清理空间；可以继续判定")
	footageStays = text("old footage cannot be deleted ({why})", "無法刪除舊的錄影（{why}）", "无法删除旧的录像（{why}）")
	diskFull     = text("the disk is full", "磁碟已滿", "磁盘已满")
	diskReadOnly = text("the disk cannot be written", "磁碟無法寫入", "磁盘无法写入")
	recordBroken = text("the record is damaged", "紀錄已損壞", "记录已损坏")
	storeFails   = text("pictures cannot be kept ({why}): free some space on the disk", "無法保存圖片（{why}）：請清出磁碟空間", "无法保存图片（{why}）：请清理磁盘空间")
	noSuggestion = text("no suggestions: the overhead camera gives no picture. Judge by hand", "沒有建議：頂部攝影機沒有畫面。請人工判定", "没有建议：顶部摄像机没有画面。请人工判定")
	noPuzzle     = text("no suggestions for this event: judge by hand", "這個項目沒有建議：請人工判定", "这个项目没有建议：请人工判定")
	stopBySight  = text("the stop is told by sight: enter the time by hand", "由畫面判斷停表：請手動輸入時間", "由画面判断停表：请手动输入时间")

	tooClose   = text("Too close to call", "太接近限度", "太接近限度")
	notInView  = text("Not in view", "不在畫面中", "不在画面中")
	judgeThere = text("judge where it lies", "請到方塊所在之處判定", "请到魔方所在之处判定")
)
