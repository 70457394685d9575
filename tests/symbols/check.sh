#!/bin/sh
# check.sh MAP INCLUDE_DIR [SHARED_LIBRARY] [STATIC_LIBRARY]: each node of the version map must list
# the functions of its headers, and the shared library export them under that version. Whatever stays
# global in the static library must carry the prefix.
set -u
map=$1 include=$2
shift 2

scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
failed=0

# listed: the functions of the map, each with its node.
listed()
{
    awk '/^LIBBATTLESHIP_/ { node = $1 } /^ *bship_/ { sub(";", "", $1); print $1, node }' "$map"
}

# declared NODE HEADER...: the functions that headers mark BSHIP_API, each with a node.
declared()
{
    node=$1
    shift
    cat "$@" | tr '\n' ' ' | grep -o 'BSHIP_API [^(;]*(' |
        sed -n "s/.*\<\(bship_[a-z0-9_]*\)(\$/\1 $node/p"
}

# exported LIBRARY: the functions that a shared library exports, each with its version, if any.
exported()
{
    nm --defined-only --extern-only --dynamic --with-symbol-versions "$1" |
        awk '$2 != "A" { sub("@@?", " ", $3); print $3 }'
}

# agree WHAT FILE: whether the sorted lines of a file equal those of the map.
agree()
{
    LC_ALL=C sort "$2" > "$scratch/sorted"
    diff -u "$scratch/map" "$scratch/sorted" ||
        { echo "FAILED: $1 (+) and the map (-) differ"; failed=1; }
}

listed | LC_ALL=C sort > "$scratch/map"
epoch=$(sed -n 's/^#define BSHIP_EXPERIMENTAL_EPOCH //p' "$include/battleship/experimental/epoch.h")
{
    declared LIBBATTLESHIP_1.0 "$include"/battleship/*.h
    declared "LIBBATTLESHIP_EXPERIMENTAL_$epoch" "$include"/battleship/experimental/*.h
} > "$scratch/declared"
agree 'the headers' "$scratch/declared"

for library; do
    case $library in
        *.a)
            if nm --defined-only --extern-only --format=posix "$library" |
                    awk 'NF > 1 && !/^(bship|bsi)_/'  | grep .; then
                echo 'FAILED: global symbols of the static library without the prefix'
                failed=1
            fi
            ;;
        *)
            exported "$library" > "$scratch/exported"
            # A linker that knows no versions exports the same functions without them.
            if ! grep -q ' ' "$scratch/exported"; then
                sed 's/ .*//' "$scratch/map" > "$scratch/names"
                mv "$scratch/names" "$scratch/map"
            fi
            agree 'the shared library' "$scratch/exported"
            ;;
    esac
done
exit $failed
