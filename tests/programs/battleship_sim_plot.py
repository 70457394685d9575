#!/usr/bin/env python3
"""battleship_sim_plot.py PROGRAM: the pictures of the simulation, and its histograms as text. The
pictures are skipped where gnuplot is missing."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml

PROGRAM = sys.argv.pop(1)
FAST = ("--strategy", "hunt,random", "--games", "200", "--board", "6x6", "--fleet", "3,2")
MAGIC = {"svg": b"<?xml", "png": b"\x89PNG\r\n\x1a\n", "pdf": b"%PDF-"}


def simulate(*options, **environment):
    return subprocess.run([PROGRAM, *FAST, *options], capture_output=True, text=True, timeout=300,
                          check=False, env={**os.environ, **environment})


def texts(path):
    """The texts in an SVG, which must be well-formed."""
    return ["".join(node.itertext()).strip() for node in xml.parse(path).iter()
            if node.tag.endswith("}text")]


class Place(unittest.TestCase):
    """Each test has a directory of its own."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.place = pathlib.Path(holder.name)

    def files(self):
        return sorted(path.name for path in self.place.iterdir())


@unittest.skipUnless(shutil.which("gnuplot"), "gnuplot is missing (Debian: gnuplot-nox)")
class Pictures(Place):
    def draw(self, option, name, *more):
        path = self.place / name
        result = simulate(option, str(path), *more)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return path

    def test_each_format_is_what_the_name_says(self):
        for suffix, magic in MAGIC.items():
            for option in ("--plot", "--plot-heat"):
                path = self.draw(option, "picture." + suffix)
                self.assertTrue(path.read_bytes().startswith(magic), (suffix, option))

    def test_the_legend_has_all_players_and_their_means(self):
        path = self.place / "shots.svg"
        table = simulate("--plot", str(path), "--format", "csv").stdout.splitlines()
        table = [line for line in table if not line.startswith("#")]
        names = table[0].split(",")
        words = texts(path)
        for line in table[1:]:
            row = dict(zip(names, line.split(",")))
            self.assertIn(f"{float(row['mean']):.2f}  {row['strategy']}", words)
        self.assertIn("shots to sink the fleet", words)
        self.assertIn("200 games", words)

    def test_each_placement_has_its_panels(self):
        for option in ("--plot", "--plot-heat"):
            words = " / ".join(texts(self.draw(option, "two.svg", "--placement", "uniform,edge:5")))
            for piece in ("placement uniform", "placement edge:5"):
                self.assertIn(piece, words, option)

    def test_placements_share_their_axes(self):
        halves = [[], []]
        picture = xml.parse(self.draw("--plot", "two.svg", "--placement", "uniform,edge:5"))
        middle = float(picture.getroot().get("height")) / 2
        for group in picture.iter("{http://www.w3.org/2000/svg}g"):
            place = re.match(r"translate\(([-\d.]+),([-\d.]+)\)", group.get("transform", ""))
            text = "".join(group.itertext()).strip()
            if place and re.fullmatch(r"\d+", text):
                halves[float(place[2]) > middle].append((float(place[1]), text))
        self.assertEqual(sorted(halves[0]), sorted(halves[1]))

    def test_learners_have_a_learning_curve(self):
        habits = ("--strategy", "posterior", "--habits", "--series", "5", "--placement", "edge,hard")
        words = texts(self.draw("--plot", "habits.svg", *habits))
        self.assertEqual(words.count("game of its series"), 2)
        self.assertNotIn("game of its series", texts(self.draw("--plot", "none.svg")))

    def test_few_games_are_bars(self):
        for games, has_bars in ("20", True), ("200", False):
            path = self.draw("--plot", "bars.svg", "--games", games)
            self.assertEqual("fill-opacity = '0.20" in path.read_text(), has_bars, games)

    def test_no_text_is_cut_off(self):
        """Baselines leave room within the picture for the parts of letters below them."""
        for option, *more in (("--plot",), ("--plot-heat",), ("--plot", "--strategy", "posterior",
                                                             "--habits")):
            picture = xml.parse(self.draw(option, "edges.svg", "--placement", "uniform,edge", *more))
            height = float(picture.getroot().get("height"))
            for group in picture.iter("{http://www.w3.org/2000/svg}g"):
                place = re.match(r"translate\(([-\d.]+),([-\d.]+)\)", group.get("transform", ""))
                if place and group.find("{http://www.w3.org/2000/svg}text") is not None:
                    self.assertGreater(float(place[1]), 6, place)
                    self.assertTrue(6 < float(place[2]) < height - 5, (option, place))

    def test_all_strategies_are_told_apart(self):
        path = self.place / "all.svg"
        everyone = subprocess.run([PROGRAM, "--games", "20", "--plot", str(path)],
                                  capture_output=True, text=True, timeout=300, check=False)
        self.assertEqual(everyone.returncode, 0, everyone.stderr)
        self.assertTrue({"mean shots", "shots to sink the fleet"} <= set(texts(path)))

    def test_one_game_can_be_drawn(self):
        for option in ("--plot", "--plot-heat"):
            self.draw(option, "one.svg", "--games", "1")

    def test_heat_maps_name_their_players(self):
        words = texts(self.draw("--plot-heat", "heat.svg"))
        for name in ("hunt", "random", "A", "6"):
            self.assertIn(name, words)

    def test_boards_of_any_shape_are_drawn(self):
        for board, label in (("40x3", "A"), ("3x40", "1"), ("70x70", "70")):
            words = texts(self.draw("--plot-heat", "shape.svg", "--games", "3", "--board", board,
                                    "--blocked", "B2"))
            self.assertEqual(label in words, label != "70", board)

    def test_no_name_of_a_file_is_obeyed(self):
        for name in ("it's.svg", 'a"b.svg', "`touch pwned`.svg", "$(touch pwned).svg", "| cat.svg",
                     "a\nb.svg", "-e.svg", "%s%n.svg", "unset key;.svg", "\\.svg"):
            self.draw("--plot", name)
            self.assertEqual(self.files(), [name])
            (self.place / name).unlink()

    def test_a_failure_keeps_the_older_picture(self):
        fake = self.place / "bin"
        fake.mkdir()
        path = self.place / "kept.svg"
        path.write_text("older", encoding="ascii")
        # Fails only at the picture itself: the check before the games has none.
        (fake / "gnuplot").write_text("#!/bin/sh\n! grep -q plot\\ \nfail=$?\necho partly\n"
                                      "[ $fail = 0 ] || echo 'out of ink' >&2\nexit $fail\n",
                                      encoding="ascii")
        (fake / "gnuplot").chmod(0o755)
        result = simulate("--plot", str(path), PATH=f"{fake}:{os.environ['PATH']}")
        self.assertEqual(result.returncode, 1)
        self.assertIn("gnuplot failed: out of ink", result.stderr)
        self.assertIn("hunt", result.stdout, "the results are printed all the same")
        self.assertEqual(path.read_text(encoding="ascii"), "older")
        self.assertEqual(self.files(), ["bin", "kept.svg"])

    def test_the_settings_of_the_user_are_not_read(self):
        (self.place / ".gnuplot").write_text("exit error 'read'\n", encoding="ascii")
        path = self.place / "plain.svg"
        result = simulate("--plot", str(path), HOME=str(self.place), XDG_CONFIG_HOME=str(self.place))
        self.assertEqual((result.returncode, result.stderr), (0, ""))


