package main

import (
	"github.com/plustwo/plustwo/adjudicate/journal"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// counts are what there is in a record.
const (
	counts   = "tables {tables}, events {events}, attempts {attempts}, evidence {files} ({size}), deleted {deleted}, to be sent on {pending}"
	countsTW = "桌 {tables}、事件 {events}、嘗試 {attempts}、證據 {files}（{size}）、已刪除 {deleted}、待傳送 {pending}"
	countsCN = "赛台 {tables}、事件 {events}、尝试 {attempts}、证据 {files}（{size}）、已删除 {deleted}、待发送 {pending}"
)

// What the commands on a record say.
var (
	recordWhole  = helpText("whole: "+counts, "完好："+countsTW, "完好："+countsCN)
	recordCounts = helpText("whole among it: "+counts, "其中完好："+countsTW, "其中完好："+countsCN)
	recordFaulty = helpText("faults in {dir}: {n}", "{dir} 的錯誤：{n}", "{dir} 的错误：{n}")
	recordNoData = helpText("give the folder of the record: --data DIR", "請給紀錄的資料夾：--data DIR", "请给记录的文件夹：--data DIR")
	forgetNoName = helpText("say who asks for it, for the record: --by NAME", "請給要求者的名字，以便記錄：--by NAME", "请给要求者的名字，以便记录：--by NAME")
	forgetNobody = helpText("say whose footage is to be deleted, as attempts name the competitor", "請給要刪除影像的選手，以嘗試中的名稱為準", "请给要删除影像的选手，以尝试中的名称为准")
	forgotten    = helpText("{who}: deleted {files} ({size}), attempts {attempts}", "{who}：已刪除 {files}（{size}），嘗試 {attempts}", "{who}：已删除 {files}（{size}），尝试 {attempts}")
	forgetKept   = helpText("kept, since it waits for a Delegate: table {table}, attempt {attempt} (--waiting deletes it too)",
		"保留，因為正在等候 WCA代表：{table} 號桌，嘗試 {attempt}（--waiting 也會刪除它）", "保留，因为正在等候 WCA代表：赛台 {table}，尝试 {attempt}（--waiting 也会删除它）")
	rebuilt = helpText("made anew from the events: attempts {attempts}", "已由事件重建：嘗試 {attempts}", "已由事件重建：尝试 {attempts}")
)

// recordErrors are the errors of a record in words.
var recordErrors = map[error]rules.Text{
	journal.ErrNoRecord: helpText("there is no record in {dir}: give the folder that plustwo serve writes to", "{dir} 沒有紀錄：請給 plustwo serve 寫入的資料夾", "{dir} 没有记录：请给 plustwo serve 写入的文件夹"),
	journal.ErrInUse:    helpText("another plustwo writes to {dir}: stop it first", "另一個 plustwo 正在寫入 {dir}：請先停止它", "另一个 plustwo 正在写入 {dir}：请先停止它"),
	journal.ErrReadOnly: helpText("{dir} cannot be written: check its disk and its permissions", "無法寫入 {dir}：請檢查磁碟和權限", "无法写入 {dir}：请检查磁盘和权限"),
	journal.ErrFull:     helpText("the disk of {dir} is full: make room", "{dir} 的磁碟已滿：請清出空間", "{dir} 的磁盘已满：请腾出空间"),
	journal.ErrCorrupt:  helpText("the record in {dir} is damaged: plustwo verify says where", "{dir} 的紀錄已損壞：請用 plustwo verify 查看", "{dir} 的记录已损坏：请用 plustwo verify 查看"),
}

// recordPage is printed below the descriptions of the commands on a record.
func recordPage(about, codes rules.Text) rules.Text {
	page := "{about}\n\n{codes}"
	return rules.Text{rules.English: page, rules.Traditional: page, rules.Simplified: page}.Fill(map[string]rules.Text{"about": about, "codes": codes})
}

var recordCodes = helpText("Exit codes: 0 done, 2 wrong use or no record there, 1 anything else.", "結束碼：0 完成，2 用法有誤或沒有紀錄，1 其他。", "退出码：0 完成，2 用法有误或没有记录，1 其他。")

var verifyDetail = recordPage(
	helpText("Looks at the database's pages, every table's chain of events, what is shown of every attempt, and every picture and clip. Changes nothing, and may run while plustwo serve does.",
		"檢查資料庫的頁面、每張桌的事件鏈、每次嘗試的顯示內容，以及每張圖片和影片。不做任何更改，可與 plustwo serve 同時執行。",
		"检查数据库的页面、每个赛台的事件链、每次尝试的显示内容，以及每张图片和视频。不做任何更改，可与 plustwo serve 同时运行。"),
	helpText("Exit codes: 0 all is whole, 1 something is not (each fault is named on a line), 2 wrong use or no record there.",
		"結束碼：0 全部完好，1 有錯誤（逐行列出），2 用法有誤或沒有紀錄。", "退出码：0 全部完好，1 有错误（逐行列出），2 用法有误或没有记录。"))

var forgetDetail = recordPage(
	helpText("Deletes every picture and clip of a competitor's attempts. The deletion goes on record; results and the chain stay as they are. Stop plustwo serve first.",
		"刪除一位選手所有嘗試的圖片和影片。刪除會記錄下來；成績和事件鏈不變。請先停止 plustwo serve。",
		"删除一位选手所有尝试的图片和视频。删除会记录下来；成绩和事件链不变。请先停止 plustwo serve。"), recordCodes)

var rebuildDetail = recordPage(
	helpText("Makes attempts, the queue, disputes and results anew from the events, should verify say that they do not follow from them. Stop plustwo serve first.",
		"由事件重建嘗試、待處理清單、爭議和成績，用於 verify 指出它們與事件不符時。請先停止 plustwo serve。",
		"由事件重建尝试、待处理列表、争议和成绩，用于 verify 指出它们与事件不符时。请先停止 plustwo serve。"), recordCodes)
