package problem

// Problems with how a camera is named.
var (
	CameraNoSpec = text("no camera is named: write one of {known}, as in usb:pci-0000:00:14.0-usb-0:2:1.0-video-index0; plustwo cameras lists what is plugged in",
		"沒有指定攝影機：請寫 {known} 其中之一，例如 usb:pci-0000:00:14.0-usb-0:2:1.0-video-index0；plustwo cameras 會列出已連接的攝影機",
		"没有指定摄像机：请写 {known} 其中之一，例如 usb:pci-0000:00:14.0-usb-0:2:1.0-video-index0；plustwo cameras 会列出已连接的摄像机")
	CameraScheme = text("{scheme}: is no kind of camera: write one of {known}",
		"沒有 {scheme}: 這種攝影機：請寫 {known} 其中之一", "没有 {scheme}: 这种摄像机：请写 {known} 其中之一")
	CameraBare = text("the kind of camera is missing: write {like}",
		"缺少攝影機種類：請寫成 {like}", "缺少摄像机种类：请写成 {like}")
	CameraNoPath = text("nothing follows {scheme}: write {like}",
		"{scheme} 後面沒有內容：請寫成 {like}", "{scheme} 后面没有内容：请写成 {like}")
	CameraOption = text("unknown option {option}: {scheme} takes {known}",
		"沒有 {option} 這個選項：{scheme} 可用 {known}", "没有 {option} 这个选项：{scheme} 可用 {known}")
	CameraNoOptions = text("unknown option {option}: {scheme} takes none",
		"沒有 {option} 這個選項：{scheme} 沒有選項", "没有 {option} 这个选项：{scheme} 没有选项")
	CameraValue = text("{option}={value}: write {like}",
		"{option}={value}：請寫成 {like}", "{option}={value}：请写成 {like}")
	CameraNoDialler = text("network cameras cannot be reached from here: use a usb: or file: camera",
		"這裡不能連接網路攝影機：請用 usb: 或 file: 攝影機", "这里不能连接网络摄像机：请用 usb: 或 file: 摄像机")
)

// Problems with a camera.
var (
	CameraMissing = text("no camera is plugged in there: plug it into the same socket, or write one of {known}",
		"該處沒有接攝影機：請接回原本的插孔，或寫 {known} 其中之一", "该处没有接摄像机：请接回原来的接口，或写 {known} 其中之一")
	CameraNone = text("no camera is plugged in: plug it in; plustwo cameras lists what is there",
		"沒有接攝影機：請接上；plustwo cameras 會列出已連接的攝影機", "没有接摄像机：请接上；plustwo cameras 会列出已连接的摄像机")
	CameraNoDevice = text("this is no video device: write what plustwo cameras lists",
		"這不是視訊裝置：請寫 plustwo cameras 列出的名稱", "这不是视频设备：请写 plustwo cameras 列出的名称")
	CameraRefused = text("the camera cannot be opened: close other programs that use it, and see that you may read it (group video)",
		"無法開啟攝影機：請關閉其他使用它的程式，並確認有讀取權限（video 群組）", "无法打开摄像机：请关闭其他使用它的程序，并确认有读取权限（video 组）")
	CameraStopped = text("the camera gives no more pictures: check its cable",
		"攝影機不再送出畫面：請檢查線路", "摄像机不再送出画面：请检查线路")
	CameraUnreachable = text("the camera does not answer: check its address, its cable and its password",
		"攝影機沒有回應：請檢查位址、線路和密碼", "摄像机没有响应：请检查地址、线路和密码")
	CameraAnswer = text("the camera answers {status}: check the address and the password",
		"攝影機回應 {status}：請檢查位址和密碼", "摄像机回应 {status}：请检查地址和密码")
	CameraNoPictures = text("what it sends is no MJPEG stream: give the address of the stream itself, not of a web page",
		"送來的不是 MJPEG 串流：請給串流本身的位址，不是網頁的位址", "送来的不是 MJPEG 流：请给流本身的地址，不是网页的地址")
	CameraBadPictures = text("none of the last {n} pictures could be read: check the cable and the camera's settings",
		"最近 {n} 張畫面都無法讀取：請檢查線路和攝影機設定", "最近 {n} 张画面都无法读取：请检查线路和摄像机设置")
)

// What is wrong with a camera that is being watched.
var (
	CameraOpening = text("waiting for the first picture",
		"等待第一張畫面", "等待第一张画面")
	CameraFrozen = text("camera frozen: no new picture for {ms} ms. Judge by hand; check its cable",
		"攝影機停格：{ms} 毫秒沒有新畫面。請人工判定，並檢查線路", "摄像机画面冻结：{ms} 毫秒没有新画面。请人工判定，并检查线路")
	CameraRepeats = text("camera frozen: the same picture for {ms} ms. Judge by hand; check its cable",
		"攝影機停格：{ms} 毫秒都是同一張畫面。請人工判定，並檢查線路", "摄像机画面冻结：{ms} 毫秒都是同一张画面。请人工判定，并检查线路")
	CameraEnded = text("the recording has ended; it is played again",
		"錄影已播完；重新播放", "录像已播完；重新播放")
	CameraHangs = text("the camera's driver does not answer: unplug the camera and plug it in again; if that does not help, start plustwo again",
		"攝影機驅動程式沒有回應：請拔除後重新接上攝影機；仍然無效時請重新啟動 plustwo", "摄像机驱动没有响应：请拔下后重新接上摄像机；仍然无效时请重新启动 plustwo")
	CameraClosed = text("the camera is switched off",
		"攝影機已關閉", "摄像机已关闭")
)
