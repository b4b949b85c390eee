package problem

import (
	"strings"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// Problems with a configuration file. Each is told behind the file, the line and
// the key that it is about.
var (
	ConfigNone = text("there is no such file: write one (plustwo config sample prints an example), or try plustwo serve --demo",
		"沒有這個檔案：請建立設定檔（plustwo config sample 會印出範例），或試試 plustwo serve --demo",
		"没有这个文件：请建立配置文件（plustwo config sample 会打印示例），或试试 plustwo serve --demo")
	ConfigEmpty = text("the file is empty: plustwo config sample prints an example",
		"檔案是空的：plustwo config sample 會印出範例", "文件是空的：plustwo config sample 会打印示例")
	ConfigYAML = text("this cannot be read as YAML ({why}): correct it there",
		"無法讀取為 YAML（{why}）：請修正該處", "无法读取为 YAML（{why}）：请修正该处")
	ConfigUnknown = text("there is no such key: write one of {known}",
		"沒有這個項目：請寫 {known} 其中之一", "没有这个项：请写 {known} 其中之一")
	ConfigTwice = text("it stands there twice, first on line {line}: leave one of them",
		"重複出現，第一次在第 {line} 行：請只留一個", "重复出现，第一次在第 {line} 行：请只留一个")
	ConfigType = text("it is {found}: write {like}",
		"現在是 {found}：請寫 {like}", "现在是 {found}：请写 {like}")
	ConfigQuotes = text(`put it in quotes, as in "012345": YAML takes {found} for a number`,
		`請加上引號，例如 "012345"：YAML 會把 {found} 當成數字`, `请加上引号，例如 "012345"：YAML 会把 {found} 当成数字`)
	ConfigMissing = text("it is missing: write {like}",
		"缺少這個項目：請寫 {like}", "缺少这个项：请写 {like}")
	ConfigValue = text("it is {found}: write one of {known}",
		"現在是 {found}：請寫 {known} 其中之一", "现在是 {found}：请写 {known} 其中之一")
	ConfigID = text("it is {found}: write 1 to 32 letters, digits, - or _, another for each table",
		"現在是 {found}：請寫 1 到 32 個英文字母、數字、- 或 _，每桌不同", "现在是 {found}：请写 1 到 32 个英文字母、数字、- 或 _，每桌不同")
	ConfigPIN = text("it is too short: write at least {least} digits, in quotes",
		"太短：請寫至少 {least} 個數字，並加上引號", "太短：请写至少 {least} 个数字，并加上引号")
	ConfigShared = text("{found} is used on line {line} already: give each table its own",
		"{found} 在第 {line} 行已經使用：每桌要用自己的", "{found} 在第 {line} 行已经使用：每桌要用自己的")
	ConfigEvent = text("{found} cannot be judged at a table: {why}",
		"{found} 不能在桌上判定：{why}", "{found} 不能在桌上判定：{why}")
	ConfigRigSize = text("the camera gives {width} x {height} pixels and the rig file {rig} is for {rw} x {rh}: calibrate at this size, or have the camera give that one",
		"攝影機的畫面是 {width} x {height}，rig 檔 {rig} 是 {rw} x {rh}：請用這個大小校正，或讓攝影機輸出該大小",
		"摄像机的画面是 {width} x {height}，rig 文件 {rig} 是 {rw} x {rh}：请用这个大小校正，或让摄像机输出该大小")
	ConfigPort = text("there is no such port: plug the timer in, or write one of {known}",
		"沒有這個連接埠：請接上計時器，或寫 {known} 其中之一", "没有这个端口：请接上计时器，或写 {known} 其中之一")
	ConfigListen = text("it is {found}: write an address and a port, such as 127.0.0.1:8080, or :8080 for the whole network",
		"現在是 {found}：請寫位址和連接埠，例如 127.0.0.1:8080，或用 :8080 開放整個網路", "现在是 {found}：请写地址和端口，例如 127.0.0.1:8080，或用 :8080 开放整个网络")
	ConfigAge = text("it is {found}: write a time such as 24h or 90d",
		"現在是 {found}：請寫一段時間，例如 24h 或 90d", "现在是 {found}：请写一段时间，例如 24h 或 90d")
	ConfigAges = text("it is {found}: disputed footage must be kept at least as long as the rest, {least}",
		"現在是 {found}：有爭議的錄影至少要保留得和其他錄影一樣久（{least}）", "现在是 {found}：有争议的录像至少要保留得和其他录像一样久（{least}）")
	ConfigCap = text("it is {found}: write gigabytes, such as 200, or leave it out for no limit",
		"現在是 {found}：請寫 GB 數，例如 200；不限制就不要寫", "现在是 {found}：请写 GB 数，例如 200；不限制就不要写")
	ConfigTLSPair = text("a certificate and its key go together: add {like}",
		"憑證和金鑰要成對：請加上 {like}", "证书和密钥要成对：请加上 {like}")
	ConfigTLSBoth = text("a certificate is given, so leave the mode out",
		"已經指定憑證，請不要寫 mode", "已经指定证书，请不要写 mode")
	ConfigCertificate = text("this certificate and key cannot be used ({why}): give PEM files that belong together",
		"無法使用這組憑證和金鑰（{why}）：請提供成對的 PEM 檔案", "无法使用这组证书和密钥（{why}）：请提供成对的 PEM 文件")
	configLine = text("line {line}", "第 {line} 行", "第 {line} 行")
)

// InConfig says where in a configuration file a problem is: the file, the line
// from 1 (0 where it is none) and the key (which may be empty).
func InConfig(file string, line int, key string, err error) *Error {
	if key != "" {
		err = At(key, err)
	}
	out := rules.Text{}
	for _, l := range rules.Langs() {
		parts := []string{file, Tell(err, l)}
		if line > 0 {
			parts = []string{file, New(nil, configLine, "line", line).Text.In(l), Tell(err, l)}
		}
		out[l] = strings.Join(parts, rules.Colon(l))
	}
	return &Error{out, err}
}
