#!/usr/bin/env python3
"""keeping.py PROGRAM: saving, resuming, replaying, statistics; disks that fail, kill -9."""

import csv
import os
import random
import re
import shutil
import signal
import subprocess
import tempfile
import unittest

from game import OWN, PROGRAM, Game, Record, ScreenTest

KILLS = 100
# A program whose files may not grow, as on a full disk: each write fails.
FULL_DISK = ["bash", "-c", 'trap "" XFSZ; ulimit -f 0; exec "$0" "$@"']


class Keeping(ScreenTest):
    def setUp(self):
        self.directory = tempfile.mkdtemp(prefix="keeping-")
        self.addCleanup(shutil.rmtree, self.directory)

    def path(self, name):
        """A file that all programs of a test see."""
        return os.path.join(self.directory, name)

    def read(self, name):
        """A record in such a file."""
        with open(self.path(name), encoding="utf-8") as file:
            return Record(file.read())


class Saving(Keeping):
    def test_a_game_that_was_left_is_resumed(self):
        game = self.at_sea("--seed", "1", directory=self.directory)
        game.fire("D4")
        game.fire("E6")
        game.keys("right", "ctrl-n", "!")
        game.wait_for(lambda: game.mark("F6") == "!")
        before = game.board().marks, game.board(OWN).marks
        self.quit(game)
        for options in ["--resume"], []:
            game = self.start(*options, directory=self.directory)
            if not options:
                game.wait_for("Resume the saved game")
                game.wait_for(re.compile(r"you against medium, classic, \d+ shots, 20\d\d-"))
                game.keys("enter")
            game.wait_for_turn()
            self.assertEqual((game.board().marks, game.board(OWN).marks), before)
            self.quit(game)

    def test_a_game_that_was_left_for_the_menu_is_resumed_there(self):
        game = self.at_sea("--seed", "1", directory=self.directory)
        game.fire("D4")
        before = game.board().marks, game.board(OWN).marks
        game.keys("f10")
        game.wait_for("Save the game, then the menu")
        game.keys("m")
        game.wait_for("> Resume the saved game")
        game.keys("enter")
        game.wait_for_turn()
        self.assertEqual((game.board().marks, game.board(OWN).marks), before)
        self.quit(game)

    def test_one_of_several_saved_games_is_resumed(self):
        for board in "6x6", "7x7":
            game = self.at_sea("--seed", "1", "--board", board, "--fleet", "3,2",
                               directory=self.directory)
            self.quit(game)
        game = self.start("--menu", directory=self.directory)
        game.wait_for("> Resume a saved game (2)")
        game.wait_for("The newest: you against medium, 3 2, 7x7")
        game.keys("enter")
        game.wait_for(re.compile("> you against medium, 3 2, 7x7"))
        game.keys("escape")
        game.wait_for("> Resume a saved game (2)")
        game.keys("enter", "down")
        game.wait_for(re.compile("> you against medium, 3 2, 6x6"))
        game.keys("enter")
        game.wait_for_turn()
        self.assertIn("6x6", game.text())
        self.quit(game)

    def test_a_game_that_was_watched_is_left_without_a_trace(self):
        game = self.start("--menu", directory=self.directory)
        game.click_on("Watch a game")
        game.wait_for("? menu")
        game.keys("ctrl-x")
        game.wait_for("Menu without saving")
        game.click_on("Menu without saving")
        game.wait_for("> Watch a game")
        self.assertNotIn("Resume", game.text())

    def test_without_saving_the_menu_has_nothing_to_resume(self):
        game = self.at_sea("--seed", "1", "--no-save", directory=self.directory)
        game.keys("f10")
        game.wait_for("Menu without saving")
        game.keys("m")
        game.wait_for("> Play against the machine")
        self.assertNotIn("Resume", game.text())

    def test_a_game_is_saved_after_every_turn(self):
        game = self.at_sea("--seed", "1", directory=self.directory)
        for number, cell in enumerate(["A1", "B2", "C3"], 1):
            game.fire(cell)
            game.wait_for(lambda: len(game.shots("a")) == number)

    def test_without_a_saved_game_there_is_nothing_to_resume(self):
        game = self.start("--resume", directory=self.directory)
        game.wait_for("There is no saved game")

    def test_a_second_program_does_not_take_the_game_of_the_first(self):
        first = self.at_sea("--seed", "1", directory=self.directory)
        first.fire("D4")
        second = self.start(directory=self.directory)
        second.wait_for("Play against the machine")
        self.assertNotIn("Resume", second.text())

    def test_nothing_is_saved_on_demand(self):
        game = self.at_sea("--seed", "1", "--no-save")
        game.fire("D4")
        self.assertFalse(game.state_files())

    def test_a_file_of_ones_own(self):
        game = self.at_sea("--seed", "1", "--save", self.path("own.record"))
        game.fire("D4")
        game.keys("f4")
        game.wait_for("The game is saved in")
        self.assertEqual(len(self.read("own.record").shots("a")), 1)
        self.assertFalse(game.state_files("game*.record"))

    def test_a_game_in_a_file_is_not_left_for_the_menu(self):
        game = self.at_sea("--seed", "1", "--save", self.path("own.record"))
        game.keys("f10")
        game.wait_for("Back")
        self.assertNotIn("the menu", game.text())
        game.keys("m", "s")
        self.assert_left(game)

    def test_a_damaged_save_is_refused_with_line_and_column(self):
        game = self.at_sea("--seed", "1", directory=self.directory)
        game.fire("D4")
        self.quit(game)
        [path] = game.state_files("game*.record")
        with open(path, "a", encoding="utf-8") as file:
            file.write("nonsense\n")
        game = self.start("--resume", directory=self.directory)
        game.wait_for(re.compile(r"record:\d+:\d+"))
        self.assertTrue(os.path.exists(path))