class Refusals(Place):
    """All are decided before the games, of which there are far too many here."""

    def refuse(self, code, words, *options, **environment):
        result = simulate("--games", "1000000000", *options, **environment)
        self.assertEqual(result.returncode, code, result.stderr)
        self.assertIn(words, result.stderr)
        self.assertEqual(result.stdout, "")
        self.assertEqual(self.files(), [])

    def test_only_known_formats_are_drawn(self):
        for option in ("--plot", "--plot-heat"):
            for name in ("picture.gif", "picture", ".svg", "svg"):
                self.refuse(2, ".svg, .png or .pdf", option, name)
            self.refuse(2, f"{option}: a value is missing", option, "")

    def test_gnuplot_must_be_there(self):
        self.refuse(1, "gnuplot", "--plot", str(self.place / "a.svg"), PATH=str(self.place))

    def test_the_directory_must_be_there(self):
        self.refuse(2, "No such file or directory", "--plot", str(self.place / "none" / "a.svg"))


class Histograms(unittest.TestCase):
    def bars(self, locale):
        table = simulate(LC_ALL=locale).stdout
        self.assertIn("histograms: ", table)
        return table[table.index("histograms: "):]

    def test_bars_are_blocks_where_the_locale_has_them(self):
        wide = self.bars("C.UTF-8")
        self.assertIn("\u2588", wide)
        self.assertTrue(set(wide) & set("\u2589\u258a\u258b\u258c\u258d\u258e\u258f"))
        self.assertLessEqual(max(map(len, wide.splitlines())), 80)

    def test_bars_are_ascii_elsewhere(self):
        plain = self.bars("C")
        self.assertTrue(plain.isascii())
        self.assertIn("####", plain)


unittest.main()
