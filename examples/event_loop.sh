#!/bin/sh
# Tests the event loop: by itself the expert fires every shot; after Escape, another strategy one.
set -eu
"$1" </dev/null | grep -c '^posterior fires at' | grep -qx 6
printf '\033' | "$1" | grep -c '^stalker fires at' | grep -qx 1