class Preferences(Keeping):
    def menu(self, *options):
        """Starts with the menu, in the directory of the test."""
        game = self.start(*options, directory=self.directory)
        game.wait_for("Play against the machine")
        return game

    def test_the_menu_begins_with_what_was_chosen_last(self):
        game = self.menu("--menu", "--name", "Ann")
        game.click_on("Opponent: ")
        game.click_on("expert")
        game.wait_for("Opponent: expert")
        game.click_on("Rules: ")
        game.click_on("russian")
        game.wait_for("Rules: russian")
        game.keys("q")
        self.assert_left(game)
        game = self.menu()
        for words in "Opponent: expert", "Rules: russian", "Settings: Ann":
            self.assertIn(words, game.text())
        game.keys("q")
        game = self.start("--seed", "1", directory=self.directory)
        game.wait_for("medium, classic")
        game.wait_for("fits at")
        game.keys("ctrl-x", "m")
        game.wait_for("Opponent: expert")
        self.assertIn("Rules: russian", game.text())
        game.keys("q")
        game = self.menu("--menu", "--level", "easy", "--no-save")
        self.assertIn("Opponent: easy", game.text())
        self.assertIn("Rules: classic", game.text())
        game.keys("q")
        self.assertIn("Opponent: expert", self.menu().text())

    def test_the_style_of_the_last_fleet_is_that_of_the_next_one(self):
        game = self.start("--seed", "1", directory=self.directory)
        game.wait_for("fits")
        game.keys("ctrl-y")
        game.click_on("horizontal")
        game.wait_for("Laid by the style horizontal")
        game.keys("ctrl-x", "q")
        self.assert_left(game)
        with open(game.state_files("preferences")[0], encoding="utf-8") as file:
            self.assertIn("style horizontal\n", file.read())

    def test_a_damaged_file_is_said_once_in_the_menu(self):
        game = self.menu("--level", "easy", "--menu")
        game.keys("q")
        self.assert_left(game)
        [path] = game.state_files("preferences")
        with open(path, "w", encoding="utf-8") as file:
            file.write("battleship-preferences 1\nlevel divine\nsound 11\nname Ann\n")
        game = self.menu()
        game.wait_for(lambda: "preferences:2:1:thereisnosuchlevel" in game.squeezed())
        self.assertIn("Opponent: medium", game.text())
        self.assertIn("Settings: Ann", game.text())
        game.keys("q")
        self.assert_left(game)
        self.assertNotIn("no such level", self.menu().text())


