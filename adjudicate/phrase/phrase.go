// Package phrase holds the short words of the product's own voice, in every
// language: labels and directions. What a rulebook says, and the names of
// outcomes and colours, are in adjudicate/rules; the words of the regulations'
// own translations are used where they have one.
package phrase

import (
	"fmt"
	"strconv"

	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib/geom"
)

func text(en, tw, cn string) rules.Text {
	return rules.Text{rules.English: en, rules.Traditional: tw, rules.Simplified: cn}
}

// Labels.
var (
	Suggestion = text("Suggestion", "建議", "建议")
	Proven     = text("the only possible outcome", "唯一可能的結果", "唯一可能的结果")
	Possible   = text("Possible", "可能的結果", "可能的结果")
	Layers     = text("Layers", "層", "层")
	layersOf   = text("layers {a} and {b} from {from}", "從{from}起第 {a}、{b} 層", "从{from}起第 {a}、{b} 层")
	Turn       = text("Turn", "轉角", "转角")
	Limit      = text("Limit", "限度", "限度")
	Within     = text("within", "限度內", "限度内")
	Over       = text("over", "超過", "超过")
	overBy     = text("over by {by}", "超過 {by}", "超过 {by}")
	TooClose   = text("too close to call", "太接近限度", "太接近限度")
	Aligned    = text("aligned", "已對齊", "已对齐")
	Why        = text("Why", "依據", "依据")
	Check      = text("Please check", "請查看", "请查看")
	NotFound   = text("No puzzle found", "找不到方塊", "找不到魔方")
	NotSeen    = text("not seen", "看不到", "看不到")
	NotClear   = text("not clear", "看不清", "看不清")
	Unseen     = text("Not seen, as the competitor sits", "看不到（從選手的座位看）", "看不到（从选手的座位看）")
	OutOfPlace = text("marked: not as on a solved puzzle", "標記處：與復原狀態不符", "标记处：与复原状态不符")
	Stickers   = text("Stickers", "色塊", "色块")
	Seen       = text("seen", "看到", "看到")
	Rulebook   = text("Rulebook", "規則", "规则")
	Time       = text("Time", "耗時", "耗时")
	Stop       = text(". ", "。", "。")
	Judge      = text("The judge decides.", "由裁判判定。", "由裁判判定。")
	Flags      = text("Flags", "注意事項", "注意事项")
)

// Measured tells whether a standard deviation says anything: one who knows
// nothing of a turn but its step of at most 120 degrees still has a standard
// deviation of 35, that of a uniform value.
func Measured(sigma geom.Angle) bool { return sigma < 34*geom.Degree }

// Angle writes how far layers are turned, with the band that the ruling allows
// for, or says that it was not seen.
func Angle(turn, sigma, margin geom.Angle, l rules.Lang) string {
	if !Measured(sigma) {
		return NotSeen.In(l)
	}
	return fmt.Sprintf("%.1f° ± %.1f°", turn.Abs().Degrees(), margin.Degrees())
}

// LayersOf names two neighbouring layers by their numbers, counted from an end
// of their axis.
func LayersOf(from rules.Text, layers [2]int) rules.Text {
	return layersOf.Fill(map[string]rules.Text{"from": from, "a": rules.Plain(strconv.Itoa(layers[0])), "b": rules.Plain(strconv.Itoa(layers[1]))})
}

// OverBy says by how much a limit is exceeded.
func OverBy(by geom.Angle) rules.Text {
	return overBy.Fill(map[string]rules.Text{"by": rules.Plain(fmt.Sprintf("%.1f°", by.Degrees()))})
}
