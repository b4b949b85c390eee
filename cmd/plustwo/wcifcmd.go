package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // the zones of venues, where the system has none

	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/adjudicate/results"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/adjudicate/wcif"
)

// wcifCmd is "plustwo wcif FILE".
type wcifCmd struct {
	File  string `arg:"" help:"${wcif_file}"`
	Room  int    `help:"${wcif_room}"`
	Table int    `help:"${wcif_table}"`
}

// Help is printed below the flags.
func (wcifCmd) Help() string {
	return `Examples:
  plustwo wcif testdata/competition/wcif-2.1.1.json
  plustwo wcif testdata/competition/wcif-2.1.1.json --room 2 --table 3 --lang zh-TW`
}

// mostWCIFMB is what package wcif reads at most.
const mostWCIFMB = 64

// Run prints what was understood of a competition's file.
func (c *wcifCmd) Run(s *streams) error {
	raw, err := readSmall(c.File, mostWCIFMB)
	if err != nil {
		return badInput{problem.At(c.File, err)}
	}
	comp, err := wcif.Read(raw)
	if err != nil {
		return badInput{problem.At(c.File, err)}
	}
	p := &page{lang: s.lang, colour: s.colour}
	if c.Room > 0 {
		i := slices.IndexFunc(comp.Rooms, func(r wcif.Room) bool { return r.ID == c.Room })
		if i < 0 {
			return badInput{problem.At(c.File, problem.New(wcif.ErrWCIF, problem.WCIFNowhere, "found", "--room "+fmt.Sprint(c.Room)))}
		}
		p.turns(comp, comp.Rooms[i], c.Table)
	} else if err := p.competition(comp); err != nil {
		return err
	}
	_, err = io.WriteString(s.out, p.String())
	return err
}

// Words of a competition.
var (
	wcifHead      = helpText("%s (%s, WCIF %s)", "%s（%s，WCIF %s）", "%s（%s，WCIF %s）")
	wcifDropped   = helpText("not public, left out: %d", "非公開，已略去：%d", "非公开，已略去：%d")
	wcifRooms     = helpText("Rooms", "場地", "场地")
	wcifRounds    = helpText("Rounds", "輪次", "轮次")
	wcifPersons   = helpText("Persons", "選手與工作人員", "选手与工作人员")
	columnRoom    = helpText("room", "場地", "场地")
	columnTable   = helpText("table", "桌號", "赛台")
	columnTables  = helpText("tables", "桌數", "赛台数")
	columnGroups  = helpText("groups", "組數", "组数")
	columnRound   = helpText("round", "輪次", "轮次")
	columnFormat  = helpText("format", "賽制", "赛制")
	columnLimit   = helpText("time limit", "時間限制", "还原时限")
	columnCutoff  = helpText("cutoff", "門檻", "及格线")
	columnEntered = helpText("registered", "報名", "报名")
	columnEvents  = helpText("events", "項目", "项目")
	columnStart   = helpText("start", "開始", "开始")
	columnGroup   = helpText("group", "組別", "组别")
	sharedLimit   = helpText("%s for %s together", "%s（%s 合計）", "%s（%s 合计）")
)

func heads(l rules.Lang, columns ...rules.Text) []string {
	out := make([]string, len(columns))
	for i, c := range columns {
		out[i] = c.In(l)
	}
	return out
}

// competition prints rooms, rounds and persons.
func (p *page) competition(c *wcif.Competition) error {
	p.line(wcifHead.In(p.lang), c.Name, c.ID, c.Version)
	if c.Dropped > 0 {
		p.line(wcifDropped.In(p.lang), c.Dropped)
	}
	p.line("\n%s", p.ink(wcifRooms.In(p.lang), bold))
	groups := map[int]int{}
	for _, g := range c.Groups() {
		groups[g.Room.ID]++
	}
	rows := [][]string{append([]string{"#"}, heads(p.lang, columnRoom, columnTables, columnGroups)...)}
	for _, r := range c.Rooms {
		rows = append(rows, []string{fmt.Sprint(r.ID), r.Name, dash(some(r.Stations)), fmt.Sprint(groups[r.ID])})
	}
	p.table(rows)
	if err := p.rounds(c); err != nil {
		return err
	}
	p.line("\n%s", p.ink(wcifPersons.In(p.lang), bold))
	rows = [][]string{append([]string{"#", "WCA ID"}, heads(p.lang, columnEvents, columnName)...)}
	for _, who := range c.Persons {
		rows = append(rows, []string{dash(some(who.RegistrantID)), dash(who.WCAID), dash(strings.Join(who.Events, " ")), who.Name})
	}
	p.table(rows)
	return nil
}

// some writes a number; nothing for 0.
func some(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

func (p *page) rounds(c *wcif.Competition) error {
	book, err := rules.Load(rules.Default) // its unit is the files'
	if err != nil {
		return err
	}
	entered := map[string]int{}
	for _, who := range c.Persons {
		for _, e := range who.Events {
			entered[e]++
		}
	}
	p.line("\n%s", p.ink(wcifRounds.In(p.lang), bold))
	rows := [][]string{heads(p.lang, columnRound, columnFormat, columnEntered, columnCutoff, columnLimit)}
	for _, e := range c.Events {
		for _, r := range e.Rounds {
			registered, limit, cutoff := "-", "-", "-"
			if r.Number == 1 {
				registered = fmt.Sprint(entered[e.ID])
			}
			if r.Limit != nil {
				limit = results.Text(book, "333", results.Value(r.Limit.Centiseconds), false)
				if len(r.Limit.Rounds) > 0 {
					limit = fmt.Sprintf(sharedLimit.In(p.lang), limit, strings.Join(r.Limit.Rounds, " "))
				}
			}
			if r.Cutoff != nil {
				cutoff = fmt.Sprintf("%d: < %s", r.Cutoff.Attempts, results.Text(book, e.ID, r.Cutoff.Value, false))
			}
			rows = append(rows, []string{r.ID, r.Format, registered, cutoff, limit})
		}
	}
	p.table(rows)
	return nil
}

// turns prints who competes at the tables of a room, or at one of them, in the
// order of the schedule, by the venue's clock where its zone is known here.
func (p *page) turns(c *wcif.Competition, room wcif.Room, table int) {
	zone, err := time.LoadLocation(room.Timezone)
	if err != nil {
		zone = time.UTC
	}
	rows := [][]string{append(heads(p.lang, columnTable, columnStart, columnGroup), "#", columnName.In(p.lang))}
	for _, n := range c.Tables(room.ID) {
		if table > 0 && n != table {
			continue
		}
		for _, t := range c.Table(room.ID, n) {
			rows = append(rows, []string{fmt.Sprint(n), t.Activity.Start.In(zone).Format("01-02 15:04"), t.Activity.Code.String(),
				fmt.Sprint(t.Person.RegistrantID), t.Person.Name})
		}
	}
	p.table(rows)
}