class Failing(Keeping):
    def survive(self, game):
        """A failure to save is said, and the game goes on."""
        game.wait_for("cannot be saved")
        game.wait_for_turn()
        game.fire("D4")
        game.fire("D5")

    def test_a_device_that_is_full(self):
        self.survive(self.start("--placement", "random", "--first", "b", "--save", "/dev/full"))

    def test_a_disk_that_is_full(self):
        game = self.start("--placement", "random", "--first", "b", prefix=FULL_DISK)
        self.survive(game)

    def ask_for_the_menu(self, game):
        """Leaves a game on a full disk, as far as the question that follows."""
        game.keys("f10")
        game.wait_for("Save the game, then the menu")
        game.keys("m")
        game.wait_for("Leave it all the same?")

    def test_on_a_full_disk_a_game_is_left_on_demand_only(self):
        game = self.at_sea(prefix=FULL_DISK)
        self.ask_for_the_menu(game)
        game.keys("b")
        game.wait_until_gone("Leave it all the same?")
        game.wait_for_turn()
        self.ask_for_the_menu(game)
        game.keys("l")
        game.wait_for("> Play against the machine")

    def test_on_a_full_disk_ctrl_c_quits_rather_than_going_to_the_menu(self):
        game = self.at_sea(prefix=FULL_DISK)
        self.ask_for_the_menu(game)
        game.keys("ctrl-c")
        self.assert_left(game)

    def test_no_state_directory(self):
        game = self.start("--placement", "random", env={"XDG_STATE_HOME": "/dev/null/state"})
        game.wait_for("Any key: back")
        game.keys("enter")
        game.wait_for_turn()
        game.fire("D4")

    def test_killed_a_hundred_times_the_game_is_whole(self):
        rng = random.Random(1)
        options = ["--placement", "random", "--seed", "1", "--board", "40x40", "--level", "easy"]
        cells = [f"{column}{row}" for row in range(1, 21) for column in "ABCDEFGHIJKLMNOPQRST"]
        shots = 0
        for _ in range(KILLS):
            with Game(*options, directory=self.directory) as game:
                game.wait_for_turn()
                for cell in cells[shots:shots + 3]:
                    game.keys(*cell.lower(), "enter")
                game.read(rng.uniform(0, 0.03))
                game.signal(signal.SIGKILL)
                game.process.wait()
                saved = game.saved()
            self.assertTrue(saved.text.endswith("\n"))
            self.assertGreaterEqual(len(saved.shots("a")), shots)
            shots = len(saved.shots("a"))
            options = ["--resume"]
        with Game("--resume", directory=self.directory) as game:
            game.wait_for_turn()
            self.assertEqual(len(game.shots("a")), shots)
            self.assertFalse(game.state_files("*.tmp*"))


class Replaying(Keeping):
    def test_a_finished_game_step_by_step(self):
        path = self.path("game.record")
        game = self.at_sea("--seed", "1", "--save", path, "--board", "6x6", "--fleet", "2,2")
        game.save_file = path
        game.win()
        game.keys("q")
        self.assert_left(game)
        record = self.read("game.record")
        entries = len(record.shots("a")) + len(record.shots("b"))
        game = self.start("--replay", path)
        steps = {"home": 0, "right": 1, "2": 2, "end": entries, "left": entries - 1}
        for key, entry in steps.items():
            game.keys(*([key, "enter"] if key.isdigit() else [key]))
            game.wait_for(f"Step {entry} of {entries}.")
        game.keys("9", "9", "9", "enter")
        game.wait_for(f"There is no step 999: the last one is {entries}.")
        game.keys("home", "m")
        game.wait_for("The map shows exact")
        game.keys("m", "space")
        game.wait_for(f"Step {entries} of {entries}.")
        game.keys("q")
        self.assert_left(game)

    def boards(self, game):
        """The titles of the boards, from left to right."""
        return re.findall(r"WATERS OF [A-Z]+|YOUR WATERS", game.text())

    def test_a_game_that_has_ended_is_kept_and_chosen_in_the_menu(self):
        game = self.at_sea("--seed", "1", "--board", "6x6", "--fleet", "2,2",
                           directory=self.directory)
        game.win()
        game.wait_for("usual for an expert")
        boards = self.boards(game)
        game.keys("n")
        game.click_on("Replay a game")
        game.wait_for(re.compile(r"> 20\d\d-\d\d-\d\d \d\d:\d\d  medium\. You won in \d+ shots\."))
        game.wait_for("Another file...")
        game.keys("enter")
        game.wait_for("Step 0 of")
        self.assertEqual(self.boards(game), boards)
        game.keys("end")
        game.wait_for(re.compile(r"You won in \d+ shots; \d+\.\d is usual"))
        game.keys("a")
        game.wait_for(re.compile("turn +shot +chance"))
        game.keys("a", "home", "right", "right")
        game.wait_for("the expert")
        game.keys("q")
        game.wait_for("Another file...")
        game.keys("escape")
        game.wait_for("Play against the machine")
        game.keys("q")
        self.assert_left(game)
        game = self.start("--replay", directory=self.directory)
        game.wait_for("Another file...")
        game.keys("escape")
        self.assert_left(game)

    def test_ones_own_costliest_shots_are_asked_again(self):
        game = self.start("--practise", directory=self.directory)
        game.wait_for("No game of yours is kept yet")
        game.keys("enter")
        self.assert_left(game)
        game = self.at_sea("--seed", "1", "--level", "easy", "--board", "6x6", "--fleet", "4,3,2",
                           directory=self.directory)
        game.fire_at([f"{x}{y}" for y in range(1, 7) for x in "ABCDEF"])
        game.wait_for("usual for an expert")
        game.keys("n")
        game.click_on("Practise")
        count = None
        while True:
            game.wait_for(re.compile(r"Position \d of \d|were better than then"))
            asked = re.search(r"Position (\d) of (\d)", game.text())
            if not asked:
                break
            count = asked[2]
            cells = game.board().having(game.glyphs["water"])
            game.keys(*cells[0], "enter")
            game.wait_for("your shot of then, cost")
            game.keys("enter")
        self.assertRegex(" ".join(game.text().split()), rf"\d of {count} shots were better than then")
        game.keys("enter")
        game.click_on("Practise")
        game.wait_for("Position 1 of")
        game.keys("escape")
        game.wait_for("Play against the machine")
        game.keys("q")
        self.assert_left(game)

    def test_a_game_that_was_killed_at_its_end_has_ended(self):
        game = self.at_sea("--seed", "1", "--board", "6x6", "--fleet", "2,2",
                           directory=self.directory)
        game.win()
        game.wait_for("usual for an expert")
        game.signal(signal.SIGKILL)
        game.process.wait()
        game = self.start("--menu", directory=self.directory)
        game.wait_for("> Play against the machine")
        self.assertNotIn("Resume", game.text())
        game.click_on("Replay a game")
        game.wait_for(re.compile(r"You won in \d+ shots"))
        with open(game.state_files("statistics.csv")[0], encoding="utf-8") as file:
            [row] = csv.DictReader(file)
        self.assertEqual((row["outcome"], row["luck"], row["given_away"]), ("won", "", ""))

    def test_without_saving_nothing_is_kept(self):
        game = self.at_sea("--seed", "1", "--board", "6x6", "--fleet", "2,2", "--no-save",
                           directory=self.directory)
        game.resign()
        game.keys("n")
        game.click_on("Replay a game")
        game.wait_for("No game has been kept yet.")
        self.assertFalse(game.state_files("games/*"))

    def test_on_a_full_disk_that_no_game_is_kept_is_said_once(self):
        game = self.at_sea("--board", "6x6", "--fleet", "2,2", prefix=FULL_DISK)
        for _ in range(2):
            game.resign()
            game.rematch()
        game.resign()
        game.keys("q")
        self.assert_left(game)
        self.assertEqual(game.output.decode().count("is not kept to be replayed"), 1)
        self.assertFalse(game.state_files("games/*"))

    def test_what_is_no_record_is_refused(self):
        with open(self.path("no.record"), "w", encoding="utf-8") as file:
            file.write("battleship 1\nboard 10x10\nnonsense\n")
        for name in "no.record:3:1", "none.record":
            game = self.start("--replay", self.path(name.partition(":")[0]))
            game.wait_for(name)
            self.assert_left(game, codes=[1])


