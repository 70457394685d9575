#!/usr/bin/env python3
"""battleship.py PROGRAM: the game in line mode as a player sees it, with valid and invalid input."""

import contextlib
import csv
import fcntl
import glob
import os
import re
import resource
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest

from interrupts import heed_interrupts

heed_interrupts()

PROGRAM = os.path.abspath(sys.argv.pop(1))
PATIENCE = 120
MOMENT = 0.05  # seconds, after which it is looked whether a program has ended
END_MARK = b"\0"  # of what was shown at a terminal
COLUMNS = "ABCDEFGHIJ"
SMALL_GAME = ["--placement", "random", "--board", "4x4", "--fleet", "Boat:2"]
EFFORT = int(os.environ.get("BSHIP_TEST_EFFORT", "100"))  # in percent: see tests/support.h
SMALL_RULES = ["--board", "6x6", "--fleet", "4,3,2"]
EVERY_CELL = "".join(f"{x}{y}\n" for y in range(1, 11) for x in COLUMNS)
AT_THE_KEYBOARD = ["--interactive", "--placement", "random", "--color", "never"]
END = (r"(You won|Easy won|Medium won) (in \d+ shots|by \d+ to \d+ points, with no shot left)[.;]"
       r"|A draw")


def read_until(stream, words):
    """Reads a stream until it has said some words, or to its end."""
    text = b""
    while words is None or words not in text:
        more = stream.read1()
        if not more:
            break
        text += more
    return text


