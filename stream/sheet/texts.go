package sheet

import (
	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

func text(en, tw, cn string) rules.Text {
	return rules.Text{rules.English: en, rules.Traditional: tw, rules.Simplified: cn}
}

// What stands on a sheet.
var (
	title      = text("Incident sheet", "事件紀錄表", "事件记录表")
	date       = text("Date", "日期", "日期")
	table      = text("Table", "桌號", "赛台")
	competitor = text("Competitor", "選手", "选手")
	event      = text("Event", "項目", "项目")
	round      = text("Round", "輪", "轮次")
	number     = text("Attempt", "第幾次", "第几次")
	rulebook   = text("Rulebook", "規則", "规则")
	extraOf    = text("Extra attempt for", "補這一次", "补这一次")
	standing   = text("Result that stands", "有效成績", "有效成绩")
	articles   = text("Articles", "條文", "条文")
	undecided  = text("not decided", "尚未判定", "尚未判定")
	frozen     = text("(frozen for the Delegate)", "（已凍結，等裁判長）", "（已冻结，等代表）")
	void       = text("set aside", "不計", "不计")
	suggestion = text("What the cameras suggested", "攝影機的建議", "摄像机的建议")
	checks     = text("To be checked", "請查看", "请查看")
	happened   = text("Timer, penalties, flags", "計時器、加罰、注意事項", "计时器、加罚、注意事项")
	reading    = text("timer reading", "計時器讀數", "计时器读数")
	byHand     = text("by hand", "人工輸入", "人工输入")
	flag       = text("flag", "注意", "注意")
	dismissed  = text("dismissed by", "取消者", "取消者")
	decided    = text("Decisions", "判定", "判定")
	takenBack  = text("taken back", "已收回", "已撤回")
	signed     = text("Both signatures stand on the score sheet.", "成績單上已有雙方簽名。", "成绩单上已有双方签名。")
	incidents  = text("Frozen scenes, extra attempts", "凍結、補賽", "冻结、额外尝试")
	until      = text("to be settled by", "處理期限", "处理期限")
	resolved   = text("ended by decision", "結束於判定", "结束于判定")
	request    = text("asks for an extra attempt", "要求補賽", "要求额外尝试")
	extra      = text("extra attempt", "補賽", "额外尝试")
	watched    = text("Recordings that were watched", "觀看錄影的紀錄", "观看录像的记录")
	byStep     = text("frame by frame", "逐格", "逐帧")
	origin     = text("Where this comes from", "來源", "来源")
	id         = text("Attempt's id", "編號", "编号")
	still      = text("Picture (hash)", "圖片（雜湊）", "图片（哈希）")
	bookID     = text("Rulebook's id", "規則代號", "规则代号")
	software   = text("Software", "軟體", "软件")
	printed    = text("Printed", "列印時間", "打印时间")
	signatures = text("Signatures", "簽名", "签名")
	second     = text("Second Delegate", "第二位裁判長", "第二位代表")
)

var roles = map[rules.Role]rules.Text{
	rules.Device:   text("device", "裝置", "设备"),
	rules.Judge:    text("Judge", "裁判", "裁判"),
	rules.Delegate: text("Delegate", "裁判長", "代表"),
}

var manners = map[attempt.Manner]rules.Text{
	attempt.Confirms:  text("agrees", "同意建議", "同意建议"),
	attempt.Overrides: text("decides otherwise", "另行判定", "另行判定"),
	attempt.Unaided:   text("decides", "判定", "判定"),
	attempt.Amends:    text("amends", "更正", "更正"),
	attempt.Upholds:   text("upholds", "維持", "维持"),
}

var whys = map[attempt.Why]rules.Text{
	attempt.Unsure:   text("the judge calls", "裁判呼叫", "裁判呼叫"),
	attempt.Dispute:  text("dispute", "爭議", "争议"),
	attempt.Incident: text("incident", "突發事件", "突发事件"),
}

var statuses = map[attempt.ExtraStatus]rules.Text{
	attempt.Pending: text("provisional", "暫定", "暂定"),
	attempt.Used:    text("counts", "採計", "采用"),
	attempt.Dropped: text("does not count", "不採計", "不采用"),
}
