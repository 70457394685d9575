#!/bin/sh
# later_fields.sh ROOT COMPILER...: what becomes of a program when options get a field. A copy of the
# library gets one, at the end of each of the three structs of options that calls write. A program that
# was compiled without the fields, and one that was compiled with them, are linked with that copy.
set -eu
root=$1
shift

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp -R "$root/lib" "$root/include" "$scratch"
cd "$scratch"

# The field holds what the programs set `later_option` to.
for struct in bship_rules_options bship_game_options bship_ai_options; do
    sed -i "s/^} $struct;/    int64_t later;\n&/" include/battleship/*.h
    sed -i "s/^ *\(return\|status =\) bsi_versioned_write_options(.*($struct), &\([a-z]*\),.*/\
    extern int64_t later_option;\n    \2.later = later_option;\n&/" lib/*/*.c
done
for text in '^    int64_t later;' '\.later = later_option;'; do
    [ "$(cat include/battleship/*.h lib/*/*.c | grep -c "$text")" -eq 3 ] ||
        { echo "FAILED: expected three places with $text"; exit 1; }
done

# compile OBJECT SOURCE OPTION...: a part of the library, into which `compiler` was put.
compile()
{
    object=objects/$1.o source=$2
    shift 2
    $compiler -std=c11 -O0 -DBSHIP_BUILDING -DBSI_BASELINE "$@" -Ilib -Iinclude -c -o "$object" "$source"
}

mkdir objects
compiler="$*"
find lib -name '*.c' ! -name kernel_lane.c > sources
while read -r source; do
    compile "$(echo "$source" | tr / _)" "$source"
done < sources
for kernel in plain-64 plain-0 portable-16 portable-32 portable-0; do
    compile "$kernel" lib/inference/enumeration/kernel_lane.c \
        "-DKERNEL_BITS=${kernel#*-}" "-DKERNEL_CPU=${kernel%-*}"
done

program=$root/tests/sizes/later_fields.c
"$@" -std=c11 -I"$root/include" -o before "$program" objects/*.o -lm -pthread
"$@" -std=c11 -Iinclude -DHAS_LATER_FIELD -o after "$program" objects/*.o -lm -pthread
./before
./after
