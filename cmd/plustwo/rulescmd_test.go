package main

import (
	"strings"
	"testing"
)

func TestRules(t *testing.T) {
	for _, c := range []struct {
		args []string
		want []string
	}{
		{[]string{"rules"}, []string{"limits.333", "45°", "10f1", "A4d1", ">= 15 s", "No move is needed"}},
		{[]string{"rules", "wca-2026-04-01", "--lang", "zh-TW"}, []string{"A6g", "由裁判判定方塊是否復原。"}},
		{[]string{"rules", "sra-trial", "--lang", "zh-CN"}, []string{"80(1)", "主考官", "penalties.22"}},
		{[]string{"rules", "diff", "wca-2026-04-01", "sra-trial"}, []string{"precision", "9f1", "66", "penalties.A6d"}},
		{[]string{"rules", "diff", "wca-2026-04-01", "sra-trial", "--texts", "--lang", "zh-CN"}, []string{"主考官", "WCA代表"}},
	} {
		code, out, errs := plustwo(c.args...)
		if code != 0 || errs != "" {
			t.Fatalf("%v: code %d, %q", c.args, code, errs)
		}
		for _, s := range c.want {
			if !strings.Contains(out, s) {
				t.Errorf("%v lacks %q", c.args, s)
			}
		}
	}
	if _, out, _ := plustwo("rules", "diff", "sra-trial", "sra-trial"); strings.Count(out, "\n") != 1 {
		t.Errorf("a rulebook differs from itself:\n%s", out)
	}
	for _, args := range [][]string{{"rules", "x"}, {"rules", "diff", "sra-trial"}, {"rules", "diff", "x", "sra-trial"}, {"rules", "diff", "sra-trial", "x"}} {
		if code, out, errs := plustwo(args...); code != 2 || out != "" || errs == "" {
			t.Errorf("%v: code %d, %q, %q", args, code, out, errs)
		}
	}
}