class Terminal:
    """A program under a terminal of 24 rows and 80 columns, as somebody types to it. When the last
    program leaves one, Linux may drop what has not been read: so the side stays open, and a mark
    follows what the program has shown."""

    def __init__(self, command, environment):
        self.unread = ""
        self.is_marked = self.is_at_end = False
        self.fd, self.side = os.openpty()
        fcntl.ioctl(self.side, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            command, stdin=self.side, stdout=self.side, stderr=self.side, env=environment,
            start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()
        os.close(self.fd)
        os.close(self.side)

    def type(self, text):
        """Types some text."""
        os.write(self.fd, text.encode())

    def read(self, seconds):
        """Reads what is shown; false at the end of the program or of the time."""
        deadline = time.monotonic() + seconds
        while not select.select([self.fd], [], [], MOMENT)[0]:
            if self.is_at_end or time.monotonic() > deadline:
                return False
            if self.process.poll() is not None and not self.is_marked:
                os.write(self.side, END_MARK)
                self.is_marked = True
        more = os.read(self.fd, 65536)
        self.is_at_end = more.endswith(END_MARK)
        self.unread += more.removesuffix(END_MARK).decode("utf-8", "replace")
        return more != END_MARK

    def expect(self, words):
        """What is shown up to some words, a regular expression."""
        deadline = time.monotonic() + PATIENCE
        while not (found := re.search(words, self.unread)):
            if not self.read(max(0, deadline - time.monotonic())):
                raise AssertionError(f"{words!r} never came after {self.unread!r}")
        shown = self.unread[:found.end()]
        self.unread = self.unread[found.end():]
        return shown

    def kill(self):
        """Ends the program at once, as a power cut does."""
        self.process.kill()
        self.process.wait()

    def exit_code(self):
        """Reads to the end of the program, and returns its exit code."""
        while self.read(PATIENCE):
            pass
        return self.process.wait(PATIENCE)


class Program(unittest.TestCase):
    """Runs the program in a state directory of its own."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.state = directory.name
        self.environment = {**os.environ, "XDG_STATE_HOME": self.state, "TERM": "dumb"}
        self.environment.pop("COLUMNS", None)

    def play(self, *options, typed="", **more):
        """Runs the program to its end."""
        more = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": self.environment, **more}
        return subprocess.run([PROGRAM, *options], input=typed, text=True, timeout=PATIENCE,
                              check=False, **more)

    def shown(self, *options, typed=""):
        """What a game shows that ends without a failure."""
        game = self.play(*AT_THE_KEYBOARD, *options, typed=typed)
        self.assertEqual(game.returncode, 0, game.stderr)
        self.assertEqual(game.stderr, "")
        return game.stdout

    def terminal(self, *options):
        """The program at a terminal."""
        return Terminal([PROGRAM, *options], self.environment)

    def path(self, name):
        """A file in the directory of the test."""
        return os.path.join(self.state, name)

    def text(self, name):
        """What is in it."""
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()


class Playing(Program):
    def test_without_a_terminal_two_ais_play_to_the_end(self):
        shown = self.play()
        self.assertEqual(shown.returncode, 0, shown.stderr)
        self.assertRegex(shown.stdout, r"Medium [12] won in \d+ shots\.")
        self.assertRegex(shown.stdout, r"Two AIs play: medium 1 and medium 2\.\nSeed \d+\.")
        self.assertIn("--interactive", shown.stderr)
        self.assertEqual(self.play("--demo").stderr, "")
        self.assertFalse(os.listdir(self.state), "a demo leaves nothing behind")

    def test_the_same_seed_shows_the_same_game(self):
        self.assertEqual(self.play("--demo", "--seed", "5").stdout, self.play("--seed", "5").stdout)

    def play_to_the_end(self, rules):
        """Fires at every cell, and checks that the game ends and nothing is saved."""
        shown = self.shown("--level", "easy", "--seed", "1", *rules, typed=EVERY_CELL)
        self.assertRegex(shown, END, rules)
        self.assertFalse(os.path.exists(self.path("battleship/game.record")), rules)

    def test_a_game_is_played_to_its_end_on_every_rule(self):
        salvo_totals = ["--turn", "salvo 3", "--salvo-report", "total"]
        for fleet in "classic", "modern", "russian", "german":
            # It takes long to look back on whole games of these.
            if EFFORT == 100:
                self.play_to_the_end(["--fleet", fleet])
            else:
                shot = "" if fleet == "german" else "A1\n"
                shown = self.shown("--fleet", fleet, "--seed", "1", typed=f"{shot}resign\nyes\n")
                self.assertIn("Medium won: you resigned.", shown)
        for rules in (["--turn", "again-on-hit"], ["--turn", "salvo 3"],
                      ["--turn", "salvo-afloat"], ["--turn", "salvo-largest"], salvo_totals,
                      ["--disclosure", "hit"], ["--disclosure", "ship"],
                      ["--disclosure", "every-hit"],
                      ["--contact", "none", "--reveal-water", "yes"], ["--ending", "equal-turns"],
                      ["--reveal-ship", "yes", "--turn", "salvo 2"],
                      ["--repeat", "wasted"], ["--first", "b"], ["--blocked", "A1,F6"],
                      ["--shots", "8"], ["--fleet", "4:4:9,2,2", "--shots", "12"],
                      ["--first", "a", "--head-start", "3"], ["--first", "b", "--head-start", "3"]):
            self.play_to_the_end([*SMALL_RULES, *rules])

    def test_a_head_start_is_told_and_given(self):
        shown = self.shown("--seed", "1", "--first", "a", "--head-start", "2",
                           typed="A1\nB1\nC1\nD1\nresign\nyes\n")
        told = re.findall(r"Your shot(?: \(head start: (\d) more turns?\))?>", shown)
        self.assertEqual(told[:4], ["2", "1", "", ""])
        self.assertEqual(re.findall(r"(?m)^ *(you|medium): \w+", shown)[:5],
                         ["you", "you", "you", "medium", "you"])

    def test_a_sunk_ship_is_one_shape(self):
        row = "".join(f"{letter}1\n" for letter in "ABCDEFGHI")
        for rules in ["--reveal-ship", "yes"], []:
            shown = self.shown("--level", "easy", "--seed", "1", "--board", "9x1", "--fleet", "4,2",
                               *rules, typed=row)
            self.assertRegex(shown, END)
            self.assertRegex(shown, "@=@=@=@")
            self.assertRegex(shown, "[^=>@]@=@[^=>@]")

    def test_a_turn_fits_on_a_screen_and_ends_with_its_news(self):
        for rules in [], ["--turn", "salvo 5"], ["--turn", "again-on-hit"]:
            shown = self.shown("--seed", "2", *rules, typed=EVERY_CELL)
            turns = re.split(r"(?m)^(?:Your shot|\d of \d shots marked)[^>]*>", shown)[1:-1]
            self.assertGreater(len(turns), 10, rules)
            for turn in turns:
                self.assertLessEqual(len(turn.splitlines()) + 1, 23, turn)
                self.assertLessEqual(max(map(len, turn.splitlines())), 80, turn)
                if "BATTLESHIP" in turn:
                    self.assertRegex(turn.splitlines()[-1], r"^ *(you|medium):|^        ", turn)

    def test_a_small_window_gets_all_of_it(self):
        self.environment["COLUMNS"] = "30"
        shown = self.shown("--seed", "1", typed="D4\n")
        self.assertIn(" 4 . . .>X", shown)
        self.assertLessEqual(max(map(len, shown.split("End of input")[0].splitlines())), 40)

    def test_cells_are_read_as_people_type_them(self):
        for typed in "e 5\nf6\n", "E5\nF6\n", "e5,f6\n", "E 5 F 6\n", "E5\tf 6\n":
            shown = self.shown("--turn", "salvo 2", "--seed", "1", typed=typed)
            self.assertRegex(shown, r"you: E5 \w+.*, F6 ", typed)

    def test_what_cannot_be_taken_is_said_precisely_and_costs_nothing(self):
        for typed, words in (("xyzzy", "neither a cell"), ("Z99", "columns A to J and the rows 1 to 10"),
                             ("E", "the row is missing"), ("5", "the column is missing"),
                             ("D4", "already fired at"), ("\x01E5", "not a cell"), ("row 11", "1 to 10"),
                             ("E5 F6", "more shots than the 1"), ("A" * 5000, "too long"),
                             ("back", "No shot is marked"),
                             ("h", "H is not a cell: the row is missing"), ("q", "There is no column Q: they are A to J"),
                             ("note D4 x", "D4 is known already"), ("note E5 xy", "one character"),
                             ("save /nowhere/at/all", "cannot be saved: ")):
            shown = self.shown("--seed", "1", typed=f"D4\n{typed}\nE6\n")
            self.assertIn(words, shown)
            self.assertIn("Round 3", shown, typed)

    def test_a_salvo_is_listed_and_taken_back_shot_by_shot(self):
        shown = self.shown("--turn", "salvo 3", "--seed", "1",
                           typed="A1 B2\nB2\nback A1\nback\nsalvo\nback\nC3 D4 E5\n")
        for words in ("Marked: A1 B2; 1 of 3 still due.", "B2 is marked already.",
                      "Marked: B2; 2 of 3", "Marked: none; 3 of 3", "No shot is marked.",
                      "2 of 3 shots marked> ", "you: C3 "):
            self.assertIn(words, shown)

    def test_a_hint_is_exact_and_fills_a_salvo_without_firing(self):
        shown = self.shown("--turn", "salvo 3", "--seed", "1", typed="A1\nhint\n\n")
        self.assertRegex(shown, r"Hint: \w+ \d+ %, \w+ \d+ % \(.*exact chances\)\.")
        self.assertIn("3 of 3 shots marked: Enter fires> ", shown)
        self.assertIn("you: A1 ", shown)

    def test_a_heat_map_prints_chances(self):
        shown = self.shown("--seed", "1", typed="heat\n")
        self.assertRegex(shown, r"\n 1( +\d+){10}\n")
        self.assertRegex(shown, r"Likeliest: \w+ \d+ %")

    def test_the_game_of_a_day_is_the_same_twice_and_has_a_line_to_copy(self):
        ends = []
        for _ in range(2):
            shown = self.play("--interactive", "--plain", "--daily", typed=EVERY_CELL).stdout
            begin = re.search(r"You against easy, classic, daily (\S+), par (\d+)\.", shown)
            line = re.search(rf"\nBattleship {begin[1]}: .*\d+ shots, par {begin[2]}\.\n", shown)
            ends.append((begin[0], line[0]))
        self.assertEqual(*ends)
        shown = self.play("--interactive", "--plain", "--daily", typed="hint\nresign\nyes\n").stdout
        self.assertIn("with help.", shown)
        self.assertEqual(self.play("--daily", "--seed", "1").returncode, 2)

    def test_a_first_game_explains_itself_line_by_line(self):
        shown = self.shown("--seed", "1", "--explain", typed=EVERY_CELL)
        for words in ("The other fleet is hidden.", "Water: no ship is there",
                      "hint shows where an expert would fire, heat how likely"):
            self.assertEqual(shown.count(words), 1, words)
        self.assertNotIn("The other fleet", self.shown("--seed", "1", typed="A1\n"))

    def test_a_log_without_shots_says_so(self):
        shown = self.shown("--seed", "1", "--first", "a", typed="log\n")
        self.assertIn("Nobody has fired yet.", shown)

    def test_undo_takes_back_a_turn_of_both_sides(self):
        shown = self.shown("--seed", "1", typed="undo\nD4\nE5\nundo\nundo\nE5\nsave\n")
        self.assertIn("There is nothing to take back yet.", shown)
        self.assertIn("\na E5 ", self.text("battleship/game.record"))
        self.assertNotIn("\na D4 ", self.text("battleship/game.record"))
        self.assertIn("x-battleship-tally a 0 0 2", self.text("battleship/game.record"))

    def test_a_game_is_given_up_only_when_that_is_meant(self):
        shown = self.shown("--seed", "1", typed="resign\nno\nD4\nresign\nyes\n")
        self.assertIn("you: D4", shown)
        self.assertIn("Medium won: you resigned.", shown)

    def test_quit_asks(self):
        self.assertIn("Round 2", self.shown("--seed", "1", typed="quit\nxyzzy\nback\nD4\n"))
        self.assertIn("The game is saved", self.shown("--seed", "1", typed="quit\nsave\nD4\n"))
        self.assertIn("was abandoned", self.shown("--no-save", typed="quit\nquit\nD4\n"))

    def test_ships_are_laid_by_typed_cells(self):
        shown = self.play("--interactive", "--seed", "1", typed="b3\nB 3 down\nC3 down\nmove b3 b4\n"
                          "rotate B4\nA1\nundo\nback b4\nrandom\n\nrow 4\n").stdout
        shown = " ".join(shown.split())
        for words in ("would overlap another", "In the way: C3", "1 of 5 ships laid", "All laid", "Your shot"):
            self.assertIn(words, shown)

    def test_ships_are_laid_by_a_style(self):
        self.assertIn("Your shot", self.shown("--placement", "edge", "--seed", "1", typed=""))
        shown = self.play("--interactive", "--seed", "1", typed="random horizontal\n\nsave\n").stdout
        self.assertIn("Your shot", shown)
        self.assertIn("nonsense is no placement style. There are uniform, ",
                      self.play("--interactive", typed="random nonsense\n").stdout)

    def test_the_end_tells_luck_and_what_was_given_away(self):
        shown = self.shown("--level", "easy", "--seed", "1", *SMALL_RULES, typed=EVERY_CELL)
        end = " ".join(shown[shown.index("Easy won in"):].split())
        self.assertRegex(end, r"^Easy won in \d+ shots\. You needed about \d+\.\d more; \d+\.\d is usual for "
                         r"an expert\. You (gave away|lost|saved) about \d+\.\d shots")
        self.assertRegex(end, r"COSTLIEST SHOTS \d+\.\d turn \d+: \w+, \d+ %; the expert: \w+, \d+ %")
        self.assertRegex(end, r"You: \d+ of \d+ shots hit \(\d+ %\)\.")
        self.assertNotIn("hits (", end)
        self.assert_figures_agree(end)

    def assert_figures_agree(self, end):
        """What is usual, given away and saved adds up to the shots; the sentence says the same."""
        def figure(words):
            found = re.search(rf"(\d+\.\d) {words}", end)
            return float(found[1]) if found else 0

        cost, lost, saved = map(figure, ("given away", "lost by bad luck", "saved by good luck"))
        self.assertAlmostEqual(figure("usual for an expert") + cost + lost - saved,
                               figure(r"in all: \d+ fired"), 5)
        sentence = end[:end.index("SHOTS")]
        self.assertIn(f"gave away about {cost:.1f}", sentence)
        self.assertIn(f"about {lost or saved:.1f}", sentence)
        self.assertGreater(cost, 0)

    def test_the_end_is_replayed_and_analysed(self):
        with self.terminal("--placement", "random", "--level", "easy", "--seed", "1", "--board", "6x6",
                           "--fleet", "2,2", "--no-save") as terminal:
            terminal.expect("Your shot> ")
            terminal.type("".join(f"{x}{y}\n" for y in range(1, 7) for x in "ABCDEF"))
            terminal.expect(END)
            terminal.expect("quit> ")
            for typed, words in (("analyse", "Chance: of a hit"), ("analyse", " 1  (hit|miss)"),
                                 ("replay", "Step 0 of"), ("2", "the expert"), ("a", "Chance: of"),
                                 ("quit", "analyse or quit> "), ("nonsense", "play again")):
                terminal.type(f"{typed}\n")
                terminal.expect(words)
            terminal.type("quit\n")
            self.assertEqual(terminal.exit_code(), 0)

    def test_two_people_share_a_terminal_without_seeing_each_other(self):
        shown = self.shown("--two-players", "--name", "Anna", "--name", "Ben", "--seed", "1",
                           "--first", "a", typed="\nD4\n\n\nE5\n")
        anna, ben = shown.index("Enter hands over to Ben"), shown.index("Ben: Your shot")
        self.assertGreater(shown.count("\n", anna, ben), 60)
        self.assertIn("Anna: D4", shown[ben - 200:ben])

    def test_two_people_at_a_terminal_agree_on_help_and_undo(self):
        shown = self.shown("--two-players", "--name", "Anna", "--name", "Ben", "--seed", "1",
                           "--first", "a", typed="\nhint\nno\nhint\nyes\nD4\n\n\nundo\nyes\n\nlog\n")
        refused = shown.index("Both of you would have to agree.")
        self.assertIn("Hints and heat maps for both of you", shown[:refused])
        self.assertIn("Hint: ", shown[refused:])
        log = shown[shown.index("Take back the latest turn, that of Anna?"):]
        self.assertIn("Anna asked for hints and heat maps, and both agreed.", log)
        self.assertIn("Ben took a turn back, and both agreed.", log)


class Speaking(Program):
    def test_events_and_boards_are_sentences(self):
        shown = self.shown("--speak", "--seed", "1", typed="D4\nE5\n")
        self.assertRegex(shown, r"You fire at D4: (miss|hit)")
        self.assertRegex(shown, r"Medium fires at \w+: ")
        self.assertNotIn(". . .", shown)
        shown = self.shown("--speak", "--seed", "1", typed="board\n")
        self.assertNotIn(". . .", shown)
        rows = re.findall(r"^(WATERS OF MEDIUM|YOUR WATERS), row (\d+): ", shown, re.MULTILINE)
        self.assertEqual(rows, [(title, str(row)) for title in ("WATERS OF MEDIUM", "YOUR WATERS")
                                for row in range(1, 11)])

    def test_the_state_is_told_on_request(self):
        shown = self.shown("--speak", "--seed", "1", typed="row 5\nafloat\n")
        self.assertIn("WATERS OF MEDIUM, row 5: A to J unknown.", shown)
        self.assertIn("Medium's ships afloat: Carrier (5)", shown)
        shown = self.shown("--speak", "--seed", "1", "--rules", "small", typed="afloat\n")
        self.assertIn("Medium's ships afloat: length 4, length 3, 2 of length 2.", shown)

    def test_a_game_ends_in_a_sentence(self):
        shown = self.shown("--speak", "--level", "easy", "--seed", "1", *SMALL_RULES,
                           typed=EVERY_CELL)
        self.assertRegex(shown, END)


class Keeping(Program):
    def test_the_end_of_input_saves_the_game(self):
        for typed in "D4\n", "D4":
            self.assertIn("The game is saved", self.shown(typed=typed))
        self.assertIn("D4", self.text("battleship/game.record"))

    def test_a_game_that_is_resumed_goes_on_as_it_would_have(self):
        for options in ["--level", "easy"], ["--turn", "salvo 4", "--level", "hard"]:
            first, rest = EVERY_CELL[:60], EVERY_CELL[60:120]
            self.shown("--seed", "9", *options, "--save", self.path("whole"), typed=first + rest)
            half = self.shown("--seed", "9", *options, "--save", self.path("half"), typed=first)
            self.assertIn("--resume with the same --save", half)
            resumed = self.play("--resume", "--plain", "--save", self.path("half"), typed=rest)
            self.assertEqual(resumed.returncode, 0, resumed.stderr)
            halves = re.sub("begins .*\n", "", self.text("half"))
            self.assertEqual(halves, self.text("whole"), options)

    def test_one_of_several_saved_games_is_chosen(self):
        for options in ["--board", "6x6", "--fleet", "3,2"], []:
            self.assertIn("The game is saved", self.shown("--seed", "1", *options, typed="D4\n"))
        with self.terminal("--plain", "--resume") as terminal:
            for words in " 1  you against medium, classic", " 2  you against medium, 3 2, 6x6":
                terminal.expect(words)
            terminal.expect("quit> ")
            terminal.type("3\n")
            terminal.expect("from 1 to 2")
            terminal.type("2\n")
            terminal.expect("Your shot> ")
            terminal.type("G1\n")
            terminal.expect("is not on the board")

    def test_a_saved_game_is_replayed_step_by_step(self):
        self.shown("--seed", "1", "--first", "a", "--save", self.path("game"), typed="D4\nE5\n")
        shown = self.play("--plain", "--replay", self.path("game"), typed="\n\nb\n3\n99\nquit\n")
        self.assertEqual(shown.returncode, 0, shown.stderr)
        for words in "Step 0 of 4>", "Step 2 of 4>", "Step 1 of 4>", "Step 3 of 4>", "There is no step 99":
            self.assertIn(words, shown.stdout)
        self.assertEqual(self.play("--replay", self.path("none")).returncode, 1)

    def test_finished_games_are_counted(self):
        self.assertIn("No game", self.play("--statistics").stdout)
        self.shown("--level", "easy", "--seed", "1", *SMALL_RULES, typed=EVERY_CELL)
        self.assertIn("\n  easy ", self.play("--statistics").stdout)
        self.play(f"--statistics={self.path('games.csv')}")
        [row] = csv.DictReader(self.text("games.csv").splitlines())
        self.assertGreater(float(row["given_away"]), 0)
        self.shown("--level", "easy", "--seed", "1", "--no-save", *SMALL_RULES, typed=EVERY_CELL)
        self.play(f"--statistics={self.path('games.csv')}")
        self.assertEqual(len(self.text("games.csv").splitlines()), 2)

    def test_a_copy_replaces_records_only(self):
        with open(self.path("letter"), "w", encoding="utf-8") as letter:
            letter.write("Dear Anna\n")
        shown = self.shown("--seed", "1", typed=f"save {self.path('letter')}\n"
                           f"save {self.path('copy')}\nD4\nsave {self.path('copy')}\n")
        self.assertIn("it is no record", shown)
        self.assertEqual(self.text("letter"), "Dear Anna\n")
        self.assertIn("\na D4 ", self.text("copy"))

    def test_nothing_is_resumed_where_games_are_not_saved(self):
        with open(self.path("letter"), "w", encoding="utf-8") as letter:
            letter.write("Dear Anna\n")
        for options in (["--save", self.path("letter")], ["--save", self.state],
                        ["--save", self.path("no/game")], ["--no-save"]):
            refused = self.play("--plain", "--resume", *options)
            self.assertEqual(refused.returncode, 2)
            self.assertIn("Games are not saved, so none can be resumed.", refused.stderr)
            self.assertNotIn("There is no saved game", refused.stderr)

    def test_a_file_keeps_the_whole_game_and_its_end(self):
        self.shown("--level", "easy", "--seed", "1", "--save", self.path("game"), *SMALL_RULES,
                   typed=EVERY_CELL)
        shown = self.play("--plain", "--replay", self.path("game"), typed="last\nheat\nquit\n").stdout
        self.assertRegex(shown, r"Player won|player won|[Ee]asy won")

    def test_games_that_have_ended_are_kept_and_replayed_by_number(self):
        self.assertIn("No game has been kept yet.", self.play("--plain", "--replay").stdout)
        for seed in "1", "2":
            self.shown("--level", "easy", "--seed", seed, *SMALL_RULES, typed=EVERY_CELL)
        shown = self.play("--plain", "--replay", typed="3\n1\nlast\nquit\n2\nquit\nquit\n")
        self.assertEqual(shown.returncode, 0, shown.stderr)
        self.assertRegex(shown.stdout, r" 2  \d+-\d+-\d+ \d+:\d+  easy\. (You|Easy) won in \d+ shots\. Rules: 4 3 2, 6x6\.")
        self.assertIn("from 1 to 2.", shown.stdout)
        own = [line for line in shown.stdout.splitlines() if "YOUR WATERS" in line]
        self.assertTrue(all(line.startswith("WATERS OF EASY") for line in own), own)
        self.assertRegex(shown.stdout, END)
        self.assertIn("is usual for an expert", " ".join(shown.stdout.split()))
        self.shown("--level", "easy", "--seed", "3", "--no-save", *SMALL_RULES, typed=EVERY_CELL)
        self.assertEqual(len(os.listdir(self.path("battleship/games"))), 2)

    def test_ones_own_costliest_shots_are_asked_again(self):
        self.assertIn("No game of yours is kept yet", self.play("--plain", "--practise").stdout)
        self.shown("--level", "easy", "--seed", "1", *SMALL_RULES, typed=EVERY_CELL)
        shown = self.play("--plain", "--practise", typed="Z9\n" + EVERY_CELL)
        self.assertEqual(shown.returncode, 0, shown.stderr)
        words = " ".join(shown.stdout.split())
        for said in ("Position 1 of", "Where do you fire?", "Z9 is not on the board", "cannot be fired at any more",
                     "The chance of a hit at", "your shot of then, cost", "shots were better than then"):
            self.assertIn(said, words)
        self.assertNotIn("Position", self.play("--plain", "--practise", "--name", "Ann").stdout)
        self.assertIn("row 1: ", self.play("--speak", "--practise", typed="quit\n").stdout)
        self.assertEqual(len(os.listdir(self.path("battleship/games"))), 1)

    def test_a_kept_game_that_is_broken_is_left_out_and_said_once(self):
        self.shown("--level", "easy", "--seed", "1", *SMALL_RULES, typed=EVERY_CELL)
        [name] = os.listdir(self.path("battleship/games"))
        broken = self.path("battleship/games/game-0000000001-0123456789abcdef.record")
        with open(broken, "w", encoding="utf-8") as file:
            file.write("nonsense\n")
        shown = self.play("--plain", "--replay", typed="quit\n").stdout
        self.assertEqual(shown.count("cannot be read"), 1)
        self.assertIn(" 1  ", shown)
        self.assertNotIn(" 2  ", shown)
        self.assertTrue(os.path.exists(self.path(f"battleship/games/{name}")))

    def test_a_game_that_cannot_be_kept_is_said_and_counted_all_the_same(self):
        os.makedirs(self.path("battleship"))
        with open(self.path("battleship/games"), "w", encoding="utf-8"):
            pass
        shown = self.shown("--level", "easy", "--seed", "1", *SMALL_RULES, typed=EVERY_CELL)
        self.assertEqual(shown.count("The game is not kept to be replayed"), 1)
        self.assertIn("\n  easy ", self.play("--statistics").stdout)

    def test_two_ships_of_one_name_are_told_apart(self):
        fleet = ["--board", "6x6", "--fleet", "Cruiser:3,Cruiser:3,Destroyer:2,Destroyer:2,Destroyer:2"]
        shown = self.shown("--level", "easy", "--seed", "1", *fleet, typed=EVERY_CELL)
        self.assertRegex(shown, r"sunk: Destroyer 1")
        self.assertRegex(shown, r"sunk \(Destroyer [123]\)")
        self.assertNotRegex(shown, r"sunk: Destroyer\b(?! [123])")
        self.assertIn("Cruiser 2", self.shown("--speak", "--level", "easy", "--seed", "1", *fleet,
                                             typed=EVERY_CELL))

    def test_nothing_to_resume_is_said(self):
        self.assertEqual(self.play("--resume").returncode, 2)

    def test_a_game_that_cannot_be_saved_goes_on(self):
        self.environment["XDG_STATE_HOME"] = "/proc/nowhere"
        self.assertIn("Round 3", self.shown("--seed", "1", typed="D4\nE5\n"))
        folder = self.shown("--seed", "1", "--save", self.state, typed="D4\nE5\n")
        self.assertRegex(folder, r"^Games are not saved: (.|\n)*Is a\s+directory.\n")
        self.assertIn("Round 3", folder)
        full = self.shown("--seed", "1", "--save", "/dev/full", typed="D4\nE5\n")
        self.assertIn("cannot be saved", full)
        self.assertIn("Round 3", full)

    def test_a_game_that_cannot_be_saved_is_left_only_when_that_is_meant(self):
        full = self.shown("--seed", "1", "--save", "/dev/full", typed="D4\nquit\nsave\nback\nE5\nquit\nsave\nleave\n")
        self.assertEqual(full.count("cannot be saved"), 3)
        self.assertIn("leave, save or back> ", full)
        self.assertIn("Round 3", full)
        self.assertIn("abandoned", full)

    def test_what_was_saved_before_the_disk_was_full_is_kept(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (900, 900))
        played = self.play("--plain", "--interactive", "--placement", "random", "--seed", "1",
                           typed=EVERY_CELL[:80], preexec_fn=limit)
        self.assertIn("cannot be saved", played.stdout)
        self.assertIn("The game is saved, without its last turns; ", played.stdout)
        self.assertEqual(self.play("--resume", "--plain", "--interactive").returncode, 0)


class Profiles(Program):
    ANN = ["--name", "Ann", "--level", "expert", "--board", "5x5", "--fleet", "3,2"]

    def lose(self, seed):
        """Ann gives up a game; what was shown."""
        return self.shown(*self.ANN, "--seed", str(seed), typed="profile\nresign\nyes\n")

    def test_nothing_is_remembered_that_was_not_allowed(self):
        self.lose(1)
        self.assertFalse(os.path.exists(self.path("battleship/profiles")))
        self.assertIn("There is no profile", self.play("--profile").stdout)

    def test_what_is_known_is_told_shown_and_erased(self):
        self.assertEqual(self.play("--profile=on", "--name", "Ann").stdout.splitlines()[0],
                         "Ann: no fleet is known yet")
        self.assertNotIn("knows", self.lose(1))
        shown = self.lose(2)
        self.assertRegex(shown, r"Expert knows one of your fleets: \d+ % [a-z ]+ \(\d+ % by chance\)\.")
        self.assertIn("5x5: 1 fleet; ", shown)
        self.assertIn("5x5: 2 fleets; ", self.play("--profile", "--name", "Ann").stdout)
        self.shown(*self.ANN, typed="forget\nno\nforget\nyes\n")
        self.assertNotIn("Ann", self.text("battleship/profiles"))
        self.play("--profile=on", "--name", "Ann")
        self.assertEqual(self.play("--forget", "--name", "Ann").returncode, 0)
        self.assertNotIn("Ann", self.text("battleship/profiles"))

    def test_a_damaged_file_is_told_and_kept(self):
        self.play("--profile=on", "--name", "Ann")
        with open(self.path("battleship/profiles"), "a", encoding="utf-8") as file:
            file.write("nonsense\n")
        self.assertIn("profiles:3:1: expected a player or habits", self.lose(1))
        self.assertEqual(self.play("--forget", "--name", "Ann").returncode, 1)
        self.assertIn("nonsense", self.text("battleship/profiles"))

    def test_who_has_a_name_is_asked_once(self):
        for answer in "no", None:
            with self.terminal(*self.ANN, "--plain", "--placement", "random") as terminal:
                if answer is not None:
                    terminal.expect(r"Ann, may the machine remember(.|\n)*yes or no> ")
                    terminal.type(f"{answer}\n")
                shown = terminal.expect("Your shot> ")
                self.assertNotIn("may the machine", shown)
                terminal.type("quit\nsave\n")
                self.assertEqual(terminal.exit_code(), 0)
        self.assertIn('player "Ann" off', self.text("battleship/profiles"))


class Preferences(Program):
    def file(self, text=None):
        """The file's text, which may be replaced."""
        path = self.path("battleship/preferences")
        if text is not None:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        return self.text("battleship/preferences")

    def test_a_game_without_options_is_like_the_last_one(self):
        self.shown("--level", "hard", "--board", "7x7", "--fleet", "3,2", typed="quit\nquit\n")
        shown = self.play("--interactive", typed="random\n\n").stdout
        self.assertIn("against hard, 3 2, 7x7", shown)
        shown = self.play("--interactive", "--seed", "1", typed="random\n\n").stdout
        self.assertIn("against medium, classic", shown)

    def test_what_was_not_given_is_not_remembered(self):
        self.shown("--level", "hard", "--name", "Ann", "--color", "never", typed="")
        before = self.file()
        self.assertEqual(before, "battleship-preferences 1\nlevel hard\ncolor never\nname Ann\n")
        for options in ["--seed", "5"], ["--no-save", "--level", "easy"]:
            self.shown(*options, typed="")
            self.assertEqual(self.file(), before, options)
        self.play("--demo", "--level", "easy")
        self.assertEqual(self.file(), before)

    def test_a_damaged_file_is_said_and_does_no_harm(self):
        for text, words in (("battleship-preferences 1\nlevel divine\n", "preferences:2:1: there is no"),
                            ("nonsense\n", "preferences:1:1: expected battleship-preferences 1")):
            self.file(text)
            game = self.play(*AT_THE_KEYBOARD, "--seed", "1", typed="D4\n")
            self.assertEqual(game.stderr.count(words), 1, game.stderr)
            self.assertIn("Round 2", game.stdout)
        self.assertEqual(self.file(), "nonsense\n")


class Terminals(Program):
    def test_a_second_interrupt_ends_the_game_with_130(self):
        with subprocess.Popen([PROGRAM, *AT_THE_KEYBOARD], stdin=subprocess.PIPE, env=self.environment,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as game:
            read_until(game.stdout, b"Your shot> ")
            game.send_signal(signal.SIGINT)
            read_until(game.stdout, b"Leave the game?")
            game.send_signal(signal.SIGINT)
            self.assertIn(b"The game is saved", read_until(game.stdout, None))
            self.assertEqual(game.wait(timeout=PATIENCE), 130)

    def test_the_request_to_end_saves_the_game(self):
        with subprocess.Popen([PROGRAM, *AT_THE_KEYBOARD], stdin=subprocess.PIPE, env=self.environment,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as game:
            read_until(game.stdout, b"Your shot> ")
            game.terminate()
            self.assertIn(b"The game is saved", read_until(game.stdout, None))
            self.assertEqual(game.wait(timeout=PATIENCE), 143)

    def test_a_simple_terminal_gets_lines(self):
        del self.environment["TERM"]
        with self.terminal("--placement", "random", "--seed", "1") as terminal:
            terminal.expect("Your shot> ")
            terminal.type("D4\n")
            terminal.expect(r"medium: .*\r\nYour shot> ")
            terminal.type("quit\n")
            terminal.expect("or save> ")
            terminal.type("save\n")
            self.assertEqual(terminal.exit_code(), 0)

    def test_a_simple_terminal_has_no_menu(self):
        for options in [], ["--menu"]:
            with self.terminal(*options) as terminal:
                terminal.expect("no menu: by its TERM this terminal has no full screen")
                terminal.type("\x04")
                terminal.expect("End of input")

    def test_control_c_asks_first(self):
        with self.terminal("--placement", "random", "--seed", "1") as terminal:
            terminal.expect("Your shot> ")
            terminal.type("\x03")
            terminal.expect("or save> ")
            terminal.type("back\n")
            terminal.expect("Your shot> ")
            terminal.type("\x03")
            terminal.expect("or save> ")
            terminal.type("\x03")
            terminal.expect("The game is saved")
            self.assertEqual(terminal.exit_code(), 130)

    def test_after_control_z_the_prompt_is_back(self):
        shell = Terminal(["bash", "--norc", "-i"], {**self.environment, "PS1": "shell$ "})
        with shell:
            shell.expect(r"shell\$ ")
            shell.type(f"{PROGRAM} --placement random --seed 1\n")
            shell.expect("Your shot> ")
            shell.type("\x1a")
            shell.expect(r"shell\$ ")
            shell.type("fg\n")
            shell.expect("Your shot> ")
            shell.type("D4\n")
            shell.expect("you: D4")
            shell.type("quit\nsave\nexit\n")
            self.assertEqual(shell.exit_code(), 0)

    def test_a_saved_game_is_offered_and_a_rematch_too(self):
        with self.terminal("--placement", "random", "--level", "easy", "--seed", "1") as terminal:
            terminal.expect("Your shot> ")
            terminal.type("D4\nquit\nsave\n")
            self.assertEqual(terminal.exit_code(), 0)
        with self.terminal() as terminal:
            terminal.expect("Go\\s+on with it\\?")
            for answer in "", "help", "yes":
                terminal.expect("yes or no> ")
                terminal.type(f"{answer}\n")
            terminal.expect("Round 2(.|\n)*Your shot> ")
            terminal.type("resign\nyes\n")
            terminal.expect("rematch, replay, analyse or quit> ")
            terminal.type("rematch\n")
            terminal.expect("Your shot> ")
            terminal.type("\x04")
            terminal.expect("The game is saved")
            self.assertEqual(terminal.exit_code(), 0)

    def test_a_closed_input_ends_the_game(self):
        closed = subprocess.run(["sh", "-c", 'exec "$0" "$@" <&-', PROGRAM, *AT_THE_KEYBOARD],
                                env=self.environment, capture_output=True, timeout=PATIENCE,
                                check=False)
        self.assertEqual(closed.returncode, 0, closed.stderr)
        self.assertIn(b"End of input", closed.stdout)

    def test_a_failing_output_is_noticed(self):
        with open("/dev/full", "w", encoding="ascii") as full:
            for options in ["--demo"], AT_THE_KEYBOARD, ["--statistics"], ["--help"]:
                self.assertEqual(self.play(*options, stdout=full).returncode, 1, options)

    def test_names_are_ascii_where_the_terminal_is(self):
        for locale, name in ("C", "J??rg"), ("C.UTF-8", "J\u00f6rg"):
            self.environment["LC_ALL"] = locale
            shown = self.shown("--two-players", "--name", "J\u00f6rg", "--first", "a",
                               typed="\nD4\n")
            self.assertIn(f"{name}: ", shown)


class Options(Program):
    def test_wrong_options_are_refused_with_a_reason(self):
        for options in (["--nonsense"], ["--level", "divine"], ["--board", "2x2"], ["--seed", "-1"],
                        ["--demo", "--host"], ["--save", "x", "--no-save"], ["--plain", "--menu"],
                        ["--resume", "--turn", "one"], ["--name", ""], ["--name", "a\tb"],
                        ["--name", 'a"b'], ["--name", " a"], ["--name", "\udcff"], ["--host", "70000"], ["--two-players", "--level", "easy"],
                        ["--forget"], ["--profile=on"], ["--profile=maybe", "--name", "Ann"],
                        ["--join", "localhost", "--board", "8x8"], ["--statistics="],
                        ["--join", ""], ["--join", ":4796"], ["--join", "localhost:"],
                        ["--join", "localhost:99999"], ["--join", "localhost:0"],
                        ["--join", "localhost:http"], ["--join", "[::1"], ["--join", "[::1]4796"],
                        ["operand"]):
            refusal = self.play(*options)
            self.assertEqual(refusal.returncode, 2, options)
            self.assertTrue(refusal.stderr, options)
            self.assertFalse(refusal.stdout, options)

    def test_help_fits_on_a_page_and_the_rules_have_their_own(self):
        self.assertLessEqual(len(self.play("--help").stdout.splitlines()), 60)
        for option in "--resume", "--join HOST[:PORT]", "--speak", "--help-rules":
            self.assertIn(option, self.play("--help").stdout)
        self.assertRegex(self.play("--help").stdout, r"\n +easy +fires at random, then around")
        self.assertIn("--salvo-report", self.play("--help-rules").stdout)
        self.assertEqual(self.play("--version").returncode, 0)


class Remote(Program):
    def start(self, output, *options):
        """Starts a program that plays against another one; what it shows is in a file."""
        with open(self.path(output), "w", encoding="utf-8") as shown:
            player = subprocess.Popen([PROGRAM, "--plain", "--placement", "random", *options],
                                      text=True, env=self.environment, stdin=subprocess.PIPE,
                                      stdout=shown, stderr=subprocess.STDOUT)
        player.stdin.write(EVERY_CELL)
        player.stdin.close()
        self.addCleanup(player.kill)
        return player

    def port(self, host):
        """The port where a host waits; skips the test if there are no games over a network."""
        deadline = time.monotonic() + PATIENCE
        while not (found := re.search(r"at port (\d+)", self.text("host"))):
            if host.poll() is not None and "libsodium" in self.text("host"):
                self.skipTest("games over a network are not built")
            self.assertLess(time.monotonic(), deadline, self.text("host"))
            time.sleep(0.05)
        return found[1]

    def test_two_processes_play_to_the_end(self):
        # On a full board, both programs look back on the game for seconds.
        for rules in ([] if EFFORT == 100 else SMALL_RULES, [*SMALL_RULES, "--turn", "salvo 4"],
                      [*SMALL_RULES, "--turn", "salvo 3", "--salvo-report", "total"]):
            host = self.start("host", "--host", "0", "--name", "Anna", *rules)
            guest = self.start("guest", "--join", f"127.0.0.1:{self.port(host)}", "--name", "Ben")
            codes = [player.wait(timeout=PATIENCE) for player in (host, guest)]
            self.assertEqual(codes, [0, 0], (self.text("host"), self.text("guest")))
            self.assertRegex(self.text("host"), r"(You won|Ben won) in \d+ shots[.;]|A draw")
            self.assertRegex(self.text("guest"), r"(You won|Anna won) in \d+ shots[.;]|A draw")

    def test_help_needs_both_players(self):
        for allowed in (["--allow-help"], []), (["--allow-help"],) * 2:
            with self.terminal("--host", "0", "--name", "Anna", "--placement", "random",
                               "--first", "a", "--no-save", *allowed[0]) as host:
                shown = host.expect(r"at port \d+|libsodium")
                if "libsodium" in shown:
                    self.skipTest("games over a network are not built")
                with self.terminal("--join", f"localhost:{shown.split()[-1]}", "--name", "Ben",
                                   "--placement", "random", "--no-save", *allowed[1]) as guest:
                    guest.expect("Play\\s+by\\s+these\\s+rules[?]\\s+no, show or yes> ")
                    guest.type("yes\n")
                    host.expect("Play\\s+with\\s+Ben[?]\\s+no or yes> ")
                    host.type("yes\n")
                    host.expect("Your shot> ")
                    host.type("hint\n")
                    if not allowed[1]:
                        host.expect("There is no help in this game: both players")
                        continue
                    host.expect("Your shot> ")
                    guest.expect("Anna has used help: hints 1, heat maps 0[.]")
                    host.type("D4\n")
                    guest.expect("Your shot> ")
                    guest.type("resign\nyes\n")
                    for end in host, guest:
                        end.expect("With help: hints 1[.]")

    def test_two_people_at_two_terminals(self):
        with self.terminal("--host", "0", "--name", "Anna", "--placement", "random",
                           "--first", "a", "--best-of", "3") as host:
            shown = host.expect(r"at port \d+|libsodium")
            if "libsodium" in shown:
                self.skipTest("games over a network are not built")
            with self.terminal("--join", f"localhost:{shown.split()[-1]}", "--name", "Ben") as guest:
                guest.expect("Anna\\s+hosts\\s+the\\s+best\\s+of\\s+3[.](.|\n)*Play\\s+by\\s+these\\s+rules[?]\\s+no, show or yes> ")
                guest.type("yes\n")
                host.expect("Play\\s+with\\s+Ben[?]\\s+no or yes> ")
                host.type("yes\n")
                guest.expect("right> ")
                guest.type("random\n\n")
                guest.expect("Anna is aiming> ")
                guest.type("A1\n")
                guest.expect("not your turn(.|\n)*aiming> ")
                host.expect("Your shot> ")
                host.type("D4\n")
                host.expect("you: D4(.|\n)*Ben is aiming> ")
                guest.expect("Anna: D4(.|\n)*Your shot> ")
                guest.type("resign\nyes\n")
                host.expect("You won: Ben resigned(.|\n)*Best\\s+of\\s+3:\\s+you\\s+1,\\s+Ben\\s+0[.]"
                            "(.|\n)*A rematch[?]\\s+yes or no> ")
                guest.expect("Anna won: you resigned(.|\n)*Best\\s+of\\s+3:\\s+Anna\\s+1,\\s+you"
                             "\\s+0[.](.|\n)*A rematch[?]\\s+yes or no> ")
                guest.type("yes\n")
                guest.expect("Waiting for Anna")
                host.expect("Ben wants a rematch(.|\n)*yes or no> ")
                host.type("yes\n")
                guest.expect("Playing against Anna(.|\n)*right> ")
                guest.type("random\n\n")
                host.expect("Your shot> ")
                host.type("resign\nyes\n")
                host.expect("Best\\s+of\\s+3:\\s+you\\s+1,\\s+Ben\\s+1[.](.|\n)*A rematch[?]")
                guest.expect("Best\\s+of\\s+3:\\s+Anna\\s+1,\\s+you\\s+1[.](.|\n)*A rematch[?]\\s+yes or"
                             " no> ")
                guest.type("no\n")
                host.expect("The other player has left")
                self.assertEqual((host.exit_code(), guest.exit_code()), (0, 0))

    def meet(self, stack, *options):
        """Two terminals whose programs have met; the fleet of Anna, the host, is laid at random."""
        host = stack.enter_context(self.terminal("--host", "0", "--name", "Anna", "--first", "a",
                                                 *SMALL_GAME))
        shown = host.expect(r"at port \d+|libsodium")
        if "libsodium" in shown:
            self.skipTest("games over a network are not built")
        join = ["--join", f"localhost:{shown.split()[-1]}", "--name", "Ben", *options]
        guest = stack.enter_context(self.terminal(*join))
        guest.expect("Play\\s+by\\s+these\\s+rules[?]\\s+no, show or yes> ")
        guest.type("yes\n")
        host.expect("Play\\s+with\\s+Ben[?]\\s+no or yes> ")
        host.type("yes\n")
        return host, guest, join

    def test_a_host_waits_for_somebody_else(self):
        with self.terminal("--host", "0", "--name", "Anna", *SMALL_GAME) as host:
            shown = host.expect(r"at port \d+|libsodium")
            if "libsodium" in shown:
                self.skipTest("games over a network are not built")
            port = shown.split()[-1]
            with self.terminal("--join", f"localhost:{port}", "--name", "Mallory") as guest:
                guest.expect("no, show or yes> ")
                host.expect("Play\\s+with\\s+Mallory[?]\\s+no or yes> ")
                host.type("no\n")
                host.expect(f"Waiting for a player at port {port}")
                guest.expect("Anna waits for somebody else")
                self.assertEqual(guest.exit_code(), 1)
            with self.terminal("--join", f"localhost:{port}", "--name", "Ben") as guest:
                guest.expect("no, show or yes> ")
                host.expect("Play\\s+with\\s+Ben[?]\\s+no or yes> ")
                guest.type("no\n")
                self.assertEqual(guest.exit_code(), 0)
                host.expect("Ben does not want these rules[.] Waiting for a player")

    def pair(self, stack):
        """The same, and Anna has the first shot."""
        host, guest, join = self.meet(stack, "--placement", "random")
        host.expect("Your shot> ")
        return host, guest, join

    def come_back(self, stack, *options):
        """Starts again, and accepts the game that is offered."""
        player = stack.enter_context(self.terminal("--plain", *options))
        player.expect("There is a saved\\s+game:(.|\n)*on\\s+another\\s+machine(.|\n)*yes or no> ")
        player.type("yes\n")
        player.expect("The connection is back")
        return player

    def test_one_is_killed_while_ships_are_laid_and_comes_back(self):
        with contextlib.ExitStack() as stack:
            host, guest, join = self.meet(stack)
            guest.expect("right> ")
            while len(glob.glob(self.path("battleship/game*.record"))) < 2:
                time.sleep(0.05)
            guest.kill()
            host.expect("The connection is lost; trying for [0-9]+ more seconds")
            guest = self.come_back(stack, *join)
            guest.expect("right> ")
            guest.type("random\n\n")
            host.expect("Your shot> ")
            host.type("resign\nyes\n")
            guest.expect("You won: Anna resigned")

    def test_each_is_killed_and_comes_back(self):
        with contextlib.ExitStack() as stack:
            host, guest, join = self.pair(stack)
            host.type("A1\n")
            guest.expect("Anna: A1(.|\n)*Your shot> ")
            guest.kill()
            host.expect("The connection is lost; trying for [0-9]+ more seconds")
            guest = self.come_back(stack, *join)
            host.expect("The connection is back")
            guest.expect("Your shot> ")
            guest.type("A1\n")
            host.expect("Ben: A1(.|\n)*Your shot> ")
            host.type(f"save {self.path('copy.record')}\n")
            host.expect("The game is saved in")
            self.assertNotIn("x-network", self.text("copy.record"))
            self.assertIn("x-network-secret", self.text("battleship/game.record"))
            host.kill()
            host = self.come_back(stack)
            guest.expect("The connection is back")
            left = [f"{column}{row}" for row in range(1, 5) for column in "ABCD"][1:]
            end = "(You|Anna|Ben) won in|A draw"
            for cell in left:
                for player, other in (host, guest), (guest, host):
                    player.type(f"{cell}\n")
                    shown = player.expect(f"you: {cell}(.|\n)*?(is aiming|{end})")
                    if re.search(end, shown):
                        other.expect(end)
                        return
                    other.expect("Your shot> ")
            self.fail("the game has no end")

    def test_leaving_a_game_with_another_machine_saves_it(self):
        with contextlib.ExitStack() as stack:
            host, guest, _ = self.pair(stack)
            guest.type("\x03")
            guest.expect("Anna waits for 60 seconds(.|\n)*save> ")
            guest.type("save\n")
            guest.expect("--resume goes on with it")
            self.assertEqual(guest.exit_code(), 0)
            host.expect("The connection is lost")
            guest = stack.enter_context(self.terminal("--plain", "--resume"))
            for player in host, guest:
                player.expect("The connection is back")
            host.kill()
            self.come_back(stack)

    def test_a_host_whose_port_is_taken_tries_later(self):
        with contextlib.ExitStack() as stack:
            host, guest, join = self.pair(stack)
            host.kill()
            port = int(join[1].rpartition(":")[2])
            with contextlib.ExitStack() as servers:
                for family, address in (socket.AF_INET, "0.0.0.0"), (socket.AF_INET6, "::"):
                    with contextlib.suppress(OSError):
                        servers.enter_context(socket.create_server((address, port), family=family))
                host = stack.enter_context(self.terminal("--plain", "--resume"))
                host.expect("The game with Ben cannot go on now(.|\n)*give, again or later> ")
                host.type("later\n")
                host.expect("The game stays saved")
                self.assertEqual(host.exit_code(), 0)
                host = stack.enter_context(self.terminal("--plain", "--resume"))
                host.expect("give, again or later> ")
            host.type("again\n")
            for player in host, guest:
                player.expect("The connection is back")


if __name__ == "__main__":
    unittest.main()
