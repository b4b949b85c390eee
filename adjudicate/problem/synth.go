package problem

// Problems with how a synthetic camera is named.
var (
	SynthName = text("{name} is no name of a synthetic camera: write it as {like}",
		"{name} 不是模擬攝影機的名稱：請寫成 {like}", "{name} 不是模拟摄像机的名称：请写成 {like}")
	SynthOption = text("unknown option {option}: a synthetic camera takes {known}",
		"沒有 {option} 這個選項：模擬攝影機可用 {known}", "没有 {option} 这个选项：模拟摄像机可用 {known}")
	SynthTwice = text("the option {option} is given twice: leave one of them",
		"選項 {option} 給了兩次：請只留一個", "选项 {option} 给了两次：请只留一个")
	SynthValue = text("{option}={value}: write one of {known}",
		"{option}={value}：請寫 {known} 其中之一", "{option}={value}：请写 {known} 其中之一")
	SynthSeed = text("seed={value}: write a whole number, as seed=7",
		"seed={value}：請寫整數，例如 seed=7", "seed={value}：请写整数，例如 seed=7")
	SynthUnplugged = text("the synthetic camera is unplugged; its script plugs it in again",
		"模擬攝影機已拔除；腳本稍後會重新接上", "模拟摄像机已拔下；脚本稍后会重新接上")
)
