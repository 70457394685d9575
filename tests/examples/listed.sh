#!/bin/sh
# listed.sh ROOT: every example is short, has a row in the README's table and a page in the manual,
# and is compiled and run.
set -eu
cd "$1"

status=0
fail()
{
    echo "FAILED: $*"
    status=1
}

for path in examples/*.c examples/*/*.*; do
    name=${path#examples/}
    folder=${name%/*}
    case $name in
    bindings/battleship.py) most=200 ;; # a module, which other programs import
    *) most=150 ;;
    esac
    [ "$(wc -l < "$path")" -le $most ] || fail "$path is longer than $most lines"
    grep -q "^| \`$name\` |" README.md || grep -q "^| \`$folder\` |" README.md ||
        fail "README.md does not list $name"
    grep -q "@example $name " doc/examples.dox || fail "doc/examples.dox does not list $name"
    grep -q "'../examples/$name'" doc/meson.build || fail "doc/meson.build does not list $name"
    case $name in
    *.c)
        stem=${name%.c}
        grep -q "^  '$stem',$" examples/meson.build || fail "examples/meson.build does not build $name"
        grep -q ": \['$stem'[],]" tests/examples/meson.build ||
            fail "tests/examples/meson.build does not run $name"
        ;;
    esac
done
exit $status
