#!/bin/sh
# Makes a challenge station on this machine from the folder that this file lies in. Asks only the letter.
here=$(cd "$(dirname "$0")" && pwd) || exit 1
program=$here/program
if [ ! -f "$program/kiosk" ]; then
    echo "This folder holds no program. Install it, then: kiosk roll-out --take \"$here\"" >&2
    exit 1
fi
passing=
if ! "$program/kiosk" --version >/dev/null 2>&1; then
    # The stick may not let programs run: a copy on this machine may.
    passing=$(mktemp -d) || exit 1
    trap 'rm -rf "$passing"' EXIT
    cp -R "$program" "$passing/" && chmod -R u+rwX "$passing/program" && chmod +x "$passing/program/kiosk" || exit 1
    program=$passing/program
fi
"$program/kiosk" roll-out --take "$here" --program "${KIOSK_PROGRAM:-$HOME/challenge-kiosk}" "$@"
ended=$?
if [ -t 0 ] && [ $# -eq 0 ]; then
    printf 'Press ENTER to close. '
    read -r _
fi
exit $ended
