#!/usr/bin/env python3
"""battleship_analyse.py PROGRAM: the output and the errors of the analysis."""

import json
import os
import pathlib
import pty
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from interrupts import heed_interrupts

heed_interrupts()

PROGRAM = sys.argv.pop(1)
POSITIONS = pathlib.Path(__file__).parents[1] / "reference" / "positions"
KEYS = ["layouts", "labelled", "log2_layouts", "exact", "method", "occupancy", "by_length",
        "best", "seconds"]
SAMPLED_KEYS = ["standard_error", "layouts_error", "effective_sample_size"]
EMPTY = "battleship 1\n"
SUNK = "battleship 1\nboard 3x3\nfleet 2\na A1 hit\na B1 sunk 2\n"
LIAR = "battleship 1\nboard 3x3\nfleet 3\na A1 hit\na C3 hit\n"


def analyse(record, *options, **more):
    """Runs the program on a record, given as text on standard input."""
    more = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **more}
    return subprocess.run([PROGRAM, *options, "-"], input=record, text=True, timeout=60,
                          check=False, **more)


def analyse_grid(grid, *options):
    """Runs the program on a grid, given as text on standard input."""
    return subprocess.run([PROGRAM, "--grid", "-", *options], input=grid, capture_output=True,
                          text=True, timeout=60, check=False)


def printed(record, *options):
    """The output of a run that must succeed."""
    result = analyse(record, *options)
    assert result.returncode == 0, result.stderr
    return result.stdout


def no_constant(word):
    """JSON has no NaN, though Python reads it."""
    raise ValueError(word)


def analysed(record, *options):
    return json.loads(printed(record, "--format", "json", *options), parse_constant=no_constant)


def read_expected(path):
    """The number of layouts and the occupancy of a reference position, row by row."""
    rows, part = {}, None
    for line in path.read_text(encoding="ascii").splitlines():
        words = line.split()
        if words[0] == "layouts":
            layouts = int(words[1])
        elif words[0].isdigit():
            part.append([int(word) for word in words])
        elif words[0].startswith("occupancy"):
            part = rows.setdefault(words[-1], [])
    return layouts, rows


