#!/usr/bin/env python3
"""playing.py PROGRAM: aiming, salvos, hints, heat maps, notes, undo, the log."""

import re
import unittest

from game import ENEMY, OWN, ScreenTest
from terminal import WHEEL_DOWN

SALVO = ["--turn", "salvo 5"]
# Exact odds of this fleet, whose ships must not touch, take long enough to be cancelled.
SLOW = ["--fleet", "german", "--contact", "none"]


class Aiming(ScreenTest):
    def test_arrows_and_the_keys_to_the_edges_move_the_cursor(self):
        game = self.at_sea("--seed", "1")
        game.keys("home", "pageup")
        game.wait_for_cursor("A1")
        for keys, cell in {
                "right right right down": "D2", "end": "J2", "pagedown": "J10",
                "right down": "J10", "up left": "I9", "home pageup": "A1"}.items():
            game.keys(*keys.split())
            game.wait_for_cursor(cell)
        self.assertFalse(game.shots("a"))
        self.quit(game)

    def test_enter_and_space_fire_at_the_cursor(self):
        game = self.at_sea("--seed", "1")
        for key, cell in ("enter", "A1"), ("space", "B1"):
            game.type_cell(cell)
            game.keys("escape")
            game.wait_until_gone("Cell:")
            game.keys(key)
            game.wait_for_result(cell)
        self.assertEqual(len(game.shots("a")), 2)

    def test_typed_cells_move_the_cursor_and_fire(self):
        game = self.at_sea("--seed", "1")
        game.keys("f")
        game.wait_for("Cell: F_")
        game.keys("2")
        game.wait_for_cursor("F2")
        game.keys("backspace", "1", "0")
        game.wait_for_cursor("F10")
        game.keys("backspace", "backspace", "backspace")
        game.wait_until_gone("Cell:")
        game.keys("c", "7", "enter")
        game.wait_for_result("C7")
        self.assertEqual([line.split()[1] for line in game.shots("a")], ["C7"])

    def test_a_typed_cell_off_the_board_does_not_fire(self):
        game = self.at_sea("--seed", "1")
        game.keys("a", "1", "2")
        game.wait_for("Cell: A12_ (not on the board).")
        game.keys("enter")
        game.wait_for("A12 is not on the board, which has")
        game.keys("a", "1", "2", "backspace", "0", "enter")
        game.wait_for_result("A10")
        self.assertEqual(len(game.shots("a")), 1)

    def test_a_narrow_row_keeps_the_keys_that_matter(self):
        game = self.at_sea("--seed", "1", "--board", "6x6", "--fleet", "2,2", rows=20, columns=60)
        for key in "Enter fire", "Tab board", "^X leave", "? menu":
            self.assertIn(key, game.text())
        game.win()
        game.wait_for("Tab next")
        self.assertIn("q quit", game.text())
        game.keys("p")
        game.wait_for("Step 0 of")
        for key in "arrows step", "Tab next", "Space play", "q back", "? help":
            self.assertIn(key, game.text())
        game.keys("space")
        game.wait_for("Space pause")

    def test_a_key_that_does_nothing_says_so(self):
        game = self.at_sea("--seed", "1")
        game.keys("#")
        game.wait_for("# does nothing here: ? shows the keys.")
        game.keys("down")
        game.wait_until_gone("does nothing here")
        for key in "ctrl-b", "f11":
            game.keys(key)
            game.wait_for("This key does nothing here: ? shows the keys.")
            game.keys("up")
            game.wait_until_gone("does nothing here")
        game.keys("k")
        game.wait_for("There is no column K: they are A to J.")
        game.keys("enter")
        game.wait_until_gone("Cell:")
        self.assertEqual(len(game.shots("a")), 0)

    def test_a_game_without_a_shot_has_no_review(self):
        game = self.at_sea("--seed", "1")
        game.resign()
        game.keys("a")
        game.wait_for("There is no review of this game.")

    def test_the_analysis_offers_no_other_side_where_there_is_none(self):
        game = self.at_sea("--seed", "1")
        game.fire("D4")
        game.resign()
        game.keys("a")
        game.wait_for("ANALYSIS: YOUR TURNS")
        game.wait_for("a back  arrows scroll  ? help")
        game.keys("tab")
        game.wait_for("There is no other review to show.")
        game.keys("a")
        game.wait_for("r rematch")
        game.keys("p")
        game.wait_for("Step 0 of")
        game.keys("ctrl-e")
        game.wait_for("The map shows exact")

    def test_a_cell_may_be_typed_while_the_machine_thinks(self):
        game = self.at_sea("--seed", "1", "--level", "expert")
        for cell, following in ("D4", "D5"), ("D5", "D6"), ("D6", "D7"):
            game.keys(*cell.lower(), "enter", *following.lower())
            game.wait_for(lambda: game.mark(cell) in game.results() and not game.is_busy())
            game.wait_for(f"Cell: {following}")
            game.keys("escape")
            game.wait_until_gone("Cell:")
        self.assertEqual(len(game.shots("a")), 3)

    def test_letters_begin_cells_and_nothing_else(self):
        game = self.at_sea("--seed", "1")
        for letter in "hmsuqnlr":
            game.keys(letter)
            game.wait_for(f"Cell: {letter.upper()}_")
            refusal = ("H is not a cell: the row is missing" if letter == "h" else
                       f"There is no column {letter.upper()}: they are A to J.")
            game.keys("enter")
            game.wait_for(refusal)
            game.wait_until_gone("Cell:")
        self.assertEqual(len(game.shots("a")), 0)

    def test_what_is_no_cell_never_fires_at_the_cursor(self):
        game = self.at_sea("--seed", "1")
        for typed, words in {"z9": "Z9 is not on the board", "a99": "A99 is not on the board",
                             "5": "5 is not a cell: the column is missing, as in E5"}.items():
            game.type_cell("D4")
            game.keys("escape")
            game.wait_until_gone("Cell:")
            game.keys(*typed, "enter")
            game.wait_for(words)
            self.assertNotIn("Cell:", game.text())
            game.wait_for_cursor("D4")
        self.assertEqual(len(game.shots("a")), 0)
        self.assertEqual(game.mark("D4"), game.glyphs["water"])

    def test_keys_typed_in_the_machines_turn_wait_for_theirs(self):
        game = self.at_sea("--seed", "1", "--level", "expert", "--first", "a")
        game.keys(*"b3", "enter", *"c4", "enter", *"d5", "enter")
        for cell in "B3", "C4", "D5":
            game.wait_for_result(cell)
        self.assertEqual([line.split()[1] for line in game.shots("a")], ["B3", "C4", "D5"])
        self.assertEqual(len(game.shots("b")), 3)

    def test_escape_drops_what_was_typed_ahead(self):
        game = self.at_sea("--seed", "1", "--level", "expert", "--first", "a", *SLOW)
        game.keys("d", "4", "enter", "c", "4", "enter")
        game.wait_for("Typed ahead: C4")
        game.keys("escape")
        game.wait_for("What was typed ahead is dropped.")
        game.wait_for(lambda: not game.is_busy())
        self.assertEqual(len(game.shots("a")), 1)

    def test_control_keys_of_flow_are_no_hold(self):
        game = self.at_sea("--seed", "1")
        game.keys("ctrl-s", "home", "pageup")
        game.wait_for_cursor("A1")
        game.keys("ctrl-q", "end")
        game.wait_for_cursor("J1")

    def test_a_click_moves_the_cursor_and_a_second_one_fires(self):
        game = self.at_sea("--seed", "1")
        game.click_cell("E6")
        self.assertFalse(game.shots("a"))
        game.click_cell("E6")
        game.wait_for_result("E6")
        self.assertEqual(len(game.shots("a")), 1)

    def test_clicks_elsewhere_fire_nothing(self):
        game = self.at_sea("--seed", "1")
        own = game.board(OWN)
        for place in (0, 0), game.find(OWN), game.find("afloat"), own.places["E6"], (23, 79):
            game.click(*place)
            game.click(*place)
        game.type_cell("J9")
        self.assertFalse(game.shots("a"))

    def test_what_was_fired_at_is_refused_and_the_game_goes_on(self):
        game = self.at_sea("--seed", "1")
        game.fire("D4")
        game.type_cell("D4")
        game.keys("enter")
        game.wait_for("already fired at")
        game.fire("D5")
        self.assertEqual(len(game.shots("a")), 2)

    def test_larger_boards_scroll_with_cursor_and_wheel(self):
        game = self.at_sea("--seed", "1", "--board", "40x40")
        game.keys("home", "pageup")
        game.wait_for_cursor("A1")
        game.keys("end", "pagedown")
        game.wait_for_cursor("AN40")
        self.assertNotIn("A1", game.board().marks)
        game.keys("home", "pageup")
        game.wait_for_cursor("A1")
        place = game.board().places["A5"]
        game.click(*place, WHEEL_DOWN)
        game.wait_for(lambda: "A1" not in game.board().marks)
        for keys in "a", "n", "3", "9":
            game.keys(keys)
        game.wait_for_cursor("AN39")
        game.keys("enter")
        game.wait_for_result("AN39")


