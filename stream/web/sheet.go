package web

import "github.com/labstack/echo/v4"

func (s *Server) getSheet(c echo.Context) error { return fail(codeNotFound) }
