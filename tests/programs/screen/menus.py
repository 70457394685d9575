#!/usr/bin/env python3
"""menus.py PROGRAM: the menu and its rules, two players, watching, the end of a game."""

import re
import unittest

from game import EFFORT, UTF_8, ScreenTest

SMALL = ["--board", "6x6", "--fleet", "3,2", "--seed", "1"]
# The values of the rules with keywords, from the default on; the last step leads back.
RULES = {
    "contact": ["no-sides", "none", "allowed"],
    "turn": ["again-on-hit", "salvo", "salvo-afloat", "salvo-largest", "one"],
    "disclosure": ["hit", "sunk", "ship", "every-hit", "length"],
    "salvo-report": ["total", "each"],
    "reveal-water": ["yes", "no"],
    "repeat": ["wasted", "refused"],
    "first": ["a", "b", "random"],
    "ending": ["equal-turns", "at-once"],
    "shots": ["limited", "unlimited"],
    "reveal-ship": ["yes", "no"],
    "head-start": ["turns", "none"],
}


class MenuTest(ScreenTest):
    def menu(self, *options, **settings):
        """Starts with the menu."""
        game = self.start("--menu", *options, **settings)
        game.wait_for("Play against the machine")
        return game


class Menu(MenuTest):
    def rules_one_by_one(self, game):
        """Goes to the page of all rules."""
        game.click_on("Rules: ")
        game.click_on("One by one")
        game.wait_for("RULES ONE BY ONE")

    def select(self, game, words):
        """Selects a row of a list by the keys."""
        game.wait_for(words)
        game.keys("home")
        # Above the first row there is a title or nothing.
        game.wait_for(re.compile(r"(?m)^(\S.*|\s*)\n *> "))
        for _ in range(20):
            game.wait_for(re.compile("(?m)^ *> "))
            if re.search(f"(?m)^ *> {re.escape(words)}", game.text()):
                return
            before = game.text()
            game.keys("down")
            game.wait_for(lambda: game.text() != before)
        self.fail(game.picture(words))

    def test_it_has_all_rows(self):
        game = self.menu()
        for row in ("Today's game", "Two players at this terminal", "Host a game", "Join a game",
                    "Watch a game", "Replay a game", "Practise", "Statistics", "Rules: classic",
                    "Opponent: medium", "Settings: you", "Quit"):
            self.assertIn(row, game.text(), game.picture(row))
        for row in "Resume", "Seed":
            self.assertNotIn(row, game.text())
        self.select(game, "Quit")
        game.keys("enter")
        self.assert_left(game)

    def test_opponent_and_seed(self):
        game = self.menu()
        game.click_on("Opponent: ")
        game.click_on("stalker-easy")
        game.wait_for("Opponent: stalker-easy")
        game.click_on("Settings: ")
        game.click_on("Seed: ")
        game.wait_for("empty")
        game.keys("right", "ctrl-u", *"12x")
        game.wait_for("A seed is a number")
        game.keys("backspace", *"345", "enter")
        game.wait_for("Seed: 12345 (kept)")
        game.keys("r")
        game.wait_until_gone("(kept)")
        for words in "Games: the best of 3", "Games: the best of 5", "Games: one by one":
            game.click_on("Games: ")
            game.wait_for(words)
        game.keys("escape")
        game.click_on("Play against")
        game.wait_for("fits")
        game.keys("ctrl-a")
        game.wait_for("Enter starts the game")
        game.keys("enter")
        game.wait_for_turn()
        self.assertIn("stalker-easy", game.lines()[0])

    def test_the_first_game_explains_itself(self):
        game = self.menu("--name", "Ann")
        game.click_on("Play against")
        game.wait_for("fits")
        game.keys("ctrl-a", "enter")
        game.wait_for_turn()
        game.wait_for("Your shot. The other fleet is hidden.")
        game.keys("ctrl-r", "y")
        game.wait_for_end_of_game()
        game.keys("r")
        game.wait_for("fits")
        game.keys("ctrl-a", "enter")
        game.wait_for_turn()
        self.assertNotIn("The other fleet", game.text())

    def test_the_game_of_the_day(self):
        game = self.menu("--level", "hard", "--rules", "small")
        game.click_on("Today's game")
        game.wait_for_turn()
        par = re.search(r"easy, classic, daily (\d{4}-\d\d-\d\d), par (\d+)", game.text())
        game.keys("ctrl-r", "y")
        game.wait_for_end_of_game()
        line = f"Battleship {par[1]}: lost after 0 shots, par {par[2]}."
        game.wait_for(f"Battleship {par[1]}: lost")
        game.keys("q")
        game.wait_for(line)
        self.assert_left(game)

    def test_a_key_that_does_nothing_says_so_and_help_is_everywhere(self):
        game = self.menu()
        for row, keys in ("Rules: ", "Enter: choose"), ("Opponent: ", "w: rival to watch"):
            game.click_on(row)
            game.wait_for(keys)
            game.keys("x")
            game.wait_for("x does nothing here: ? shows the keys.")
            game.keys("?")
            game.wait_for("another row")
            self.assertIn("Escape: back", game.text())
            game.keys("escape")
            game.wait_until_gone("another row")
            game.keys("escape")
            game.wait_for("Play against the machine")

    def test_names(self):
        game = self.menu()
        game.click_on("Settings: ")
        game.click_on("Your name")
        game.wait_until_gone("Escape: done")
        game.keys(*'Zoë "', "enter")
        game.wait_for("quotes")
        game.keys("backspace", "backspace", "enter")
        game.wait_for("Your name: Zoë")
        game.keys("escape")
        game.wait_for("Settings: Zoë")

    def test_the_machine_asks_before_it_learns_and_forgets(self):
        game = self.menu("--name", "Ann", "--level", "expert", *SMALL)
        game.click_on("Settings: ")
        game.wait_for("Profile: not asked yet")
        game.keys("escape")
        game.click_on("Play against")
        game.wait_for("Ann, may the machine remember")
        game.keys("y")
        game.wait_for("fits")
        game.keys("ctrl-a", "enter")
        game.wait_for_turn()
        game.keys("ctrl-r", "y")
        game.wait_for_end_of_game()
        game.keys("r")
        game.wait_for("Expert knows one of your fleets: ")
        game.keys("ctrl-x", "m")
        game.click_on("Settings: ")
        game.click_on("Profile: on, 1 fleet")
        game.click_on("Show it")
        game.wait_for(re.compile(r"6x6: 1 fleet; \d+ % sure"))
        game.keys("escape", "e")
        game.wait_for("Erase all that the machine knows")
        game.keys("y", "b")
        game.wait_for("Profile: not asked yet")

    def test_every_rule_is_stepped_through_its_values(self):
        game = self.menu()
        self.rules_one_by_one(game)
        for rule, values in RULES.items():
            self.select(game, rule)
            for value in values:
                game.keys("right")
                game.wait_for(re.compile(rf"(?m)^ *> {rule} +< {value}\b[^-]*>"))
        game.keys("escape")
        game.wait_for("Rules: classic")

    def test_what_cannot_be_combined_is_refused_with_the_reason(self):
        game = self.menu()
        self.rules_one_by_one(game)
        self.select(game, "salvo-report")
        game.keys("right")
        game.wait_for(re.compile("salvo-report total.* turn one", re.DOTALL))
        game.keys("escape")
        game.wait_for("Rules: refused")
        game.click_on("Play against")
        game.click_on("Rules: ")
        game.wait_for("One by one")
        game.click_on("salvo")
        game.wait_for("Rules: salvo")
        game.click_on("Play against")
        game.wait_for("fits")

    def test_a_fleet_that_is_typed(self):
        game = self.menu()
        self.rules_one_by_one(game)
        self.select(game, "fleet")
        game.keys("enter")
        game.wait_for("FLEET")
        self.select(game, "Another one")
        game.keys("enter")
        game.wait_for("^U: clear")
        game.keys("right", "ctrl-u", *"9,0")
        game.wait_for(re.compile("(?i)length|range|1.."))
        game.keys("backspace", "2", "enter")
        game.wait_for(re.compile("> fleet .*9,2"))

    def test_a_fleet_is_chosen_from_those_of_the_presets(self):
        game = self.menu()
        self.rules_one_by_one(game)
        self.select(game, "fleet")
        game.keys("enter")
        game.wait_for(re.compile("> classic"))
        for name in "modern", "russian", "german", "small", "large", "Another one":
            self.assertIn(name, game.text())
        self.assertNotIn("salvo", game.text())
        self.select(game, "russian")
        game.wait_for("Torpedo Boat")
        game.keys("enter")
        game.wait_for(re.compile("> fleet .*[Tt]orpedo|> fleet +russian"))

    def assert_whole(self, game, keys):
        """The last line has the keys, and nothing is cut within a word."""
        game.wait_for(keys)
        lines = [line for line in game.lines() if line.strip()]
        self.assertIn(keys, lines[-1], game.picture("keys"))
        for line in lines:
            self.assertNotRegex(line, r"[^\s,](\.\.\.|\u2026)\s*$", game.picture("cut"))

    def test_all_pages_are_whole_on_narrow_and_wide_screens(self):
        for rows, columns in (20, 60), (24, 80), (40, 120):
            game = self.menu("--disclosure", "hit", "--fleet", "5,4,3,3,2,2,2,2,2,2,2",
                             rows=rows, columns=columns)
            for _ in range(16):
                self.assert_whole(game, "q quit")
                game.keys("down")
                game.read(0.02)
            for title in "OPPONENT", "SETTINGS", "RULES":
                row = f"{title.capitalize()}: "
                game.click_on(row)
                game.wait_for(title)
                for _ in range(20):
                    self.assert_whole(game, "Escape: ")
                    game.keys("down")
                    game.read(0.02)
                game.keys("escape")
                game.wait_for("q quit")
            self.rules_one_by_one(game)
            for _ in range(15):
                self.assert_whole(game, "Escape: done")
                game.keys("down")
                game.read(0.02)
            game.keys("escape")
            game.wait_for("q quit")
            game.keys("q")

    def test_a_level_says_what_differs(self):
        game = self.menu()
        game.click_on("Opponent: ")
        self.select(game, "expert")
        words = ("44.2shotstosinkafleet", "Hidesitsownfleet", "Learnshowyoulayships,ifyouallowit.")
        for each in words:
            game.wait_for(lambda: each in game.squeezed())

    def test_where_there_is_no_network_the_menu_says_how_to_get_it(self):
        game = self.menu()
        self.select(game, "Host a game")
        if "off:" not in game.text():
            self.skipTest("games over a network are built")
        game.keys("enter")
        game.wait_for("NO NETWORK")
        for words in "builtwithoutlibsodium", "libsodium-dev", "./scripts/play":
            self.assertIn(words, re.sub(r"[\s│]", "", game.text()))

    def test_the_terminal_may_shrink(self):
        game = self.menu()
        for rows, columns in (12, 30), (5, 10), (20, 60):
            game.resize(rows, columns)
            words = "toosmall" if rows == 5 else "Playagainst"
            game.wait_for(lambda: words in game.squeezed())


