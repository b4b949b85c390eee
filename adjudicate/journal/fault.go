package journal

import (
	"strconv"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// FaultKind says what is wrong.
type FaultKind string

// The kinds.
const (
	FaultPage    FaultKind = "page"    // the database cannot be read, or its pages do not fit together
	FaultSchema  FaultKind = "schema"  // a table, index or migration is not as the program makes it
	FaultLog     FaultKind = "log"     // the write-ahead log is damaged before its end
	FaultGap     FaultKind = "gap"     // events of a chain are missing
	FaultChain   FaultKind = "chain"   // an event does not follow the one before
	FaultHash    FaultKind = "hash"    // an event was altered
	FaultEnd     FaultKind = "end"     // a chain does not end where it is said to
	FaultView    FaultKind = "view"    // what is shown of an attempt does not follow from its events
	FaultOutbox  FaultKind = "outbox"  // something is to be sent on that is not on record
	FaultMissing FaultKind = "missing" // a file of evidence
	FaultTorn    FaultKind = "torn"    // a file of evidence is shorter than it was
	FaultAltered FaultKind = "altered" // a file of evidence has another content
	FaultUndead  FaultKind = "undead"  // a file is there although it was deleted
)

// Fault is one thing that is wrong with a record. Fields that do not apply are
// empty.
type Fault struct {
	Kind    FaultKind `json:"kind"`
	Table   string    `json:"table,omitempty"`
	Seq     int64     `json:"seq,omitempty"` // of an event in its table's chain
	Event   string    `json:"event,omitempty"`
	Attempt string    `json:"attempt,omitempty"`
	File    string    `json:"file,omitempty"`
	Detail  string    `json:"detail,omitempty"` // more, in English
}

// Text says in words what is wrong, and where.
func (f Fault) Text() rules.Text {
	text, ok := faultTexts[f.Kind]
	if !ok {
		text = rules.Plain(string(f.Kind))
	}
	return text.Fill(map[string]rules.Text{"table": rules.Plain(f.Table), "seq": rules.Plain(strconv.FormatInt(f.Seq, 10)),
		"event": rules.Plain(f.Event), "attempt": rules.Plain(f.Attempt), "file": rules.Plain(f.File), "detail": rules.Plain(f.Detail)})
}

var faultTexts = map[FaultKind]rules.Text{
	FaultPage: say("the database is damaged: {detail}",
		"資料庫已損壞：{detail}", "数据库已损坏：{detail}"),
	FaultSchema: say("the database's {detail} is not as plustwo makes it",
		"資料庫的 {detail} 與 plustwo 建立的不同", "数据库的 {detail} 与 plustwo 建立的不同"),
	FaultLog: say("{file} is damaged before its end: events after that place are lost here ({detail})",
		"{file} 在結尾之前已損壞：此處之後的事件已遺失（{detail}）", "{file} 在结尾之前已损坏：此处之后的事件已丢失（{detail}）"),
	FaultGap: say("table {table}: events are missing before number {seq}",
		"{table} 號桌：第 {seq} 號之前有事件遺失", "赛台 {table}：第 {seq} 号之前有事件丢失"),
	FaultChain: say("table {table}: event {seq} ({event}) does not follow the one before",
		"{table} 號桌：第 {seq} 號事件（{event}）與前一個不連續", "赛台 {table}：第 {seq} 号事件（{event}）与前一个不连续"),
	FaultHash: say("table {table}: event {seq} ({event}) was altered",
		"{table} 號桌：第 {seq} 號事件（{event}）已被更改", "赛台 {table}：第 {seq} 号事件（{event}）已被更改"),
	FaultEnd: say("table {table}: the chain ends at event {seq}, and should not: {detail}",
		"{table} 號桌：紀錄止於第 {seq} 號事件，但不應如此：{detail}", "赛台 {table}：记录止于第 {seq} 号事件，但不应如此：{detail}"),
	FaultView: say("table {table}, attempt {attempt}: what is shown does not follow from its events ({detail}): run plustwo rebuild",
		"{table} 號桌，嘗試 {attempt}：顯示的內容與事件不符（{detail}）：請執行 plustwo rebuild", "赛台 {table}，尝试 {attempt}：显示的内容与事件不符（{detail}）：请运行 plustwo rebuild"),
	FaultOutbox: say("event {event} is to be sent on, and is not on record",
		"事件 {event} 待傳送，但不在紀錄中", "事件 {event} 待发送，但不在记录中"),
	FaultMissing: say("table {table}, attempt {attempt}: the evidence {file} is missing",
		"{table} 號桌，嘗試 {attempt}：證據 {file} 遺失", "赛台 {table}，尝试 {attempt}：证据 {file} 丢失"),
	FaultTorn: say("table {table}, attempt {attempt}: the evidence {file} is cut short ({detail})",
		"{table} 號桌，嘗試 {attempt}：證據 {file} 不完整（{detail}）", "赛台 {table}，尝试 {attempt}：证据 {file} 不完整（{detail}）"),
	FaultAltered: say("table {table}, attempt {attempt}: the evidence {file} was altered",
		"{table} 號桌，嘗試 {attempt}：證據 {file} 已被更改", "赛台 {table}，尝试 {attempt}：证据 {file} 已被更改"),
	FaultUndead: say("the evidence {file} was deleted, and is there all the same",
		"證據 {file} 已刪除，但檔案仍在", "证据 {file} 已删除，但文件仍在"),
}

func say(en, tw, cn string) rules.Text {
	return rules.Text{rules.English: en, rules.Traditional: tw, rules.Simplified: cn}
}
