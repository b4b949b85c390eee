package web

import (
	"net/http"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// code names what is wrong; an index into faults.
type code int

// The codes, in the order of openapi.yaml.
const (
	codeBadRequest code = iota
	codeBadName
	codeBadKind
	codeTooLarge
	codeMediaType
	codeOrigin
	codeNoSession
	codeNoRight
	codeForbidden
	codePIN
	codePassword
	codeInvitation
	codePINFixed
	codeTaken
	codeNobody
	codeLast
	codePINWait
	codeNotFound
	codeMethod
	codeNoTable
	codeNoAttempt
	codeNoCamera
	codeNoEvidence
	codeNoRulebook
	codeNoPicture
	codeNoTimer
	codeNoWebRTC
	codeOffer
	codeTimerReport
	codeIDUsed
	codeEvent
	codeRulebook
	codePhase
	codeDecided
	codeFrozen
	codeDoubleTap
	codeStale
	codeHeld
	codeTime
	codeReason
	codeLate
	codeEvidence
	codeLocked
	codeBusy
	codeInternal
)

func (c code) name() string     { return faults[c].name }
func (c code) status() int      { return faults[c].status }
func (c code) text() rules.Text { return faults[c].text }

func text(en, tw, cn string) rules.Text {
	return rules.Text{rules.English: en, rules.Traditional: tw, rules.Simplified: cn}
}

// faults holds each code's name, HTTP status and sentence.
var faults = [...]struct {
	name   string
	status int
	text   rules.Text
}{
	codeBadRequest:  {"bad_request", http.StatusBadRequest, text("This request cannot be read. Reload the page.", "無法讀取這個請求。請重新載入頁面。", "无法读取这个请求。请重新加载页面。")},
	codeBadName:     {"bad_name", http.StatusBadRequest, text("Please give a name of at most 60 characters.", "請輸入名字，最多 60 個字。", "请输入名字，最多60个字。")},
	codeBadKind:     {"bad_kind", http.StatusBadRequest, text("A screen cannot send this kind of event. Reload the page.", "畫面不能送出這種事件。請重新載入頁面。", "页面不能发送这种事件。请重新加载页面。")},
	codeTooLarge:    {"too_large", http.StatusRequestEntityTooLarge, text("That is too much text. Shorten the note.", "內容太長。請縮短備註。", "内容太长。请缩短备注。")},
	codeMediaType:   {"media_type", http.StatusUnsupportedMediaType, text("This request has the wrong type. Reload the page.", "這個請求的類型不對。請重新載入頁面。", "这个请求的类型不对。请重新加载页面。")},
	codeOrigin:      {"origin", http.StatusForbidden, text("This request comes from another site. Open plustwo's own page.", "這個請求來自其他網站。請開啟 plustwo 自己的頁面。", "这个请求来自其他网站。请打开 plustwo 自己的页面。")},
	codeNoSession:   {"no_session", http.StatusUnauthorized, text("Please join the table first.", "請先加入這一桌。", "请先加入这张赛台。")},
	codeNoRight:     {"no_right", http.StatusForbidden, text("The rulebook gives this to somebody else. Call the Delegate.", "依規則，這不是你能做的事。請叫裁判長。", "按规则，这不由你决定。请叫代表。")},
	codeForbidden:   {"forbidden", http.StatusForbidden, text("Your role does not include this. Ask the organiser.", "你的身分不能這樣做。請洽主辦。", "你的身份不能这样做。请联系主办方。")},
	codePIN:         {"pin", http.StatusForbidden, text("Wrong PIN.", "PIN 碼不對。", "PIN码不对。")},
	codePINWait:     {"pin_wait", http.StatusTooManyRequests, text("Too many wrong PINs. Wait a moment, then try again.", "PIN 碼錯太多次。請稍等再試。", "PIN码错误次数太多。请稍等再试。")},
	codePassword:    {"password", http.StatusBadRequest, text("A password needs at least 8 characters.", "密碼至少要 8 個字元。", "密码至少要8个字符。")},
	codeInvitation:  {"invitation", http.StatusForbidden, text("This invitation is not good any more. Ask the organiser for another.", "這個邀請已經失效。請向主辦索取新的邀請。", "这个邀请已经失效。请向主办方索取新的邀请。")},
	codePINFixed:    {"pin_fixed", http.StatusConflict, text("The configuration says this table's PIN. Change it there.", "這一桌的 PIN 碼寫在設定檔裡。請在設定檔更改。", "这张赛台的PIN码写在配置文件里。请在配置文件更改。")},
	codeTaken:       {"taken", http.StatusConflict, text("Somebody of this name is there already. Choose another name.", "已經有這個名字的帳號。請用別的名字。", "已经有这个名字的账号。请用别的名字。")},
	codeNobody:      {"no_account", http.StatusNotFound, text("There is no account of this name.", "沒有這個名字的帳號。", "没有这个名字的账号。")},
	codeLast:        {"last_organiser", http.StatusConflict, text("Nobody else lets people in. Invite another organiser first.", "沒有其他人能開放權限。請先邀請另一位主辦。", "没有其他人能开放权限。请先邀请另一位主办。")},
	codeNotFound:    {"not_found", http.StatusNotFound, text("There is nothing here.", "這裡沒有東西。", "这里没有内容。")},
	codeMethod:      {"method", http.StatusMethodNotAllowed, text("This cannot be done here.", "這裡不能這樣做。", "这里不能这样做。")},
	codeNoTable:     {"no_table", http.StatusNotFound, text("There is no such table.", "沒有這一桌。", "没有这张赛台。")},
	codeNoAttempt:   {"no_attempt", http.StatusNotFound, text("This attempt is not known at the table.", "這一桌沒有這次還原。", "这张赛台没有这次还原。")},
	codeNoCamera:    {"no_camera", http.StatusNotFound, text("The table has no such camera.", "這一桌沒有這部攝影機。", "这张赛台没有这台摄像机。")},
	codeNoEvidence:  {"no_evidence", http.StatusNotFound, text("This picture or recording is not kept here.", "這裡沒有這張圖片或這段錄影。", "这里没有这张图片或这段录像。")},
	codeNoRulebook:  {"no_rulebook", http.StatusNotFound, text("There is no such rulebook.", "沒有這份規則。", "没有这份规则。")},
	codeNoPicture:   {"no_picture", http.StatusServiceUnavailable, text("The camera sends no picture. Check its cable.", "攝影機沒有畫面。請檢查線路。", "摄像机没有画面。请检查线路。")},
	codeNoTimer:     {"no_timer", http.StatusConflict, text("This table's timer is wired; it is not started or stopped here.", "這一桌的計時器有接線，不能在這裡開始或停止。", "这张赛台的计时器已接线，不能在这里开始或停止。")},
	codeNoWebRTC:    {"no_webrtc", http.StatusServiceUnavailable, text("Live video over WebRTC is not available. Simple pictures are shown instead.", "無法用 WebRTC 顯示即時影像，改為顯示一般圖片。", "无法用 WebRTC 显示实时视频，改为显示普通图片。")},
	codeOffer:       {"offer", http.StatusBadRequest, text("This browser's offer of video cannot be used. Simple pictures are shown instead.", "無法使用這個瀏覽器的視訊，改為顯示一般圖片。", "无法使用这个浏览器的视频，改为显示普通图片。")},
	codeTimerReport: {"timer_report", http.StatusConflict, text("The timer cannot have done that. Reset it, or enter the time by hand.", "計時器不可能這樣。請歸零，或用手動輸入時間。", "计时器不可能这样。请复位，或手动输入时间。")},
	codeIDUsed:      {"id_used", http.StatusConflict, text("Something else was sent under this id. Reload the page.", "這個編號已經用在別的事情上。請重新載入頁面。", "这个编号已经用于别的操作。请重新加载页面。")},
	codeEvent:       {"event", http.StatusUnprocessableEntity, text("That does not fit this attempt. Look at the screen again.", "這不適用於這次還原。請再看一次畫面。", "这不适用于这次还原。请再看一次页面。")},
	codeRulebook:    {"rulebook", http.StatusConflict, text("The attempt goes by another rulebook. Reload the page.", "這次還原用的是另一份規則。請重新載入頁面。", "这次还原用的是另一份规则。请重新加载页面。")},
	codePhase:       {"phase", http.StatusConflict, text("Not at this point of the attempt.", "現在還不能這樣做。", "现在还不能这样做。")},
	codeDecided:     {"decided", http.StatusConflict, text("This is decided already. Take it back, or let the Delegate amend it.", "已經判定了。請收回，或由裁判長更正。", "已经判定了。请撤回，或由代表更正。")},
	codeFrozen:      {"frozen", http.StatusConflict, text("The scene is frozen. The Delegate decides.", "現場已凍結，由裁判長決定。", "现场已冻结，由代表决定。")},
	codeDoubleTap:   {"double_tap", http.StatusConflict, text("That came too soon after the last tap. Look, then tap again.", "按得太快了。請看清楚再按一次。", "按得太快了。请看清楚再按一次。")},
	codeStale:       {"stale", http.StatusConflict, text("A newer suggestion has come. Look at it, then decide.", "有新的建議。請先看過再判定。", "有新的建议。请先看过再判定。")},
	codeHeld:        {"held", http.StatusConflict, text("A flag must be settled first.", "請先處理標示的事項。", "请先处理标示的事项。")},
	codeTime:        {"time", http.StatusConflict, text("No time is known. Enter what the display shows.", "沒有時間。請輸入計時器上的時間。", "没有时间。请输入计时器上的时间。")},
	codeReason:      {"reason", http.StatusUnprocessableEntity, text("Please choose a reason from the list; some need a note.", "請從清單選擇理由；有些要加備註。", "请从列表中选择理由；有些需要备注。")},
	codeLate:        {"late", http.StatusConflict, text("It is too late to take this back. Only the Delegate amends it now.", "已經不能收回了。現在只有裁判長可以更正。", "已经不能撤回了。现在只有代表可以更正。")},
	codeEvidence:    {"evidence", http.StatusConflict, text("What was watched slowly or frame by frame does not support that.", "以慢動作或逐格看到的內容，不能作為這個判定的依據。", "以慢速或逐帧看到的内容，不能作为这个判定的依据。")},
	codeLocked:      {"locked", http.StatusForbidden, text("Real time only, until a reason for frame by frame is on record.", "只能以正常速度播放，除非先記錄逐格觀看的理由。", "只能以正常速度播放，除非先记录逐帧观看的理由。")},
	codeBusy:        {"busy", http.StatusServiceUnavailable, text("The table does not keep up. Try again.", "這一桌來不及處理。請再試一次。", "这张赛台来不及处理。请再试一次。")},
	codeInternal:    {"internal", http.StatusInternalServerError, text("Something went wrong. Go on on paper and tell the organiser.", "發生錯誤。請用紙本繼續，並通知主辦。", "发生错误。请用纸质成绩单继续，并通知主办。")},
}
