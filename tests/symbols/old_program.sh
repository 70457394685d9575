#!/bin/sh
# old_program.sh SHARED_LIBRARY COMPILER...: a program that was linked against another epoch of the
# experimental functions must not start.
set -eu
library=$(realpath "$1")
shift

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

epoch=$(readelf --version-info "$library" 2>/dev/null |
    sed -n 's/.*Name: LIBBATTLESHIP_EXPERIMENTAL_\([0-9]*\).*/\1/p' | head -n 1)
if [ -z "$epoch" ]; then
    echo 'skipped: the library has no versions'
    exit 77
fi
soname=$(readelf -d "$library" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')
mkdir now
ln -s "$library" "now/$soname"
echo 'void bship_placer_free(void *placer) { (void)placer; }' > library.c
echo 'void bship_placer_free(void *); int main(void) { bship_placer_free(0); return 0; }' > program.c

# build EPOCH COMPILER...: a library of an epoch, and a program that is linked against it.
build()
{
    built=$1
    shift
    mkdir "$built"
    echo "LIBBATTLESHIP_EXPERIMENTAL_$built { global: bship_placer_free; local: *; };" > library.map
    "$@" -shared -fPIC -Wl,--version-script,library.map "-Wl,-soname,$soname" \
        -o "$built/$soname" library.c
    "$@" -o "program-$built" program.c "$built/$soname"
    LD_LIBRARY_PATH=$built "./program-$built"
}

build "$epoch" "$@"
LD_LIBRARY_PATH=now "./program-$epoch" || { echo 'FAILED: a program of this epoch fails'; exit 1; }

other=$((epoch + 1))
build "$other" "$@"
if LD_LIBRARY_PATH=now "./program-$other" 2> message; then
    echo 'FAILED: a program of another epoch starts'
    exit 1
fi
grep -q "LIBBATTLESHIP_EXPERIMENTAL_$other" message || { cat message; exit 1; }
