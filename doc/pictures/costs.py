#!/usr/bin/env python3
"""costs.py BATTLESHIP-ANALYSE REFERENCE-POSITIONS: what each way of counting costs, measured.

Prints costs.dat: blocks of `x steps milliseconds megabytes error`, x being what the block varies,
the time that of the processor, the error the rms standard error of an open cell. Below a tenth
of a second a figure is that of the mean run of many."""

import json
import os
import pathlib
import subprocess
import sys

PROGRAM, POSITIONS = sys.argv[1], pathlib.Path(sys.argv[2])
ENOUGH = 0.1  # seconds


def run(record, method, work, repeat):
    """The answer, and what the process used."""
    command = [PROGRAM, "--format", "json", "--method", method, "--work", str(work),
               "--memory", str(1 << 30), "--repeat", str(repeat), "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True) as process:
        process.stdin.write(record)
        process.stdin.close()
        answer = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return json.loads(answer) if process.returncode == 0 else None, usage


def rms_error(answer):
    cells = [cell for row in answer.get("standard_error", [[0]]) for cell in row if cell > 0]
    return (sum(cell * cell for cell in cells) / len(cells)) ** 0.5 if cells else 0


def measure(x, record, method, work):
    """Prints a line; returns the steps, or None if the limits did not do."""
    record = "battleship 1\n" + record.removeprefix("battleship 1\n")
    answer, usage = run(record, method, work, 1)
    if answer is None:
        print(f"# {x}: not within the limits", flush=True)
        return None
    seconds = usage.ru_utime + usage.ru_stime
    if seconds < ENOUGH:
        repeat = max(3, int(ENOUGH / max(answer["seconds"], 1e-5)))
        _, usage = run(record, method, work, repeat)
        seconds = (usage.ru_utime + usage.ru_stime) / repeat
    print(x, answer["work"], f"{1000 * seconds:.3g}", usage.ru_maxrss // 1024,
          f"{rms_error(answer):.2g}", flush=True)
    return answer["work"]


def head(name, method):
    print(f"\n\n# {name}, method {method}")


def block(name, method, rows):
    """What positions cost."""
    head(name, method)
    for x, record in rows:
        measure(x, record, method, 20_000_000_000)


def precision(name, method, record):
    """What a position costs, under limits of work that double until the precision is reached."""
    head(name, method)
    before = None
    for bits in range(16, 32):
        steps = measure(1 << bits, record, method, 1 << bits)
        if steps is not None and steps == before:
            break
        before = steps


def board(size, fleet, more=""):
    return f"board {size}x{size}\nfleet {fleet}\n{more}"


def main():
    russian = "4 3 3 2 2 2 1 1 1 1"
    classic = "5 4 3 3 2"
    fleets = [(4, "5 4 3 2"), (5, classic), (6, "5 4 3 3 3 2"), (7, "5 4 4 3 3 2 2")]
    crowded = (POSITIONS / "046.record").read_text(encoding="ascii")
    sizes = range(8, 21, 2)

    block("classic fleet by board, empty", "exact", [(n, board(n, classic)) for n in sizes])
    block("classic fleet by board, one miss", "exact",
          [(n, board(n, classic, "a C2 miss\n")) for n in sizes])
    block("fleets on 10x10, one miss", "exact", [(n, board(10, f, "a C2 miss\n")) for n, f in fleets])
    block("fleets on 10x10, one miss", "frontier",
          [(n, board(10, f, "a C2 miss\n")) for n, f in fleets])
    block("russian fleet by board, no contact, empty", "frontier",
          [(n, board(n, russian, "contact none\n")) for n in range(8, 13)])
    lines = crowded.splitlines(keepends=True)
    games = [(0, lines[:4]), (5, lines[:9]), (10, lines[:14]), (15, lines[:19]), (20, lines)]
    games = [(shots, "".join(game)) for shots, game in games]
    games += [(shots, (POSITIONS / f"{number}.record").read_text(encoding="ascii"))
              for shots, number in ((36, "047"), (55, "040"))]
    for method in "frontier", "exact":
        block("russian fleet by shots", method, games)
    for name, record in (("classic fleet on 20x20, empty", board(20, classic)),
                         ("russian fleet after 20 shots", crowded)):
        for method in "draws", "chain":
            precision(name, method, record)


main()
