#!/bin/sh
# check.sh SOURCE_DIR BUILD_DIR CONSUMER_DIR COMPILER...: what a stranger does. Installs a
# copy, compiles the README's example against it through pkg-config, shared and static, and
# builds the same example with the library as a Meson subproject.
set -eu
source=$1 build=$2 consumer=$3
shift 3

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

fail()
{
    echo "FAILED: $*"
    exit 1
}

# needs PROGRAM: whether a program loads the shared library.
needs()
{
    readelf -d "$1" | grep -q 'NEEDED.*libbattleship\.so'
}

# shellcheck disable=SC2016 # backquotes of Markdown
sed -n '/^```c$/,/^```$/p' "$source/README.md" | sed '1d;$d' > readme.c
diff -u "$source/examples/minimal.c" readme.c || fail 'README.md does not show examples/minimal.c'

DESTDIR=$scratch/root meson install --no-rebuild -C "$build" > install.log
pc=$(find root -name libbattleship.pc)
[ -n "$pc" ] || fail 'libbattleship.pc is not installed'
lib=$scratch/$(dirname "$(dirname "$pc")")
export PKG_CONFIG_SYSROOT_DIR="$scratch/root" PKG_CONFIG_LIBDIR="$lib/pkgconfig"
flags=$(pkg-config --cflags --libs libbattleship)
# Only the library itself: glibc's own static libraries are for programs that are static as a whole.
static_flags=$(pkg-config --static --cflags --libs libbattleship |
    sed 's/-lbattleship/-Wl,-Bstatic -lbattleship -Wl,-Bdynamic/')

# shellcheck disable=SC2086 # flags are words
"$@" -std=c11 -Wall -Wextra -Wpedantic -Werror -o shared readme.c $flags
# shellcheck disable=SC2086
"$@" -std=c11 -Wall -Wextra -Wpedantic -Werror -o static readme.c $static_flags
needs shared || fail 'the shared program does not load the library'
! needs static || fail 'the static program loads the shared library'
LD_LIBRARY_PATH=$lib ./shared > shared.txt
./static > static.txt
[ -s shared.txt ] || fail 'the example prints nothing'
cmp shared.txt static.txt

cp -r "$consumer/subproject" project
cp readme.c project/consumer.c
mkdir project/subprojects
ln -s "$source" project/subprojects/libbattleship
unset PKG_CONFIG_SYSROOT_DIR
PKG_CONFIG_LIBDIR=/nonexistent meson setup project/build project > subproject.log ||
    { cat subproject.log; fail 'the library cannot be configured as a subproject'; }
ninja -C project/build > ninja.log || { cat ninja.log; fail 'the subproject cannot be built'; }
project/build/consumer > subproject.txt
cmp shared.txt subproject.txt
