package problem

// Problems with a video.
var (
	EmptyVideo = text("the file is empty: copy it again",
		"檔案是空的：請重新複製", "文件是空的：请重新复制")
	NoVideo = text("this is no video file: give an MP4, MOV, MKV, WebM or AVI video",
		"這不是影片檔：請給 MP4、MOV、MKV、WebM 或 AVI 影片", "这不是视频文件：请给 MP4、MOV、MKV、WebM 或 AVI 视频")
	OtherThanVideo = text("this is a file of the kind {kind}: give an MP4, MOV, MKV, WebM or AVI video",
		"這是 {kind} 檔：請給 MP4、MOV、MKV、WebM 或 AVI 影片", "这是 {kind} 文件：请给 MP4、MOV、MKV、WebM 或 AVI 视频")
	CutVideo = text("the {kind} ends early: copy it again",
		"這個 {kind} 檔不完整：請重新複製", "这个 {kind} 文件不完整：请重新复制")
	DamagedVideo = text("the {kind} is damaged: copy it again",
		"這個 {kind} 檔已損壞：請重新複製", "这个 {kind} 文件已损坏：请重新复制")
	NoIndex = text("the {kind} has no index, as where a recording was cut off: record or copy it again",
		"這個 {kind} 檔沒有索引，可能是錄影中斷：請重新錄影或複製", "这个 {kind} 文件没有索引，可能是录像中断：请重新录像或复制")
	OddVideo = text("damaged, or of a kind that cannot be read: copy it again, or save it as an MP4 with H.264",
		"檔案已損壞，或是無法讀取的格式：請重新複製，或存成 H.264 的 MP4", "文件已损坏，或是无法读取的格式：请重新复制，或保存为 H.264 的 MP4")
	BreaksOff = text("it breaks off after {read} of {all} frames: copy it again",
		"只有 {read} 張畫面（應有 {all} 張）：請重新複製", "只有 {read} 张画面（应有 {all} 张）：请重新复制")
	SizeChanges = text("the picture's size changes at frame {frame}: give one recording by one camera",
		"畫面大小在第 {frame} 張改變：請給同一部攝影機的一段錄影", "画面大小在第 {frame} 张改变：请给同一部摄像机的一段录像")
	StopTime = text("--stop {stop}: give the seconds from the clip's start, 0 or more",
		"--stop {stop}：請給從影片開始算起的秒數，不小於 0", "--stop {stop}：请给从视频开始算起的秒数，不小于 0")
	StopLate = text("--stop {stop}: the clip ends at {end} s: give a time within it",
		"--stop {stop}：影片在 {end} 秒結束：請給影片之內的時間", "--stop {stop}：视频在 {end} 秒结束：请给视频之内的时间")
)
