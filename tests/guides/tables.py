#!/usr/bin/env python3
"""tables.py ROOT NAME=PROGRAM...: every option in the sources of a program is in its --help, from
which its man page and completion are made; every word of a protocol is in its guide; and every
value of the enumerations below, in the pages that list them.

The words are read from the sources, for nothing that runs lists all of them."""

import pathlib
import re
import subprocess
import sys

OPTION = r'arguments_is\(arguments, "([a-z-]+)"\)|\{ "([a-z-]+)", OPTION_'
PROTOCOLS = {
    "doc/bots.md": ["programs/engine/server.c"],
    "doc/network.md": ["programs/network/greeting.c", "programs/network/protocol_words.c"],
}
WORD = r'\{ "([a-z-]+)", (?:[a-z]\w+ \}|STAGE_)'
RULES = ["doc/rules.md", "doc/man/battleship-record.5"]
VALUES = {
    "ai.h": {"LEVEL": ["doc/strategies.md"]},
    "posterior.h": {"METHOD": ["doc/methods.md"]},
    "record.h": {"FACT": ["doc/records.md"]},
    "rules.h": dict.fromkeys(["CONTACT", "DISCLOSURE", "ENDING", "FIRST", "RULE", "REPEAT",
                              "REVEAL_SHIP", "REVEAL_WATER", "SALVO_REPORT", "TURN_RULE"], RULES),
}


def found(pattern, path):
    words = {"".join(match) for match in re.findall(f"(?:{pattern})()", path.read_text(), re.M)}
    if not words:
        print(f"FAILED: {path} has no table that this test can read")
        sys.exit(1)
    return sorted(words)


def main(root, programs):
    """What is missing, line by line."""
    for name, program in programs:
        text = subprocess.run([program, "--help"], capture_output=True, text=True,
                              check=True).stdout
        folder = root / "programs" / name
        source = folder / ("options.c" if (folder / "options.c").exists()
                           else f"battleship_{folder.name}.c")
        for option in found(OPTION, source):
            if not re.search(rf"^ *--{option}\b(?!-)", text, re.M):
                yield f"--help of {program} lacks --{option}, which {source} has"
    for guide, sources in PROTOCOLS.items():
        page = (root / guide).read_text()
        for source in sources:
            for word in found(WORD, root / source):
                if not re.search(rf"^\|.*`{word}[ `]", page, re.M):
                    yield f"{guide} lacks `{word}`, which {source} has"
    for header, enumerations in VALUES.items():
        source = root / "include" / "battleship" / header
        for enumeration, pages in enumerations.items():
            for value in found(rf"^ +BSHIP_{enumeration}_(\w+) =", source):
                name = value.lower().replace("_", "-")
                for page in pages:
                    if not re.search(rf"(?<![\w-]){name}(?![\w-])", (root / page).read_text()):
                        yield f"{page} lacks {name}, which {source} has"


if __name__ == "__main__":
    lacks = list(main(pathlib.Path(sys.argv[1]), [row.split("=") for row in sys.argv[2:]]))
    print("".join(f"FAILED: {line}\n" for line in lacks), end="")
    sys.exit(bool(lacks))
