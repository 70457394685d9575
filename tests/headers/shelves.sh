#!/bin/sh
# shelves.sh INCLUDE_DIR: no stable header names a function, a type or a constant of an experimental
# one, or such a header. Aside stand the epoch in version.h and the list of headers in battleship.h.
# Then proves that the search finds a name of each kind.
set -u
include=$1

scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

# names_of HEADER...: the functions, types, macros and enumerators that headers declare.
names_of()
{
    sed -n 's/^#define \(BSHIP_[A-Z0-9_]*\).*/\1/p; s/^ *\(BSHIP_[A-Z0-9_]*\) *=.*/\1/p
        s/^typedef [a-z]* \(bship_[a-z0-9_]*\).*/\1/p; s/^typedef .*(\*\(bship_[a-z0-9_]*\)).*/\1/p' "$@"
    cat "$@" | tr '\n' ' ' | grep -o 'BSHIP_API [^(;]*(' | sed -n 's/.*\<\(bship_[a-z0-9_]*\)(/\1/p'
}

# leans DIRECTORY: prints where a stable header names what is experimental; fails if none does.
leans()
{
    grep -nwFf "$scratch/names" "$1"/battleship/*.h |
        grep -v '/version\.h:[0-9]*:.*BSHIP_EXPERIMENTAL_EPOCH' > "$scratch/found"
    grep -n 'experimental/' "$1"/battleship/*.h | grep -v '/battleship\.h:' >> "$scratch/found"
    cat "$scratch/found"
    [ -s "$scratch/found" ]
}

names_of "$include"/battleship/experimental/*.h | sort -u > "$scratch/names"
failed=0
if leans "$include"; then
    echo 'FAILED: a stable header names what is experimental'
    failed=1
fi

mkdir "$scratch/include"
for name in bship_placer_new bship_habits bship_placer_options BSHIP_ENUM_TRAIT \
        BSHIP_EXPLANATION_STATE_CHOSEN battleship/experimental/habits.h; do
    cp -R "$include/battleship" "$scratch/include"
    echo "/* $name */" >> "$scratch/include/battleship/ai.h"
    if ! leans "$scratch/include" > /dev/null; then
        echo "FAILED: $name in a stable header is not noticed"
        failed=1
    fi
    rm -r "$scratch/include/battleship"
done
exit $failed
