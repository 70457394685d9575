#!/bin/sh
# check.sh LANGUAGE STANDARD INCLUDE_DIR COMPILER...: compiles every public header alone, and
# an object from each of its _INIT macros, with warnings as errors; structs must have no padding.
set -u
language=$1 standard=$2 include=$3
shift 3

# Padding would be unknown bytes of a struct, which may grow into them: with 64 bits there is none.
padded=
echo __LP64__ | "$@" -x "$language" -E - | grep -q '^1$' && padded=-Wpadded

failed=0
for header in "$include"/battleship/*.h "$include"/battleship/experimental/*.h; do
    {
        echo "#include <${header#"$include"/}>"
        echo 'extern int not_empty;'
        # BSHIP_AI_OPTIONS_INIT initialises a bship_ai_options.
        sed -n 's/^#define \(BSHIP_[A-Z_]*\)_INIT\>.*/\1/p' "$header" | while read -r name; do
            type=$(echo "$name" | tr '[:upper:]' '[:lower:]')
            echo "extern $type ${type}_object; $type ${type}_object = ${name}_INIT;"
        done
    } | "$@" -x "$language" -std="$standard" -Wall -Wextra -Wpedantic -Werror \
        $padded -I"$include" -c -o /dev/null - || { echo "FAILED: ${header#"$include"/} as $standard"; failed=1; }
done
exit $failed
