package main

import (
	"encoding/json"
	"net/http"

	"github.com/plustwo/plustwo/cmd/plustwo/internal/table"
	"github.com/plustwo/plustwo/stream/web"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// handler serves health and metrics beside the screens.
func handler(hall web.Hall, record table.Patient, m *table.Metrics, screens http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { health(w, hall, record) })
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.Gatherer(), promhttp.HandlerOpts{}))
	mux.Handle("/", screens)
	return mux
}

// health answers as long as the program does, and tells what is wrong with
// the record and at the tables: one that goes on by hand is no reason to start the program again.
func health(w http.ResponseWriter, hall web.Hall, record table.Patient) {
	trouble := map[string][]web.Trouble{}
	for _, id := range hall.Tables() {
		trouble[id] = hall.Table(id).Snapshot().Trouble
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"ok": true, "record": record.Troubles(), "trouble": trouble}) // else whoever asked is gone
}
