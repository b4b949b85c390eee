package problem

// Problems with a competition's file (WCIF).
var (
	WCIFLarge = text("the file is larger than {mb} MB: fetch the competition's public WCIF anew",
		"檔案超過 {mb} MB：請重新下載比賽的公開 WCIF", "文件超过 {mb} MB：请重新下载比赛的公开 WCIF")
	WCIFSyntax = text("not JSON: line {line}, column {column} cannot be read; fetch the file anew",
		"不是 JSON：第 {line} 行第 {column} 個字元無法讀取；請重新下載", "不是 JSON：第 {line} 行第 {column} 个字符无法读取；请重新下载")
	WCIFDeep = text("it is nested deeper than {most} levels: fetch the file anew",
		"巢狀超過 {most} 層：請重新下載", "嵌套超过 {most} 层：请重新下载")
	WCIFTwice = text("the key stands there twice: leave one of them",
		"這個鍵出現了兩次：請只留一個", "这个键出现了两次：请只留一个")
	WCIFMissing = text("it is missing: {want} belongs there",
		"缺少：這裡要有{want}", "缺少：这里要有{want}")
	WCIFKind = text("it is {found}: {want} belongs there",
		"現在是{found}：這裡要有{want}", "现在是{found}：这里要有{want}")
	WCIFVersion = text("it is {found}: versions 1.x and 2.x can be read; fetch the competition's public WCIF",
		"現在是 {found}：可讀取 1.x 和 2.x 版；請下載比賽的公開 WCIF", "现在是 {found}：可读取 1.x 和 2.x 版；请下载比赛的公开 WCIF")
	WCIFNumber = text("it is {found}: a whole number from {least} to {most} belongs there",
		"現在是 {found}：這裡要是 {least} 到 {most} 的整數", "现在是 {found}：这里要是 {least} 到 {most} 的整数")
	WCIFWord = text("it is {found}: one of {known} belongs there",
		"現在是 {found}：這裡要是 {known} 其中之一", "现在是 {found}：这里要是 {known} 其中之一")
	WCIFLike = text("it is {found}: something like {like} belongs there",
		"現在是 {found}：這裡要像 {like}", "现在是 {found}：这里要像 {like}")
	WCIFShared = text("{found} is used by {other} already: each has its own",
		"{found} 已由 {other} 使用：每一個要不同", "{found} 已由 {other} 使用：每一个要不同")
	WCIFNowhere = text("{found} names nothing in this file: fetch the file anew",
		"檔案中沒有 {found}：請重新下載", "文件中没有 {found}：请重新下载")

	WCIFText   = text("a text", "文字", "文字")
	WCIFInt    = text("a whole number", "整數", "整数")
	WCIFBool   = text("true or false", " true 或 false", " true 或 false")
	WCIFList   = text("a list", "清單", "列表")
	WCIFObject = text("an object", "物件", "对象")
	WCIFNull   = text("null", " null", " null")
	WCIFNum    = text("a number", "數字", "数字")
)
