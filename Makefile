# plustwo: see README.md. Every target installs what is missing first.

VERSION := $(shell git describe --always --dirty --tags 2>/dev/null || echo unknown)
export GOFLAGS := $(GOFLAGS) -buildvcs=false
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2

# The scene that "make judge" judges.
SCENE := 333-01010
VIEW  := overhead

# The screens: sources, what they are built into, and what builds them.
UI      := stream/web/ui
SCREENS := stream/web/dist/index.html
TOOLS   := $(UI)/node_modules/.package-lock.json
UI_SRC  := $(shell find $(UI) \( -name node_modules -o -name .node -o -name test \) -prune -o -type f -print)

.PHONY: ui build run judge test soak bench lint fuzz accuracy picture fonts install clean

build: install $(SCREENS)
	go build -ldflags "-X main.version=$(VERSION)" -o plustwo ./cmd/plustwo

# A table that does not exist; needs no camera, timer or config.
run: build
	./plustwo serve --demo

judge: build
	@mkdir -p out
	./plustwo judge --event 333 --rig testdata/stills/$(SCENE).json --view $(VIEW) --draw out/judged.png testdata/stills/$(SCENE)-$(VIEW).jpg
	@echo; echo "The annotated picture is $(CURDIR)/out/judged.png"

# Builds the screens again where a source has changed.
ui: $(SCREENS)

$(TOOLS): $(UI)/package-lock.json $(UI)/package.json | install
	$(UI)/npm.sh ci
	@touch $@

$(SCREENS): $(TOOLS) $(UI_SRC)
	$(UI)/npm.sh run build

# The tag "browser" adds the tests of the screens in Chromium; matprofile makes
# gocv count its matrices, so that a test finds one left open.
test: install $(SCREENS)
	@bad=$$(gofmt -l .); [ -z "$$bad" ] || { echo "run gofmt -w on: $$bad"; exit 1; }
	go vet -tags browser ./...
	go test -race -tags matprofile,browser -timeout 20m ./...

# Faults, as often as it takes to believe it: a process that records is killed
# 200 times.
soak: install
	PLUSTWO_KILLS=200 go test -timeout 60m -count 1 -run 'TestKill$$' -v ./adjudicate/journal
	go test -tags matprofile -timeout 6h -count 1 -run TestManyAttempts -v ./cmd/plustwo/internal/table -soak 1000

bench: install
	go test -run '^$$' -bench . -benchmem ./...

# ST1005 is off: messages start with the field's own name, such as K or R.
lint: install
	go vet ./...
	go run $(STATICCHECK) -checks inherit,-ST1005 ./...

# Ten seconds on every fuzz test.
fuzz: install
	@for p in $$(go list ./...); do \
	  for f in $$(go test -list '^Fuzz' $$p | grep '^Fuzz'); do \
	    echo "$$p $$f"; go test -run '^$$' -fuzz "^$$f\$$" -fuzztime 10s $$p || exit 1; \
	  done; \
	done

# Scores the bundled scenes and writes the table of README.md.
accuracy: build
	@mkdir -p out
	./plustwo score --update README.md --plot out/calibration.png testdata/stills

# Rebuilds the picture of README.md.
picture: build
	./plustwo judge --event 333 --rig testdata/stills/$(SCENE).json --view $(VIEW) --draw testdata/judged.jpg testdata/stills/$(SCENE)-$(VIEW).jpg
	go test ./vision/synth -run Manifest -update

# Rebuilds the fonts of the annotated picture after texts have changed.
fonts:
	vision/draw/fonts/build.sh

install:
	@.ci/install

clean:
	rm -rf plustwo out stream/web/dist/* $(UI)/node_modules $(UI)/.node
