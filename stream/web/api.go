package web

import (
	_ "embed" // openapi.yaml
	"encoding/json"
	"sync"

	"go.yaml.in/yaml/v3"
)

// apiYAML describes the API. Tests hold the routes and the types against it.
//
//go:embed openapi.yaml
var apiYAML []byte

// apiJSON returns the description as JSON.
var apiJSON = sync.OnceValues(func() ([]byte, error) {
	var doc map[string]any
	if err := yaml.Unmarshal(apiYAML, &doc); err != nil {
		return nil, err
	}
	return json.Marshal(doc)
})
