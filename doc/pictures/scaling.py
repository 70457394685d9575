#!/usr/bin/env python3
"""scaling.py BATTLESHIP-SIM [GAMES]: how the cost of simulations grows, as the tables of scaling.md.

Plays up to GAMES games, by default 10^7, of the strategy `random`, by a power of ten more each time;
then as many in several threads, and by mpirun in several processes. Prints elapsed and processor
time. The machine should have nothing else to do."""

import os
import shutil
import subprocess
import sys
import time

PROGRAM = sys.argv[1]
MOST = int(float(sys.argv[2])) if len(sys.argv) > 2 else 10 ** 7
CORES = os.cpu_count()
RANKS = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


def measure(games, threads=1, ranks=1):
    """Elapsed seconds and processor seconds of a simulation."""
    command = [PROGRAM, "--strategy", "random", "--games", str(games), "--seed", "1", "--threads", str(threads),
               "--no-timing"]
    if ranks > 1:
        command = ["mpirun", "-n", str(ranks), *command]
    begin = time.monotonic()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, env=RANKS) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    return time.monotonic() - begin, usage.ru_utime + usage.ru_stime


def powers_of_two(most):
    return [1 << i for i in range(most.bit_length())]


def main():
    print("| games | elapsed s | processor s | microseconds a game |\n|---|---|---|---|")
    games = 10 ** 4
    while games <= MOST:
        elapsed, processor = measure(games)
        print(f"| {games:,} | {elapsed:.2f} | {processor:.2f} | {processor / games * 1e6:.2f} |",
              flush=True)
        games *= 10

    print(f"\n| {MOST:,} games | elapsed s | processor s | times as fast |\n|---|---|---|---|")
    once = None
    plans = [(f"threads: {n}", n, 1) for n in powers_of_two(CORES)]
    if shutil.which("mpirun"):
        plans += [(f"processes: {n}", 1, n) for n in powers_of_two(CORES) if n > 1]
    for title, threads, ranks in plans:
        elapsed, processor = measure(MOST, threads, ranks)
        once = once or elapsed
        print(f"| {title} | {elapsed:.2f} | {processor:.2f} | {once / elapsed:.2f} |", flush=True)


main()
