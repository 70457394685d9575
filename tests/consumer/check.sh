#!/bin/sh
# check.sh SOURCE_DIR CONSUMER_DIR COMPILER...: what a stranger does. Runs the commands of the
# README's section "Use" as they are written, in a home directory of their own: they install
# the library and compile the example, shared and static. Then compiles every example in C by the
# line in its own comment, and builds the first one with the library as a static Meson subproject,
# and with CMake if that is installed.
set -eu
source=$1 consumer=$2
shift 2

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

# blocks LANGUAGE: the contents of the code blocks of the section.
blocks()
{
    awk -v opening="\`\`\`$1" '
        /^## / { inside = $0 == "## Use" }
        /^```$/ { printing = 0 }
        inside && printing
        $0 == opening { printing = 1 }
    ' "$source/README.md"
}

# The tree, without build directories. Optimising would only take time here.
mkdir clone home bin
for entry in "$source"/*; do
    case ${entry##*/} in
        build*) ;;
        *) ln -s "$entry" clone ;;
    esac
done
export CFLAGS=-O0 CC="$*" HOME="$scratch/home"

# The README's `cc` is the compiler under test, and strict.
printf '#!/bin/sh\nPATH="%s"\nexec %s -std=c11 -Wall -Wextra -Wpedantic -Werror "$@"\n' \
    "$PATH" "$*" > bin/cc
chmod +x bin/cc

cd clone
blocks c > minimal.c
diff -u examples/minimal.c minimal.c || fail 'README.md does not show examples/minimal.c'
blocks sh > ../commands
[ -s ../commands ] || fail 'README.md shows no commands'
PATH=$scratch/bin:$PATH sh -eu ../commands > ../commands.log 2>&1 ||
    { cat ../commands.log; fail 'the commands of README.md fail'; }
needs minimal || fail 'the shared program does not load the library'
! needs static || fail 'the static program loads the shared library'
LD_LIBRARY_PATH=$HOME/.local/lib ./minimal > ../shared.txt
./static > ../static.txt
cd ..
[ -s shared.txt ] || fail 'the example prints nothing'
cmp shared.txt static.txt

cp "$source"/examples/*.c .
for example in *.c; do
    sed -n 's/^ \* *\(cc -o .*\)/\1/p' "$example" > line
    [ -s line ] || fail "$example does not say how to compile it"
    PATH=$scratch/bin:$PATH PKG_CONFIG_PATH=$HOME/.local/lib/pkgconfig sh -eu line ||
        fail "$example cannot be compiled by its own line"
    needs "${example%.c}" || fail "the line of $example names another program"
    rm "${example%.c}"
done

# project NAME: a copy of the project NAME that is built around the example.
project()
{
    cp -r "$consumer/$1" "$1"
    cp clone/minimal.c "$1/consumer.c"
}

project subproject
mkdir subproject/subprojects
ln -s "$source" subproject/subprojects/libbattleship
{
    PKG_CONFIG_LIBDIR=/nonexistent meson setup subproject/build subproject &&
        ninja -C subproject/build
} > subproject.log 2>&1 || { cat subproject.log; fail 'the subproject cannot be built'; }
! needs subproject/build/consumer || fail 'the subproject is not linked statically'
subproject/build/consumer > subproject.txt
cmp shared.txt subproject.txt

if command -v cmake > /dev/null; then
    project cmake
    version=$(sed -n "s/^  version: '\(.*\)',$/\1/p" "$source/meson.build")
    sed -i "s/@VERSION@/$version/" cmake/CMakeLists.txt
    { cmake -S cmake -B cmake/build -DCMAKE_PREFIX_PATH="$HOME/.local" &&
        cmake --build cmake/build; } > cmake.log 2>&1 ||
        { cat cmake.log; fail 'the CMake project cannot be built'; }
    needs cmake/build/consumer || fail 'the CMake program does not load the library'
    ! needs cmake/build/static || fail 'the static CMake program loads the library'
    cmake/build/consumer > cmake.txt
    cmake/build/static > cmake-static.txt
    cmp shared.txt cmake.txt
    cmp shared.txt cmake-static.txt
fi
