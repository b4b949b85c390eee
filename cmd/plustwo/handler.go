package main

import (
	"encoding/json"
	"net/http"

	"github.com/plustwo/plustwo/cmd/plustwo/internal/table"
	"github.com/plustwo/plustwo/stream/web"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// handler serves health, metrics and the screens.
func handler(hall web.Hall, m *table.Metrics) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { health(w, hall) })
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.Gatherer(), promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /api/tables/{table}", func(w http.ResponseWriter, r *http.Request) {
		t := hall.Table(r.PathValue("table"))
		if t == nil {
			http.NotFound(w, r)
			return
		}
		writeJSON(w, http.StatusOK, t.Snapshot())
	})
	return mux
}

// health tells whether every table's judged camera and record work. A table that
// goes on by hand is told, and no reason to start the program again: the status
// is 200 as long as it answers.
func health(w http.ResponseWriter, hall web.Hall) {
	out := map[string][]web.Trouble{}
	for _, id := range hall.Tables() {
		out[id] = hall.Table(id).Snapshot().Trouble
	}
	writeJSON(w, http.StatusOK, map[string]any{"ok": true, "trouble": out})
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // whoever asked is gone
}
