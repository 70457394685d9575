#!/bin/sh
# server.sh PROGRAM: a server that crashes in the middle of a turn, again and again, ends with the
# same records as one that does not.
set -eu
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/whole" "$scratch/crashed"

"$1" "$scratch/whole" 4
for turn in 1 30 35; do
    if "$1" "$scratch/crashed" 4 "$turn"; then
        echo "FAILED: no crash in turn $turn"
        exit 1
    fi
done
"$1" "$scratch/crashed" 4 > "$scratch/output"
grep -x '4 games, 4 restored: over after 174 rounds' "$scratch/output"
# Two of the clients have left.
test "$(grep -l '^optional-until a [0-9]*$' "$scratch"/whole/*.record | wc -l)" -eq 2
diff -r "$scratch/whole" "$scratch/crashed"
