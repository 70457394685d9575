#!/usr/bin/env python3
"""killed.py KILLS BATTLESHIP BATTLESHIP-SIM [BATTLESHIP-NETWORK]: kills the programs by SIGKILL while
they save - games, statistics, profiles, preferences, kept games; checkpoints, rows and records;
games over a network - and starts them again, KILLS times in all.

Every file must then hold the whole old or the whole new state, what follows must be as if nobody had
been killed, and no temporary file may stay behind. Half of the kills come as soon as a file is seen
to be written, the others at any time. Prints the seed of the moments, and for each program the
kills, and how many of them left a temporary file: those came in the middle of a save.
"""

import os
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest

from interrupts import heed_interrupts

heed_interrupts()

KILLS = int(sys.argv.pop(1))
BATTLESHIP, SIM = (os.path.abspath(sys.argv.pop(1)) for _ in range(2))
NETWORK = os.path.abspath(sys.argv.pop(1)) if sys.argv[1:] else None
SEED = int(os.environ.get("KILLED_SEED", random.randrange(10**9)))
PATIENCE = 120

TEMPORARY = re.compile(r"\..+\.\d+-\d+~")
SHOT = re.compile(r"[ab] [A-Z]+\d")


def files_of(directory):
    """The files below a directory, by their path in it."""
    return {os.path.relpath(os.path.join(path, name), directory): os.path.join(path, name)
            for path, _, names in os.walk(directory) for name in names}


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def log_of(text):
    """The shots of a record; its last line must be whole."""
    assert text.endswith("\n"), text
    return [line for line in text.splitlines() if SHOT.match(line)]


