package main

import (
	"bytes"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/plustwo/plustwo/adjudicate/rules"
)

// langOf finds the language that the arguments ask for before they are parsed,
// for help and for complaints about them; English where they name none.
func langOf(args []string) rules.Lang {
	for i, a := range args {
		value, ok := strings.CutPrefix(a, "--lang=")
		if a == "--lang" && i+1 < len(args) {
			value, ok = args[i+1], true
		}
		if l := rules.Lang(value); ok && slices.Contains(rules.Langs(), l) {
			return l
		}
	}
	return rules.English
}

// helpVars returns the texts of the struct tags in a language.
func helpVars(l rules.Lang) kong.Vars {
	vars := kong.Vars{"rulebook": rules.Default, "rulebooks": strings.Join(rules.Books(), ", ")}
	for name, t := range helpTexts {
		vars[name] = t.In(l)
	}
	return vars
}

// helpPrinter prints help in a language: kong's own words are English.
func helpPrinter(l rules.Lang) kong.HelpPrinter {
	return func(options kong.HelpOptions, ctx *kong.Context) error {
		out := ctx.Stdout
		var page bytes.Buffer
		ctx.Stdout = &page
		if n := ctx.Selected(); n != nil && details[n.Name] != nil {
			n.Detail = details[n.Name].In(l)
		}
		err := kong.DefaultHelpPrinter(options, ctx)
		ctx.Stdout = out
		if err != nil {
			return err
		}
		_, err = out.Write([]byte(ownWords(page.String(), l)))
		return err
	}
}

// ownWords puts kong's own words into a language.
func ownWords(page string, l rules.Lang) string {
	page = strings.ReplaceAll(page, "[<image> ...]", "<image> ...") // judge itself asks for one, in words
	for _, w := range kongWords {
		page = strings.ReplaceAll(page, w.In(rules.English), w.In(l))
	}
	return page
}

func helpText(en, tw, cn string) rules.Text {
	return rules.Text{rules.English: en, rules.Traditional: tw, rules.Simplified: cn}
}

var kongWords = []rules.Text{
	helpText("Usage: ", "用法：", "用法："),
	helpText("Arguments:", "引數：", "参数："),
	helpText("Flags:", "選項：", "选项："),
	helpText("Commands:", "指令：", "命令："),
	helpText("Show context-sensitive help.", "顯示說明。", "显示帮助。"),
	helpText(`Run "plustwo <command> --help" for more information on a command.`, "各指令的說明：plustwo <command> --help", "各命令的帮助：plustwo <command> --help"),
}

