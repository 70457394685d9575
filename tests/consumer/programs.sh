# Shared by the scripts here: compiling as a stranger does. Sourced, not run, in a directory that is
# thrown away.
# shellcheck shell=sh

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

# strict_cc COMPILER...: makes a compiler that is strict the `cc` of a new directory `bin`.
strict_cc()
{
    mkdir bin
    printf '#!/bin/sh\nPATH="%s"\nexec %s -std=c11 -Wall -Wextra -Wpedantic -Werror "$@"\n' \
        "$PATH" "$*" > bin/cc
    chmod +x bin/cc
}
