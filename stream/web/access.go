package web

import (
	"fmt"
	"slices"

	"github.com/labstack/echo/v4"

	"github.com/plustwo/plustwo/adjudicate/rules"
)

// Who may send a request, by role. What the rulebook gives to a judge or to a
// Delegate it tells itself (rules.Procedure.Powers), within these.
var (
	everybody []rules.Role // nobody is asked who it is
	members   = []rules.Role{rules.Viewer, rules.DataEntry, rules.Judge, rules.Delegate, rules.Organiser}
	officials = []rules.Role{rules.Judge, rules.Delegate}
	hosts     = []rules.Role{rules.Organiser}
)

// access lists every request of the API with who may send it. One that is not
// listed is not served.
var access = map[string][]rules.Role{
	"GET /api/openapi.json": everybody,
	"GET /api/session":      everybody,
	"POST /api/session":     everybody,
	"DELETE /api/session":   everybody,
	"POST /api/invitation":  everybody,
	"GET /api/trust":        everybody,
	"GET /api/trust/ca.crt": everybody,

	"GET /api/people":               hosts,
	"POST /api/people":              hosts,
	"DELETE /api/people/:name":      hosts,
	"POST /api/tables/:table/pin":   hosts,
	"GET /api/tables/:table/qr.svg": members,

	"PUT /api/session/table":                officials,
	"GET /api/events":                       members,
	"GET /api/tables":                       members,
	"GET /api/rulebooks":                    members,
	"GET /api/rulebooks/:rulebook":          members,
	"GET /api/tables/:table":                members,
	"GET /api/tables/:table/events":         members,
	"POST /api/tables/:table/timer":         officials,
	"GET /api/tables/:table/evidence/:hash": members, // recordings take the power to view them

	"GET /api/tables/:table/cameras/:camera/live.mjpeg":          members,
	"GET /api/tables/:table/cameras/:camera/frame.jpg":           members,
	"POST /api/tables/:table/cameras/:camera/whep":               members,
	"DELETE /api/tables/:table/cameras/:camera/whep/:connection": members,

	"GET /api/tables/:table/attempts/:attempt":                           members,
	"POST /api/tables/:table/attempts/:attempt/events":                   officials, // each event takes its own power
	"POST /api/tables/:table/attempts/:attempt/again":                    officials, // and the power to view
	"GET /api/tables/:table/attempts/:attempt/diagram.svg":               members,
	"GET /api/tables/:table/attempts/:attempt/sheet.pdf":                 officials, // and the power to amend
	"GET /api/tables/:table/attempts/:attempt/bundle.zip":                officials, // and the power to amend
	"GET /api/tables/:table/attempts/:attempt/clips/:hash/frames/:frame": officials, // and the power to view
}

// only refuses who is not one of some roles.
func (s *Server) only(roles []rules.Role) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			role := s.actor(c).Role
			switch {
			case len(roles) == 0 || slices.Contains(roles, role):
				return next(c)
			case role == "":
				return fail(codeNoSession)
			}
			return fail(codeForbidden)
		}
	}
}

// handle serves a request of the API to those that access lists for it.
func (s *Server) handle(e *echo.Echo, method, path string, h echo.HandlerFunc) error {
	roles, ok := access[method+" "+path]
	if !ok {
		return fmt.Errorf("%w: %s %s: nobody is said to have access", ErrConfig, method, path)
	}
	e.Add(method, path, h, s.only(roles))
	return nil
}