class Salvos(ScreenTest):
    def test_marks_are_lettered_taken_back_and_fired_together(self):
        game = self.at_sea("--seed", "1", *SALVO)
        for number, cell in enumerate(["A1", "C3", "E5"], 1):
            game.type_cell(cell)
            game.keys("enter")
            game.wait_for(f"{number} of 5 shots marked")
            self.assertEqual(game.mark(cell), " abc"[number])
        game.keys("backspace")
        game.wait_for("2 of 5 shots marked")
        game.type_cell("A1")
        game.keys("escape")
        game.wait_until_gone("Cell:")
        game.keys("space")
        game.wait_for("1 of 5 shots marked")
        self.assertEqual(game.mark("C3"), "a")
        for number, cell in enumerate(["J1", "J2", "J3", "J4"], 2):
            game.click_cell(cell)
            game.click_cell(cell)
            game.wait_for(f"{number} of 5 shots marked")
        game.wait_for("5 of 5 shots marked: Enter fires.")
        place = game.board().places["J5"]
        game.click(*place)
        game.click(*place)
        game.wait_for("No shot is left to mark: Backspace takes the")
        game.keys("b", "9", "enter")
        game.wait_until_gone("Cell:")
        game.wait_for("No shot is left to mark")
        self.assertFalse(game.shots("a"))
        game.keys("enter")
        for cell in "C3", "J1", "J2", "J3", "J4":
            game.wait_for_result(cell)

    def test_the_shots_of_a_salvo_are_told_whole(self):
        game = self.at_sea("--seed", "1", "--turn", "salvo 5")
        game.keys("ctrl-t")
        game.wait_for("5 of 5 shots marked")
        game.keys("enter")
        game.wait_for("0 of 5 shots marked")
        below = game.text()[game.text().rindex("medium:"):]
        shots = re.findall(r"[A-J]\d+\s+(?:miss|hit|sunk)", below)
        self.assertEqual(len(shots), 5, below)

    def test_what_is_no_note_is_said_and_a_command_acts(self):
        game = self.at_sea("--seed", "1")
        game.keys("ctrl-n", "é")
        game.wait_for("No note is made")
        game.keys("ctrl-n", "ctrl-w")
        game.wait_for("The game is saved in")

    def test_a_hint_fills_the_rest(self):
        game = self.at_sea("--seed", "1", *SALVO)
        game.type_cell("A1")
        game.keys("enter")
        game.wait_for("1 of 5 shots marked")
        game.keys("f2")
        game.wait_for("5 of 5 shots marked: Enter fires.")
        self.assertEqual(game.mark("A1"), "a")

    def test_salvos_as_large_as_the_fleet_afloat_fit_their_marks(self):
        game = self.at_sea("--seed", "1", "--turn", "salvo 12")
        for index, row in enumerate(range(1, 11)):
            game.type_cell(f"B{row}")
            game.keys("enter")
            game.wait_for(f"{index + 1} of 12 shots marked")
        self.assertEqual([game.mark(f"B{row}") for row in (1, 9, 10)], ["a", "i", "j"])


