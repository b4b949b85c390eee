package web

import (
	"encoding/json"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/plustwo/plustwo/adjudicate/attempt"
	"github.com/plustwo/plustwo/adjudicate/rules"
	"github.com/plustwo/plustwo/calib/geom"
)

// api is the description as far as tests look at it.
type api struct {
	OpenAPI    string `yaml:"openapi"`
	Paths      map[string]map[string]yaml.Node
	Components struct {
		Schemas map[string]schema
	}
}

type schema struct {
	Enum       []string
	Required   []string
	Properties map[string]yaml.Node
}

func loadAPI(t *testing.T) api {
	t.Helper()
	var a api
	if err := yaml.Unmarshal(apiYAML, &a); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(a.OpenAPI, "3.1") {
		t.Fatalf("OpenAPI %q", a.OpenAPI)
	}
	return a
}

// The server has the routes that are described, and no others.
func TestRoutes(t *testing.T) {
	var described, served []string
	for path, methods := range loadAPI(t).Paths {
		for m := range methods {
			if m != "parameters" {
				described = append(described, strings.ToUpper(m)+" "+path)
			}
		}
	}
	param := regexp.MustCompile(`:([a-z]+)`)
	for _, r := range newSite(t).web.echo.Routes() {
		if strings.HasPrefix(r.Path, "/api/") && !strings.HasSuffix(r.Path, "*") {
			served = append(served, r.Method+" "+param.ReplaceAllString(r.Path, "{$1}"))
		}
	}
	sort.Strings(described)
	sort.Strings(served)
	if len(served) < 20 || !slices.Equal(described, served) {
		t.Errorf("described:\n%s\nserved:\n%s", strings.Join(described, "\n"), strings.Join(served, "\n"))
	}
}

// Every reference leads somewhere, and every path parameter is described.
func TestReferences(t *testing.T) {
	var doc any
	if err := json.Unmarshal(newSite(t).web.api, &doc); err != nil {
		t.Fatal(err)
	}
	whole(t, "", doc)
	refs := regexp.MustCompile(`#(/[a-zA-Z/0-9]+)`).FindAllStringSubmatch(string(apiYAML), -1)
	if len(refs) < 100 {
		t.Fatalf("%d references", len(refs))
	}
	for _, r := range refs {
		at := doc
		for _, k := range strings.Split(r[1], "/")[1:] {
			m, _ := at.(map[string]any)
			at = m[k]
		}
		if at == nil {
			t.Errorf("%s leads nowhere", r[0])
		}
	}
	paths := doc.(map[string]any)["paths"].(map[string]any)
	for path, x := range paths {
		if n := strings.Count(path, "{"); n > 0 {
			if got, _ := x.(map[string]any)["parameters"].([]any); len(got) != n {
				t.Errorf("%s: %d parameters", path, len(got))
			}
		}
	}
}

// whole finds keys without a value, which a comma in a text makes.
func whole(t *testing.T, at string, doc any) {
	t.Helper()
	switch x := doc.(type) {
	case nil:
		t.Errorf("%s: nothing", at)
	case map[string]any:
		for k, v := range x {
			whole(t, at+"/"+k, v)
		}
	case []any:
		for _, v := range x {
			whole(t, at, v)
		}
	}
}

// The described codes are those that are sent, in their order, each with a
// sentence in every language and a status of its own kind.
func TestErrorCodes(t *testing.T) {
	var got []string
	for c := range faults {
		f := faults[c]
		got = append(got, f.name)
		if f.status < 400 || f.status > 599 {
			t.Errorf("%s: status %d", f.name, f.status)
		}
		for _, l := range rules.Langs() {
			if f.text[l] == "" {
				t.Errorf("%s: no sentence in %s", f.name, l)
			}
		}
	}
	if want := loadAPI(t).Components.Schemas["ErrorCode"].Enum; !slices.Equal(got, want) {
		t.Errorf("sent %v\ndescribed %v", got, want)
	}
}

// schemaNames are the schemas whose names are not those of their Go types.
var schemaNames = map[reflect.Type]string{
	reflect.TypeFor[Fault](): "Error", reflect.TypeFor[rules.Penalty](): "PadPenalty", reflect.TypeFor[rules.Call](): "InspectionCall",
}

