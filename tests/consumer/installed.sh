#!/bin/sh
# installed.sh SOURCE_DIR CONSUMER_DIR WHERE COMPILER...: what programs need of an installed copy. WHERE
# is its prefix, or a build directory, which is then installed into a directory of its own. Compiles
# every example in C by the line in its own comment, the first one by pkg-config as a static program
# too, and both by CMake if that is there. They must print the same.
set -eu
source=$1 consumer=$2 where=$3
shift 3
# shellcheck source=tests/consumer/programs.sh
. "$consumer/programs.sh"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
strict_cc "$@"

if [ -f "$where/build.ninja" ]; then
    DESTDIR=$scratch/root meson install -C "$where" --no-rebuild > install.log ||
        { cat install.log; fail 'nothing can be installed'; }
    export PKG_CONFIG_SYSROOT_DIR=$scratch/root
    where=$scratch/root
fi
file=$(find "$where" -name libbattleship.pc)
[ -f "$file" ] || fail 'no file for pkg-config is installed'
export PKG_CONFIG_PATH="${file%/*}" PATH="$scratch/bin:$PATH"
lib=${file%/pkgconfig/*}
# No pkg-config finds the prefix of a CMake package by itself.
prefix=$(find "$where" -type d -path '*/include/battleship')
prefix=${prefix%/include/battleship}

cp "$source"/examples/*.c .
for example in *.c; do
    sed -n 's/^ \* *\(cc -o .*\)/\1/p' "$example" > line
    [ -s line ] || fail "$example does not say how to compile it"
    sh -eu line || fail "$example cannot be compiled by its own line"
    needs "${example%.c}" || fail "the line of $example names another program"
done
LD_LIBRARY_PATH=$lib ./minimal > shared.txt
cmp "$source/tests/examples/minimal.txt" shared.txt

# compare PROGRAM: whether a program that loads no library prints the same.
compare()
{
    ! needs "$1" || fail "$1 loads the shared library"
    "$1" | cmp - shared.txt
}

# shellcheck disable=SC2046 # words of pkg-config
cc -o static minimal.c $(pkg-config --static --cflags libbattleship) "$lib/libbattleship.a" -lm -pthread
compare ./static

if command -v cmake > /dev/null; then
    cp "$consumer/cmake/CMakeLists.txt" .
    cp minimal.c consumer.c
    version=$(sed -n "s/^  version: '\(.*\)',$/\1/p" "$source/meson.build")
    sed -i "s/@VERSION@/$version/" CMakeLists.txt
    { cmake -G Ninja -S . -B cmake -DCMAKE_PREFIX_PATH="$prefix" && cmake --build cmake; } \
        > cmake.log 2>&1 || { cat cmake.log; fail 'the CMake project cannot be built'; }
    needs cmake/consumer || fail 'the CMake program does not load the library'
    cmake/consumer | cmp - shared.txt
    compare cmake/static
fi
