#!/bin/sh
# turn_rule.sh ROOT: no program, example or page compares the value of the rule `turn`, whose
# constants and words these are. The library says how many shots a turn has, and which values take a
# number: who asks it plays by values that later versions add.
set -u
cd "$1" || exit 1

constants='BSHIP_TURN_RULE_'
words="get\((['\"])turn\1\)|[!=]==? *(['\"])(one|again-on-hit|salvo|salvo-afloat|salvo-largest)\2"
words="$words|(['\"])(again-on-hit|salvo-afloat|salvo-largest)\4 *[]:,)]"

# A pattern that finds nothing where values are compared would find nothing anywhere.
for line in 'turn == BSHIP_TURN_RULE_ONE' "rules.get('turn')" "value === 'salvo'" \
    "{ 'salvo-afloat': 5 }"; do
    echo "$line" | grep -qE "$constants|$words" || { echo "FAILED: not found: $line"; exit 1; }
done

grep -rnE --include='*.[ch]' --include='*.cpp' --include='*.js' --include='*.py' \
    "$constants|$words" programs examples web/page web/package
[ $? -eq 1 ]
