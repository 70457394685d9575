#!/usr/bin/env python3
"""seed_attack.py SIMULATION: a bot that computes the fleet it fires at. It takes the seed of `new`
for a number that the library derived from the seed of the match, undoes that, and plays the match
itself to see its layouts. The steps of the library's random numbers are those of
include/battleship/random.h, and each can be undone."""

import pathlib
import re
import subprocess
import sys
import tempfile

MASK = 2 ** 64 - 1
GAMMA = 0x9E3779B97F4A7C15
LAYOUT, AI_A, AI_B = 1, 2, 3


def unshift(word, bits):
    """The x of word = x ^ (x >> bits)."""
    x = word
    for _ in range(64 // bits):
        x = word ^ (x >> bits)
    return x


def unmix(word):
    """The state of SplitMix64 after the step that gave a word."""
    word = unshift(word, 31) * pow(0x94D049BB133111EB, -1, 2 ** 64) & MASK
    word = unshift(word, 27) * pow(0xBF58476D1CE4E5B9, -1, 2 ** 64) & MASK
    return unshift(word, 30)


def secret(number, purpose, index):
    """The seed of the stream with this purpose and index whose first number is this one."""
    number = number * pow(9, -1, 2 ** 64) & MASK
    number = (number >> 7 | number << 57) & MASK
    state = number * pow(5, -1, 2 ** 64) & MASK
    key = (unmix(state) - 2 * GAMMA & MASK) ^ index
    key = (unmix(key) - GAMMA & MASK) ^ purpose
    return unmix(key) - GAMMA & MASK


def layouts(simulation, seed, games):
    """The cells of the ships in the first games of a match with a seed."""
    with tempfile.TemporaryDirectory() as directory:
        records = pathlib.Path(directory) / "records"
        subprocess.run([simulation, "--strategy", "random", "--games", str(games), "--seed",
                        str(seed), "--record", records], stdout=subprocess.DEVNULL, check=True)
        for game in range(games):
            cells = []
            text = (records / f"random-{game}.record").read_text()
            lengths = dict(re.findall(r"(\w+):(\d+)", text))
            for name, x, y, way in re.findall(r"^b ship (\w+) ([A-J])(\d+) (\w+)$", text, re.M):
                for i in range(int(lengths[name])):
                    right, down = (i, 0) if way == "right" else (0, i)
                    cells.append(f"{chr(ord(x) + right)}{int(y) + down}")
            yield cells


def play(simulation):
    game, fleets = -1, None
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "battleship-engine":
            print("battleship-engine 1\nname attack\nready", flush=True)
        elif word == "end":
            print("ready", flush=True)
        elif word == "new":
            game += 1
            if fleets is None:
                fleets = list(layouts(simulation, secret(int(rest[1]), AI_A, 0), 20))
            board = [f"{x}{y}" for x in "ABCDEFGHIJ" for y in range(1, 11)]
            shots = fleets[game] + [cell for cell in board if cell not in fleets[game]]
        elif word == "aim":
            print("fire", shots.pop(0), flush=True)
        elif word == "quit":
            break


if __name__ == "__main__":
    play(sys.argv[1])
