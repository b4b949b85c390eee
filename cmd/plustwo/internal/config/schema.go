package config

import (
	"fmt"
	"slices"

	"github.com/plustwo/plustwo/adjudicate/problem"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"go.yaml.in/yaml/v3"
)

// kind is what a key's value must be.
type kind int

const (
	text    kind = iota // a word or number
	quoted              // a word that YAML must not take for a number
	mapping             // keys of its own
	list                // of mappings
)

func say(en, tw, cn string) rules.Text {
	return rules.Text{rules.English: en, rules.Traditional: tw, rules.Simplified: cn}
}

// likes are how values of a kind are written.
var likes = map[kind]rules.Text{
	text:    say("a word, such as 333", "一個詞，例如 333", "一个词，例如 333"),
	quoted:  say(`digits in quotes, such as "123456"`, `加引號的數字，例如 "123456"`, `加引号的数字，例如 "123456"`),
	mapping: say("keys below it, further to the right", "下一行起、往右縮排的項目", "下一行起、向右缩进的项"),
	list:    say("a list, each entry after a -", "清單，每一筆前面加 -", "列表，每一条前面加 -"),
}

// key is one key that a configuration may have.
type key struct {
	name     string
	kind     kind
	keys     []key
	required string // how it is written, where it must be there
}

// schema is everything that a configuration may hold.
var schema = key{kind: mapping, keys: []key{
	{name: "listen"}, {name: "video"}, {name: "data"}, {name: "rulebook"}, {name: "wcif"},
	{name: "tls", kind: mapping, keys: []key{{name: "certificate"}, {name: "key"}, {name: "mode"}}},
	{name: "retention", kind: mapping, keys: []key{{name: "undisputed"}, {name: "disputed"}, {name: "cap_gb"}}},
	{name: "pins", kind: mapping, keys: []key{{name: "delegate", kind: quoted}}},
	{name: "tables", kind: list, required: "tables: and a list of them", keys: []key{
		{name: "id", required: "id: A"}, {name: "name"}, {name: "event"}, {name: "room"}, {name: "station"}, {name: "rig"}, {name: "timer"}, {name: "pin", kind: quoted},
		{name: "cameras", kind: mapping, required: "cameras: and overhead: below it", keys: []key{
			{name: "overhead", required: "overhead: usb:PATH, as plustwo cameras lists it"}, {name: "left"}, {name: "right"}, {name: "competitor"}}}}}}}

// names lists the keys' names.
func (k key) names() []string {
	var out []string
	for _, x := range k.keys {
		out = append(out, x.name)
	}
	return out
}

// lines tells on which line the value of each key stands, by its path, such as
// tables[0].cameras.overhead.
type lines map[string]int

// walk checks a node and all below it against a key, and notes the lines.
func (d *document) walk(n *yaml.Node, k key, path string) error {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	d.lines[path] = n.Line
	switch k.kind {
	case mapping:
		return d.walkMapping(n, k, path)
	case list:
		if n.Kind != yaml.SequenceNode || len(n.Content) == 0 {
			return d.wrong(n, k, path)
		}
		for i, c := range n.Content {
			if err := d.walkMapping(c, k, fmt.Sprintf("%s[%d]", path, i)); err != nil {
				return err
			}
		}
		return nil
	}
	switch {
	case n.Kind != yaml.ScalarNode || n.Tag == "!!null" || k.kind == text && n.Tag == "!!bool":
		return d.wrong(n, k, path)
	case k.kind == quoted && n.Tag != "!!str":
		return d.at(path, problem.New(ErrConfig, problem.ConfigQuotes, "found", n.Value))
	}
	return nil
}

func (d *document) walkMapping(n *yaml.Node, k key, path string) error {
	d.lines[path] = n.Line
	if n.Kind != yaml.MappingNode {
		return d.wrong(n, key{kind: mapping}, path)
	}
	first := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		name, value := n.Content[i], n.Content[i+1]
		below := join(path, name.Value)
		d.lines[below] = name.Line
		j := slices.IndexFunc(k.keys, func(x key) bool { return x.name == name.Value })
		if j < 0 {
			return d.at(below, problem.New(ErrConfig, problem.ConfigUnknown, "known", k.names()))
		}
		if line, twice := first[name.Value]; twice {
			return d.at(below, problem.New(ErrConfig, problem.ConfigTwice, "line", line))
		}
		first[name.Value] = name.Line
		if err := d.walk(value, k.keys[j], below); err != nil {
			return err
		}
	}
	for _, x := range k.keys {
		if _, ok := first[x.name]; !ok && x.required != "" {
			below := join(path, x.name)
			d.lines[below] = n.Line
			return d.at(below, problem.New(ErrConfig, problem.ConfigMissing, "like", x.required))
		}
	}
	return nil
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// wrong tells that a value is of another kind than it must be.
func (d *document) wrong(n *yaml.Node, k key, path string) error {
	found := map[yaml.Kind]string{yaml.MappingNode: "{...}", yaml.SequenceNode: "[...]"}[n.Kind]
	if found == "" {
		found = fmt.Sprintf("%q", n.Value)
	}
	return d.at(path, problem.New(ErrConfig, problem.ConfigType, "found", found, "like", likes[k.kind]))
}

// at says where a problem is.
func (d *document) at(path string, err error) error {
	return problem.InConfig(d.file, d.lines[path], path, err)
}