class TwoPlayers(ScreenTest):
    OPTIONS = ["--two-players", "--name", "Anna", "--name", "Bert", "--fleet", "3,2", "--seed", "1"]

    def assert_hidden(self, game):
        """No ship of anybody is in sight."""
        for glyph in UTF_8["ship"], UTF_8["ghost"]:
            self.assertNotIn(glyph, game.text(), game.picture("ships"))

    def take_over(self, game, name):
        """Nothing is shown between two players, until the next one presses Enter."""
        game.wait_for(f"{name}: press Enter when")
        self.assert_hidden(game)
        game.keys("enter")
        game.wait_for(f"WATERS OF {name.upper()}")

    def ships(self, game, name):
        """The cells of a player that show a ship, laid or in hand."""
        board = game.board(f"WATERS OF {name}")
        return board.having(UTF_8["ship"]) + board.having(UTF_8["ghost"])

    def test_nobody_sees_the_others_ships(self):
        game = self.start(*self.OPTIONS, "--placement", "random", "--first", "a")
        self.take_over(game, "Anna")
        self.assertEqual(len(self.ships(game, "ANNA")), 5)
        self.assertFalse(self.ships(game, "BERT"))
        game.keys(*"a1", "enter")
        game.wait_for("Enter hands over to Bert")
        self.assertFalse(self.ships(game, "BERT"))
        game.keys("enter")
        self.take_over(game, "Bert")
        self.assertGreaterEqual(len(self.ships(game, "BERT")), 4)
        self.assertFalse(self.ships(game, "ANNA"))

    def test_undo_and_resuming_hand_over_too(self):
        game = self.start(*self.OPTIONS, "--placement", "random", "--first", "a")
        self.take_over(game, "Anna")
        game.keys(*"a1", "enter")
        game.wait_for("Enter hands over to Bert")
        game.keys("enter")
        self.take_over(game, "Bert")
        game.keys("f5")
        game.wait_for("Take back the latest turn, that of Anna?")
        game.keys("n")
        game.wait_for("Both of you would have to agree.")
        game.keys("f5", "y")
        self.take_over(game, "Anna")
        game.wait_for(lambda: game.mark("A1", "WATERS OF BERT") == UTF_8["water"])
        self.quit(game)
        game = self.start("--resume", directory=game.directory)
        self.take_over(game, "Anna")

    def test_laying_is_hidden_too(self):
        game = self.start(*self.OPTIONS)
        for name in "Anna", "Bert":
            game.wait_for(f"{name}: press Enter when")
            self.assert_hidden(game)
            game.keys("enter")
            game.wait_for("fits")
            self.assertIn("Anna and Bert, ", game.text())
            self.assertEqual(len(self.ships(game, name.upper())), 3)
            game.keys("ctrl-a")
            game.wait_for("Enter starts the game")
            game.keys("enter")
        game.wait_for("press Enter when")
        self.assert_hidden(game)


