#!/usr/bin/env python3
"""check.py ROOT PAGE...: every C block of a page occurs, line for line, in one of the examples or
programs, so that it is compiled and run."""

import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
examples = [path.read_text() for folder in ("examples", "programs")
            for path in (root / folder).rglob("*.c")]
failed = 0
for page in sys.argv[2:]:
    blocks = re.findall(r"^```c\n(.*?)^```$", pathlib.Path(page).read_text(), re.S | re.M)
    if not blocks:
        print(f"FAILED: {page} shows no code")
        failed = 1
    for block in blocks:
        if not any(block in example for example in examples):
            print(f"FAILED: {page} shows code that is in no example:\n{block}")
            failed = 1
sys.exit(failed)
