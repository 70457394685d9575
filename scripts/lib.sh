# Shared by the scripts: installing what a build needs, building quietly, running tests.
# Sourced, not run. Directories are named from the root of the tree.
# shellcheck shell=sh

root=$(cd "$(dirname "$0")/.." && pwd) || exit 1

# Tests leave the tree of sources as it is.
export PYTHONDONTWRITEBYTECODE=1

# say WORD...: prints a line on stderr.
say()
{
    printf '%s\n' "$*" >&2
}

# report_progress TITLE LOG: until killed, prints the progress of the command that writes the log:
# every second on one line of a terminal, otherwise a new line every ten seconds.
report_progress()
{
    seconds=0 nap=
    # Killed, it leaves no process behind.
    trap 'kill $nap 2> /dev/null; exit' TERM
    while kill -0 $$ 2> /dev/null; do
        sleep 1 > /dev/null 2>&1 &
        nap=$!
        wait $nap
        seconds=$((seconds + 1))
        # Ninja numbers its steps: [57/110] ...
        steps=$(sed -n 's|^\[\([0-9]*/[0-9]*\)\] .*|\1, |p' "$2" | tail -n 1)
        if [ -t 2 ]; then
            printf '\r%s: %s%d s   ' "$1" "$steps" "$seconds" >&2
        elif [ $((seconds % 10)) -eq 0 ]; then
            say "$1: $steps$seconds s"
        fi
    done
}

# Ends the report and clears its line.
end_progress()
{
    [ -n "$reporter" ] || return 0
    kill "$reporter" 2> /dev/null || :
    wait "$reporter" 2> /dev/null || :
    reporter=
    [ ! -t 2 ] || printf '\r%50s\r' '' >&2
}

reporter='' kept=''
trap 'end_progress; rm -f ${kept:+"$kept"}' EXIT
trap 'exit 130' INT

# quietly TITLE COMMAND...: shows the progress of a command, and its output only if it fails.
quietly()
{
    title=$1
    shift
    kept=$(mktemp) || exit 1
    report_progress "$title" "$kept" &
    reporter=$!
    status=0
    "$@" > "$kept" 2>&1 < /dev/null || status=$?
    end_progress
    [ "$status" -eq 0 ] || cat "$kept" >&2
    rm -f "$kept"
    return "$status"
}

# install_packages PACKAGE...: installs Debian packages.
install_packages()
{
    # Without a network the packages are possibly cached.
    apt-get update > /dev/null 2>&1 || :
    DEBIAN_FRONTEND=noninteractive apt-get install --no-install-recommends -y "$@"
}

# install_missing WHY PROBE=PACKAGE...: as root, installs the Debian packages whose probe, a shell
# command, fails. Otherwise says WHY, and the command that does.
install_missing()
{
    why=$1 missing=
    shift
    for row; do
        (eval "${row%=*}") > /dev/null 2>&1 < /dev/null || missing="$missing ${row##*=}"
    done
    [ -n "$missing" ] || return 0

    if [ "$(id -u)" -ne 0 ] || ! command -v apt-get > /dev/null; then
        say "$why On Debian this installs them:"
        say "    sudo apt-get install --no-install-recommends -y$missing"
        return 1
    fi
    say "Installing$missing"
    # shellcheck disable=SC2086 # word splitting is intended
    quietly Installing install_packages $missing
}

# need PROBE=PACKAGE...: packages without which nothing can be built: if they are missing and cannot
# be installed, exits with 3.
need()
{
    install_missing 'Packages are missing.' "$@" || exit 3
}

# want PROBE=PACKAGE...: packages without which something is left out.
want()
{
    install_missing 'Some features are left out, for packages are missing.' "$@" || :
}

# optional_packages: those of the optional packages that are there.
optional_packages()
{
    for package in libsodium ncursesw criterion ompi-c; do
        ! pkg-config --exists "$package" || printf '%s ' "$package"
    done
}

# configure DIRECTORY OPTION...: configures a build directory, unless it is configured, and with the
# optional packages that there are now.
configure()
{
    directory=$root/$1
    shift
    packages=$(optional_packages)
    if [ -f "$directory/build.ninja" ]; then
        [ "$packages" != "$(cat "$directory/packages" 2> /dev/null)" ] || return 0
        quietly Configuring meson setup --reconfigure "$directory" "$root"
    else
        say "Building in $directory"
        rm -rf "$directory"
        quietly Configuring meson setup "$directory" "$root" "$@"
    fi && printf '%s' "$packages" > "$directory/packages"
}

# compile DIRECTORY TARGET...: builds targets in a configured directory; by default all.
compile()
{
    directory=$root/$1
    shift
    quietly Building env NINJA_STATUS='[%f/%t] ' ninja -C "$directory" "$@"
}

# build DIRECTORY OPTION...: configures a build directory and builds everything in it.
build()
{
    configure "$@" && compile "$1"
}

# build_tests OPTION...: the build of ./scripts/test. At -O1, and for one kind of processor, it takes
# half of the processor time; a tenth of the random cases finds nearly every fault.
build_tests()
{
    build build/test -Doptimization=1 -Dcpu_variants=false -Dexamples=enabled -Dprograms=enabled \
        -Dtests=enabled -Ddocs=disabled -Dtest_effort=10 "$@"
}

# run_tests DIRECTORY ARGUMENT...: runs `meson test` and counts; the last line is
# "N passed, N failed".
run_tests()
{
    directory=$root/$1
    shift
    rm -f "$directory"/meson-logs/testlog*.json
    status=0
    # One more than there are processors: tests of programs wait for most of their time.
    meson test -C "$directory" --print-errorlogs --num-processes $(($(nproc) + 1)) "$@" \
        < /dev/null || status=1
    python3 "$root/scripts/count_tests.py" "$directory"/meson-logs/testlog*.json || status=1
    return "$status"
}

# need_programs PROBE=PACKAGE...: what the programs need to be built, and further packages.
need_programs()
{
    need 'command -v cc=gcc' 'echo "#include <math.h>" | cc -E -=libc6-dev' \
        'command -v meson=meson' 'command -v ninja=ninja-build' \
        'command -v pkg-config=pkg-config' 'pkg-config --exists ncursesw=libncurses-dev' "$@"
}

# need_tests PROBE=PACKAGE...: what the tests need, and further packages.
need_tests()
{
    need_programs 'command -v c++=g++' 'command -v git=git' \
        'pkg-config --exists criterion=libcriterion-dev' \
        'pkg-config --exists libsodium=libsodium-dev' \
        'python3 -c "import pyte" || /usr/bin/python3 -c "import pyte"=python3-pyte' \
        'pkg-config --exists python3=libpython3-dev' \
        '/usr/bin/python3 -c "import cffi"=python3-cffi' \
        '/usr/bin/python3 -c "import numpy"=python3-numpy' \
        '/usr/bin/python3 -c "import matplotlib"=python3-matplotlib' "$@"
}
