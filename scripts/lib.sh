# What the scripts share: finding what a build needs, building quietly, running tests.
# Sourced, not run. Directories are named from the root of the tree.
# shellcheck shell=sh

root=$(cd "$(dirname "$0")/.." && pwd) || exit 1

# say WORD...: a line for whoever runs the script.
say()
{
    printf '%s\n' "$*" >&2
}

# quietly COMMAND...: shows what a command prints only if it fails.
quietly()
{
    kept=$(mktemp) || exit 1
    status=0
    "$@" > "$kept" 2>&1 < /dev/null || status=$?
    [ "$status" -eq 0 ] || cat "$kept" >&2
    rm -f "$kept"
    return "$status"
}

# need PROBE=PACKAGE...: installs the Debian packages whose probe, a shell command, fails, and
# no others. Without the right to, prints the command that would and exits with 3.
need()
{
    missing=
    for row; do
        (eval "${row%=*}") > /dev/null 2>&1 < /dev/null || missing="$missing ${row##*=}"
    done
    [ -n "$missing" ] || return 0

    install="apt-get install --no-install-recommends -y$missing"
    if [ "$(id -u)" -ne 0 ] || ! command -v apt-get > /dev/null; then
        say 'Something is missing. On Debian this installs it:'
        say "    sudo $install"
        exit 3
    fi
    say "Installing$missing"
    export DEBIAN_FRONTEND=noninteractive
    # Without a network the packages may still be at hand.
    apt-get update > /dev/null 2>&1 || :
    # shellcheck disable=SC2086 # words are wanted
    quietly $install || exit 3
}

# build DIRECTORY OPTION...: configures a build directory unless it is, and builds it.
build()
{
    directory=$root/$1
    shift
    if [ ! -f "$directory/build.ninja" ]; then
        say "Building in $directory"
        rm -rf "$directory"
        quietly meson setup "$directory" "$root" "$@" || return 1
    fi
    quietly ninja -C "$directory"
}

# run_tests DIRECTORY ARGUMENT...: runs `meson test` and counts; the last line is
# "N passed, N failed".
run_tests()
{
    directory=$root/$1
    shift
    rm -f "$directory"/meson-logs/testlog*.json
    status=0
    meson test -C "$directory" --print-errorlogs "$@" < /dev/null || status=1
    python3 "$root/scripts/count_tests.py" "$directory"/meson-logs/testlog*.json || status=1
    return "$status"
}

# need_programs PROBE=PACKAGE...: what building the programs takes, and more besides.
need_programs()
{
    need 'command -v cc=gcc' 'echo "#include <math.h>" | cc -E -=libc6-dev' \
        'command -v meson=meson' 'command -v ninja=ninja-build' "$@"
}

# need_tests PROBE=PACKAGE...: what running the tests takes, and more besides.
need_tests()
{
    need_programs 'command -v c++=g++' 'command -v pkg-config=pkg-config' \
        'pkg-config --exists criterion=libcriterion-dev' "$@"
}