class Saving(unittest.TestCase):
    """Kills programs in a directory of the test."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.directory = os.path.join(folder.name, "killed")
        self.undisturbed = os.path.join(folder.name, "undisturbed")
        os.mkdir(self.directory)
        os.mkdir(self.undisturbed)
        self.moments = random.Random(f"{SEED} {self.id()}")
        self.kills = self.within = 0

    def report(self, name):
        print(f"{name}: {self.kills} kills, {self.within} of them within a save; seed {SEED}",
              file=sys.stderr)

    def is_being_written(self, before):
        """Whether a file is being written to, or was replaced."""
        now = self.stamps()
        return any(TEMPORARY.fullmatch(os.path.basename(name)) for name in now) or now != before

    def stamps(self):
        """Which files there are, and when each was changed."""
        stamps = {}
        for folder, _, names in os.walk(self.directory):
            for name in names:
                try:
                    stamps[os.path.join(folder, name)] = os.stat(os.path.join(folder, name)).st_mtime_ns
                except FileNotFoundError:
                    pass
        return stamps

    def wait_for_moment(self, process, usual):
        """Waits until it is time to kill; `usual` seconds are what the program takes."""
        end = time.monotonic() + self.moments.uniform(0, 1.2 * usual)
        if self.moments.randrange(2):
            while process.poll() is None and time.monotonic() < end:
                time.sleep(usual / 200)
            return
        writes = self.moments.randrange(1, 8)
        before = self.stamps()
        while process.poll() is None and writes > 0:
            if self.is_being_written(before):
                writes -= 1
                before = self.stamps() if writes > 0 else before

    def kill(self, process):
        """Kills a program, unless it has ended by itself; says whether it was killed."""
        process.kill()
        _, messages = process.communicate()
        if process.returncode >= 0:
            self.assertEqual(process.returncode, 0, messages)
            return False
        self.kills += 1
        self.within += bool(self.temporaries())
        return True

    def temporaries(self):
        return [name for name in files_of(self.directory) if TEMPORARY.fullmatch(os.path.basename(name))]

    def run_and_kill(self, command, usual, typed="", environment=None):
        """Runs a program and kills it at some moment; says whether it came to its end instead."""
        with tempfile.TemporaryFile("w+") as file:
            file.write(typed)
            file.seek(0)
            process = subprocess.Popen(command, stdin=file, stdout=subprocess.DEVNULL, text=True,
                                       stderr=subprocess.PIPE, env=environment)
            self.wait_for_moment(process, usual)
            return not self.kill(process)


class Games(Saving):
    """Games of a person, with all that is kept of them."""

    CELLS = "".join(f"{x}{y}\n" for y in range(1, 7) for x in "ABCDEF")
    OPTIONS = ["--plain", "--interactive", "--name", "Ann", "--placement", "random", "--level", "easy",
               "--board", "6x6", "--fleet", "2,2", "--color", "never"]

    def environment(self, directory):
        return {**os.environ, "XDG_STATE_HOME": directory, "TERM": "dumb"}

    def play(self, directory, *options, typed=""):
        done = subprocess.run([BATTLESHIP, *options], input=typed, text=True, timeout=PATIENCE,
                              env=self.environment(directory), capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        return done.stdout

    def state(self, directory):
        """What is kept, without what differs from run to run: times, dates
        and reviews; nor who began, which the record of a resumed game says once more."""
        kept = {}
        for name, path in files_of(os.path.join(directory, "battleship")).items():
            text = text_of(path)
            if name.startswith("games/game-"):
                name = "game " + name.split("-")[2]
                text = re.sub("(?m)^(begins|date|x-review).*\n", "", text)
            elif name == "statistics.csv":
                text = [row.split(",")[1:-3] + row.split(",")[-2:-1] for row in text.splitlines()]
            if not name.endswith(".lock"):
                kept[name] = text
        return kept

    def check_files(self, before, after, shots):
        """Checks what a killed program has left; returns how many shots of the game are saved."""
        found = self.state(self.directory)
        log = next(log_of(text) for name, text in after.items()
                   if name.startswith("game ") and name not in before)
        saved = log_of(found.pop("game.record", "\n"))
        self.assertEqual(saved, log[:len(saved)])
        for name, text in found.items():
            if TEMPORARY.fullmatch(os.path.basename(name)):
                continue
            self.assertIn(text, [before.get(name), after.get(name)], name)
        for name in before.keys() & after.keys():  # the oldest of many kept games is removed
            self.assertIn(name, found, "it is lost")
        is_over = found.get("statistics.csv") == after["statistics.csv"]
        self.assertTrue(is_over or len(saved) >= shots, f"{shots} shots were saved, now {saved}")
        return len(saved)

    def finish_game(self, seed, before, after):
        """Plays a game to its end, killed again and again."""
        shots, is_over = 0, False
        while not is_over:
            is_saved = os.path.exists(os.path.join(self.directory, "battleship/game.record"))
            new = ["--resume"] if is_saved else ["--seed", str(seed)]
            options = ["--plain", "--interactive", "--resume"] if is_saved else [*self.OPTIONS, *new]
            is_over = self.run_and_kill([BATTLESHIP, *options], self.usual, self.CELLS,
                                        self.environment(self.directory))
            shots = self.check_files(before, after, shots)
        self.assertEqual(self.temporaries(), [], "temporary files stay behind")
        self.assertEqual(self.state(self.directory), after)

    def test_games_go_on_where_they_were_saved(self):
        for directory in self.directory, self.undisturbed:
            self.play(directory, "--name", "Ann", "--profile=on")
            self.play(directory, *self.OPTIONS, "--seed", "0", typed=self.CELLS)
        seed, wanted = 0, max(1, KILLS * 6 // 10)
        while self.kills < wanted:
            seed += 1
            before, start = self.state(self.undisturbed), time.monotonic()
            self.play(self.undisturbed, *self.OPTIONS, "--seed", str(seed), typed=self.CELLS)
            self.usual = time.monotonic() - start
            self.finish_game(seed, before, self.state(self.undisturbed))
        self.report("games, statistics, profiles")

    def test_profiles_hold_what_was_said_before_or_after(self):
        environment = self.environment(self.directory)
        path = os.path.join(self.directory, "battleship/profiles")
        names = [f"Player {number}" for number in range(200)]
        self.play(self.directory, "--name", "Ann", "--profile=on")
        before = text_of(path)
        start = time.monotonic()
        self.play(self.undisturbed, "--name", "Ann", "--profile=on")
        usual = time.monotonic() - start
        wanted, number = max(1, KILLS // 10), 0
        while self.kills < wanted:
            # Each name is added in turn, so that the file grows, and all are there or not.
            name = names[number % len(names)]
            consent = "on" if number // len(names) % 2 == 0 else "off"
            command = [BATTLESHIP, "--name", name, f"--profile={consent}"]
            self.run_and_kill(command, usual, environment=environment)
            killed = text_of(path)
            self.play(self.directory, *command[1:])
            after = text_of(path)
            self.assertIn(killed, (before, after))
            self.assertEqual(self.temporaries(), [], "temporary files stay behind")
            before = after
            number += 1
        self.report("profiles alone")


class Simulations(Saving):
    """Simulations with a checkpoint, raw rows and records."""

    STEP = 40
    GAMES_MAX = 10 * STEP  # of a run, so that its records are few enough to be watched

    def command(self, directory, games):
        return [SIM, "--strategy", "hunt", "--board", "6x6", "--fleet", "2,2", "--seed", "5", "--no-timing",
                "--format", "json", "--threads", "2", "--games", str(games),
                "--checkpoint", os.path.join(directory, "checkpoint"),
                "--raw", os.path.join(directory, "rows"), "--record", os.path.join(directory, "records")]

    def simulate(self, directory, games):
        return subprocess.run(self.command(directory, games), text=True, timeout=PATIENCE,
                              capture_output=True, check=True).stdout

    def state(self, directory):
        return {name: text_of(path) for name, path in files_of(directory).items()}

    def check_checkpoint(self, known):
        """Checks that the checkpoint is the old or the new one of an undisturbed run or, as it is
        written every two seconds too, a whole one between them."""
        path = os.path.join(self.directory, "checkpoint")
        self.assertTrue(os.path.exists(path), "the checkpoint is lost")
        text = text_of(path)
        if text in known:
            return
        whole = re.search(r"\nresults (\d+)\n(battleship-results .*)", text, re.S)
        self.assertEqual(len(whole[2]), int(whole[1]), text)
        games = [int(re.search(r"\ngames (\d+)", each)[1]) for each in (known[0], text, known[-1])]
        self.assertEqual(games, sorted(games), text)

    def test_simulations_go_on_to_the_same_results(self):
        games, known, wanted = 0, [], max(1, KILLS * 2 // 10)
        while self.kills < wanted:
            if games == self.GAMES_MAX:
                games = 0
                for directory in self.directory, self.undisturbed:
                    shutil.rmtree(directory)
                    os.mkdir(directory)
            games += self.STEP
            start = time.monotonic()
            expected = self.simulate(self.undisturbed, games)
            usual = time.monotonic() - start
            known = known[-1:] + [text_of(os.path.join(self.undisturbed, "checkpoint"))]
            while (games > self.STEP and self.kills < wanted and
                   not self.run_and_kill(self.command(self.directory, games), usual)):
                self.check_checkpoint(known)
            self.assertEqual(self.simulate(self.directory, games), expected)
            self.assertEqual(self.temporaries(), [], "temporary files stay behind")
            self.assertEqual(self.state(self.directory), self.state(self.undisturbed))
        self.report("checkpoints, rows, records")


@unittest.skipIf(NETWORK is None, "battleship-network was not built")
class Networks(Saving):
    """Games over a network, of which each side is killed and comes back."""

    OPTIONS = ["--strategy", "search", "--reconnect", "20000"]

    def start(self, side):
        end = ["--host", self.port] if side == 0 else ["--join", f"localhost:{self.port}"]
        return subprocess.Popen([NETWORK, *end, *self.OPTIONS, "--keep", self.kept(side)], text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def kept(self, side):
        return os.path.join(self.directory, f"keep-{side}")

    def log(self, side):
        """The shots of the kept game; none is kept before the game begins and after its end."""
        return log_of(text_of(self.kept(side))) if os.path.exists(self.kept(side)) else None

    def play_game(self, wanted):
        with socket.create_server(("localhost", 0)) as free:
            self.port = str(free.getsockname()[1])
        ends, logs = [self.start(0)], [None, None]
        ends[0].stderr.readline()  # the port: the guest would find nobody before
        ends.append(self.start(1))
        while not all(map(os.path.exists, (self.kept(0), self.kept(1)))):
            self.assertEqual([end.poll() for end in ends], [None, None])
        while self.kills < wanted:
            side = self.moments.randrange(2)
            logs[side] = self.log(side)
            self.wait_for_moment(ends[side], 0.3)
            if any(end.poll() is not None for end in ends):
                break
            ends[side].kill()
            ends[side].communicate()
            self.kills += 1
            self.within += any(f"keep-{side}" in name for name in self.temporaries())
            log = self.log(side)
            if log is None:  # it was at its end
                ends[side] = None
                break
            self.assertEqual(log[:len(logs[side] or [])], logs[side] or [])
            ends[side] = self.start(side)
        if None in ends:
            for end in filter(None, ends):
                end.kill()
                end.communicate()
            shutil.rmtree(self.directory)
            os.mkdir(self.directory)
            return
        records = []
        for end in ends:
            out, messages = end.communicate(timeout=PATIENCE)
            self.assertEqual(end.returncode, 0, messages)
            records.append(re.sub("(?m)^strategy .*\n", "", out))
        self.assertEqual(*records)
        self.assertEqual(os.listdir(self.directory), [])

    def test_games_over_a_network_go_on(self):
        wanted = max(1, KILLS // 10)
        while self.kills < wanted:
            self.play_game(wanted)
        self.report("games over a network")


if __name__ == "__main__":
    unittest.main()