class Watching(MenuTest):
    def test_a_game_of_machines_is_watched_to_its_end(self):
        game = self.menu(*SMALL)
        game.click_on("Watch a game")
        game.wait_for("Round")
        game.keys("space")
        game.wait_for("Paused")
        before = self.entries(game)
        game.keys("enter")
        game.wait_for(lambda: self.entries(game) == before + 1)
        game.keys("space", *"+++++")
        game.wait_for_end_of_game()

    def test_the_log_tells_machines_apart_that_are_alike(self):
        game = self.menu("--strategy", "stalker-easy", *SMALL)
        game.click_on("Watch a game")
        game.wait_for(re.compile(r"\d stalker-easy 1 "))
        game.wait_for(re.compile(r"\d stalker-easy 2 "))

    def entries(self, game):
        """How many turns the log shows."""
        return len(re.findall(r" \d+ medium ", game.text()))


class TheEnd(ScreenTest):
    def test_resigning_asks_first(self):
        game = self.at_sea(*SMALL)
        game.keys("f10")
        game.wait_for("Resign")
        game.keys("escape")
        game.wait_until_gone("Resign")
        game.keys("ctrl-r")
        game.wait_for("Give the game up?")
        game.keys("enter")
        game.wait_until_gone("Give the game up?")
        game.wait_for_turn()
        game.keys("ctrl-r")
        game.wait_for("Give the game up?")
        game.keys("y")
        game.wait_for_end_of_game()

    def test_enter_never_leaves_a_game_that_is_not_kept(self):
        game = self.at_sea(*SMALL, "--no-save")
        game.keys("ctrl-x")
        game.wait_for("Quit without saving")
        game.keys("enter")
        game.wait_until_gone("Quit without saving")
        game.wait_for_turn()

    def test_after_a_win_a_rematch_begins_with_the_other_side(self):
        game = self.at_sea(*SMALL, "--save", "own.record")
        game.save_file = f"{game.directory}/own.record"
        game.win()
        game.wait_for(re.compile(r"You won in \d+ shots"))
        for words in "rematch", "new game", "replay", "quit":
            game.wait_for(words)
        began = self.began(game)
        game.keys("r")
        game.wait_for(lambda: game.find("rematch") is None)
        game.wait_for_turn()
        game.keys("f4")
        game.wait_for("The game is saved in")
        self.assertNotEqual(self.began(game), began)

    def began(self, game):
        """Who has begun the game that is saved."""
        return [line for line in game.saved().lines if line.startswith("began ")]

    def test_a_game_is_analysed(self):
        game = self.at_sea(*SMALL)
        game.win()
        game.keys("a")
        game.wait_for(re.compile("turn +shot +chance +expert"))
        game.wait_for("Cost:")
        game.keys("a")
        game.wait_for("fired by you")
        game.wait_until_gone("Looking back")
        figures = {word: float(figure)
                   for figure, word in re.findall(r" (\d+\.\d) (usual|given|saved|lost|fired)", game.text())}
        self.assertAlmostEqual(figures["usual"] + figures.get("given", 0) + figures.get("lost", 0)
                               - figures.get("saved", 0), figures["fired"], 5)

    def test_the_costliest_shots_come_when_they_stay(self):
        game = self.at_sea(*SMALL, rows=40, columns=120)
        game.fire_at(sorted(game.board().marks))
        while "Looking back" in game.text():
            self.assertNotIn("COSTLIEST", game.text())
            game.read(0.2)
        game.wait_for("COSTLIEST SHOTS")
        game.resize(24, 80)
        game.wait_for("more: see the analysis")

    def test_a_review_outlives_a_replay_and_ends_with_its_game(self):
        game = self.at_sea(*SMALL)
        game.win()
        game.wait_for("usual for an expert")
        game.wait_until_gone("Looking back")
        before = game.text()
        game.keys("p")
        game.wait_for("Step 0 of")
        game.keys("q")
        game.wait_for("rematch")
        self.assertEqual(game.text(), before, "nothing is computed again")
        game.rematch()
        self.assertNotIn("usual", game.text())
        game.resign()
        self.assertNotIn("usual", game.text())

    def test_the_end_is_whole_in_small_and_large_windows(self):
        # It takes long to look back on a whole fleet; the board alone fills a small window.
        fleet = [] if EFFORT == 100 else ["--fleet", "2"]
        game = self.at_sea("--seed", "1", *fleet)
        game.keys(*"a1", "enter")
        game.wait_for_turn()
        game.resign()
        game.wait_for("usual for an expert")
        for rows, columns in (20, 60), (40, 120), (24, 80):
            game.resize(rows, columns)
            game.wait_for("? help")
            game.wait_for(lambda: "resigned." in game.text() and "luck" in game.text())
            self.assertNotIn("…", game.text())
            self.assertIn("? help", game.text().rstrip().splitlines()[-1])
            for keys, words in (["a"], "turn"), (["a", "p"], "Step 0"), (["end"], "resigned"):
                game.keys(*keys)
                game.wait_for(words)
                game.wait_for("? help")
                self.assertNotIn("…", game.text())
            game.keys("q")
            game.wait_for("rematch")

    def test_the_game_is_replayed_and_a_new_one_chosen(self):
        game = self.at_sea(*SMALL)
        game.win()
        game.keys("p")
        game.wait_until_gone("rematch")
        game.keys("q")
        game.wait_for("rematch")
        game.keys("n")
        game.wait_for("Play against the machine")


if __name__ == "__main__":
    unittest.main()
