package problem

// Problems with a file.
var (
	NoFile = text("there is no such file: check its name and folder",
		"沒有這個檔案：請檢查檔名和資料夾", "没有这个文件：请检查文件名和文件夹")
	Folder = text("this is a folder: give the name of a file",
		"這是資料夾：請給檔案的名稱", "这是文件夹：请给文件的名称")
	Unreadable = text("the file cannot be read: check that you may read it",
		"無法讀取這個檔案：請檢查讀取權限", "无法读取这个文件：请检查读取权限")
)

// Problems with a picture.
var (
	Empty = text("the file is empty: take the picture again",
		"檔案是空的：請重新拍照", "文件是空的：请重新拍照")
	LargeFile = text("the file is larger than {mb} MB: save it as JPEG",
		"檔案超過 {mb} MB：請存成 JPEG", "文件超过 {mb} MB：请存成 JPEG")
	NoPicture = text("this is no picture file: give a JPEG or PNG picture",
		"這不是圖片檔：請給 JPEG 或 PNG 圖片", "这不是图片文件：请给 JPEG 或 PNG 图片")
	OtherKind = text("this is a file of the kind {kind}: give a JPEG or PNG picture",
		"這是 {kind} 檔：請給 JPEG 或 PNG 圖片", "这是 {kind} 文件：请给 JPEG 或 PNG 图片")
	Video = text("this is a video: give a JPEG or PNG picture from it",
		"這是影片：請給其中的 JPEG 或 PNG 圖片", "这是视频：请给其中的 JPEG 或 PNG 图片")
	Damaged = text("the {format} is damaged: copy it again, or save it anew",
		"這個 {format} 檔已損壞：請重新複製或重新存檔", "这个 {format} 文件已损坏：请重新复制或重新保存")
	EndsEarly = text("the {format} ends early: copy it again, or take the picture again",
		"這個 {format} 檔不完整：請重新複製或重新拍照", "这个 {format} 文件不完整：请重新复制或重新拍照")
	OddKind = text("a {format} of a kind that cannot be read: save it as an ordinary JPEG or PNG",
		"無法讀取這種 {format} 檔：請存成一般的 JPEG 或 PNG", "无法读取这种 {format} 文件：请存成一般的 JPEG 或 PNG")
	NoPixels = text("{width} x {height} pixels: there is nothing in it; take the picture again",
		"{width} x {height} 像素：裡面沒有畫面；請重新拍照", "{width} x {height} 像素：里面没有画面；请重新拍照")
	ManyPixels = text("{width} x {height} pixels: the limits are {side} a side and {mega} megapixels; scale it down",
		"{width} x {height} 像素：每邊上限 {side} 像素，總共 {mega} 百萬像素；請縮小", "{width} x {height} 像素：每边上限 {side} 像素，总共 {mega} 百万像素；请缩小")
	FewPixels = text("the picture is too small to be measured: give the camera's own picture, neither scaled nor cropped",
		"圖片太小，無法量測：請給攝影機的原始圖片，不要縮放或裁切", "图片太小，无法测量：请给摄像机的原始图片，不要缩放或裁剪")
	Orientation = text("its EXIF orientation is {n}, so that it is stored otherwise than it is shown, and the rig file does not say which of the two was calibrated; "+
		"switch the camera's automatic rotation off. Until then: where the stored pictures were calibrated, remove the orientation from this one; where the shown ones were, turn its pixels",
		"它的 EXIF 方向是 {n}，儲存的畫面和顯示的不同，而 rig 檔沒有說明校正的是哪一種；請關閉攝影機的自動旋轉。在此之前：如果校正用的是儲存的畫面，請移除這張圖片的方向標記；如果是顯示的畫面，請把圖片本身轉正",
		"它的 EXIF 方向是 {n}，存储的画面和显示的不同，而 rig 文件没有说明校正的是哪一种；请关闭摄像机的自动旋转。在此之前：如果校正用的是存储的画面，请移除这张图片的方向标记；如果是显示的画面，请把图片本身转正")
)

// Problems with what "judge" is asked.
var (
	NoPictures = text("give at least one picture, as in: plustwo judge --event 333 --rig rig.json --view overhead table.jpg",
		"請至少給一張圖片，例如：plustwo judge --event 333 --rig rig.json --view overhead table.jpg", "请至少给一张图片，例如：plustwo judge --event 333 --rig rig.json --view overhead table.jpg")
	UnknownEvent = text("unknown event {name}: give one of {known}",
		"沒有 {name} 這個項目：請選 {known} 其中之一", "没有 {name} 这个项目：请选 {known} 其中之一")
	UnknownRulebook = text("unknown rulebook {name}: give one of {known}",
		"沒有 {name} 這份規則：請選 {known} 其中之一", "没有 {name} 这份规则：请选 {known} 其中之一")
	ViewsMissing = text("pictures: {pictures}, --view names: {views}. Give one --view for each picture, in their order; {rig} has {known}",
		"圖片有 {pictures} 張，--view 有 {views} 個：請依圖片順序，每張圖片給一個 --view；{rig} 裡有 {known}", "图片有 {pictures} 张，--view 有 {views} 个：请按图片顺序，每张图片给一个 --view；{rig} 里有 {known}")
	ViewWithoutRig = text("--view names a camera of the rig: give --rig RIG.json too, or leave --view out",
		"--view 是 rig 檔裡的攝影機：請同時給 --rig RIG.json，或不要給 --view", "--view 是 rig 文件里的摄像机：请同时给 --rig RIG.json，或不要给 --view")
	ViewTwice = text("--view {view} is given twice: every picture needs a camera of its own",
		"--view {view} 給了兩次：每張圖片要有自己的攝影機", "--view {view} 给了两次：每张图片要有自己的摄像机")
	PictureTwice = text("the same picture is given twice: give each camera's own",
		"同一張圖片給了兩次：請給每部攝影機自己的圖片", "同一张图片给了两次：请给每部摄像机自己的图片")
	ViewList = text("--view {views} is more than one name: repeat the flag, as in --view a --view b",
		"--view {views} 不只一個名稱：請分開寫，例如 --view a --view b", "--view {views} 不止一个名称：请分开写，例如 --view a --view b")
	UseHelp = text("Run plustwo --help, or plustwo COMMAND --help, for what it takes",
		"用法請看 plustwo --help 或 plustwo COMMAND --help", "用法请看 plustwo --help 或 plustwo COMMAND --help")
)

// Problems with --draw.
var (
	DrawKind = text("give a name that ends in .png or .jpg",
		"檔名請用 .png 或 .jpg 結尾", "文件名请用 .png 或 .jpg 结尾")
	DrawNoFolder = text("there is no folder {folder}: make it or give another name",
		"沒有 {folder} 這個資料夾：請先建立，或換一個檔名", "没有 {folder} 这个文件夹：请先建立，或换一个文件名")
	DrawOver = text("this would write over {file}: give another name",
		"這會覆蓋 {file}：請換一個檔名", "这会覆盖 {file}：请换一个文件名")
)
