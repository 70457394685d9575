#!/bin/sh
# Tests the event loop: all games end, also if every aim is to finish at once.
set -eu
"$1" 6 2 | grep -q '^6 games in .* shots a game'
"$1" 3 0.000001 | grep -q '^3 games in .* shots a game'
