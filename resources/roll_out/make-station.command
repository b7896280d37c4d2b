#!/bin/sh
# macOS: double-click. It does what make-station.sh does.
exec sh "$(dirname "$0")/make-station.sh" "$@"
