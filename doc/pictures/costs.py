#!/usr/bin/env python3
"""costs.py BATTLESHIP-ANALYSE REFERENCE-POSITIONS: measures the cost of every method.

Prints costs.dat: blocks of rows `x steps error milliseconds ms megabytes MB`. x is the parameter that
the block varies, the error is the root mean square of the standard errors of all unknown cells, and
the time is processor time. Times below a tenth of a second are averages of many runs."""

import json
import os
import pathlib
import subprocess
import sys

PROGRAM, POSITIONS = sys.argv[1], pathlib.Path(sys.argv[2])
ENOUGH = 0.1  # seconds


def run(record, method, work, repeat):
    """Returns the parsed output, or None on failure, and the resource usage of the process."""
    command = [PROGRAM, "--format", "json", "--method", method, "--work", str(work),
               "--memory", str(1 << 30), "--repeat", str(repeat), "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True) as process:
        process.stdin.write(record)
        process.stdin.close()
        result = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return json.loads(result) if process.returncode == 0 else None, usage


def rms_error(result):
    cells = [cell for row in result.get("standard_error", [[0]]) for cell in row if cell > 0]
    return (sum(cell * cell for cell in cells) / len(cells)) ** 0.5 if cells else 0


def measure(x, record, method, work):
    """Prints a row; returns the steps, or None if the position exceeds the limits."""
    record = "battleship 1\n" + record.removeprefix("battleship 1\n")
    result, usage = run(record, method, work, 1)
    if result is None:
        print(f"# {x}: not within the limits", flush=True)
        return None
    seconds = usage.ru_utime + usage.ru_stime
    if seconds < ENOUGH:
        repeat = max(3, int(ENOUGH / max(result["seconds"], 1e-5)))
        _, usage = run(record, method, work, repeat)
        seconds = (usage.ru_utime + usage.ru_stime) / repeat
    print(x, result["work"], f"{rms_error(result):.2g} {1000 * seconds:.3g} ms",
          usage.ru_maxrss // 1024, "MB", flush=True)
    return result["work"]


def head(name, method):
    print(f"\n\n# {name}, method {method}")


def block(name, method, rows):
    """Prints a block: the cost of some positions."""
    head(name, method)
    for x, record in rows:
        measure(x, record, method, 20_000_000_000)


def precision(name, method, record):
    """Prints a block: the cost of a position under work limits that double until the default
    precision is reached."""
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

    block("classic fleet by board, empty", "enumeration", [(n, board(n, classic)) for n in sizes])
    block("classic fleet by board, one miss", "enumeration",
          [(n, board(n, classic, "a C2 miss\n")) for n in sizes])
    block("fleets on 10x10, one miss", "enumeration",
          [(n, board(10, f, "a C2 miss\n")) for n, f in fleets])
    block("fleets on 10x10, one miss", "frontier",
          [(n, board(10, f, "a C2 miss\n")) for n, f in fleets])
    block("russian fleet by board, no contact, empty", "frontier",
          [(n, board(n, russian, "contact none\n")) for n in range(8, 13)])
    lines = crowded.splitlines(keepends=True)
    games = [(0, lines[:4]), (5, lines[:9]), (10, lines[:14]), (15, lines[:19]), (20, lines)]
    games = [(shots, "".join(game)) for shots, game in games]
    games += [(shots, (POSITIONS / f"{number}.record").read_text(encoding="ascii"))
              for shots, number in ((36, "047"), (55, "040"))]
    for method in "frontier", "enumeration":
        block("russian fleet by shots", method, games)
    for name, record in (("classic fleet on 20x20, empty", board(20, classic)),
                         ("russian fleet after 20 shots", crowded)):
        for method in "rejection", "mcmc":
            precision(name, method, record)


main()
