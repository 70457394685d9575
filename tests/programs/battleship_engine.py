#!/usr/bin/env python3
"""battleship_engine.py ENGINE SIMULATION EXAMPLES PAGE: bots in a simulation. The library's own
play as they do without a process between; the example of the guide plays under all rules; its
dialogue is a real one; and hostile bots lose, each with its own reason, and leave nothing behind."""

import json
import os
import pathlib
import random
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import uuid

import seed_attack
from interrupts import heed_interrupts

heed_interrupts()

ENGINE, SIMULATION = sys.argv[1:3]
HUNTER = pathlib.Path(sys.argv[3]) / "bots" / "hunter.py"
PAGE = pathlib.Path(sys.argv[4])
del sys.argv[1:5]

SMALL = ("--board", "4x4", "--fleet", "3,2")
LAYOUT = "ship 3 A1 right", "ship 2 A3 right"

# A bot that fires in order: a script for sh, which starts within a millisecond. With its second shot
# it does something else.
SCRIPT = r"""
: %(token)s
while read -r word rest; do
    case $word in
    battleship-engine) printf '%%s\n' 'battleship-engine 1' 'name script' 'later 1' %(places)s ready;;
    end) echo ready;;
    new) cells='A1 B1 C1 D1 A2 B2 C2 D2 A3 B3 C3 D3 A4 B4 C4 D4'; asked=0;;
    place) %(place)s;;
    report) %(report)s;;
    aim)
        asked=$((asked + 1))
        set -- $cells; cell=$1; shift; cells=$*
        if [ $asked -eq 2 ]; then
            %(aim)s
        else
            echo "fire $cell"
        fi;;
    quit) %(quit)s;;
    esac
done
%(end)s
"""


# A bot that reads all that there is and fires in order. It fires once more, at D4, upon its second
# aim, a moment later, or when it is told what came of that shot.
BUFFERED = r"""
import sys, time
cells = [f"{x}{y}" for y in range(1, 5) for x in "ABCD"]
for line in sys.stdin:
    word = line.split()[0]
    if word == "battleship-engine":
        print("battleship-engine 1\nready", flush=True)
    elif word == "end":
        print("ready", flush=True)
    elif word == "new":
        asked = 0
    elif word == "aim":
        print("fire", cells[asked], flush=True)
        asked += 1
        if asked == 2 and sys.argv[1] in ("aim", "later"):
            time.sleep(0.02 * (sys.argv[1] == "later"))
            print("fire D4", flush=True)
    elif word == "report" and asked == 2 and sys.argv[1] == "report":
        print("fire D4", flush=True)
"""


def script(aim='echo "fire $cell"', place="", leave="exit", end="", report=":"):
    """The command of a script, and a word by which to find its processes."""
    token = uuid.uuid4().hex
    places = "places" if place else ""
    return SCRIPT % {"token": token, "aim": aim, "place": place or ":", "places": places,
                     "quit": leave, "end": end, "report": report}, token


