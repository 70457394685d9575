#!/bin/sh
# check.sh LIST INCLUDE_DIR [SHARED_LIBRARY] [STATIC_LIBRARY]: the list of exported functions,
# the headers and the shared library must agree, and whatever stays global in the static
# library must carry the prefix.
set -u
list=$1 include=$2
shift 2

scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
failed=0

# declared: the functions that the headers mark BSHIP_API.
declared()
{
    cat "$include"/battleship/*.h | tr '\n' ' ' | grep -o 'BSHIP_API [^(;]*(' |
        sed -n 's/.*\<\(bship_[a-z0-9_]*\)($/\1/p' | LC_ALL=C sort
}

# defined OPTION... LIBRARY: the global symbols that a library defines.
defined()
{
    nm --defined-only --extern-only --format=posix "$@" | awk 'NF > 1 { print $1 }' |
        LC_ALL=C sort -u
}

# agree WHAT FILE: whether a file equals the list.
agree()
{
    diff -u "$list" "$2" || { echo "FAILED: $1 (+) and the list (-) differ"; failed=1; }
}

declared > "$scratch/declared"
agree 'the headers' "$scratch/declared"
for library; do
    case $library in
        *.a)
            if defined "$library" | grep -v '^bship_\|^bsi_'; then
                echo 'FAILED: global symbols of the static library without the prefix'
                failed=1
            fi
            ;;
        *)
            defined --dynamic "$library" > "$scratch/exported"
            agree 'the shared library' "$scratch/exported"
            ;;
    esac
done
exit $failed
