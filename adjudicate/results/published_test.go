package results

import "testing"

// Published results: what was recorded, and the best and average that the WCA
// published for it. Times are hundredths of a second.
var published = []struct {
	what, event, format string
	attempts            []Value
	best, average       Value
}{
	{"Dan Knights, World Championship 2003", "333", "a", []Value{2113, 1993, 1895, 2207, 1876}, 1876, 2000},
	{"Shotaro Makisumi, January 2004", "333", "a", []Value{1529, 1664, 1765, 1805, 1476}, 1476, 1653},
	{"Shotaro Makisumi, October 2004", "333", "a", []Value{1316, 1377, 1549, 1429, 1560}, 1316, 1452},
	{"Anssi Vanhala, March 2006, second round", "333", "a", []Value{1659, 1418, 1529, 1308, 1374}, 1308, 1440},
	{"Anssi Vanhala, March 2006, final", "333", "a", []Value{1408, 1281, 1277, 1247, 1409}, 1247, 1322},
	{"Feliks Zemdegs, Melbourne Cube Day 2013", "333", "a", []Value{691, 641, 625, 730, 631}, 625, 654},
	{"Feliks Zemdegs, Malaysia Cube Open 2017", "333", "a", []Value{599, 528, 525, 613, 919}, 525, 580},
	{"Yiheng Wang, 2023, 4.69", "333", "a", []Value{435, 390, 441, 531, 616}, 390, 469},
	{"Yiheng Wang, Deqing Small Cubes Summer 2024", "333", "a", []Value{476, 398, 481, 400, 396}, 396, 425},
	{"Xuanyi Geng, Xianju NxN 2026, final", "333", "a", []Value{523, 442, 409, 402, 426}, 402, 426},
	{"Feliks Zemdegs, Melbourne Summer 2012", "555", "a", []Value{5711, 6605, 5665, 5672, 6000}, 5665, 5794},
	{"Max Park, World Championship 2017", "333oh", "a", []Value{1271, 976, 977, 1015, 1101}, 976, 1031},
	{"Drew Brads, World Championship 2017", "pyram", "a", []Value{152, 170, 226, 321, 217}, 152, 204},
	{"Simon Kelly, Don't DNF Dublin 2022", "444bf", "3", []Value{DNF, 67300, DNS}, 67300, DNF},
}

func TestPublished(t *testing.T) {
	for _, c := range published {
		got := count(t, Round{Book: load(t, "wca-2026-04-01"), Event: c.event, Format: c.format}, c.attempts...)
		if got.Best != c.best || got.Average != c.average {
			t.Errorf("%s: %v, average %v; want %v, %v", c.what, got.Best, got.Average, c.best, c.average)
		}
	}
}

// Published results of multi-blind: as people read them, and packed.
func TestPublishedMulti(t *testing.T) {
	for _, c := range []struct {
		what  string
		multi Multi
		value Value
		text  string
	}{
		{"Marcin Kowalczyk, 2013", Multi{41, 41, 54*60 + 14}, 580325400, "41/41 54:14"},
		{"Graham Siggins, 2019", Multi{59, 60, 59*60 + 46}, 410358601, "59/60 59:46"},
		{"Graham Siggins, 2022", Multi{62, 65, 57*60 + 47}, 400346703, "62/65 57:47"},
	} {
		v, err := c.multi.Pack()
		if err != nil || v != c.value || Unpack(v) != c.multi {
			t.Errorf("%s: %d, %v, back %+v", c.what, v, err, Unpack(v))
		}
		if got := Text(load(t, "wca-2026-04-01"), "333mbf", v, false); got != c.text {
			t.Errorf("%s: %q, want %q", c.what, got, c.text)
		}
	}
}