// helpTexts are the texts that struct tags name.
var helpTexts = map[string]rules.Text{
	"about": helpText("Looks at pictures of a puzzle at the end of a solve and suggests no penalty, +2 or DNF. The judge decides.",
		"看還原結束時的方塊圖片，建議不加罰、+2 或 DNF。由裁判判定。", "看复原结束时的魔方图片，建议不加罚、+2 或 DNF。由裁判判定。"),
	"serve":   helpText("Run tables: watch them and serve their screens.", "執行桌子：觀看並提供畫面給裁判。", "运行桌子：观看并提供画面给裁判。"),
	"judge":   helpText("Judge pictures of one puzzle at rest.", "判定靜止方塊的圖片。", "判定静止魔方的图片。"),
	"watch":   helpText("Follow the end of a solve in a video: rest, contacts, the ruling.", "看影片中還原的結尾：靜止、接觸、判定建議。", "看视频中复原的结尾：静止、接触、判定建议。"),
	"cameras": helpText("List the cameras that are plugged in, as the config names them.", "列出已連接的攝影機，以及設定檔裡的寫法。", "列出已连接的摄像机，以及配置文件里的写法。"),
	"score":   helpText("Judge a folder of scenes with known truth and compare.", "判定已知答案的場景資料夾並比較。", "判定已知答案的场景文件夹并比较。"),
	"puzzles": helpText("List the puzzles that can be judged.", "列出可以判定的方塊。", "列出可以判定的魔方。"),
	"rules":   helpText("Print a rulebook, or compare two.", "列出一份規則，或比較兩份。", "列出一份规则，或比较两份。"),
	"results": helpText("Print a round's results from its attempts.", "由還原成績列出一輪的結果。", "由还原成绩列出一轮的结果。"),
	"wcif":    helpText("Print what a competition's file says: rooms, rounds, persons, tables.", "列出比賽檔案的內容：場地、輪次、選手、桌子。", "列出比赛文件的内容：场地、轮次、选手、赛台。"),
	"verify":  helpText("Look whether a record is whole.", "檢查紀錄是否完好。", "检查记录是否完好。"),
	"forget":  helpText("Delete a competitor's footage.", "刪除一位選手的影像。", "删除一位选手的影像。"),
	"rebuild": helpText("Make what a record shows anew from its events.", "由事件重建紀錄顯示的內容。", "由事件重建记录显示的内容。"),
	"version": helpText("Print the version.", "顯示版本。", "显示版本。"),
	"lang":    helpText("Language of the text: en, zh-TW or zh-CN.", "文字的語言：en、zh-TW 或 zh-CN。", "文字的语言：en、zh-TW 或 zh-CN。"),

	"rules_show":  helpText("Print a rulebook as a table with its articles.", "以表格列出規則與條文。", "以表格列出规则与条文。"),
	"rules_diff":  helpText("Print what two rulebooks differ in.", "列出兩份規則的差異。", "列出两份规则的差异。"),
	"rules_texts": helpText("Compare the wording too, and print it.", "也比較並列出文字。", "也比较并列出文字。"),

	"config":        helpText("Write or check the file that names tables, cameras and timers.", "產生或檢查桌子、攝影機和計時器的設定檔。", "生成或检查桌子、摄像机和计时器的配置文件。"),
	"config_sample": helpText("Print a configuration with every key explained.", "印出範例設定檔，每一項都有說明。", "打印示例配置文件，每一项都有说明。"),
	"config_check":  helpText("Check a configuration, and that what it names is there.", "檢查設定檔，以及其中的裝置和檔案是否存在。", "检查配置文件，以及其中的设备和文件是否存在。"),

	"serve_config": helpText("The tables (see plustwo config sample).", "桌子的設定（請看 plustwo config sample）。", "桌子的配置（请看 plustwo config sample）。"),
	"serve_demo":   helpText("Play attempts at a table that does not exist; needs no config.", "在虛擬的桌子上播放還原過程；不需要設定檔。", "在虚拟的桌子上播放复原过程；不需要配置文件。"),
	"serve_listen": helpText("Address to serve at.", "提供服務的位址。", "提供服务的地址。"),
	"serve_video":  helpText("Address of live video (WebRTC), UDP and TCP.", "即時影像（WebRTC）的位址，UDP 和 TCP。", "实时视频（WebRTC）的地址，UDP 和 TCP。"),
	"serve_data":   helpText("Folder of the record.", "存放紀錄的資料夾。", "存放记录的文件夹。"),

	"results_file":   helpText("One line for each competitor: name, attempts (CSV); or JSON.", "每位選手一行：名字、各次成績（CSV）；或 JSON。", "每位选手一行：名字、各次成绩（CSV）；或 JSON。"),
	"results_event":  helpText("The event, such as 333, 333bf, 333mbf or 333fm.", "項目，例如 333、333bf、333mbf 或 333fm。", "项目，例如 333、333bf、333mbf 或 333fm。"),
	"results_format": helpText("The round's format: 1, 2, 3, 5, a or m; amateur, professional, elite or blindfolded.", "賽制：1、2、3、5、a 或 m；amateur、professional、elite 或 blindfolded。", "赛制：1、2、3、5、a 或 m；amateur、professional、elite 或 blindfolded。"),
	"results_limit":  helpText("The time limit of each attempt, such as 10m.", "每次還原的時間限制，例如 10m。", "每次还原的还原时限，例如 10m。"),
	"results_shared": helpText("The time limit is over all attempts together.", "時間限制是所有還原合計。", "还原时限是所有还原合计。"),
	"results_cutoff": helpText("The attempts and the result to beat, such as 2,20.00.", "次數和要超越的成績，例如 2,20.00。", "次数和要超越的成绩，例如 2,20.00。"),
	"wcif_file":      helpText("The competition's public WCIF.", "比賽的公開 WCIF。", "比赛的公开 WCIF。"),
	"wcif_room":      helpText("Print who competes at the tables of one room, by its number.", "列出一個場地各桌的選手（場地編號）。", "列出一个场地各赛台的选手（场地编号）。"),
	"wcif_table":     helpText("Only this table of the room.", "只列出這一桌。", "只列出这个赛台。"),

	"record_data":       helpText("Folder of the record.", "存放紀錄的資料夾。", "存放记录的文件夹。"),
	"forget_by":         helpText("Who asks for it; goes on record.", "要求者的名字；會記錄下來。", "要求者的名字；会记录下来。"),
	"forget_waiting":    helpText("Also footage of attempts that wait for a Delegate.", "也刪除正在等候 WCA代表的嘗試的影像。", "也删除正在等候 WCA代表的尝试的影像。"),
	"forget_competitor": helpText("The competitor, as attempts name them.", "選手，以嘗試中的名稱為準。", "选手，以尝试中的名称为准。"),

	"judge_event": helpText("The puzzle: 222 to 777, pyram, skewb, minx. Left out, plustwo tells it from the picture where it can.",
		"方塊：222 到 777、pyram、skewb、minx。不給時會盡量從圖片判斷。", "魔方：222 到 777、pyram、skewb、minx。不给时会尽量从图片判断。"),
	"judge_rulebook": helpText("The rules to judge by: ${rulebooks}.", "依據的規則：${rulebooks}。", "依据的规则：${rulebooks}。"),
	"judge_rig": helpText("The calibrated cameras. Without it plustwo estimates where the camera is.",
		"校正過的攝影機。不給時會估計攝影機的位置。", "校正过的摄像机。不给时会估计摄像机的位置。"),
	"judge_view": helpText("The camera of each picture, in the order of the pictures (repeat the flag).",
		"每張圖片的攝影機，依圖片順序（可重複）。", "每张图片的摄像机，按图片顺序（可重复）。"),
	"judge_json": helpText("Print one JSON object on one line.", "輸出一行 JSON。", "输出一行 JSON。"),
	"judge_draw": helpText("Write the annotated picture.", "寫出標註圖片。", "写出标注图片。"),
	"watch_rig": helpText("The calibrated cameras. Without it plustwo estimates where the camera is.",
		"校正過的攝影機。不給時會估計攝影機的位置。", "校正过的摄像机。不给时会估计摄像机的位置。"),
	"watch_view": helpText("The camera of the rig that took the clip: overhead, unless the rig has only one.",
		"拍這段影片的攝影機；不給時是 overhead，或 rig 檔裡唯一的一部。", "拍这段视频的摄像机；不给时是 overhead，或 rig 文件里唯一的一部。"),
	"watch_stop": helpText("When the timer stopped, in seconds from the clip's start. Left out, plustwo tells it by sight where it can.",
		"停表的時間（從影片開始算起的秒數）。不給時會盡量從畫面判斷。", "停表的时间（从视频开始算起的秒数）。不给时会尽量从画面判断。"),
	"watch_clip": helpText("A video of the end of a solve: MP4, MOV, MKV, WebM or AVI.",
		"還原結尾的影片：MP4、MOV、MKV、WebM 或 AVI。", "复原结尾的视频：MP4、MOV、MKV、WebM 或 AVI。"),
	"judge_images": helpText("Pictures of one scene: JPEG, PNG, TIFF, WebP, BMP or GIF.",
		"同一場景的圖片：JPEG、PNG、TIFF、WebP、BMP 或 GIF。", "同一场景的图片：JPEG、PNG、TIFF、WebP、BMP 或 GIF。"),
}

