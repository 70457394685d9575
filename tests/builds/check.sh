#!/bin/sh
# check.sh [-d DIRECTORY] [ROW...]: ordinary ways to build the library, each a row of the table below;
# all of them, or those that are named. Builds in a directory, by default build/builds of the tree,
# where the log of a row stays as ROW.log. A row whose tools are missing is skipped, and says so.
#
# Debian's packages: binutils-aarch64-linux-gnu clang cmake gcc-mingw-w64-x86-64-win32
# libc6-dev-arm64-cross libgcc-12-dev-arm64-cross lld-16 musl-tools python3-cffi python3-mesonpy
# python3-numpy python3-pip qemu-user wine wine64, and those of tests/other_machines/check.sh and
# `scripts/web --bundlers`.
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 1
source=$(cd "$here/../.." && pwd) || exit 1
export PYTHONDONTWRITEBYTECODE=1
# shellcheck source=tests/consumer/blocks.sh
. "$here/../consumer/blocks.sh"

# A row NAME is the function build_NAME.
table='
lld            clang and lld 16 or later: functions have versions
no_cxx         no C++ compiler, or one that does not know the flags of C
cross          a cross build, with a program that runs what it builds and without
release        release builds by gcc, in C11 and C2x, without warnings
lto            link-time optimisation, without warnings
unity          several files as one
other_systems  what macOS and FreeBSD hide beside POSIX
mingw          Windows: static and shared, the examples and the analysis
musl           another C library
headers        every warning of clang, as C11 and C++17
standards      headers as C99 to C2x and C++98 to C++23
odd_paths      blanks and accents in the paths of source, build and prefix
kinds          the shared library, the static one, and both
machines       a big-endian machine, and one of 32 bits: tests/other_machines
consumer       a Meson subproject, find_package and pkg-config: tests/consumer
bundlers       the JavaScript package in a page by vite, webpack and esbuild: web/tests/bundlers
wheel          the Python package: a source distribution, and a wheel of it, without a network
cmake_source   a CMake project that builds the library, as the guide says
'

# ---- helpers of rows; each row runs with `set -e` in a directory of its own ----

fail()
{
    echo "FAILED: $*"
    exit 1
}

# skip WHY: ends a row that cannot be had.
skip()
{
    echo "$*" > "$directory/$row.skipped"
    exit 77
}

# need COMMAND PACKAGE: skips the row without a command, which is in a package of Debian.
need()
{
    command -v "$1" > /dev/null || skip "$1 is missing (Debian: $2)"
}

# configure BUILD_DIR OPTION...: warnings are errors. What only takes time is off: the documentation
# and, unless a row wants it, optimisation and the variants for other processors.
configure()
{
    build_dir=$1
    shift
    meson setup "$build_dir" "$source" --werror -Ddocs=disabled -Dmpi=disabled -Dcpu_variants=false \
        -Doptimization=0 "$@" > "$build_dir.setup" 2>&1 || { cat "$build_dir.setup"; return 1; }
    cat "$build_dir.setup"
}

# compile BUILD_DIR TARGET...: without a warning, also by the linker, for which none is an error.
compile()
{
    build_dir=$1
    shift
    ninja -C "$build_dir" "$@" > "$build_dir.log" 2>&1 || { cat "$build_dir.log"; return 1; }
    ! grep -A 5 'warning:' "$build_dir.log"
}

# build BUILD_DIR OPTION...: configures and compiles everything.
build()
{
    configure "$@"
    compile "$1"
}

# says BUILD_DIR WORDS: whether Meson has said so.
says()
{
    grep -F "$2" "$1.setup" || fail "Meson does not say: $2"
}

# library='options for the library alone'
library='-Dprograms=disabled -Dexamples=disabled'

# has_versions LIBRARY: whether its functions have their versions.
has_versions()
{
    readelf --version-info "$1" | grep -q 'Name: LIBBATTLESHIP_1.0' || fail "$1 has no versions"
    "$source/tests/symbols/check.sh" "$source/lib/libbattleship.map" "$source/include" "$1"
}

# plays COMMAND...: whether a command prints what the first example does.
plays()
{
    "$@" | tr -d '\r' > plays.txt
    cmp plays.txt "$source/tests/examples/minimal.txt"
}

