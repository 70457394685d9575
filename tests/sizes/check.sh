#!/bin/sh
# The ends of all structs that can grow, and the sizes of those that are frozen, checked by a
# compiler: `check.sh LIBRARY_DIRECTORY INCLUDE_DIRECTORY COMPILER...`. With an option such as -m32
# for which the compiler has no headers the test is skipped.
set -u

lib=$1 include=$2
shift 2

if ! printf '#include <stddef.h>\n#include <stdint.h>\n#include <limits.h>\n' |
        "$@" -std=c11 -fsyntax-only -x c - 2>/dev/null; then
    echo "skipped: the compiler has no headers for $* (Debian: gcc-multilib)"
    exit 77
fi

structs=$(sed -n 's/^#define BSI_LAST_\(bship_[a-z_]*\) .*/\1/p' "$lib/base/versioned.h")
[ -n "$structs" ] || exit 1
{
    for header in "$include"/battleship/*.h "$include"/battleship/*/*.h; do
        [ -e "$header" ] && echo "#include <${header#"$include"/}>"
    done
    cat <<'CHECKS'
#include "base/versioned.h"
#define FROZEN(type, bytes) _Static_assert(sizeof(type) == bytes, "the size of " #type)
FROZEN(bship_cell, 8);
FROZEN(bship_placement, 16);
FROZEN(bship_report, 32);
FROZEN(bship_conflict, 16);
FROZEN(bship_rng, 64);
FROZEN(bship_allocator, 4 * sizeof(void *));
/* Padding behind the last field is at most what the alignment needs, and none with 64 bits. */
#define GROWS(type, last) \
    _Static_assert(sizeof(type) - BSI_END_OF_LAST(type, last) < _Alignof(type), \
                   "the end of " #type); \
    _Static_assert(sizeof(void *) < 8 || sizeof(type) == BSI_END_OF_LAST(type, last), \
                   "padding of " #type)
CHECKS
    for struct in $structs; do
        case $struct in # fields that were added
            bship_rules_options) echo "GROWS($struct, reveal_ship);" ;;
            bship_batch_arrays | bship_positions) echo "GROWS($struct, shown);" ;;
            *) echo "GROWS($struct, BSI_LAST_$struct);" ;;
        esac
    done
} | "$@" -std=c11 -fsyntax-only -I "$lib" -I "$include" -x c - || exit 1
echo "$(echo "$structs" | wc -l) structs"