def processes(token):
    """The numbers of all processes whose command line has a word."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if token in path.read_text(errors="replace"):
                found.append(path.parent.name)
        except OSError:
            pass
    return found


def left_behind(token):
    """The same, once processes that were killed have had the time to die."""
    deadline = time.monotonic() + 5
    while (found := processes(token)) and time.monotonic() < deadline:
        time.sleep(0.01)
    return found


def simulate(*options, timeout=120):
    return subprocess.run([SIMULATION, "--format", "json", "--no-timing", *options], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=timeout,
                          check=False)


def results(*options):
    """The results of a simulation in which nobody fails."""
    result = simulate(*options)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def engine(*options):
    return shlex.join([ENGINE, *options])


def hunter():
    return shlex.join([sys.executable, str(HUNTER)])


class Twins(unittest.TestCase):
    """A bot plays the same games again, whatever plays beside it and in whichever process."""

    def check(self, *options):
        command = engine("--strategy", "stalker")
        data = results("--strategy", "random", "--engine", command, "--engine", command,
                       "--games", "20", *options)
        _, one, other = data["strategies"]
        self.assertEqual((one.pop("name"), other.pop("name")), ("stalker", "stalker-2"))
        self.assertEqual(one, other)
        self.assertEqual(data["paired"][2]["difference"], 0)

    def test_they_take_the_same_shots(self):
        self.check("--seed", "5")

    def test_they_take_the_same_salvos(self):
        self.check("--turn", "salvo-afloat", "--contact", "none", "--reveal-water", "yes")

    def test_they_take_the_same_shots_where_sunk_ships_are_shown(self):
        self.check("--reveal-ship", "yes", "--turn", "again-on-hit")

    def test_results_do_not_depend_on_the_number_of_threads(self):
        outputs = {simulate("--strategy", "random", "--engine", hunter(), "--games", "12",
                            "--seed", "1", "--threads", threads).stdout for threads in "124"}
        self.assertEqual(len(outputs), 1)

    def test_the_seed_of_the_program_counts(self):
        means = {results("--strategy", "random", "--engine",
                         engine("--strategy", "random", "--seed", seed),
                         "--games", "20", "--seed", "1")["strategies"][1]["mean"] for seed in "0123"}
        self.assertEqual(len(means), 4)


    def test_a_checkpoint_is_of_one_time_limit(self):
        with tempfile.TemporaryDirectory() as directory:
            options = ("--engine", engine("--strategy", "hunt"), *SMALL, "--games", "2", "--seed", "1",
                       "--checkpoint", str(pathlib.Path(directory) / "run"), "--engine-time")
            results(*options, "10000")
            refusal = simulate(*options, "9999")
            results(*options, "10000")
        self.assertEqual(refusal.returncode, 2)
        self.assertRegex(refusal.stderr, 'expected "player hunt time 9999 .*", not "player hunt '
                                         'time 10000')


class Seeds(unittest.TestCase):
    """What bots are told must not lead to the fleets that they fire at."""

    SEED = 8094376150123

    def test_a_bot_that_undoes_the_seeds_of_the_library_gains_nothing(self):
        bot = shlex.join([sys.executable, seed_attack.__file__, SIMULATION])
        data = results("--engine", bot, "--games", "20", "--seed", str(self.SEED))
        fewest = data["strategies"][0]["histogram"][0][0]
        self.assertGreater(fewest, 30, "shots at 17 cells with ships")

    def test_no_seed_leads_back_to_that_of_the_match(self):
        """The first number of any stream of a match would."""
        for options in ("--strategy", "random"), ("--duel", "--strategy", "random"):
            with tempfile.NamedTemporaryFile("r") as heard:
                bot = engine("--strategy", "random", "--placing", "uniform")
                results("--engine", f"tee -a {heard.name} | {bot}", "--games", "6", "--seed",
                        str(self.SEED), *options)
                told = re.findall(r"^(?:new [ab]|place) (\d+)$", heard.read(), re.M)
            self.assertEqual(len(told), 12 if "--duel" in options else 6)
            self.assertEqual(len(set(told)), len(told))
            for number in map(int, told):
                for index in range(6):
                    for purpose in range(1, 7):
                        found = seed_attack.secret(number, purpose, index)
                        self.assertNotEqual(found, self.SEED, (number, purpose, index))

    def test_the_attack_undoes_what_the_library_does(self):
        self.assertEqual(seed_attack.secret(11503199776190438086, seed_attack.AI_B, 4),
                         self.SEED)

    def test_with_bots_each_run_has_a_seed_of_its_own(self):
        options = "--engine", engine("--strategy", "hunt"), *SMALL, "--games", "3"
        data = [results(*options) for _ in range(2)]
        self.assertNotEqual(data[0]["seed"], data[1]["seed"])
        again = results(*shlex.split(data[0]["command"])[1:])
        self.assertEqual(again, data[0])
        self.assertIn(f"--seed {data[0]['seed']}", data[0]["command"])

    def test_a_checkpoint_needs_the_seed(self):
        refusal = simulate("--engine", engine(), "--checkpoint", "never-written")
        self.assertEqual(refusal.returncode, 2)
        self.assertIn("--checkpoint: with bots, name a --seed", refusal.stderr)


class Server(unittest.TestCase):
    """battleship-engine itself, which must survive whatever it is sent."""

    def talk(self, *lines):
        return subprocess.run([ENGINE], input="\n".join(lines) + "\n", text=True, timeout=60,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
                              errors="surrogateescape")

    def test_an_input_that_cannot_be_read_is_said(self):
        folder = os.open("/", os.O_RDONLY)
        self.addCleanup(os.close, folder)
        for stream, reason in (folder, "Is a directory"), (None, "Bad file descriptor"):
            close = None if stream else lambda: os.close(0)
            end = subprocess.run([ENGINE], stdin=stream, preexec_fn=close, timeout=60, text=True,
                                 stderr=subprocess.PIPE, check=False)
            self.assertEqual((end.returncode, end.stderr),
                             (1, f"battleship-engine: cannot read standard input: {reason}\n"))

    def test_an_input_that_does_not_wait_is_waited_for(self):
        reader, writer = os.pipe()
        os.set_blocking(reader, False)
        with subprocess.Popen([ENGINE], stdin=reader, stdout=subprocess.PIPE) as process:
            os.close(reader)
            time.sleep(0.2)
            os.write(writer, b"battleship-engine 1\n")
            os.close(writer)
            self.assertTrue(process.stdout.read().startswith(b"battleship-engine 1\n"))
        self.assertEqual(process.returncode, 0)

    def test_an_interruption_ends_it(self):
        with subprocess.Popen([ENGINE], text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            try:
                process.stdin.write("battleship-engine 1\n")
                process.stdin.flush()
                self.assertEqual(process.stdout.readline(), "battleship-engine 1\n")
                process.send_signal(signal.SIGINT)
                self.assertEqual(process.wait(timeout=20), -signal.SIGINT)
            finally:
                process.kill()

    def test_wrong_options_are_refused_with_a_reason(self):
        for options, reason in ((("--name", "a b"), "letters"), (("--name", ""), "letters"),
                                (("--name", 33 * "a"), "letters"),
                                (("--strength", "2"), "--placing"),
                                (("--placing", "uniform", "--strength", "2"), "than uniform"),
                                (("--level", "easy", "--strength", "2"), "--placing"),
                                (("--level", "expert", "--strength", "2"), "--placing"),
                                (("--strategy", "nobody"), "nobody"), (("--level", "none"), "none"),
                                (("--level", "worst"), "easy, medium, skilled, hard, expert or master"),
                                (("--level", "easy", "--strategy", "hunt"), "exclude"),
                                (("--work", "0"), "from 1"), (("word",), "word")):
            refusal = subprocess.run([ENGINE, *options], stdin=subprocess.DEVNULL, timeout=60,
                                     capture_output=True, text=True, check=False)
            self.assertEqual((refusal.returncode, refusal.stdout), (2, ""), options)
            self.assertRegex(refusal.stderr, "^battleship-engine: .*" + reason)

    def test_a_style_of_any_level_has_a_strength(self):
        for options in ((), ("--level", "expert")):
            engine = subprocess.run([ENGINE, *options, "--placing", "edge", "--strength", "2"],
                                    stdin=subprocess.DEVNULL, timeout=60, check=False)
            self.assertEqual(engine.returncode, 0)

    def test_it_ignores_what_it_does_not_know(self):
        game = self.talk("battleship-engine 9 later", "# a comment", "", "later", "rules",
                         "board 4x4", "fleet 2", "end", "new b 1", "water A1, later",
                         "aim 1", "over and out", "quit", "aim 1")
        self.assertEqual(game.returncode, 0, game.stderr)
        self.assertRegex(game.stdout, "^battleship-engine 1\nname density\nready\nready\n"
                                      "fire [A-D][1-4]\n$")

    def test_it_says_what_is_wrong(self):
        begun = "rules", "board 4x4", "fleet 2", "end", "new a 1"
        for lines, reason in ((("aim 1",), r"aim before new \(aim 1\)$"),
                              (("new a 1",), r"new before rules \(new a 1\)$"),
                              (("rules", "fleet 2", "board 4x", "end"), r"board.* \(board 4x\)$"),
                              ((*begun, "aim 17"), "wrong number of items"),
                              ((*begun, "aim 0"), "expected aim N"),
                              ((*begun, "report A1"), "expected"),
                              ((*begun, "report A1 miss", "report A1 hit"),
                               r"already fired at \(report A1 hit\)$"),
                              ((*begun, "new c 1"), "expected new a SEED"),
                              ((*begun, "new a 18446744073709551616"), "expected new a SEED"),
                              ((*begun, "place x"), "expected place SEED"),
                              (("x" * 70000,), "a line of more than 65535 bytes")):
            with self.subTest(reason=reason):
                result = self.talk(*lines)
                self.assertEqual(result.returncode, 1)
                self.assertRegex(result.stderr, "^battleship-engine: .*" + reason)

    def test_a_version_is_a_number_of_any_length(self):
        for version in "1", "2 later", "01", "9" * 60000:
            game = self.talk(f"battleship-engine {version}")
            self.assertEqual((game.returncode, game.stderr), (0, ""))
            self.assertEqual(game.stdout.split("\n")[0], "battleship-engine 1")
        for version, quoted in (("-1", "-1"), ("", ""), ("0", "0"), ("1x", "1x"), ("\x01", "?"),
                                ("9" * 500 + "x", "9" * 78 + "...")):
            refusal = self.talk(f"battleship-engine {version}")
            self.assertEqual((refusal.returncode, refusal.stdout), (1, ""))
            self.assertEqual(refusal.stderr, "battleship-engine: expected battleship-engine VERSION, "
                                             f"a number from 1 (battleship-engine {quoted})\n")

    def flood(self, lines, reason):
        """Sends lines, of which it refuses one; returns its peak memory in KiB."""
        with tempfile.TemporaryFile("w+") as text, tempfile.TemporaryFile("w+") as errors:
            text.writelines(lines)
            text.seek(0)
            process = subprocess.Popen([ENGINE, "--strategy", "hunt"], stdin=text,
                                       stdout=subprocess.DEVNULL, stderr=errors)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            errors.seek(0)
            self.assertEqual(process.returncode, 1)
            self.assertTrue(errors.read().startswith(f"battleship-engine: {reason} ("))
            return usage.ru_maxrss

    def test_answers_that_nobody_can_read_are_an_error(self):
        with open("/dev/full", "w") as full:
            lost = subprocess.run([ENGINE], input="battleship-engine 1\n", stdout=full, text=True,
                                  stderr=subprocess.PIPE, timeout=60, check=False)
        self.assertEqual((lost.returncode, lost.stderr),
                         (1, "battleship-engine: cannot write to standard output\n"))

    def test_rules_without_an_end_are_refused(self):
        line = "blocked" + 8000 * " A1" + "\n"
        memory = self.flood(["rules\n", *(10000 * [line])],
                            "rules of more than 16777216 bytes")
        self.assertLess(memory, 100000)

    def test_a_game_without_an_end_is_refused(self):
        start = "rules\nboard 4x4\nfleet 2\nrepeat wasted\nend\nnew a 1\n"
        self.flood([start, "report A1 miss\n", *(1000 * ["report A1 wasted\n"])],
                   "a game of more than 4 shots for each cell")

    def test_the_longest_rules_are_taken(self):
        columns = [a + b for a in ("", *map(chr, range(65, 91))) for b in map(chr, range(65, 91))]
        columns += ["A" + name for name in columns[26:]]
        cells = [f"{x}{y}" for y in range(1, 1025) for x in columns[:1024]][2:]
        rows = ["blocked " + " ".join(cells[i:i + 7000]) for i in range(0, len(cells), 7000)]
        game = self.talk("rules", "board 1024x1024", "fleet 2", *rows, "end", "new a 1", "aim 1")
        self.assertEqual(game.returncode, 0, game.stderr)
        self.assertRegex(game.stdout, "^ready\nfire [AB]1\n$")

    def test_whatever_it_is_sent_it_ends(self):
        chance = random.Random(3)
        words = ("rules", "end", "board 3x3", "fleet 2", "new a", "new b", "aim", "report", "place",
                 "1", "A1", "B2 hit", "C3 sunk 2", "miss", ",", ":", "water", "over", "\x01",
                 "\udcff", '"', "quit")
        for _ in range(60):
            lines = [" ".join(chance.choices(words, k=chance.randrange(1, 5))) for _ in range(20)]
            start = ["rules", "board 3x3", "fleet 2", "end", "new a 1"] * (chance.random() < 0.7)
            self.assertIn(self.talk(*start, *lines).returncode, (0, 1))


class Example(unittest.TestCase):
    def test_the_hunter_plays_under_all_rules(self):
        rules = [(), ("--turn", "again-on-hit"),
                 ("--turn", "salvo 3", "--salvo-report", "total", "--disclosure", "every-hit"),
                 ("--turn", "salvo-afloat", "--disclosure", "ship"),
                 ("--shots", "20", "--fleet", "A:4:9,3,2:2:3", "--disclosure", "ship"),
                 ("--contact", "none", "--reveal-water", "yes", "--blocked", "A1,J10"),
                 ("--reveal-ship", "yes", "--turn", "salvo 2"),
                 ("--board", "30x9", "--fleet", '"Tug, old":4 "A1 hit":3 2', "--disclosure",
                  "every-hit")]
        for options in rules:
            with self.subTest(rules=options):
                data = results("--strategy", "random", "--engine", hunter(), "--games", "4",
                               *options)
                names = [row["name"] for row in data["strategies"]]
                self.assertEqual(names, ["random", "hunter"])

    def test_every_shot_is_reported_before_a_game_is_over(self):
        with tempfile.NamedTemporaryFile("r") as heard:
            for options in (("--turn", "salvo 3", "--threads", "1"), ("--duel", "--turn", "one")):
                results("--strategy", "parity", "--engine", f"tee {heard.name} | {hunter()}",
                        "--games", "4", *options, *SMALL)
                heard.seek(0)
                # The process that was asked for the name wrote a file of its own before.
                *games, rest = heard.read().split("\nover\n")
                self.assertEqual((len(games), rest), (4, "quit\n"))
                for game in games:
                    dialogue = re.sub("(?s).*\nnew |^new ", "", game)
                    words = re.findall("^(aim|report) ", dialogue, re.M)
                    self.assertEqual(words, ["aim", "report"] * (len(words) // 2))

    def test_the_hunter_beats_chance_as_hunt_does(self):
        data = results("--strategy", "hunt,random", "--engine", hunter(), "--games", "100")
        hunt, chance, bot = (row["mean"] for row in data["strategies"])
        self.assertLess(bot, chance - 20)
        self.assertLess(abs(bot - hunt), 10)

    def test_the_dialogue_of_the_guide_is_a_real_one(self):
        block = re.search(r"^```text\n(> battleship-engine.*?)^```$", PAGE.read_text(),
                          re.M | re.S)[1]
        said = {mark: "".join(line[2:] + "\n" for line in block.splitlines() if line[0] == mark)
                for mark in "<>"}
        for line in block.splitlines():
            self.assertRegex(line, "^[<>] ")
        bot = subprocess.run([ENGINE, "--level", "expert", "--name", "sample"], input=said[">"],
                             text=True, stdout=subprocess.PIPE, timeout=60, check=True)
        self.assertEqual(bot.stdout, said["<"])

    def test_the_reasons_of_the_guide_are_those_of_the_program(self):
        source = (HUNTER.parents[2] / "programs" / "engine" / "bot.c").read_text()
        texts = re.findall(r'"((?:[^"\\]|\\.)*)"', re.sub(r'"\s*\n\s*"', "", source))
        patterns = [re.escape(text).replace("%d", r"\d+").replace("%s", ".+") for text in texts]
        table = PAGE.read_text().split("## Losing")[1].split("\n## ")[0]
        reasons = re.findall(r"^\| `(.*?)` \|", table, re.M)
        self.assertGreater(len(reasons), 10)
        for reason in reasons:
            self.assertTrue(any(re.fullmatch(pattern, reason) for pattern in patterns), reason)


class Hostile(unittest.TestCase):
    GAMES = 2
    LATE = "300"  # a time limit, in milliseconds, for bots that exceed it

    def fails(self, reason, command, *options, games=GAMES, limit="10000", token=None):
        """Plays with a bot that fails in every game; returns the standard error."""
        result = simulate("--strategy", "random", "--engine", command, "--engine-time", limit,
                          "--games", str(games), *SMALL, *options)
        self.assertEqual(result.returncode, 1, result.stderr)
        data = json.loads(result.stdout)
        other, bot = data["strategies"]
        self.assertEqual(bot["failed"], games)
        self.assertEqual(other["failed"], 0, "the match goes on")
        self.assertEqual(sum(count for _, count in other["histogram"]), games)
        self.assertRegex(result.stderr, reason)
        self.assertIn(f"{games} games", result.stderr)
        (only,) = data["engines"]
        self.assertEqual([fault["games"] for fault in only["faults"]], [games])
        if token:
            self.assertEqual(left_behind(token), [])
        return result.stderr

    def aims(self, reason, aim, *options, **more):
        command, token = script(aim)
        return self.fails(reason, command, *options, token=token, **more)

    def test_it_is_silent(self):
        self.aims(r"did not answer within 300 ms \(aim 1\)", ":", limit=self.LATE)

    def test_it_is_slow(self):
        self.aims("did not answer within 300 ms", 'sleep 1; echo "fire $cell"', limit=self.LATE)

    def test_it_answers_garbage(self):
        self.aims(r"did not answer aim with fire \(hello \?\?1m there\?\)",
                  r"printf 'hello \033\0001m there\377\n'")

    def test_it_sends_a_huge_line(self):
        self.aims("more than 65535 bytes", "head -c 70000 /dev/zero | tr '\\0' x")

    def test_it_does_not_end_its_line(self):
        self.aims("did not end its line within 300 ms", 'printf "fire $cell"', limit=self.LATE)

    def test_it_exits(self):
        self.aims("ended with exit status 3", "exit 3")

    def test_it_takes_too_much_processor_time(self):
        self.aims("ended with signal 24, at its limit of processor time",
                  "while :; do :; done", "--engine-cpu", "1", games=1)
        self.aims("ended with signal 9", "trap '' XCPU; while :; do :; done", "--engine-cpu", "1",
                  games=1)

    def test_its_processor_time_is_that_of_a_game(self):
        """Each game has a process of its own, so that a long match is not cut off."""
        with tempfile.NamedTemporaryFile("r") as heard:
            command, _ = script(f'echo $$ >>{heard.name}; echo "fire $cell"')
            run = "--engine", command, "--games", "5", "--seed", "1", *SMALL
            limited = results(*run, "--engine-cpu", "1")["strategies"]
            self.assertEqual(len(set(heard.read().split())), 5)
            self.assertEqual(limited, results(*run)["strategies"])

    def test_it_takes_too_much_memory(self):
        with tempfile.NamedTemporaryFile("w", suffix=".py") as bot:
            bot.write(BUFFERED.replace('word == "aim":', 'word == "aim":\n        bytearray(1 << 33)'))
            bot.flush()
            command = shlex.join([sys.executable, bot.name, "never"])
            self.fails(r"ended with exit status 1 \(MemoryError\)", command, "--engine-memory",
                       str(1 << 30))

    def test_limits_need_bots(self):
        for limit in "--engine-time", "--engine-cpu", "--engine-memory":
            refusal = simulate("--strategy", "random", limit, "1000000")
            self.assertEqual(refusal.returncode, 2)
            self.assertIn("they need --engine or --bots", refusal.stderr)

    def test_it_gains_nothing_by_failing(self):
        """A failed game counts as all cells that can be fired at or, under a limit, all shots."""
        command, _ = script("exit 3")
        for options, shots in ((), 16), (("--blocked", "D4"), 15), (("--shots", "9"), 9):
            run = ("--strategy", "random", "--engine", command, "--games", "30", *SMALL, *options)
            result = simulate(*run)
            self.assertEqual(result.returncode, 1)
            data = json.loads(result.stdout)
            other, bot = data["strategies"]
            self.assertEqual((bot["failed"], bot["histogram"]), (30, [[shots, 30]]))
            self.assertEqual((bot["mean"], bot["mean_turns"], bot["cleared"]["rate"]),
                             (shots, shots, 0))
            self.assertEqual((bot["points"]["mean"], other["failed"]), (0, 0))
            (pair,) = data["paired"]
            self.assertAlmostEqual(pair["difference"], other["mean"] - shots, places=5)
            table = simulate(*run, "--format", "table").stdout
            self.assertRegex(table, r"\nshots +failed +mean ")
            self.assertRegex(table, rf"\nscript +30 +{shots}\.000 ")
            self.assertIn(f"A game that a player failed counts as {shots} shots.", table)
            rows = simulate(*run, "--format", "csv").stdout
            self.assertRegex(rows, rf"\nscript,30,30,{shots}\.000000,")

    def test_it_dies_and_says_why(self):
        self.aims(r"ended with exit status 1 \(ValueError: no idea\)",
                  "printf 'Traceback\nValueError: no idea\n' >&2; exit 1")

    def test_it_is_killed(self):
        self.aims("ended with signal 9", "kill -9 $$")

    def test_it_closes_its_output(self):
        self.aims("closed its output", "exec >&-; sleep 60")

    def test_it_fires_off_the_board(self):
        self.aims(r"fired illegally: off the board \(fire E1\)", "echo fire E1")

    def test_it_fires_at_a_blocked_cell(self):
        self.aims("fired illegally: the cell is blocked", "echo fire D4", "--blocked", "D4")

    def test_it_fires_at_a_cell_again(self):
        self.aims(r"fired illegally: the cell was already fired at \(fire A1\)", "echo fire A1")

    def test_it_fires_at_nothing(self):
        self.aims("fired illegally: the text is malformed", "echo fire")

    def test_it_fires_too_often_or_too_seldom(self):
        number = "fired another number of shots than it was asked for"
        self.aims(number, "echo fire A2, B2")
        for shots in "A2", "A2, B2, C2":
            command, _ = script(f"echo fire {shots}")
            command = command.replace('echo "fire $cell"', 'echo fire A1, B1')
            self.fails(number, command, "--turn", "salvo 2")

    def test_it_fires_twice_at_a_cell_of_a_salvo(self):
        command, _ = script("echo fire C1, C1")
        command = command.replace('echo "fire $cell"', 'echo fire A1, B1')
        self.fails("fired illegally: .*twice", command, "--turn", "salvo 2")

    def test_it_floods_its_output(self):
        self.aims("spoke without being asked|more than 1048576 bytes", "yes fire A2")
        self.aims("sent more than 1048576 bytes for an answer", "yes '# still thinking'")

    def test_it_floods_lines_that_belong_to_an_answer(self):
        """Neither takes its time limit, nor memory without bound."""
        flood = "sent more than 1048576 bytes for an answer"
        meeting = simulate("--engine", "echo battleship-engine 1; exec yes later", timeout=9)
        self.assertEqual((meeting.returncode, meeting.stdout), (2, ""))
        self.assertIn(flood, meeting.stderr)
        self.assertIn("no player is left", meeting.stderr)
        command, token = script(place="exec yes ship 3 A1 right")
        duel = simulate("--duel", "--strategy", "random", "--engine", command, "--games", "2",
                        *SMALL, timeout=9)
        self.assertIn(f"{flood} and lost: 2 games", duel.stderr)
        self.assertEqual(left_behind(token), [])

    def test_it_floods_its_standard_error(self):
        self.aims("wrote more than 65536 bytes to its standard error in a game", "yes >&2")

    def test_it_says_a_little_on_standard_error(self):
        command, _ = script('echo thinking >&2; echo "fire $cell"')
        self.assertNotIn("thinking", simulate("--engine", command, *SMALL, "--games", "3").stderr)

    def speaks(self, line, aim='echo "fire $cell"', report=":", games=20):
        """Plays with a bot that says a line more than it is asked for."""
        command, token = script(aim, report=report)
        self.fails(rf"spoke without being asked \({line}\)", command, games=games, token=token)

    def test_it_answers_twice(self):
        self.speaks("fire D4", r'printf "fire $cell\nfire D4\n"')
        self.speaks("fire", 'printf "fire $cell\nfire"')
        self.speaks("fire D4", r'printf "fire $cell\n# a comment\n\nfire D4\n"')

    def test_it_answers_again_later(self):
        for delay in "0", "0.001", "0.02", "0.1":
            self.speaks("fire D4", f'echo "fire $cell"; sleep {delay}; echo fire D4')

    def test_it_answers_in_parts(self):
        self.speaks("fi", r'echo "fire $cell"; sleep 0.01; printf fi; sleep 0.01; echo re D4')

    def test_it_answers_again_as_it_is_told_what_came_of_its_shot(self):
        again = '[ $asked -eq 2 ] && echo fire D4'
        self.speaks("fire D4", report=again)
        self.speaks("fire D4", report="sleep 0.01; " + again)

    def test_it_answers_before_it_is_asked(self):
        """This one never says a line too much."""
        self.speaks("fire D4", aim='[ $asked -ne 3 ] && echo "fire $cell"',
                    report='[ $asked -eq 2 ] && echo fire D4')

    def test_one_that_reads_ahead_answers_twice(self):
        """This one reads as much as there is, so it has read what it is told before it speaks."""
        with tempfile.NamedTemporaryFile("w", suffix=".py") as bot:
            bot.write(BUFFERED)
            bot.flush()
            for moment in "aim", "later", "report":
                self.fails(r"spoke without being asked \(fire D4\)",
                           shlex.join([sys.executable, bot.name, moment]), games=5)

    def test_the_last_shot_of_a_game_is_answered_twice(self):
        command, token = script(r'printf "fire $cell\nfire A2\n"')
        result = simulate("--strategy", "random", "--engine", command, "--games", "3", "--board",
                          "2x1", "--fleet", "2")
        (fault,) = json.loads(result.stdout)["engines"][0]["faults"]
        self.assertEqual(fault["games"], 3)
        self.assertIn("spoke without being asked (fire A2)", result.stderr)
        self.assertEqual(left_behind(token), [])

    def test_it_finds_no_open_file(self):
        """A bot must not write to the results."""
        with tempfile.TemporaryDirectory() as directory:
            heard = pathlib.Path(directory) / "descriptors"
            command, _ = script(f'ls /proc/self/fd | wc -l >>{heard}; echo "fire $cell"')
            result = simulate("--engine", command, *SMALL, "--games", "2", "--raw",
                              str(pathlib.Path(directory) / "raw.csv"))
            self.assertEqual(result.returncode, 0, result.stderr)
            # Of ls: the three standard ones, and the directory itself.
            self.assertEqual(heard.read_text().split(), ["4", "4"])

    def test_it_inherits_no_descriptor_of_a_great_number(self):
        high = 3000
        if resource.getrlimit(resource.RLIMIT_NOFILE)[1] <= high:
            self.skipTest("the system has no such descriptors")
        command, _ = script(f'[ -e /proc/$$/fd/{high} ] || echo "fire $cell"')

        def inherit():
            limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
            resource.setrlimit(resource.RLIMIT_NOFILE, (high + 1, limit))
            os.dup2(1, high)
        result = subprocess.run([SIMULATION, "--engine", command, *SMALL, "--games", "2"],
                                preexec_fn=inherit, pass_fds=(), close_fds=False, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60,
                                check=False)
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_its_games_are_for_the_eyes_of_the_user(self):
        with tempfile.TemporaryDirectory() as directory:
            raw, checkpoint = (pathlib.Path(directory) / name for name in ("raw.csv", "run"))
            results("--engine", script()[0], *SMALL, "--games", "2", "--seed", "1", "--raw",
                    str(raw), "--checkpoint", str(checkpoint))
            self.assertEqual([path.stat().st_mode & 0o777 for path in (raw, checkpoint)],
                             [0o600, 0o600])

    def test_what_it_said_is_shown_as_cut(self):
        self.aims(r"did not answer aim with fire \(x{188}\.\.\.\)",
                  "head -c 5000 /dev/zero | tr '\\0' x; echo")

    def test_it_trickles(self):
        self.aims("did not end its line within 300 ms",
                  "while :; do printf x; sleep 0.02; done", limit=self.LATE)

    def test_it_closes_its_input(self):
        self.aims("did not read its input for 300 ms",
                  'echo "fire $cell"; exec <&-; sleep 60', limit=self.LATE)

    def test_its_child_keeps_the_pipe_open(self):
        self.aims("ended with exit status 0", "sleep 60 & exit 0")

    def test_it_does_not_read(self):
        command, token = script("exec sleep 60")
        self.fails("did not answer within 300 ms", command, limit=self.LATE, token=token)

    def test_it_ignores_quit(self):
        command, token = script(leave="trap '' INT TERM; sleep 60", end="sleep 60")
        result = simulate("--strategy", "random", "--engine", command, "--games", "2", *SMALL)
        self.assertEqual(result.returncode, 0, "it costs no game")
        self.assertIn("did not end within 500 ms after quit", result.stderr)
        self.assertEqual(left_behind(token), [])

    def test_it_cannot_meet(self):
        for command, reason in (
                ("no-such-command", "ended with exit status 127: .*not found"),
                ("true", "ended with exit status 0"),
                ("echo hello; sleep 60", "did not begin with battleship-engine 1: hello"),
                ("echo battleship-engine 2; sleep 60",
                 "did not begin with battleship-engine 1: battleship-engine 2"),
                (f"echo battleship-engine 1{90 * '0'}; sleep 60",
                 f"did not begin with battleship-engine 1: battleship-engine 1{90 * '0'}\n"),
                (f"echo battleship-engine 1{300 * '0'}; sleep 60",
                 r"did not begin with battleship-engine 1: battleship-engine 10*\.\.\.\n"),
                ("echo battleship-engine -1; sleep 60",
                 "did not begin with battleship-engine 1: battleship-engine -1"),
                ("printf 'battleship-engine 1\nname two words\n'; sleep 60", "has a name other"),
                (script()[0].replace("echo ready", "echo refuse so small a board"),
                 "refuses these rules: so small a board"),
                (engine("--strategy", "stalker") + " --no-such-option",
                 "ended with exit status 2")):
            with self.subTest(reason=reason):
                result = simulate("--strategy", "random", "--engine", command, "--games", "5",
                                  *SMALL)
                self.assertEqual(result.returncode, 1, result.stderr)
                self.assertRegex(result.stderr, '" is disqualified: it ' + reason)
                data = json.loads(result.stdout)
                (bot,) = data["disqualified"]
                self.assertRegex(bot["reason"] + "\n", reason)
                self.assertEqual(data["engines"], [])
                (other,) = data["strategies"]
                self.assertEqual((other["name"], other["games"]), ("random", 5))

    def test_the_others_play_without_it(self):
        good, _ = script()
        silent, token = script()
        silent = silent.replace("echo ready", "exec sleep 60")
        run = ("--strategy", "random", "--engine", "exit 3", "--engine", good, "--engine", silent,
               "--engine", good.replace("name script", "name two words"), "--games", "4", *SMALL)
        why = ("ended with exit status 3", "did not answer within 10000 ms: end",
               "has a name other than 1 to 32 letters, digits, and .-_+: two words")
        alone = json.loads(simulate("--duel", *run).stdout)
        self.assertEqual([bot["reason"] for bot in alone["disqualified"]], list(why))
        self.assertEqual([row["name"] for row in alone["ratings"]], ["random", "script"])
        self.assertEqual(left_behind(token), [])

    def test_every_output_says_who_is_disqualified(self):
        for form, line in ("table", '"exit 3" is'), ("csv", '# "exit 3" is'):
            result = simulate("--strategy", "random", "--engine", "exit 3", "--games", "2", *SMALL,
                              "--format", form)
            self.assertEqual(result.returncode, 1)
            self.assertIn(line + " disqualified: it ended with exit status 3\n", result.stdout)
            self.assertIn("random", result.stdout)

    def test_whatever_it_answers_the_match_goes_on(self):
        chance = random.Random(14)
        words = "fire", "A1", "B2", "D4", "E9", ",", " ", "\t", ":", "#", "\0", "\r", "\xff", "ship"
        with tempfile.NamedTemporaryFile("w", encoding="latin-1", suffix=".txt") as answers:
            for _ in range(100):
                answers.write("fire " * (chance.random() < 0.7) +
                              "".join(chance.choices(words, k=chance.randrange(6))) + ".\n")
            answers.flush()
            command, _ = script(f"sed -n $((${{seed##*[!0-9]}} % 100 + 1))p {answers.name}")
            command = command.replace("asked=0", "asked=0; seed=$(printf %s \"$rest\" | tail -c 4 "
                                                 "| sed 's/^.* //; s/^0*//')")
            result = simulate("--strategy", "random", "--engine", command, "--games", "60",
                              "--engine-time", "1000", *SMALL)
        data = json.loads(result.stdout)
        faults = sum(fault["games"] for fault in data["engines"][0]["faults"])
        self.assertEqual(faults, data["strategies"][1]["failed"])
        self.assertGreater(faults, 30)

    def check_end(self, number, code):
        """A signal ends the program and a bot that does not answer."""
        command, token = script("sleep 60")
        with subprocess.Popen([SIMULATION, "--strategy", "random", "--engine", command, *SMALL,
                               "--engine-time", "60000"], text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as process:
            try:
                while not processes(token)[1:]:
                    time.sleep(0.02)
                process.send_signal(number)
                process.communicate(timeout=20)
            finally:
                process.kill()
        self.assertEqual(process.returncode, code)
        self.assertEqual(left_behind(token), [])

    def test_an_interruption_does_not_wait_for_it(self):
        self.check_end(signal.SIGINT, 130)
        self.check_end(signal.SIGTERM, 143)

    def test_it_does_not_outlive_a_killed_program(self):
        self.check_end(signal.SIGKILL, -signal.SIGKILL)


class Folders(unittest.TestCase):
    """The bots of a folder, of which some are bad."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="class of '26 ")
        self.addCleanup(directory.cleanup)
        self.path = pathlib.Path(directory.name)

    def add(self, name, text, mode=0o755):
        path = self.path / name
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(mode)

    def play(self, *options):
        return simulate("--bots", str(self.path), "--games", "4", "--seed", "1", *SMALL, *options)

    def test_they_are_named_as_their_files_and_the_bad_ones_disqualified(self):
        good, _ = script()
        for name in "zoe", "adam", "Two-2":
            self.add(name, good)
        self.add("exits", "exit 3")
        self.add("babbles", "exec yes")
        self.add("two words", good)
        self.add("x" * 33, good)
        self.add(".hidden", good)
        self.add("notes.txt", "", mode=0o644)
        (self.path / "folder").mkdir()
        outputs = []
        for threads in "1", "3":
            result = self.play("--strategy", "random", "--threads", threads)
            self.assertEqual(result.returncode, 1, result.stderr)
            self.assertRegex(result.stderr, "notes.txt is left out: it is not executable")
            self.assertNotRegex(result.stderr, "hidden|folder")
            outputs.append(result.stdout)
        self.assertEqual(outputs[0], outputs[1])
        data = json.loads(outputs[0])
        self.assertEqual([row["name"] for row in data["strategies"]],
                         ["random", "Two-2", "adam", "zoe"])
        name = "has a name other than 1 to 32 letters, digits, and .-_+"
        self.assertEqual([(bot["name"], bot["reason"]) for bot in data["disqualified"]],
                         [("babbles", "did not begin with battleship-engine 1: y"),
                          ("exits", "ended with exit status 3"),
                          ("two words", name), ("x" * 33, name)])

    def test_a_page_shows_how_they_did(self):
        self.add("good", script()[0])
        self.add("bad", script("echo '<script>' >&2; exit 3")[0])
        self.add("<worse>", "exit 4")
        page = self.path / "results.html"
        for kind, head in ((), "Shots"), (("--duel",), "Ratings"):
            self.play("--strategy", "random", "--html", str(page), *kind)
            text = page.read_text()
            self.assertIn(f"<h2>{head}</h2>", text)
            self.assertRegex(text, "<tr><td>good</td><td>")
            self.assertRegex(text, r"<td>bad</td><td>\d+</td><td>ended with exit status 3</td>"
                                   "<td>&lt;script></td>")
            self.assertIn("<td>&lt;worse></td><td>disqualified</td><td>has a name other", text)
            self.assertNotIn("<script", text)
            if not kind:
                means = [float(mean) for mean in re.findall(r"<td>\d+</td><td>(\d+\.\d{3})</td>", text)]
                self.assertEqual(len(means), 3)
                self.assertEqual(means, sorted(means))

    def files(self, folder):
        return sorted(path.name for path in (self.path / folder).iterdir())

    def test_failed_games_leave_the_first_files_for_each_reason(self):
        """However many threads play; the last line of a transcript says why, as does the page."""
        folder, page = self.path / "kept", self.path / "results page.html"
        self.add("good", script()[0])
        self.add("bad", script("echo oh >&2; printf '\\033[31mred\\t\\303\\251\\n' >&2; exit 3")[0])
        for kind, named in ((), "bad-%d"), (("--duel",), "bad,good-%d"):
            self.play("--games", "9", "--threads", "3", "--html", str(page), *kind, "--keep",
                      "failed", "--transcript", str(folder), "--record", str(folder))
            self.assertEqual(self.files("kept"), sorted(
                named % game + end for game in range(3) for end in (".record", ".txt")))
            name = named % 0
            path = folder / (name + ".txt")
            self.assertEqual((path.stat().st_mode & 0o777, folder.stat().st_mode & 0o777),
                             (0o600, 0o700))
            lines = path.read_text("ascii").splitlines()
            self.assertEqual(lines[-3:], ["! oh", "! ?[31mred ??",
                                          "# it ended with exit status 3: ?[31mred???"])
            self.assertIn("> aim 1", lines)
            self.assertIn("\nb ship ", (folder / (name + ".record")).read_text())
            for address in re.findall('href="([^"]*)"', page.read_text()):
                self.assertTrue((page.parent / address).is_file(), address)
            self.assertIn(f'{name}: <a href="kept/{name}.txt">lines</a>'
                          f' <a href="kept/{name}.record">record</a>', page.read_text())
            shutil.rmtree(folder)

    def test_a_page_among_the_files_links_them(self):
        """Also one with a colon in its name, which a browser would take for a scheme."""
        page = self.path / "kept" / "page.html"
        self.add("bad", script("exit 3")[0])
        self.play("--placement", "edge:3", "--transcript", str(page.parent), "--html", str(page))
        self.assertIn('<a href="./edge:3,bad-0.txt">lines</a>', page.read_text())

    def test_files_of_all_games_are_kept_if_asked_for(self):
        self.add("good", script()[0])
        self.play("--transcript", str(self.path / "none"))
        self.assertEqual(self.files("none"), [])
        self.play("--transcript", str(self.path / "all"), "--keep", "all")
        self.assertEqual(self.files("all"), [f"good-{game}.txt" for game in range(4)])
        lines = (self.path / "all/good-3.txt").read_text().splitlines()
        self.assertEqual(lines[-1], "> over")
        result = self.play("--transcript", str(self.path / "all"))
        self.assertIn("has files of another run, such as good-", result.stderr)

    def test_what_disqualified_bots_said_is_kept(self):
        """The first three of these are started, but for the one with a bad name."""
        self.add("early", script()[0].replace("end) echo ready", "end*) echo early"))
        self.add("exits", "echo 'what is' >&2; echo this >&2; exit 3")
        self.add("two words", script()[0])
        self.add("good", script()[0])
        folder, page = self.path / "kept", self.path / "page.html"
        self.play("--transcript", str(folder), "--html", str(page))
        self.assertEqual(self.files("kept"), [f"disqualified,{i}.txt" for i in (1, 2, 3)])
        early, exits, words = ((folder / name).read_text().splitlines()
                               for name in self.files("kept"))
        # What it is told meanwhile depends on how soon it is heard.
        self.assertIn("> ending at-once", early)
        self.assertEqual(early[-2:], ["< early", "# it spoke without being asked: early"])
        self.assertEqual(exits[-3:-1], ["! what is", "! this"])
        self.assertEqual(len(words), 2)
        self.assertEqual(page.read_text().count(',1.txt">lines</a>'), 1)

    def test_no_name_leads_out_of_the_directory(self):
        quits = script("exit")[0].replace("name script", "name ..")
        simulate("--engine", quits, *SMALL, "--games", "1", "--transcript", str(self.path / "kept"))
        self.assertEqual(self.files("kept"), ["..-0.txt"])

    def test_a_transcript_of_many_bytes_has_its_end(self):
        self.add("loud", script("while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done >&2")[0])
        self.add("long", script("head -c 2000000 /dev/zero")[0])
        self.play("--games", "1", "--transcript", str(self.path / "kept"))
        for name, end in (("loud", "wrote more than 65536 bytes to its standard error in a game"),
                          ("long", "sent a line of more than 65535 bytes")):
            text = (self.path / f"kept/{name}-0.txt").read_text("ascii")
            self.assertIn("# it " + end, text)
            self.assertLess(len(text), 300000)

    def test_they_duel(self):
        for name in "random", "b":
            self.add(name, script()[0])
        data = json.loads(self.play("--duel", "--strategy", "random").stdout)
        self.assertEqual([row["name"] for row in data["ratings"]], ["random", "b", "random-2"])
        self.assertEqual(len(data["duels"]), 3)

    def test_a_folder_without_bots_or_none_is_refused(self):
        for path, reason in ((self.path, "no player is left"),
                             (self.path / "none", "--bots: cannot open .*: No such file")):
            result = simulate("--bots", str(path), *SMALL)
            self.assertEqual((result.returncode, result.stdout), (2, ""))
            self.assertRegex(result.stderr, reason)

    def test_many_play_at_once(self):
        """They need more descriptors than a program usually has."""
        def few():
            resource.setrlimit(resource.RLIMIT_NOFILE,
                               (64, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
        for number in range(20):
            self.add(f"s{number}", script()[0])
        result = subprocess.run([SIMULATION, "--bots", str(self.path), "--games", "3", *SMALL],
                                preexec_fn=few, text=True, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, timeout=120, check=False)
        self.assertEqual((result.returncode, result.stderr), (0, ""))


class Agreement(unittest.TestCase):
    """Who decides alike in the same positions."""

    RULES = "--board", "6x6", "--fleet", "3,2,2"

    def ask(self, *options):
        return simulate("--games", "2", "--seed", "1", *self.RULES, "--agreement", "60", *options)

    def pairs(self, *options):
        agreement = json.loads(self.ask(*options).stdout)["agreement"]
        # Half of them are reached by sinking ships: a game that is won too soon has none.
        self.assertGreaterEqual(agreement["positions"], 50)
        return agreement, {(pair["a"], pair["b"]): pair for pair in agreement["pairs"]}

    def test_a_strategy_in_a_bot_decides_as_it_does_itself(self):
        for rules in (), ("--turn", "salvo-afloat"), ("--shots", "8"):
            agreement, pairs = self.pairs(*rules, "--strategy", "hunt", "--engine",
                                          engine("--strategy", "density", "--name", "mine"),
                                          "--engine", engine("--strategy", "hunt", "--seed", "5"))
            self.assertEqual(pairs["mine", "(density)"]["share"], 1)
            self.assertEqual(pairs["mine", "(density)"]["positions"], agreement["positions"])
            self.assertLess(pairs["hunt", "mine"]["share"], 0.9)
            names = {player["name"]: player for player in agreement["players"]}
            self.assertNotIn("(hunt)", names)  # it plays
            self.assertNotIn("(search)", names)
            self.assertLess(names["hunt"]["itself"], names["mine"]["itself"])
            self.assertEqual(len(pairs), len(names) * (len(names) - 1) // 2)

    def test_it_does_not_depend_on_the_number_of_threads(self):
        bots = "--engine", hunter(), "--engine", engine("--strategy", "parity")
        outputs = [self.ask(*bots, "--threads", threads).stdout for threads in "13"]
        self.assertEqual(*outputs)

    def test_every_output_shows_copies(self):
        copies = "--engine", hunter(), "--engine", hunter()
        table = self.ask("--format", "table", *copies).stdout
        self.assertRegex(table, r"\n *hunter +- hunter-2 +100\.0 +\[ *\d+\.\d, 100\.0\] +\d+\.\d +\d")
        rows = self.ask("--format", "csv", *copies).stdout.splitlines()
        self.assertIn("a,b,positions,equal,share,low,high,usual,itself", rows)
        self.assertTrue(any(re.match(r"hunter,hunter-2,(\d+),\1,1\.0", row) for row in rows))
        with tempfile.TemporaryDirectory() as directory:
            page = pathlib.Path(directory) / "page"
            self.ask(*copies, "--html", str(page))
            self.assertIn('<tr><td>1 hunter</td><td><i>', page.read_text())
            self.assertIn('<td class="copies">100</td>', page.read_text())

    def test_columns_are_straight_whatever_the_names(self):
        options = "--strategy", "hunt,parity", "--turn", "salvo 9"
        table = self.ask("--format", "table", *options).stdout
        rows = table[table.index("\nalike "):].splitlines()[1:]
        self.assertTrue(any("(stalker-" in row for row in rows), table)
        self.assertEqual(len(set(map(len, rows))), 1, table)
        self.assertLessEqual(len(rows[0]), 80)

    def test_one_that_gives_no_answer_loses_no_game(self):
        """It fires in its own order, whatever it is told, and so twice at some cell."""
        result = self.ask("--engine", script("echo fire A2")[0], "--engine",
                          script("echo fire A2")[0].replace("echo ready;;", "echo ready; exit;;", 1))
        data = json.loads(result.stdout)
        player = data["agreement"]["players"][0]
        self.assertLess(player["answers"], 60)
        self.assertEqual(player["reason"], "fired illegally: the cell was already fired at")

    def test_its_numbers_are_limited(self):
        for number in "0", "10001":
            self.assertEqual(simulate(*SMALL, "--agreement", number).returncode, 2)


class Duels(unittest.TestCase):
    def duel(self, *options):
        """The only pair of a round robin of two, without their names."""
        (pair,) = results("--duel", "--games", "20", *options)["duels"]
        return {key: value for key, value in pair.items() if key not in "ab"}

    def test_duels_do_not_depend_on_the_number_of_threads(self):
        for rules in (), ("--turn", "salvo-afloat", "--fleet", "russian", "--contact", "none",
                          "--reveal-water", "yes"):
            one, two = (self.duel("--strategy", "parity", "--engine",
                                  engine("--strategy", "stalker"), "--threads", threads, "--seed",
                                  "1", *rules) for threads in "12")
            self.assertEqual(one, two)

    def test_who_fails_loses_and_the_other_wins(self):
        command, token = script("exit 1")
        result = simulate("--duel", "--strategy", "random,hunt", "--engine", command, "--games",
                          "4", *SMALL)
        self.assertEqual(result.returncode, 1)
        data = json.loads(result.stdout)
        for pair in data["duels"]:
            failed = 4 if pair["b"] == "script" else 0
            self.assertEqual((pair["failed_a"], pair["failed_b"]), (0, failed))
            self.assertEqual(pair["won"] + pair["drawn"] + pair["lost"], 4)
            self.assertIn(pair["won"], (4,) if failed else range(5))
        self.assertEqual([fault["games"] for fault in data["engines"][0]["faults"]], [8])
        self.assertEqual(left_behind(token), [])

    def test_fleets_are_laid_by_the_bot(self):
        command, _ = script(place="printf '%%s\\n' '%s' '%s' end" % LAYOUT)
        data = results("--duel", "--strategy", "random", "--engine", command, "--games", "20",
                       *SMALL)
        self.assertEqual(data["engines"][0]["faults"], [])

    def test_long_names_have_room(self):
        names = "a-bot-whose-name-is-rather-long", "another-bot-with-such-a-name"
        engines = [word for name in names for word in ("--engine", engine("--name", name))]
        table = simulate("--duel", *engines, "--games", "2", "--format", "table").stdout
        lines = table[table.index("\nduels"):].splitlines()
        self.assertLessEqual(max(map(len, lines)), 80)
        self.assertIn(" - ".join(names), lines)

    def test_nobody_begins_where_no_fleet_is_laid(self):
        """Whoever wins such a game without a shot is no first mover, nor is the other."""
        command, _ = script(place="echo end")
        result = simulate("--duel", "--strategy", "random,density", "--engine", command, "--games",
                          "20", *SMALL[:2], "--fleet", "4,2", "--contact", "none")
        data = json.loads(result.stdout)
        self.assertEqual([pair["first_mover"]["decided"] for pair in data["duels"]], [20, 0, 0])
        self.assertIn("script FAILED in 20 of 20 games against density", result.stderr)

    def test_a_player_between_others_has_no_rating(self):
        """Of those who always beat, or lose to, each other the best and the worst can be told."""
        command, _ = script(aim="echo no")
        data = json.loads(simulate("--duel", "--strategy", "random,posterior", "--engine", command,
                                   "--games", "20", "--board", "10x10").stdout)
        self.assertEqual([(row["elo"], row["elo_reason"], row["error"]) for row in data["ratings"]],
                         [(None, "undetermined", None), (None, "highest", None),
                          (None, "lowest", None)])

    def test_the_highest_of_two_may_have_lost_to_the_other(self):
        """Two equal players beat all of a larger group, so neither has a rating on its scale."""
        weak = [word for name in "xyz" for word in
                ("--engine", engine("--strategy", "random", "--name", name))]
        rules = "--board", "10x10", "--fleet", "3,3"
        strong = "--strategy", "density,posterior"
        duels = "--duel", *strong, *weak, *rules, "--games", "20", "--seed", "1"
        data = json.loads(simulate(*duels).stdout)
        rows = {row["name"]: row for row in data["ratings"]}
        for name in "density", "posterior":
            self.assertEqual((rows[name]["elo"], rows[name]["elo_reason"]), (None, "highest"))
            self.assertGreater(rows[name]["lost"], 0)
        for name in "xyz":
            self.assertIsNotNone(rows[name]["elo"])
        table = simulate(*duels, "--format", "table").stdout
        self.assertIn("lost no game to a rated player (highest)", " ".join(table.split()))

    def test_an_illegal_fleet_loses(self):
        for ships, reason in (
                (("ship 3 A1 right", "ship 2 A1 down"), r"overlap another \(ship 2 A1 down\)"),
                (("ship 3 A1 right",), "a ship is not placed yet"),
                (("ship 3 C1 right", "ship 2 A3 right"), "off the board"),
                (("ship 3 A1 right", "ship 4 A3 right"), "nothing has that name")):
            lines = " ".join(f"'{ship}'" for ship in ships)
            command, _ = script(place=f"printf '%s\\n' {lines} end")
            result = simulate("--duel", "--strategy", "random", "--engine", command, "--games",
                              "2", *SMALL)
            self.assertRegex(result.stderr, "laid an illegal fleet: .*" + reason)

    def test_a_fleet_without_an_end_loses(self):
        command, _ = script(place="echo ship 3 A1 right; echo ready")
        result = simulate("--duel", "--strategy", "random", "--engine", command, "--games", "2",
                          *SMALL)
        self.assertIn("did not answer place with lines of ships and end (ready)", result.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=1)