class Analysis(unittest.TestCase):
    def assert_grid(self, grid, counts, layouts):
        self.assertEqual(len(grid), len(counts))
        for row, expected in zip(grid, counts):
            self.assertEqual(len(row), len(expected))
            for value, count in zip(row, expected):
                self.assertAlmostEqual(value, count / layouts, places=12)

    def test_json_has_the_keys_promised_in_order(self):
        data = analysed(EMPTY)
        self.assertEqual(list(data), KEYS + ["work"])
        self.assertEqual(data["layouts"], "15046987768")
        self.assertIs(data["labelled"], False)
        self.assertIs(data["exact"], True)
        self.assertAlmostEqual(data["log2_layouts"], 33.80876, places=4)
        self.assertEqual(list(data["by_length"]), ["5", "4", "3", "2"])
        self.assertEqual((data["best"][0], len(data["best"])), ("E5", 100))
        self.assertGreater(data["seconds"], 0)

    def test_json_agrees_with_the_reference_positions(self):
        for number in ["001", "005", "009", "013"]:
            layouts, rows = read_expected(POSITIONS / f"{number}.expected")
            data = analysed((POSITIONS / f"{number}.record").read_text(encoding="ascii"))
            self.assertEqual(data["layouts"], str(layouts), number)
            self.assert_grid(data["occupancy"], rows.pop("occupancy"), layouts)
            for length, counts in rows.items():
                self.assert_grid(data["by_length"][length], counts, layouts)

    def test_best_goes_from_the_greatest_occupancy_to_the_least(self):
        data = analysed((POSITIONS / "005.record").read_text(encoding="ascii"))
        values = [data["occupancy"][int(cell[1:]) - 1][ord(cell[0]) - ord("A")]
                  for cell in data["best"]]
        self.assertEqual(values, sorted(values, reverse=True))

    def test_search_compares_the_best_cells(self):
        record = EMPTY + "board 6x5\nfleet 3\n"
        data = analysed(record, "--search")
        self.assertEqual(list(data), KEYS + ["work", "candidates"])
        shots = [candidate["shots"] for candidate in data["candidates"]]
        self.assertEqual(shots, sorted(shots))
        # The optimum of this board is 7.657895, and the likeliest cell is not the best one.
        self.assertAlmostEqual(shots[0], 7.657895, places=6)
        self.assertLess(data["candidates"][0]["occupancy"], max(map(max, data["occupancy"])))
        text = printed(record, "--search")
        self.assertRegex(text, r"\nnext shot +shots +more +P\(hit\)\n[A-F][1-5] +7\.6579 +0\.0000 ")
        self.assertRegex(text, r"To fire where a ship is likeliest costs 0\.\d{4}")
        self.assertNotIn("next shot", printed(record))
        # Best play is known after the first cell only, and the text does not claim more.
        kinds = [candidate["lookahead"] for candidate in data["candidates"]]
        self.assertEqual((kinds[0], set(kinds[1:])), ("optimum", {"all"}))
        self.assertIn("the first with the best play to the end, the\nothers with", text)

    def test_search_says_where_it_cannot_look_ahead(self):
        totals = EMPTY + "turn salvo 3\nsalvo-report total\n"
        self.assertIn("No lookahead is possible here.", printed(totals, "--search"))
        self.assertEqual(analysed(totals, "--search")["candidates"], [])

    def test_a_map_has_the_chances_of_cells_that_totals_leave_open(self):
        record = EMPTY + ("board 4x3\nfleet 3\nturn salvo 2\nsalvo-report total\n"
                          "a A1, D3: 1 hit\n")
        rows = printed(record).splitlines()
        grid = analysed(record)["occupancy"]
        marked = {(0, 0), (3, 2)}
        self.assertEqual(rows[0], "    A   B   C   D")
        for y, row in enumerate(rows[1:4]):
            cells = [row[1 + 4 * x:5 + 4 * x] for x in range(4)]
            for x, cell in enumerate(cells):
                percent = f"{round(100 * grid[y][x]):2d}"
                self.assertEqual(cell.strip(), "?" + percent if (x, y) in marked else
                                 percent.strip())
        self.assertEqual(rows[5], "numbers: per cent   ? fired at, result unknown")
        self.assertTrue(0 < grid[0][0] < 1)
        # A ship of two cells that one of these shots hits is behind the other.
        sure = printed(EMPTY + ("board 3x1\nfleet 2\nturn salvo 2\nsalvo-report total\n"
                                "a A1, B1: 1 hit\n"))
        self.assertEqual(sure.splitlines()[1:4],
                         ["1 ? 0 ?##  ##", "", "numbers: per cent   ## certainly a ship"
                          "   ? fired at, result unknown"])

    def test_named_ships_of_a_length_are_labelled(self):
        data = analysed(EMPTY + "disclosure ship\n")
        self.assertIs(data["labelled"], True)
        self.assertEqual(data["layouts"], "30093975536")

    def test_sampled_results_have_standard_errors(self):
        data = analysed(EMPTY + "board 8x8\nfleet 4 3 3 2\n", "--method", "rejection", "--seed", "3")
        self.assertEqual(list(data), KEYS + SAMPLED_KEYS + ["work"])
        self.assertEqual((data["exact"], data["method"]), (False, "rejection"))
        self.assertGreater(data["effective_sample_size"], 100)
        self.assertEqual([len(row) for row in data["standard_error"]], [8] * 8)
        text = printed(EMPTY + "board 8x8\nfleet 4 3 3 2\n", "--method", "rejection")
        for piece in "about ", "sampled (method rejection", "+-", "standard error":
            self.assertIn(piece, text)

    def test_mcmc_does_not_estimate_the_number_of_layouts(self):
        record = EMPTY + "board 8x8\nfleet 4 3 3 2\n"
        data = analysed(record, "--method", "mcmc")
        self.assertEqual(list(data), KEYS + SAMPLED_KEYS + ["work"])
        for key in "layouts", "log2_layouts", "layouts_error":
            self.assertIsNone(data[key], key)
        text = printed(record, "--method", "mcmc")
        self.assertIn("\ndistinct layouts, number unknown\nsampled (method mcmc", text)
        self.assertRegex(text, r"The effective sample size is \d+\.\n$")
        self.assertNotIn("nan", text)

    def test_explanations_name_every_method_and_why(self):
        record = EMPTY + "board 10x10\nfleet russian\ncontact none\n"
        options = ["--explain", "--work", "50000000"]
        data = analysed(record, *options)
        self.assertEqual(list(data), KEYS + SAMPLED_KEYS + ["work", "explanation"])
        rows = {row["method"]: row for row in data["explanation"]}
        self.assertEqual({name: row["state"] for name, row in rows.items()},
                         {"enumeration": "declined", "frontier": "declined",
                          "rejection": "declined", "mcmc": "chosen", "smc": "unable"})
        self.assertEqual(data["method"], "mcmc")
        self.assertGreater(rows["frontier"]["estimated_steps"], 50000000 * 3 / 4)
        self.assertLess(rows["rejection"]["accepted"], 0.005)
        self.assertLessEqual(sum(row["steps"] for row in rows.values()), data["work"])
        for row in rows.values():
            self.assertEqual(list(row), ["method", "exact", "state", "reason", "estimated_steps",
                                         "accepted", "steps", "memory"])
            self.assertTrue(row["reason"])
        table = printed(record, *options).split("\n\n")[-1].splitlines()
        self.assertEqual(table[0].split(), ["method", "state", "estimate", "steps", "why"])
        self.assertEqual([line.split()[0] for line in table[1:]], list(rows))
        for line, row in zip(table[1:], rows.values()):
            self.assertIn(row["reason"], line)
            self.assertEqual(line.split()[1], row["state"])
        self.assertNotIn("explanation", analysed(record, "--work", "50000000"))

    def test_a_failure_is_explained_method_by_method(self):
        record = EMPTY + "board 10x10\nfleet russian\ncontact none\n"
        result = analyse(record, "--explain", "--work", "100000")
        self.assertEqual(result.returncode, 3, result.stderr)
        rows = dict(line.split(maxsplit=1) for line in result.stderr.splitlines()[3:])
        self.assertEqual(list(rows), ["enumeration", "frontier", "rejection", "mcmc", "smc"])
        self.assertIn("steps are needed, and 100000 allowed", rows["frontier"])
        self.assertEqual(rows["smc"], "cannot run on this position")

    def test_repeated_runs_give_one_answer(self):
        record = (POSITIONS / "001.record").read_text(encoding="ascii")
        once, often = analysed(record), analysed(record, "--repeat", "5")
        self.assertGreater(often.pop("seconds"), 0)
        once.pop("seconds")
        self.assertEqual(once, often)

    def test_a_method_that_cannot_run_is_named(self):
        refusal = analyse(EMPTY, "--method", "smc")
        self.assertEqual((refusal.returncode, refusal.stdout), (2, ""))
        self.assertIn("the method smc cannot run on this position", refusal.stderr)

    def test_repeated_runs_are_interrupted(self):
        with tempfile.NamedTemporaryFile("w", suffix=".record") as file:
            file.write(EMPTY + "board 20x20\nfleet 3 2\n")
            file.flush()
            with subprocess.Popen([PROGRAM, "--repeat", "1000000", file.name],
                                  stdout=subprocess.DEVNULL) as process:
                time.sleep(1)
                process.send_signal(signal.SIGINT)
                try:
                    self.assertEqual(process.wait(timeout=20), 130)
                finally:
                    process.kill()

    def test_text_shows_the_board_the_best_shots_and_the_number_of_layouts(self):
        text = printed(EMPTY)
        for piece in ("    A  B  C  D  E  F  G  H  I  J\n"
                      " 1  8 11 14 16 17 17 16 14 11  8\n",
                      "10  8 11 14 16 17 17 16 14 11  8\n",
                      "best shots   P(hit)  P(sinks)     bits\nE5           0.2136    0.0000",
                      "15046987768 distinct layouts, 2^33.81\nexact (method "):
            self.assertIn(piece, text)
        self.assertEqual(text.count("0.2136 "), 4)

    def test_text_marks_what_is_known(self):
        text = printed("battleship 1\nboard 6x4\nblocked F4\nfleet 3 2\ncontact none\n"
                       "reveal-water yes\na A1 hit\na B1 sunk 2\na D4 miss\na F1 hit\n")
        for piece in ("1  *  *  - ", "  X\n", "2  -  -  - ", "  ^\n",
                      ". miss   X hit   * sunk   - known to be water   ^ blocked"):
            self.assertIn(piece, text)

    def test_a_certain_ship_has_a_mark(self):
        self.assertIn("1  X ##  0", printed("battleship 1\nboard 3x1\nfleet 2\na A1 hit\n"))

    def test_a_board_of_26_columns_fits_and_a_wider_one_is_cut(self):
        for width in 26, 40:
            text = printed(f"battleship 1\nboard {width}x12\nfleet 2\n", "--color", "never")
            self.assertLessEqual(max(map(len, text.splitlines())), 80)
            self.assertEqual(text.count("\n 1 "), 1 if width == 26 else 2)

    def test_a_position_without_ships_afloat_is_analysed(self):
        data = analysed(SUNK)
        self.assertEqual(data["layouts"], "1")
        self.assertEqual(data["best"], ["C1", "A2", "B2", "C2", "A3", "B3", "C3"])
        self.assertIn("1 distinct layout,", printed(SUNK))
        text = printed("battleship 1\nboard 2x1\nfleet 2\na A1 hit\na B1 sunk 2\n")
        self.assertIn("no cell is left to fire at", text)

    def test_only_the_shots_of_a_count(self):
        shots_of_b = EMPTY + "board 5x5\nfleet 3 2\nb A1 hit\n"
        self.assertEqual(analysed(shots_of_b)["layouts"],
                         analysed(EMPTY + "board 5x5\nfleet 3 2\n")["layouts"])

    def test_colours_only_on_a_terminal_or_at_will(self):
        self.assertNotIn("\033", printed(EMPTY))
        self.assertIn("\033[38;5;", printed(EMPTY, "--color", "always"))
        environment = {**os.environ, "TERM": "xterm-256color"}
        environment.pop("NO_COLOR", None)
        for wish, is_coloured in ("auto", True), ("never", False):
            terminal, slave = pty.openpty()
            result = analyse(SUNK, "--color", wish, stdout=slave, env=environment)
            os.close(slave)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual("\033[" in os.read(terminal, 65536).decode(), is_coloured, wish)
            os.close(terminal)

    def test_no_layout_is_1(self):
        for record, place in ((LIAR, "<stdin>"),
                              (EMPTY + "a A1 sunk 2\n", "<stdin>:2:3: ")):
            result = analyse(record)
            self.assertEqual(result.returncode, 1, result.stderr)
            self.assertIn(place, result.stderr)
            self.assertFalse(result.stdout)

    def test_the_work_limit_is_3_with_the_steps_needed(self):
        result = analyse(EMPTY, "--method", "enumeration", "--work", "7")
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertRegex(result.stderr, r"about \d+ steps are needed, but the work limit is 7; --work raises it\n")

    def test_the_memory_limit_that_was_met_is_named(self):
        result = analyse(EMPTY, "--memory", "1000")
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn("reading the record takes more than the memory limit of 1000 bytes; "
                      "--memory raises it\n", result.stderr)

    def test_an_invalid_record_is_2_with_its_place(self):
        result = analyse(EMPTY + "a A1 maybe\n")
        self.assertEqual(result.returncode, 2)
        self.assertRegex(result.stderr, "^<stdin>:2:6: ")
        with tempfile.NamedTemporaryFile("w", suffix=".record") as file:
            file.write("battleship 2\n")
            file.flush()
            result = subprocess.run([PROGRAM, file.name], stderr=subprocess.PIPE, text=True,
                                    timeout=60, check=False)
            self.assertEqual(result.returncode, 2)
            self.assertRegex(result.stderr, f"^{file.name}:1:")

    def test_a_file_that_cannot_be_read_is_2(self):
        for name in "/nonexistent/position", "/":
            result = subprocess.run([PROGRAM, name], capture_output=True, text=True, timeout=60,
                                    check=False)
            self.assertEqual(result.returncode, 2)
            self.assertIn(f" {name}: ", result.stderr)

    def test_a_failing_output_is_noticed(self):
        for options in ["--help"], ["--format", "json"], ["--format", "text"]:
            with open("/dev/full", "w", encoding="ascii") as full:
                result = analyse(SUNK, *options, stdout=full)
            self.assertEqual(result.returncode, 1)
            self.assertIn("cannot write", result.stderr)

    def test_habits_are_learnt_from_records_and_used(self):
        rules = EMPTY + "board 6x6\nfleet 3 2\n"
        revealed = rules + "b ship 3 A1 right\nb ship 2 A6 right\n"
        found = rules + "a A1 hit\na B1 hit\na C1 sunk 3\n"
        with tempfile.TemporaryDirectory() as folder:
            habits = os.path.join(folder, "habits")
            record = os.path.join(folder, "game.record")
            pathlib.Path(record).write_text(revealed, encoding="ascii")
            learn = subprocess.run([PROGRAM, "--learn", habits, *[record] * 12], text=True,
                                   capture_output=True, timeout=60, check=False)
            self.assertEqual(learn.returncode, 0, learn.stderr)
            self.assertRegex(learn.stdout, r"^habits: 12 layouts; there is a habit with probability "
                                           r"[01]\.\d\d; \S+ \d+ % \(uniform \d+ %\)\n$")
            text = pathlib.Path(habits).read_text(encoding="ascii")
            self.assertTrue(text.startswith("battleship-habits 1\n"))
            self.assertIn("habits: 13 layouts;", printed(found, "--learn", habits))

            data = analysed(rules, "--habits", habits)
            self.assertEqual(list(data), KEYS + ["work", "habits"])
            self.assertEqual((data["layouts"], data["log2_layouts"]), (None, None))
            self.assertEqual(data["habits"]["layouts"], 13)
            edge = data["habits"]["traits"]["edge"]
            self.assertGreater(edge["believed"], edge["uniform"])
            self.assertLess(edge["interval"][0], edge["interval"][1])
            # He lays the same layout nearly always.
            self.assertGreater(data["occupancy"][0][1], 0.7)
            after = analysed(rules + "a B1 hit\n", "--habits", habits)
            self.assertGreater(after["occupancy"][0][0], 0.9)
            shown = printed(rules, "--habits", habits)
            self.assertIn("\nhabits: 13 layouts;", shown)
            self.assertNotIn("distinct layouts", shown)

    def test_habits_that_do_not_fit_are_refused(self):
        rules = EMPTY + "board 6x6\nfleet 3 2\n"
        with tempfile.TemporaryDirectory() as folder:
            habits = os.path.join(folder, "habits")
            printed(rules + "b ship 3 A1 right\nb ship 2 A6 right\n", "--learn", habits)
            before = pathlib.Path(habits).read_bytes()
            for record, options, words in (
                    (EMPTY, ("--habits", habits), "other rules"),
                    (EMPTY, ("--learn", habits), "other rules"),
                    (rules, ("--habits", habits + "2"), "habits2"),
                    (rules, ("--learn", os.path.join(folder, "no", "habits")), "habits")):
                result = analyse(record, *options)
                self.assertEqual(result.returncode, 2, options)
                self.assertIn(words, result.stderr)
                self.assertFalse(result.stdout)
            self.assertEqual(pathlib.Path(habits).read_bytes(), before)
            nothing = analyse(rules, "--learn", habits)
            self.assertEqual(nothing.returncode, 0)
            self.assertIn("no ship of side b is known", nothing.stderr)
            pathlib.Path(habits).write_text("battleship-habits 1\nnonsense\n", encoding="ascii")
            result = analyse(rules, "--habits", habits)
            self.assertEqual(result.returncode, 2)
            self.assertRegex(result.stderr, f"^{habits}:2:1: ")

    def test_the_side_to_learn_from_can_be_chosen(self):
        record = EMPTY + "board 6x6\nfleet 3 2\na ship 3 A1 right\na ship 2 A6 right\n"
        with tempfile.TemporaryDirectory() as folder:
            habits = os.path.join(folder, "habits")
            self.assertIn("no ship of side b", analyse(record, "--learn", habits).stderr)
            self.assertIn("1 layout;", printed(record, "--learn", habits, "--side", "a"))

    def test_a_grid_is_analysed_as_the_record_of_its_shots(self):
        grid = ". . . m\n. D d .\n\n. . H .\n. . . ."
        record = EMPTY + ("board 4x4\nfleet 2 2 1\ndisclosure ship\na D1 miss\na B2 hit\n"
                          "a C2 sunk 2\na C3 hit\n")
        rules = "--fleet", "2,2,1", "--disclosure", "ship"
        result = analyse_grid(grid, "--format", "json", *rules, "--sunk", "2")
        self.assertEqual(result.returncode, 0, result.stderr)
        data, expected = json.loads(result.stdout), analysed(record)
        self.assertEqual(list(data), KEYS + ["work", "sunk_as_shown"])
        self.assertEqual(data.pop("sunk_as_shown"), [2])
        for key in ("seconds", "work"):
            self.assertGreater(data.pop(key), 0)
            expected.pop(key)
        self.assertEqual(data, expected)
        text = analyse_grid(grid, *rules).stdout
        self.assertIn(" distinct layouts, 2^", text)
        self.assertIn("\nsunk cells are taken as shown: 2\nexact (method ", text)
        self.assertNotIn("as shown", printed(record))

    def test_a_grid_without_sunk_cells_takes_nothing_as_shown(self):
        result = analyse_grid("..h\n...\n...\n", "--fleet", "2")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertNotIn("as shown", result.stdout)
        data = json.loads(analyse_grid("..h\n...\n...\n", "--fleet", "2", "--format", "json").stdout)
        self.assertEqual((data["sunk_as_shown"], data["layouts"]), ([], "2"))

    def test_a_grid_in_a_file_has_the_rules_of_the_options(self):
        with tempfile.NamedTemporaryFile("w", suffix=".grid") as file:
            file.write("dd....\n......\n......\n......\n......\n......\n")
            file.flush()
            layouts = []
            for options in (["--contact", "none"], ["--contact", "allowed"],
                            ["--contact", "none", "--blocked", "F6"]):
                result = subprocess.run([PROGRAM, "--grid", file.name, "--rules", "small",
                                         "--fleet", "3,2,2", *options, "--format", "json"],
                                        capture_output=True, text=True, timeout=60, check=False)
                self.assertEqual(result.returncode, 0, result.stderr)
                layouts.append(int(json.loads(result.stdout)["layouts"]))
            self.assertLess(layouts[0], layouts[1])
            self.assertLess(layouts[2], layouts[0])
            file.seek(0)
            file.write("x")
            file.flush()
            result = subprocess.run([PROGRAM, "--grid", file.name, "--fleet", "3,2,2"],
                                    capture_output=True, text=True, timeout=60, check=False)
            self.assertRegex(result.stderr, f"^{file.name}:1:2: no ship that is left fits")

    def test_the_sunk_ships_of_a_grid_are_asked_for(self):
        grid = "......\n.ddddd\n......\n..h...\n......\n......\n"
        result = analyse_grid(grid)
        self.assertEqual(result.returncode, 2)
        self.assertEqual(result.stderr, "<stdin>:2:2: the sunk cells can be ships of 5 or 3,2; "
                                        "--sunk says which\n")
        for sunk, shown in ("5", "5"), ("2,3", "3, 2"):
            result = analyse_grid(grid, "--sunk", sunk)
            self.assertIn(f"\nsunk cells are taken as shown: {shown}\n", result.stdout)

    def test_what_is_wrong_with_a_grid_is_said_with_its_place(self):
        empty = "......\n" * 6
        for grid, options, code, words in (
                ("", [], 2, "<stdin>:1:1: expected rows of letters"),
                ("...\n..q\n", [], 2, "<stdin>:2:3: expected a letter of .-?~"),
                ("...\n..\n", [], 2, "<stdin>:2:3: expected 3 cells in this row"),
                ("...\n...\n", [], 2, "battleship-analyse: the fleet has more cells than the board"),
                ("...\n...\n", ["--fleet", "2", "--disclosure", "all"], 2, "--disclosure: "),
                ("...\n...\n", ["--board", "4x4", "--fleet", "2"], 2,
                 "the grid has 3 columns and 2 rows, and the board 4 and 4"),
                ("dd.d\n....\n", ["--fleet", "2,2"], 1, "<stdin>:1:4: no ship that is left"),
                ("dd..\n..h.\n....\n", ["--fleet", "2,2", "--contact", "none"], 1,
                 "<stdin>:2:3: the ship hit here would touch a sunk ship"),
                ("hm.\nm..\n", ["--fleet", "2"], 1, "<stdin>:1:1: A1: no layout"),
                # Only counting finds that one ship cannot be in both.
                ("h.h\n...\n...\n", ["--fleet", "2"], 1, "<stdin>"),
                ("dd.\n...\n", ["--fleet", "2", "--disclosure", "hit"], 2,
                 "<stdin>:1:1: with disclosure hit no report tells which ship is sunk"),
                (empty, ["--sunk", "7"], 2, "--sunk: the fleet has no ship of length 7"),
                (empty, ["--sunk", "5"], 2, "--sunk: the sunk ships have 5 cells, and the grid 0 "),
                (empty, ["--sunk", "many"], 2, "--sunk: ")):
            result = analyse_grid(grid, *options)
            self.assertEqual(result.returncode, code, (grid, options, result.stderr))
            self.assertIn(words, result.stderr)
            self.assertEqual(result.stdout, "")
        for name in "/nonexistent/grid", "/":
            result = subprocess.run([PROGRAM, "--grid", name], capture_output=True, text=True,
                                    timeout=60, check=False)
            self.assertEqual(result.returncode, 2)
            self.assertIn(f" {name}: ", result.stderr)
        with open("/dev/zero", "rb") as zeros:
            result = subprocess.run([PROGRAM, "--grid", "-"], stdin=zeros, capture_output=True,
                                    timeout=60, check=False)
        self.assertEqual(result.returncode, 2)
        self.assertIn(b"too long for a grid", result.stderr)

    def test_a_closed_output_is_no_crash(self):
        reader, writer = os.pipe()
        os.close(reader)
        result = analyse(SUNK, "--help", stdout=writer)
        os.close(writer)
        self.assertEqual(result.returncode, 1)

    def test_help_and_version_need_no_file(self):
        for option in "--help", "--version":
            result = subprocess.run([PROGRAM, option], capture_output=True, text=True, timeout=60,
                                    check=False)
            self.assertEqual(result.returncode, 0)
            self.assertIn("battleship-analyse", result.stdout)

    def test_wrong_options_are_refused_with_a_reason(self):
        for options in ([], ["-", "-"], ["-", "--format", "xml"], ["-", "--method", "magic"],
                        ["-", "--work", "0"], ["-", "--work", "-1"], ["-", "--memory", "x"],
                        ["-", "--repeat", "0"], ["-", "--seed"], ["-", "--color", "maybe"],
                        ["-", "--nonsense"], ["-", "-x"], ["--help=yes"], ["--learn", "x"],
                        ["-", "--habits"], ["-", "--side", "c"],
                        ["-", "--learn", "x", "--habits", "x"], ["-", "--learn", "x", "--search"],
                        ["-", "--learn", "x", "--explain"], ["-", "--side", "a"],
                        ["-", "--learn", "x", "--format", "json"],
                        ["-", "--fleet", "2"], ["-", "--sunk", "2"], ["-", "--rules", "small"],
                        ["--grid"], ["--grid", ""], ["--grid", "-", "-"],
                        ["--grid", "-", "--learn", "x"]):
            refusal = subprocess.run([PROGRAM, *options], input=EMPTY, capture_output=True,
                                     text=True, timeout=60, check=False)
            self.assertEqual(refusal.returncode, 2, options)
            self.assertTrue(refusal.stderr, options)
            self.assertFalse(refusal.stdout, options)


unittest.main()
