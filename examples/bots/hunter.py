#!/usr/bin/env python3
"""A Battleship bot: it fires beside hits, else at random. doc/bots.md describes its protocol.

    battleship-sim --strategy hunt --engine 'python3 hunter.py' --games 100
"""

import random
import re
import sys


def name(x, y):
    return (chr(64 + x // 26) if x >= 26 else "") + chr(65 + x % 26) + str(y + 1)


def answer(*lines):
    print(*lines, sep="\n", flush=True)


for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "battleship-engine":
        answer("battleship-engine 1", "name hunter", "ready")
    elif word == "rules":
        blocked = set()
    elif word == "board":
        width, height = map(int, rest.split("x"))
        where = {name(x, y): (x, y) for x in range(width) for y in range(height)}
    elif word == "blocked":
        blocked.update(rest.split())
    elif word == "end":
        answer("ready" if width <= 702 else "refuse columns beyond ZZ")
    elif word == "new":
        chance, unknown, targets = random.Random(rest), set(where) - blocked, set()
    elif word in ("report", "water"):
        for shot in re.sub('"[^"]*"', "", rest).partition(":")[0].split(","):
            cell, *result = shot.split()
            unknown.discard(cell)
            if result[:1] == ["hit"]:
                x, y = where[cell]
                targets |= {name(x - 1, y), name(x + 1, y), name(x, y - 1), name(x, y + 1)}
    elif word == "aim":
        shots = []
        while len(shots) < int(rest):
            shots.append(chance.choice(sorted(targets & unknown) or sorted(unknown)))
            unknown.remove(shots[-1])
        answer("fire " + ", ".join(shots))
    elif word == "quit":
        break
