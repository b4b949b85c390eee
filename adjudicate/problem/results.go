package problem

// Problems with a round's attempts.
var (
	ResultsEvent = text("there are no results in {event}: give one of {known}",
		"{event} 沒有成績：請選 {known} 其中之一", "{event} 没有成绩：请选 {known} 其中之一")
	ResultsFormat = text("{book} has no format {format}: give --format as one of {known}",
		"{book} 沒有賽制 {format}：--format 請選 {known} 其中之一", "{book} 没有赛制 {format}：--format 请选 {known} 其中之一")
	ResultsAttempt = text("{found} is no result: write it as {like}",
		"{found} 不是成績：請寫成 {like}", "{found} 不是成绩：请写成 {like}")
	ResultsMany = text("attempts: {found}; the format has {most}",
		"還原 {found} 次；這個賽制只有 {most} 次", "还原 {found} 次；这个赛制只有 {most} 次")
	ResultsFile = text(`it cannot be read: write lines such as {line}, or JSON such as {json}`,
		`無法讀取：請寫成 {line} 這樣的行，或 {json} 這樣的 JSON`, `无法读取：请写成 {line} 这样的行，或 {json} 这样的 JSON`)
	ResultsCutoff = text("{found} is no cutoff: write the attempts and the result to beat, as {like}",
		"{found} 不是門檻：請寫次數和要超越的成績，例如 {like}", "{found} 不是及格线：请写次数和要超越的成绩，例如 {like}")
	ResultsRound = text("the round cannot be counted: {why}", "無法計算這一輪：{why}", "无法计算这一轮：{why}")
	ResultsLine  = text("line {line}", "第 {line} 行", "第 {line} 行")
)
