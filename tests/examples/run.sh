#!/bin/sh
# run.sh INPUT EXPECTED PROGRAM ARGUMENT...: runs a program with the file INPUT as its input. It
# must print the file EXPECTED and succeed; if it fails, its messages and its status, as printed
# below, are expected too.
set -eu
input=$1 expected=$2
shift 2

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0
"$@" < "$input" > "$scratch/output" 2> "$scratch/messages" || status=$?
if [ "$status" -ne 0 ]; then
    cat "$scratch/messages" >> "$scratch/output"
    echo "exit status $status" >> "$scratch/output"
fi
diff -u "$expected" "$scratch/output"