# ---- rows ----

build_lld()
{
    need clang clang
    linker=
    for candidate in /usr/bin/ld.lld-*; do
        version=${candidate##*-}
        [ ! -x "$candidate" ] || [ "$version" -lt 16 ] || linker=$candidate
    done
    [ -n "$linker" ] || skip 'ld.lld from 16 on is missing (Debian: lld-16)'
    # shellcheck disable=SC2086 # several options
    CC=clang CXX=clang++ LDFLAGS=--ld-path=$linker build build $library
    has_versions build/lib/libbattleship.so

    # A linker that knows no versions.
    printf '#!/bin/sh\ncase "$*" in *--version-script*) exit 1 ;; esac\nexec cc "$@"\n' > old_cc
    chmod +x old_cc
    # shellcheck disable=SC2086
    CC=$PWD/old_cc configure old $library
    says old 'get no versions'
}

build_no_cxx()
{
    # shellcheck disable=SC2086
    CXX=/bin/false build false $library --prefix="$PWD/installed" -Dlibdir=lib
    meson install -C false > install.log
    [ -f installed/lib/cmake/battleship/battleshipConfigVersion.cmake ] ||
        fail 'nothing is installed for CMake'
    CXX=/bin/false configure examples

    if command -v clang > /dev/null; then
        # shellcheck disable=SC2086
        CC=clang CXX=g++ CFLAGS=-fno-strict-return configure flags $library
    fi

    # All programs but those for C++.
    mkdir bin
    for program in /usr/bin/* "$(command -v meson)" "$(command -v ninja)"; do
        case $program in
            *++*) ;;
            *) ln -sf "$program" bin ;;
        esac
    done
    ! PATH=$PWD/bin command -v c++ || fail 'there is a C++ compiler'
    # CMake finds its own modules beside its program.
    # shellcheck disable=SC2086
    PATH=$PWD/bin configure none $library
}

build_cross()
{
    need clang clang
    need qemu-aarch64 qemu-user
    need aarch64-linux-gnu-ar binutils-aarch64-linux-gnu
    echo 'int main(void) { return 0; }' > probe.c
    clang --target=aarch64-linux-gnu -o probe probe.c 2> probe.log ||
        skip 'clang makes no programs for aarch64 (Debian: libc6-dev-arm64-cross libgcc-12-dev-arm64-cross)'
    build wrapped --cross-file "$here/aarch64.ini" --cross-file "$here/qemu.ini"
    grep -q '^.Dt BATTLESHIP-SIM 1' wrapped/doc/man/battleship-sim.1 || fail 'there is no man page'
    plays qemu-aarch64 -L /usr/aarch64-linux-gnu wrapped/examples/minimal
    build plain --cross-file "$here/aarch64.ini"
    says plain 'The man pages of the programs are left out'
}

build_release()
{
    for standard in c11 c2x; do
        CC=gcc build $standard --buildtype=release -Doptimization=3 -Dc_std=$standard \
            -Dcpu_variants=true
        plays $standard/examples/minimal
    done
}

build_lto()
{
    CC=gcc build build --buildtype=release -Doptimization=3 -Db_lto=true -Dcpu_variants=true
    has_versions build/lib/libbattleship.so
    plays build/examples/minimal
}

build_unity()
{
    build build --unity=on
    plays build/examples/minimal
}

# Compilers that hide what other systems do: see hiding/signal.h.
build_other_systems()
{
    for system in darwin:MACOS freebsd:FREEBSD; do
        name=${system%:*}
        cat > "$name.ini" << END
[binaries]
c = ['gcc', '-isystem', '$here/hiding', '-DLIKE_${system#*:}']
ar = 'ar'
pkgconfig = 'pkg-config'

[host_machine]
system = '$name'
cpu_family = '$(uname -m)'
cpu = '$(uname -m)'
endian = 'little'
END
        build "$name" --cross-file "$name.ini" -Ddefault_library=static
    done
}

build_mingw()
{
    need x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64-win32
    threads=$(x86_64-w64-mingw32-gcc -print-file-name=libwinpthread-1.dll)
    build build --cross-file "$here/mingw.ini" --prefix="$PWD/installed"
    meson install -C build > install.log
    says build 'Of the programs only battleship-analyse is built'
    build static --cross-file "$here/mingw.ini" --prefix="$PWD/installed-static" \
        -Ddefault_library=static -Dprograms=disabled
    meson install -C static > install.log

    compiler='x86_64-w64-mingw32-gcc -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Werror'
    for example in minimal simulation; do
        # shellcheck disable=SC2046,SC2086 # words of pkg-config and of the compiler
        {
            export PKG_CONFIG_PATH=$PWD/installed/lib/pkgconfig
            $compiler "$source/examples/$example.c" -o $example-shared.exe \
                $(pkg-config --cflags --libs libbattleship)
            $compiler "$source/examples/$example.c" -o $example-static.exe -static \
                $(pkg-config --static --cflags --libs libbattleship)
            export PKG_CONFIG_PATH=$PWD/installed-static/lib/pkgconfig
            $compiler "$source/examples/$example.c" -o $example-only-static.exe -static \
                $(pkg-config --cflags --libs libbattleship)
        }
    done

    command -v wine > /dev/null || { echo 'Nothing is run: wine is missing (Debian: wine64)'; return; }
    export WINEPREFIX="$PWD/wine" WINEDEBUG=-all HOME="$PWD"
    export WINEPATH="$PWD/installed/bin;${threads%/*}"
    plays wine minimal-static.exe
    plays wine minimal-only-static.exe
    plays wine minimal-shared.exe
    wine installed/bin/battleship-analyse.exe "$source/examples/position.record" > analysis.txt
    grep '^10 ' analysis.txt
    wineserver -w
}

build_musl()
{
    need musl-gcc musl-tools
    # The C++ compiler that there is makes programs of another C library.
    CC=musl-gcc CXX=/bin/false build build -Dfull_screen=disabled -Dnetwork=disabled
    plays build/examples/minimal
}

# Every header alone, by clang with all its warnings. Padding is tested by tests/headers.
build_headers()
{
    need clang clang
    for language in c:c11 c++:c++17; do
        "$source/tests/headers/check.sh" "${language%:*}" "${language#*:}" "$source/include" \
            clang -Weverything -Wno-padded
    done
}

build_standards()
{
    for standard in c99 c11 c17 c2x; do
        "$source/tests/headers/check.sh" c $standard "$source/include" gcc
    done
    for standard in c++98 c++11 c++14 c++17 c++20 c++23; do
        "$source/tests/headers/check.sh" c++ $standard "$source/include" g++
    done
}

build_odd_paths()
{
    odd="$PWD/ein Ort für Übungen"
    mkdir "$odd"
    mkdir "$odd/the tree"
    git -C "$source" ls-files -z | (cd "$source" && xargs -0 cp --parents -t "$odd/the tree")
    source="$odd/the tree"
    build "$odd/a build" --prefix="$odd/a prefix" -Dlibdir=lib -Dnetwork=disabled
    meson install -C "$odd/a build" > install.log
    # pkg-config escapes blanks as a shell does.
    export PKG_CONFIG_PATH="$odd/a prefix/lib/pkgconfig" LD_LIBRARY_PATH="$odd/a prefix/lib"
    eval "cc -o minimal '$source/examples/minimal.c' $(pkg-config --cflags --libs libbattleship)"
    plays ./minimal
}

build_kinds()
{
    for kind in shared static both; do
        build $kind -Ddefault_library=$kind -Dprograms=disabled --prefix="$PWD/installed-$kind" \
            -Dlibdir=lib
        meson install -C $kind > install.log
        # shellcheck disable=SC2046 # words of pkg-config
        (
            export PKG_CONFIG_PATH="$PWD/installed-$kind/lib/pkgconfig"
            export LD_LIBRARY_PATH="$PWD/installed-$kind/lib"
            cc -o $kind-minimal "$source/examples/minimal.c" \
                $(pkg-config --cflags --libs libbattleship)
            plays ./$kind-minimal
        )
    done
    [ ! -e installed-shared/lib/libbattleship.a ] || fail 'shared installs the static library'
    [ ! -e installed-static/lib/libbattleship.so ] || fail 'static installs the shared library'
    [ -e installed-both/lib/libbattleship.a ] && has_versions installed-both/lib/libbattleship.so
}

build_machines()
{
    status=0
    "$source/tests/other_machines/check.sh" . || status=$?
    [ $status -ne 77 ] || skip 'a tool of tests/other_machines/check.sh is missing: see its head'
    return $status
}

build_consumer()
{
    "$source/tests/consumer/check.sh" "$source" "$source/tests/consumer" cc
}

build_bundlers()
{
    need npm npm
    need chromium chromium
    "$source/scripts/web" --bundlers
    ! grep '# SKIP' "$log" || skip 'npm cannot fetch the bundlers'
}

build_cmake_source()
{
    need cmake cmake
    cp "$source/examples/minimal.c" game.c
    ln -s "$source" libbattleship
    {
        echo 'cmake_minimum_required(VERSION 3.13)'
        echo 'project(game C)'
        echo 'add_executable(game game.c)'
        blocks doc/using.md 'CMake, from source' cmake
    } > CMakeLists.txt
    [ "$(wc -l < CMakeLists.txt)" -gt 9 ] || fail 'the guide shows no lines'
    cmake -G Ninja -S . -B build > setup.log
    cmake --build build > build.log 2>&1 || { cat build.log; return 1; }
    plays build/game
}

# The tests run on what pip has installed. Dependencies are those that the system has.
build_wheel()
{
    python=/usr/bin/python3
    $python -c 'import cffi, mesonpy, numpy, pip' 2> missing ||
        skip "$(tail -n 1 missing) (Debian: python3-cffi python3-mesonpy python3-numpy python3-pip)"
    git clone -q "$source" tree
    (cd tree && $python -c 'import mesonpy; mesonpy.build_sdist("..")') > sdist.log
    $python -m pip install --no-index --no-cache-dir --no-build-isolation --no-deps --target site \
        ./bship-*.tar.gz > pip.log
    [ "$(ls site | sed 's/-.*//' | sort -u)" = bship ] || fail "the wheel has more: $(ls site)"
    export PYTHONPATH="$PWD/site"
    for test in "$source"/tests/python/*.py; do
        (cd / && $python "$test")
    done
}

# ---- the rows that are wanted ----

directory=$source/build/builds
if [ "${1-}" = -d ]; then
    directory=$2
    shift 2
fi
mkdir -p "$directory"
directory=$(cd "$directory" && pwd) || exit 1

all=$(echo "$table" | awk 'NF { print $1 }')
for row in "$@"; do
    echo "$all" | grep -qx -- "$row" || { printf 'No row %s. Rows:%s' "$row" "$table" >&2; exit 2; }
done

passed=0 failed=0 skipped=
# shellcheck disable=SC2086 # a word for each row
[ $# -gt 0 ] || set -- $all
for row; do
    log=$directory/$row.log
    rm -rf "${directory:?}/$row" "$directory/$row.skipped"
    mkdir "$directory/$row"
    (
        # shellcheck disable=SC2064 # processor time of what the row started
        trap "times > '$directory/$row.times'" EXIT
        set -e
        cd "$directory/$row"
        "build_$row"
    ) > "$log" 2>&1 < /dev/null
    status=$?
    seconds=$(awk -F '[ms ]+' 'NR == 2 { print $1 * 60 + $2 + $3 * 60 + $4 }' "$directory/$row.times")
    case $status in
        0)
            passed=$((passed + 1))
            printf '%-14s ok, %.0f s of processor time\n' "$row" "$seconds"
            rm -rf "${directory:?}/$row"
            ;;
        77)
            skipped="$skipped $row"
            printf '%-14s skipped: %s\n' "$row" "$(cat "$directory/$row.skipped")"
            ;;
        *)
            failed=$((failed + 1))
            tail -n 40 "$log" | sed 's/^/    /'
            printf '%-14s FAILED, %.0f s of processor time: %s\n' "$row" "$seconds" "$log"
            ;;
    esac
done
[ -z "$skipped" ] || echo "skipped:$skipped"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
