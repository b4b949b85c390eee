package rules

import "testing"

func TestRows(t *testing.T) {
	for _, name := range Books() {
		b := load(t, name)
		seen := map[string]Row{}
		for _, r := range b.Rows() {
			if _, twice := seen[r.Key]; twice {
				t.Errorf("%s: %s twice", name, r.Key)
			}
			if r.Value == "" && r.Text == nil && r.Key != "date" {
				t.Errorf("%s: %s says nothing", name, r.Key)
			}
			seen[r.Key] = r
		}
		want := len(Flags()) + len(Powers()) + len(b.Procedure.Penalties) + len(b.Procedure.Reasons) + len(b.Sentences)
		if len(seen) < want {
			t.Errorf("%s: %d rows, want more than %d", name, len(seen), want)
		}
		for key, value := range map[string]string{"limits.333": "45°", "limits.minx": "36°", "inspection.plus_two": ">= 15 s",
			"inspection.calls.2": "12 s", "early": "< 0.06 s", "dispute": "1800 s", "take_back": "10 s, double tap 0.5 s"} {
			if seen[key].Value != value {
				t.Errorf("%s: %s is %q, want %q", name, key, seen[key].Value, value)
			}
		}
	}
	if rows := (&Rulebook{Name: "x"}).Rows(); len(rows) == 0 {
		t.Error("a rulebook without a procedure has no rows")
	}
}

func TestDiff(t *testing.T) {
	wca, sra := load(t, Default), load(t, "sra-trial")
	if d := Diff(wca, wca, true); len(d) != 0 {
		t.Errorf("a rulebook differs from itself: %+v", d)
	}
	got := map[string]Change{}
	for _, c := range Diff(wca, sra, false) {
		got[c.Key] = c
	}
	if c := got["precision"]; c.A == nil || c.B == nil || c.A.Article != "9f1" || c.B.Article != "66" {
		t.Errorf("precision: %+v", c)
	}
	if c := got["penalties.A6d"]; c.A == nil || c.B != nil {
		t.Errorf("only the WCA has A6d: %+v", c)
	}
	if c := got["penalties.22"]; c.A != nil || c.B == nil {
		t.Errorf("only the SRA has 22: %+v", c)
	}
	if _, ok := got["many"]; !ok { // the tutorial's has no article, the SRA's does
		t.Error("many")
	}
	if _, ok := got["take_back"]; ok {
		t.Error("taking back is the same")
	}
	c := load(t, Default)
	c.Sentences[SayOK] = Sentence{Article: "10e2", Text: Plain("Fine.")}
	if d := Diff(wca, c, false); len(d) != 0 {
		t.Errorf("wording counts without texts: %+v", d)
	}
	if d := Diff(wca, c, true); len(d) != 1 || d[0].Key != "sentences.ok" {
		t.Errorf("%+v", d)
	}
}