// details are printed below the descriptions of commands.
var details = map[string]rules.Text{
	"judge": judgeDetail, "watch": watchDetail, "cameras": camerasDetail,
	"verify": verifyDetail, "forget": forgetDetail, "rebuild": rebuildDetail,
}

// judgeDetail is printed below the description of "judge".
var judgeDetail = func() rules.Text {
	page := `{examples}
  plustwo judge --event 333 --rig rig.json --view overhead table.jpg
      {one}
  plustwo judge --event 333 --rig rig.json --view overhead table.jpg --draw out.png --lang zh-TW
      {chinese}
  plustwo judge --event 333 --rig rig.json --view overhead --view offset a.jpg b.jpg --json
      {two}

{codes}

{errors}`
	return rules.Text{rules.English: page, rules.Traditional: page, rules.Simplified: page}.Fill(map[string]rules.Text{
		"examples": helpText("Examples:", "範例：", "示例："),
		"one":      helpText("One picture by a calibrated camera.", "校正過的攝影機拍的一張圖片。", "校正过的摄像机拍的一张图片。"),
		"chinese":  helpText("The same in Chinese, with the annotated picture.", "同上，用中文，並寫出標註圖片。", "同上，用中文，并写出标注图片。"),
		"two":      helpText("Two cameras that see the same scene, for a program to read.", "兩部攝影機看同一場景，給程式讀取。", "两部摄像机看同一场景，给程序读取。"),
		"codes": helpText(`Exit codes: 0 judged ("refer" and "no puzzle found" included), 2 wrong use or bad input, 1 anything else.`,
			"結束碼：0 已判定（包括「請裁判判定」和「找不到方塊」），2 用法或輸入有誤，1 其他。", "退出码：0 已判定（包括“请裁判判定”和“找不到魔方”），2 用法或输入有误，1 其他。"),
		"errors": helpText("What is wrong is told on standard error, also with --json; standard output then stays empty.",
			"錯誤訊息寫到標準錯誤，用 --json 時也一樣；這時標準輸出是空的。", "错误信息写到标准错误，用 --json 时也一样；这时标准输出为空。"),
	})
}()
