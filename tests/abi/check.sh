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
baseline=$1 library=$2 include=$3
shift 3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

"$here/describe.py" "$library" "$include" "$@" > "$scratch/now"
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

# A name for what is reserved, all of it or a part.
passes 's/^(field bship_error\.)reserved /\1later /'
passes 's/^(field bship_report\.)reserved 12 int32_t\[5\]$/\1later 12 int32_t\n\1reserved 16 int32_t[4]/'
is_refused 's/^(field bship_error\.)reserved 20 uint32_t/\1later 20 int32_t/'
is_refused 's/^(field bship_error\.)reserved 20/\1later 24/'
is_refused 's/^(field bship_report\.)reserved 12 int32_t\[5\]$/\1later 12 int32_t/'
is_refused '/^field bship_error\.reserved /d'

# Constants and initialisers.
passes 's/^(constant BSHIP_VERSION_MINOR) .*/\1 1/; s/^(constant BSHIP_AI_WORK_DEFAULT) .*/\1 1/'
passes '$ aconstant BSHIP_LATER_MAX 1'
passes '$ ainitialiser BSHIP_AIM_OPTIONS_LATER bship_aim_options work_limit=1'
passes "s/^(struct bship_aim_options) [0-9]+ bytes$/\\1 $((last + 8)) bytes\\nfield bship_aim_options.later $last int64_t/
    s/^initialiser BSHIP_AIM_OPTIONS_INIT .*/& later=-1/"
is_refused 's/^(constant BSHIP_CELL_TEXT_SIZE) .*/\1 4/'
is_refused 's/^(constant BSHIP_VERSION_MAJOR) .*/\1 2/'
is_refused '/^constant BSHIP_NAME_MAX /d'
is_refused 's/^(initialiser BSHIP_TOTAL_INIT bship_total) .*/\1/'
is_refused 's/^initialiser BSHIP_RULES_OPTIONS_INIT .*/& contact=2/'
is_refused 's/^(field bship_error\.)reserved /\1later /; s/^initialiser BSHIP_ERROR_INIT .*/& later=1/'
is_refused '/^initialiser BSHIP_TOTAL_INIT /d'

# says WORDS FILE: whether a line of a file contains the words.
says()
{
    grep -qF "$1" "$2" || { echo "FAILED: it does not say: $1"; cat "$2"; exit 1; }
}

# Headers in which macros have changed.
cp -r "$include" "$scratch/include"
chmod -R u+w "$scratch/include"
sed -i 's/^\(#define BSHIP_NAME_MAX\) .*/\1 16/' "$scratch/include/battleship/fleet.h"
sed -i 's/^\(#define BSHIP_RNG_PURPOSE_USER\) .*/\1 512/' "$scratch/include/battleship/random.h"
sed -i 's/^\(#define BSHIP_CELL_TEXT_SIZE\) .*/\1 4/' "$scratch/include/battleship/geometry.h"
sed -i 's/\(sizeof(bship_rules_options), 0, 0, BSHIP_CONTACT\)_ALLOWED/\1_NONE/' \
    "$scratch/include/battleship/rules.h"
"$here/describe.py" "$library" "$scratch/include" "$@" > "$scratch/changed"
! "$here/compare.py" "$scratch/now" "$scratch/changed" > "$scratch/faults" ||
    { echo 'FAILED: changed macros are not noticed'; exit 1; }
says 'constant BSHIP_NAME_MAX was 32, and is 16' "$scratch/faults"
says 'constant BSHIP_RNG_PURPOSE_USER was 1024, and is 512' "$scratch/faults"
says 'constant BSHIP_CELL_TEXT_SIZE was' "$scratch/faults"
says 'BSHIP_RULES_OPTIONS_INIT set contact to 0, and sets 2' "$scratch/faults"

# A library of which nobody can tell.
objcopy --strip-debug "$library" "$scratch/stripped.so"
! "$here/describe.py" "$scratch/stripped.so" "$include" "$@" > "$scratch/changed" 2> "$scratch/faults" ||
    { echo 'FAILED: a library without debug information is described'; exit 1; }
says 'has no debug information' "$scratch/faults"
echo "$(wc -l < "$baseline") lines of the description hold"
