#!/bin/sh
# check.sh DIRECTORY: games and numbers are the same, bit for bit, on this machine, without
# optimisation, with 32 bits, and on a big-endian machine. Builds the library and shots.c for each in
# a directory, runs them, and compares what they print. Exits with 77 if a tool is missing: gcc with
# -m32 (Debian: gcc-multilib), clang, binutils-s390x-linux-gnu, libc6-dev-s390x-cross,
# libgcc-12-dev-s390x-cross, qemu-user. Debian's gcc for s390x cannot be installed beside
# gcc-multilib, clang can.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
mkdir -p "$1"
directory=$(cd "$1" && pwd)
log=$directory/log

# runs NAME EMULATOR COMMAND...: whether a compiler makes a program that an emulator runs.
runs()
{
    program=$directory/probe-$1
    shift
    emulator=$1
    shift
    printf '#include <stdio.h>\nint main(void) { return puts("") < 0; }\n' > "$program.c"
    "$@" -o "$program" "$program.c" > "$log" 2>&1 && "$emulator" "$program" >> "$log" 2>&1 && return
    echo "skipped, for this fails: $*"
    cat "$log"
    exit 77
}

# shots NAME COMPILER...: builds for a machine; its further options of meson are in `options`.
shots()
{
    name=$1
    shift
    build=$directory/$name
    if [ ! -f "$build/build.ninja" ]; then
        # shellcheck disable=SC2086 # no or several options
        meson setup "$build" "$root" -Ddefault_library=static -Dcpu_variants=false -Dtests=disabled \
            -Dprograms=disabled -Dexamples=disabled -Ddocs=disabled -Doptimization=1 $options
    fi
    ninja -C "$build"
    "$@" -std=c11 -DBSHIP_STATIC -I"$root/include" -o "$directory/shots-$name" "$here/shots.c" \
        "$build/lib/libbattleship.a" -lm -pthread
}

# compare NAME: compares what a machine has printed with this one.
compare()
{
    if ! cmp "$directory/native.txt" "$directory/$1.txt"; then
        diff "$directory/native.txt" "$directory/$1.txt" | cut -c1-200 | head -n 10
        echo "FAILED: $1 differs"
        exit 1
    fi
    echo "$1: the same $(wc -l < "$directory/$1.txt") lines"
}

runs 32 qemu-i386 gcc -m32
runs s390x qemu-s390x clang --target=s390x-linux-gnu -static
options=''
shots native "${CC:-cc}" > "$log"
options='-Doptimization=0'
shots unoptimised "${CC:-cc}" >> "$log"
options="--cross-file $here/i386.ini"
shots 32-bits gcc -m32 >> "$log"
options="--cross-file $here/s390x.ini"
shots s390x clang --target=s390x-linux-gnu -static >> "$log"
"$directory/shots-native" > "$directory/native.txt"
"$directory/shots-unoptimised" > "$directory/unoptimised.txt"
compare unoptimised
qemu-i386 "$directory/shots-32-bits" > "$directory/32-bits.txt"
compare 32-bits
qemu-s390x "$directory/shots-s390x" > "$directory/s390x.txt"
compare s390x