class Statistics(Keeping):
    def rows(self, name):
        """The rows of a CSV file."""
        with open(self.path(name), encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def test_a_game_that_ends_is_counted_once(self):
        game = self.at_sea("--seed", "1", "--board", "6x6", "--fleet", "2,2", "--first", "a",
                           directory=self.directory)
        game.fire("A1")
        game.keys("f5")
        game.wait_for("Taken back.")
        game.keys("f2")
        game.wait_for("Hint: ")
        game.win()
        game.wait_for(re.compile(r"hints 1, .*turns.*taken.*back.* 1\.", re.DOTALL))
        game.keys("q")
        self.assert_left(game)
        self.assertFalse(game.state_files("game*.record"))
        table = subprocess.run([PROGRAM, "--statistics"], env=game.env, stdout=subprocess.PIPE,
                               text=True, check=True).stdout
        self.assertRegex(table, r"medium\* +1 +1 +0")
        subprocess.run([PROGRAM, f"--statistics={self.path('all.csv')}"], env=game.env, check=True)
        [row] = self.rows("all.csv")
        self.assertEqual((row["outcome"], row["hints"], row["undos"]), ("won", "1", "1"))
        game = self.start(directory=self.directory)
        game.click_on("Statistics")
        game.wait_for(re.compile("games +won"))

    def test_the_table_is_whole_on_a_narrow_screen(self):
        game = self.at_sea("--seed", "1", "--board", "4x4", "--fleet", "2", directory=self.directory)
        game.win()
        game.keys("q")
        self.assert_left(game)
        game = self.start(directory=self.directory, rows=20, columns=60)
        game.click_on("Statistics")
        game.wait_for("won lost")
        self.assertNotIn("\u2026", game.text())
        game.wait_for("extra help")
        self.assertIn("q back", game.lines()[-1])

    def test_a_game_that_is_resigned_is_lost(self):
        game = self.at_sea("--seed", "1", directory=self.directory)
        game.keys("ctrl-r")
        game.wait_for("Give the game up?")
        game.keys("y")
        game.wait_for_end_of_game()
        game.keys("q")
        self.assert_left(game)
        subprocess.run([PROGRAM, f"--statistics={self.path('all.csv')}"], env=game.env, check=True)
        [row] = self.rows("all.csv")
        self.assertEqual(row["outcome"], "lost")


if __name__ == "__main__":
    unittest.main()
