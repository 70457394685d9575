#!/bin/sh
# listed.sh ROOT: every example is short, has a row in the README's table and a page in the manual.
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
    [ "$(wc -l < "$path")" -le 150 ] || fail "$path is longer than 150 lines"
    grep -q "^| \`$name\` |" README.md || grep -q "^| \`$folder\` |" README.md ||
        fail "README.md does not list $name"
    grep -q "@example $name " doc/examples.dox || fail "doc/examples.dox does not list $name"
done
exit $status