// Every Go type that is sent or read has the described fields, those required
// that are always there.
func TestSchemas(t *testing.T) {
	schemas := loadAPI(t).Components.Schemas
	seen := map[reflect.Type]bool{}
	for _, x := range []any{Fault{}, Session{}, Login{}, Hop{}, Act{}, Acted{}, Report{}, Review{}, Again{}, Book{}, Snapshot{}, Summary{}, Beat{}, Manifest{},
		Accept{}, Invite{}, Invited{}, People{}, Trust{}} {
		checkType(t, schemas, reflect.TypeOf(x), seen)
	}
	if len(seen) < 50 {
		t.Errorf("only %d types were looked at", len(seen))
	}
}

func checkType(t *testing.T, schemas map[string]schema, r reflect.Type, seen map[reflect.Type]bool) {
	t.Helper()
	switch r.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Array:
		checkType(t, schemas, r.Elem(), seen)
		return
	case reflect.Struct:
	default:
		return
	}
	_, own := reflect.New(r).Interface().(json.Marshaler)
	if seen[r] || own || r == reflect.TypeFor[geom.Pixel]() {
		return
	}
	seen[r] = true
	name := schemaNames[r]
	if name == "" {
		name = r.Name()
	}
	s, ok := schemas[name]
	if !ok {
		t.Errorf("no schema %s for %s", name, r)
		return
	}
	var props, required []string
	fields(r, func(name string, always bool, f reflect.Type) {
		props = append(props, name)
		if always {
			required = append(required, name)
		}
		checkType(t, schemas, f, seen)
	})
	var described []string
	for k := range s.Properties {
		described = append(described, k)
	}
	sort.Strings(props)
	sort.Strings(described)
	sort.Strings(required)
	sort.Strings(s.Required)
	if !slices.Equal(props, described) {
		t.Errorf("%s: fields %v, described %v", name, props, described)
	}
	if asked := name == "Login" || name == "Report"; !asked && !slices.Equal(required, s.Required) {
		t.Errorf("%s: always %v, required %v", name, required, s.Required)
	}
}

// fields lists a type's fields as JSON has them.
func fields(r reflect.Type, f func(name string, always bool, t reflect.Type)) {
	for i := range r.NumField() {
		x := r.Field(i)
		if x.Anonymous {
			fields(x.Type, f)
			continue
		}
		name, opts, _ := strings.Cut(x.Tag.Get("json"), ",")
		f(name, opts == "", x.Type)
	}
}

// An attempt that was played through reads back strictly: no field is missing.
func TestAPIServed(t *testing.T) {
	s := newSite(t)
	if a := s.screen().get("/api/openapi.json").want(http.StatusOK); !json.Valid(a.body) || a.Header.Get("Content-Type") != "application/json" {
		t.Errorf("%s %.80s", a.Header.Get("Content-Type"), a.body)
	}
	s.hall.tables["a"].play(t, "A1")
	c := s.as(rules.Delegate)
	if got := read[Snapshot](c.get("/api/tables/a")); got.Attempt.Phase != attempt.Suggested || got.Table != "a" {
		t.Errorf("%+v", got)
	}
	all := read[[]Summary](c.get("/api/tables"))
	if len(all) != 2 || all[0].Health != Poor || all[0].Phase != attempt.Suggested || len(all[0].Waiting) != 0 {
		t.Errorf("%+v", all)
	}
	for _, name := range read[[]string](c.get("/api/rulebooks")) {
		book := read[Book](c.get("/api/rulebooks/" + name))
		if book.Name != name || len(book.Procedure.Penalties) < 5 || len(book.Limits) < 2 || book.Sentences[rules.SayOK].Article == "" {
			t.Errorf("%s: %+v", name, book)
		}
	}
	c.get("/api/rulebooks/none").fails(codeNoRulebook, "rulebook")
	c.get("/api/tables/c").fails(codeNoTable, "table")
	c.get("/api/nothing").fails(codeNotFound, "")
	s.screen().get("/api/nothing").fails(codeNotFound, "")
	c.send("DELETE", "/api/tables", nil).fails(codeMethod, "")
}
