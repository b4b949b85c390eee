package main

import (
	"fmt"

	"github.com/plustwo/plustwo/cmd/plustwo/internal/config"
	"github.com/plustwo/plustwo/stream/timer"
)

// configCmd is "plustwo config".
type configCmd struct {
	Sample configSampleCmd `cmd:"" help:"${config_sample}"`
	Check  configCheckCmd  `cmd:"" help:"${config_check}"`
}

// configSampleCmd is "plustwo config sample".
type configSampleCmd struct{}

// Run prints a configuration with every key explained.
func (configSampleCmd) Run(s *streams) error {
	_, err := s.out.Write(config.Sample)
	return err
}

// configCheckCmd is "plustwo config check FILE".
type configCheckCmd struct {
	File string `arg:"" default:"plustwo.yaml" help:"${serve_config}"`
}

// Run checks a configuration and what it names: cameras, timers, rig files.
func (c *configCheckCmd) Run(s *streams) error {
	d, err := config.Read(c.File)
	if err == nil {
		_, err = d.Check(config.Things{Size: pictureSize, Ports: timer.Ports, Cards: timer.SoundCards})
	}
	if err == nil {
		_, err = d.Competition()
	}
	if err != nil {
		return badInput{err}
	}
	cameras := 0
	for _, t := range d.Tables {
		cameras += len(t.Cameras)
	}
	_, err = fmt.Fprintf(s.out, configGood.In(s.lang)+"\n", c.File, len(d.Tables), cameras)
	return err
}

var configGood = helpText("%s: nothing is wrong; tables: %d, cameras: %d", "%s：沒有問題；桌子 %d 張，攝影機 %d 部", "%s：没有问题；桌子 %d 张，摄像机 %d 部")
