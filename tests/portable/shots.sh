#!/bin/sh
# The pinned shots of tests/internal_shots.c on another platform, or with another optimisation:
# `shots.sh SOURCE_DIRECTORY COMPILER...`, where COMPILER has the options that differ, such as -O0 or
# -m32. Compiles the library and the test by itself, without the variants for instruction sets, and
# plays a part of the games. Skipped where the compiler has no libraries for these options.
set -u

source=$1
shift

directory=$(mktemp -d) || exit 1
trap 'rm -rf "$directory"' EXIT

if ! printf '#include <pthread.h>\n#include <math.h>\nint main(void) { return 0; }\n' |
        "$@" -x c - -pthread -lm -o "$directory/probe" 2>/dev/null || ! "$directory/probe"; then
    echo "skipped: nothing can be linked by $* (Debian: gcc-multilib)"
    exit 77
fi

# The options of the library that its figures depend on.
set -- "$@" -std=c11 -w -ffp-contract=off -pthread -D_POSIX_C_SOURCE=200809L -DBSHIP_BUILDING \
    -DBSI_BASELINE -I "$source/include" -I "$source/lib" -I "$source/tests"
kernel=$source/lib/inference/enumeration/kernel_lane.c
for lane in 64-plain 0-plain 16-portable 32-portable 0-portable; do
    "$@" -DKERNEL_BITS="${lane%-*}" -DKERNEL_CPU="${lane#*-}" -c "$kernel" \
        -o "$directory/kernel-$lane.o" || exit 1
done
tests=$source/tests
# shellcheck disable=SC2046 # names of sources have no blanks
"$@" $(find "$source/lib" -name '*.c' ! -path "$kernel") "$tests/internal_shots.c" \
    "$tests/support.c" "$tests/dump.c" "$tests/one_process.c" "$directory"/kernel-*.o \
    -Wl,--wrap=bsi_cpu_best -lm -o "$directory/shots" || exit 1
BSHIP_TEST_EFFORT=1 "$directory/shots"
