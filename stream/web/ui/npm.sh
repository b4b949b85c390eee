#!/usr/bin/env bash
# Runs npm in this folder with a Node.js that Vite takes (20.19 or newer). Where
# the system's is older, as Debian 12's is, one from the npm registry is used.
set -euo pipefail
cd "$(dirname "$0")"
new='const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)'
if ! node -e "$new" 2>/dev/null; then
  case "$(uname -m)" in aarch64) arch=arm64 ;; *) arch=x64 ;; esac
  own=".node/node_modules/node-linux-$arch"
  [ -x "$own/bin/node" ] || npm install --silent --no-save --no-package-lock --prefix .node "node-linux-$arch@22.23.3" >&2
  PATH="$PWD/$own/bin:$PATH"
fi
exec npm --loglevel=error --no-audit --no-fund "$@"