class Help(ScreenTest):
    def test_a_hint_moves_the_cursor_and_fires_nothing(self):
        game = self.at_sea("--seed", "1")
        game.fire("E5")
        game.keys("f2")
        game.wait_for("Hint: ")
        self.assertEqual(len(game.shots("a")), 1)
        cell = game.cursor()
        game.keys("enter")
        game.wait_for_result(cell)

    def test_escape_cancels_a_hint_and_the_game_goes_on(self):
        game = self.at_sea("--seed", "1", *SLOW)
        game.keys("f2")
        game.wait_for("Looking for a hint")
        game.keys("escape")
        game.wait_until_gone("Looking for a hint")
        game.fire("D4")
        self.assertEqual(len(game.shots("a")), 1)

    def test_the_heat_map_shows_chances_until_it_is_turned_off(self):
        game = self.at_sea("--seed", "1", "--color", "never")
        game.keys("f3")
        game.wait_for(lambda: game.board().having("9"))
        game.wait_for("Chance of a hit at ")
        game.wait_for(re.compile(r"Chance: 1 least, 9 is \d+ %"))
        game.keys("f3")
        game.wait_for(lambda: not game.board().having("9"))
        game.wait_until_gone("Chance: ")
        self.assertEqual(len(game.shots("a")), 0)

    def test_with_colours_the_heat_map_is_a_gradient_with_the_best_percentages(self):
        for term, many in {"xterm-256color": True, "xterm": False}.items():
            game = self.at_sea("--seed", "1", "--level", "expert", env={"TERM": term})
            game.keys("f2")
            game.wait_for(re.compile(r"Hint: [A-J]\d+ \d+ % \("))
            best = game.cursor()
            game.keys("f3")
            game.wait_for(re.compile(r"Chance: 0 % +\d+ %"))
            row, column = game.board().places[best]
            shown = game.screen.buffer[row]
            self.assertNotEqual(shown[column].bg, "default")
            colours = {game.screen.buffer[row][column].bg for row, column in
                       game.board().places.values()}
            self.assertGreater(len(colours), 4 if many else 2)
            # Four of the best cells, besides that under the cursor, show their percentages.
            numbers = [cell for cell, (row, column) in game.board().places.items()
                       if re.fullmatch(r"\d\d", game.screen.display[row][column:column + 2])]
            self.assertIn(len(numbers), (4, 5))
            game.keys("f3")
            game.wait_until_gone("Chance: ")
            self.assertEqual(game.screen.buffer[row][column].bg, "default")

    def test_a_note_is_shown_and_removed(self):
        game = self.at_sea("--seed", "1")
        game.type_cell("D4")
        game.keys("escape")
        game.wait_until_gone("Cell:")
        game.keys("ctrl-n", "?")
        game.wait_for(lambda: game.mark("D4") == "?")
        game.keys("ctrl-n", "space")
        game.wait_for(lambda: game.mark("D4") == game.glyphs["water"])

    def test_undo_takes_back_both_sides_shots(self):
        game = self.at_sea("--seed", "1", "--first", "a")
        game.fire("D4")
        game.keys("f5")
        game.wait_for(lambda: game.mark("D4") == game.glyphs["water"])
        self.assertFalse(game.shots("a"))
        self.assertFalse(game.shots("b"))
        game.keys("f5")
        game.wait_for("There is nothing to take back yet.")

    def test_the_log_is_scrolled(self):
        game = self.at_sea("--seed", "1", "--first", "a", "--level", "easy")
        for row in range(1, 10):
            game.fire(f"A{row}")
        self.assertNotRegex(game.text(), r"1 you A1")
        game.keys("ctrl-o", "home")
        game.wait_for(re.compile(r" 1 you A1 "))
        game.keys("end")
        game.wait_for(re.compile(r" 9 you A9 "))
        game.keys("ctrl-o")
        game.fire("B1")

    def test_a_note_on_a_cell_that_was_fired_at_is_refused(self):
        game = self.at_sea("--seed", "1")
        game.fire("D4")
        game.keys("ctrl-n")
        game.wait_for("D4 is known already: only an unknown cell can have a note.")

    def hit(self, *options):
        """Hits a ship, with the cursor there; the places beside it that were drawn inverse."""
        game = self.at_sea("--seed", "1", "--first", "a", *options)
        game.fire("J10")
        [cell, *_] = game.saved().ships("b")[0]
        row, column = game.board().places[cell]
        game.type_cell(cell)
        game.screen.inverted.clear()
        game.keys("enter")
        game.wait_for_result(cell)
        self.assertEqual(game.mark(cell), game.glyphs["hit"])
        game.wait_for(lambda: not game.screen.buffer[row][column + 1].reverse)
        return game.screen.inverted & {(row, column - 1), (row, column + 1)}

    def test_a_hit_flashes(self):
        self.assertEqual(len(self.hit()), 2)

    def test_nothing_flashes_with_calm(self):
        self.assertFalse(self.hit("--calm"))

    def test_commands_are_chosen_in_the_menu(self):
        game = self.at_sea("--seed", "1")
        for key in "?", "f1":
            game.keys(key)
            game.wait_for("a typed cell moves the cursor")
            game.keys("escape")
            game.wait_until_gone("a typed cell")
            game.wait_for(ENEMY)
        game.keys("?")
        game.wait_for("a typed cell")
        game.keys("t")
        game.wait_for("Hint: ")
        game.keys("?")
        game.wait_for("a typed cell")
        while not re.search(r"> \^N", game.text()):
            game.keys("down")
            game.read(0.02)
        game.keys("enter")
        game.wait_for("Type a character for the note")

    def test_the_legend_and_the_rules_are_in_the_menu(self):
        game = self.at_sea("--seed", "1")
        for letter, words in {"m": "known to be water", "l": "The board: 10 columns"}.items():
            game.keys("?")
            game.wait_for("a typed cell")
            game.keys(letter)
            game.wait_for(words)
            game.keys("escape")
            game.wait_until_gone(words)

    def test_the_menu_is_named_in_the_last_row_of_every_size(self):
        game = self.at_sea("--seed", "1")
        for rows, columns in (24, 80), (20, 60), (40, 120), (16, 50), (12, 30):
            game.resize(rows, columns)
            game.wait_for(lambda: game.text().rstrip().endswith("? menu"))

    def test_a_status_is_broken_at_blanks(self):
        game = self.at_sea("--seed", "1", rows=20, columns=60)
        game.keys(*"z9", "enter")
        game.wait_for("Z9 is not on the board, which has the columns A to J and the")
        game.wait_for("rows 1 to 10.")


if __name__ == "__main__":
    unittest.main()
