#!/bin/sh
# check.sh BASELINE LIBRARY INCLUDE_DIRECTORY COMPILER...: compares the library with the description
# that a release promised, and proves that the comparison finds what would break a program. With
# --write, writes the description of this library to BASELINE instead.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
if [ "$1" = --write ]; then
    shift
    baseline=$1
    shift
    exec "$here/describe.py" "$@" > "$baseline"
fi
baseline=$1
shift
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

"$here/describe.py" "$@" > "$scratch/now"
"$here/compare.py" "$baseline" "$scratch/now"

# after SED_SCRIPT: compares the description with itself after a change.
after()
{
    sed -E "$1" "$baseline" > "$scratch/changed"
    ! cmp -s "$baseline" "$scratch/changed" || { echo "FAILED: $1 changes nothing"; exit 1; }
    "$here/compare.py" "$baseline" "$scratch/changed" > "$scratch/faults"
}

passes()
{
    after "$1" || { echo "FAILED: refused: $1"; cat "$scratch/faults"; exit 1; }
}

is_refused()
{
    ! after "$1" || { echo "FAILED: not noticed: $1"; exit 1; }
}

last=$(sed -n 's|^struct bship_aim_options \([0-9]*\) bytes$|\1|p' "$baseline")
passes "s/^(struct bship_aim_options) [0-9]+ bytes$/\\1 $((last + 8)) bytes\\nfield bship_aim_options.later $last int64_t/"
passes '$ afunction bship_later LIBBATTLESHIP_9.9 void ()'
passes '$ aenumerator BSHIP_LATER 1'
is_refused '$ afunction bship_later LIBBATTLESHIP_1.0 void ()'
is_refused '/^function bship_ai_aim /d'
is_refused '/^field bship_aim_options\.user /d'
is_refused '/^enumerator BSHIP_SIDE_A /d'
is_refused 's/^(enumerator BSHIP_SIDE_A) .*/\1 7/'
is_refused 's/^(field bship_cell\.)x/\1z/; s/^(field bship_cell\.)y/\1x/; s/^(field bship_cell\.)z/\1y/'
is_refused 's/^(field bship_cell\.x 0) .*/\1 int64_t/'
is_refused 's/^(struct bship_cell) .*/\1 12 bytes\nfield bship_cell.later 8 int32_t/'
is_refused 's/^(function bship_ai_aim .*)\)$/\1, int32_t)/'
echo "$(wc -l < "$baseline") lines of the description hold"
