#!/usr/bin/env python3
"""Reruns the commands of the guides, and compares what they print with the figures that the guides
state: figures.py [--full | --all] [--keep FOLDER] BUILD [PAGE...]

CONTRIBUTING.md, "Figures", says how a guide states them. Commands that say how long they take are
left out; --full runs those of up to FULL_SECONDS, --all runs all. For work on a page, --keep keeps
their outputs in a folder, and does not run again what is there. By default all guides are read, and
the examples. The last line is "N passed, N failed", counted in figures and lines of output.
"""

import argparse
import hashlib
import os
import pathlib
import re
import resource
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PICTURES = ROOT / "doc/pictures"
PAGES = ["README.md", *sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("doc/**/*.md"))]
PROGRAMS = ["analyse", "battleship", "engine", "network", "simulation"]
DRAWN = [".svg", ".dat"]  # pictures, and their data

FULL_SECONDS = 60
# A block that does not say how long it takes should take a second; builds for tests take longer.
QUICK_SECONDS = 10

NUMBER = re.compile(r"(?<![\w.+])-?\d+(?:,\d{3})*(?:\.\d+)?(?:e[-+]?\d+)?")
# What a machine measures, by its unit, is another number in every run.
UNITS = r"(?:nano|micro|milli)?seconds?|[nm]?s|minutes?|hours?|[KMG]i?B"
MEASURED = re.compile(rf"(?<![\w.])(?:[\d.]+ (?:to|or) )?[\d.]+(?:e[-+]?\d+)?\s?(?:{UNITS})\b")
SCALES = {"million": 1e6, "billion": 1e9}


def plain(text):
    """The words of a cell, without the marks of code and links."""
    return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text).replace("`", "").strip()


def code(text):
    return re.findall(r"`([^`]*)`", text)


def without_code(text):
    return re.sub(r"`[^`]*`", "", text)


def numbers(text):
    return [number.replace(",", "") for number in NUMBER.findall(text.replace("+-", " "))]


def is_rounded(figure, number):
    """Whether a figure is a number, rounded to as many decimals as the figure has."""
    decimals = len(figure.partition(".")[2])
    return abs(float(number) - float(figure)) <= 0.5 * 10 ** -decimals + 1e-9


def masked(text):
    """Lines without what a machine measures, and without blanks at their ends."""
    return [MEASURED.sub("MEASURED", line.rstrip()) for line in text.splitlines()]


class Block:
    """A part of a page: a heading, a fence of a language, a table, or prose."""

    def __init__(self, kind, line, text=""):
        self.kind, self.line, self.text = kind, line, text

    def links(self):
        """The guides that it links to."""
        return re.findall(r"\]\(([\w./-]+\.md)[)#]", self.text)

    def rows(self):
        """The cells of a table, without the line below its header."""
        lines = self.text.splitlines()
        return [[cell.strip() for cell in line.strip().strip("|").split("|")]
                for line in lines[:1] + lines[2:]]

    def has_figures(self):
        return self.kind == "text" or \
            self.kind == "table" and any(numbers(without_code(cell)) for row in self.rows()
                                         for cell in row)


def blocks_of(text):
    """The blocks of a page; indented code and formulas are none."""
    blocks, fence = [Block("", 0)], None
    for number, line in enumerate(text.splitlines(), 1):
        kind = next((kind for start, kind in (("#", "heading"), ("|", "table"), ("<", "formula"))
                     if line.startswith(start)), "prose" if line.strip() else "")
        if line.startswith("```"):
            fence = None if fence else Block(line[3:], number)
            blocks.append(fence or Block("", number))
        elif fence:
            fence.text += line + "\n"
        elif kind == blocks[-1].kind != "heading" or kind and blocks[-1].kind == "formula":
            blocks[-1].text += line + "\n"
        else:
            is_code = line.startswith("    ") and blocks[-1].kind == ""
            blocks.append(Block("" if is_code else kind, number, line + "\n"))
    return [block for block in blocks if block.kind]


class Experiment:
    """Commands, and the outputs and tables below them, up to the next commands or heading."""

    def __init__(self, page, block):
        self.page, self.line, self.commands = page, block.line, block.text
        self.results = []
        self.is_compared = "not compared" not in block.text
        self.seconds = sum(int(number) * (60 if unit == "min" else 1)
                           for number, unit in re.findall(r"# (\d+) (s|min)\b", block.text))

    def files(self):
        """The pictures, and their data, that the commands name."""
        return re.findall(r"[\w-]+\.(?:svg|dat)\b", self.commands)

    def variables(self, table):
        return [name for name in map(plain, table.rows()[0])
                if re.fullmatch(r"\w+", name) and re.search(rf"(?<![\w$-]){name}=", self.commands)]

    def commands_of(self, values):
        """The commands with the values of a row in place of those that they were written with."""
        commands = self.commands
        for name, value in values.items():
            if re.fullmatch(r"\d{1,3}(,\d{3})+", value):
                value = value.replace(",", "")
            assignment = f"{name}={shlex.quote(value)}"
            commands = re.sub(rf"(?<![\w$-]){name}=(\"[^\"]*\"|\S+)", lambda _: assignment,
                              commands, count=1)
        return commands


class Page:
    """A guide: its experiments, and its prose, with each row of other tables."""

    def __init__(self, path):
        self.path, self.experiments, self.prose = path, [], []  # prose: text, line, links
        current = None
        for block in blocks_of((ROOT / path).read_text(encoding="utf-8")):
            if block.kind in ("heading", "sh"):
                current = Experiment(path, block) if block.kind == "sh" else None
                self.experiments += [current] if current else []
            elif block.kind in ("text", "table") and current:
                current.results += [block] if block.has_figures() else []
                self.prose += [(cell, block.line, block.links()) for row in block.rows()
                               for cell in row if block.kind == "table" and "](" in cell]
            elif block.kind == "table":
                self.prose += [(line, block.line + i, block.links())
                               for i, line in enumerate(block.text.splitlines())]
            elif block.kind == "prose":
                self.prose.append((block.text, block.line, block.links()))
        self.experiments = [each for each in self.experiments if each.results or each.files()]

    def shown(self):
        """All numbers that its outputs and tables show, and the data of its pictures."""
        texts = [block.text for each in self.experiments for block in each.results]
        texts += [(PICTURES / name).read_text(encoding="utf-8") for each in self.experiments
                  for name in each.files() if name.endswith(".dat")]
        return [number for text in texts for number in numbers(text)]


class Runner:
    """Runs commands as a reader does, in a folder that looks like the tree with its builds."""

    def __init__(self, build, folder, keep):
        self.folder, self.keep, self.outputs, self.seconds = folder, keep, {}, 0.0
        (folder / "build").mkdir()
        (folder / "build/release").symlink_to(build)
        (folder / "build/benchmarks").symlink_to(build / "benchmarks")
        (folder / "doc/pictures").mkdir(parents=True)
        for path in PICTURES.iterdir():
            if path.suffix not in DRAWN:
                (folder / "doc/pictures" / path.name).symlink_to(path)
        for name in ("examples", "tests"):
            (folder / name).symlink_to(ROOT / name)
        # The Python of the system comes first: it is the one that has packages of the system.
        path = [*(str(build / "programs" / name) for name in PROGRAMS), "/usr/bin"]
        self.environment = {**os.environ, "PATH": ":".join([*path, os.environ["PATH"]]),
                            "XDG_STATE_HOME": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}

    def run(self, commands):
        """Whatever commands print, by the name `output`, and the pictures that they make."""
        if commands not in self.outputs:
            self.outputs[commands] = self.remember(commands)
        return self.outputs[commands]

    def remember(self, commands):
        if not self.keep:
            return self.run_now(commands)
        folder = self.keep / hashlib.sha256(commands.encode()).hexdigest()[:16]
        if not folder.exists():
            files = self.run_now(commands)
            folder.mkdir(parents=True)
            for name, text in {**files, "commands": commands}.items():
                (folder / name).write_text(text, encoding="utf-8")
        return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}

    def run_now(self, commands):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        result = subprocess.run(["bash", "-c", commands], cwd=self.folder, env=self.environment,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.seconds += after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        files = {"output": result.stdout}
        for path in [*self.folder.glob("*.*"), *self.folder.glob("doc/pictures/*.*")]:
            if path.suffix in DRAWN and path.is_file():
                files[path.name] = path.read_text(encoding="utf-8")
                path.unlink()
        return files


class Report:
    """Counts what was compared, and prints what differs."""

    def __init__(self):
        self.passed = self.failed = 0

    def note(self, is_right, place, words, near=()):
        self.passed += bool(is_right)
        self.failed += not is_right
        if not is_right:
            print("\n    ".join([f"FAILED: {place}: {words}", *near[:8]]), flush=True)


def check_output(report, page, block, output):
    """The lines of a block are printed in their order; `...` stands for lines that are left out."""
    printed = masked(output)
    for number, line in enumerate(masked(block.text), block.line + 1):
        if line.strip() in ("", "..."):
            continue
        is_there = line in printed
        near = [other for other in printed if other.split()[:1] == line.split()[:1]]
        printed = printed[printed.index(line) + 1:] if is_there else printed
        report.note(is_there, f"{page}:{number}", f"not printed: {line}", near)


def has_words(line, words):
    return all(re.search(rf"(?<![\w-]){re.escape(word)}(?![\w*-])", line) for word in words)


def find_cell(figure, words, lines, start):
    """Where the numbers of a cell end: side by side, on a line with some words, from `start` on.

    A place is a pair of the index of a line and that of a number on it. None if there is none.
    """
    wanted = numbers(figure)
    for i, line in enumerate(lines[start[0]:], start[0]):
        printed = numbers(line) if has_words(line, words) else []
        for j in range(start[1] if i == start[0] else 0, len(printed) - len(wanted) + 1):
            if all(map(is_rounded, wanted, printed[j:])):
                return i, j + len(wanted)
    return None


def check_row(report, place, cells, lines):
    """The figures of a row's cells, each with its title, are printed in their order."""
    labels = [word for cell, _ in cells for word in code(cell)]
    start = 0, 0
    for cell, title in cells:
        figure = MEASURED.sub("", without_code(cell)).strip()
        is_measured = re.search(rf"(?:^| )(?:{UNITS})$", title)
        if numbers(figure) and not is_measured and "](" not in cell:
            words = labels + code(title)
            end = find_cell(figure, words, lines, start)
            start = end or start
            near = [line for line in lines if has_words(line, words)]
            report.note(end, place, f"not printed: {figure}, of {title}", near)


def check_table(report, experiment, table, run):
    header, *rows = table.rows()
    names, variables = [plain(cell) for cell in header], experiment.variables(table)
    for number, row in enumerate(rows, table.line + 2):
        values = {name: plain(cell) for name, cell in zip(names, row) if name in variables}
        cells = [(cell, title) for name, title, cell in zip(names, header, row)
                 if name not in variables]
        lines = run(experiment.commands_of(values))["output"].splitlines()
        check_row(report, f"{experiment.page}:{number}", cells, lines)


def check_experiment(report, experiment, run):
    for block in experiment.results:
        if block.kind == "table":
            check_table(report, experiment, block, run)
        else:
            check_output(report, experiment.page, block, run(experiment.commands)["output"])
    if experiment.files():
        made = run(experiment.commands)
        for name in {*experiment.files(), *made} & {path.name for path in PICTURES.iterdir()}:
            is_same = name in made and \
                masked(made[name]) == masked((PICTURES / name).read_text(encoding="utf-8"))
            report.note(is_same, f"{experiment.page}:{experiment.line}", f"{name} has changed")


def check_prose(report, page, pages):
    """Figures of prose, those with a point, are shown by the page or by one that the prose links to.

    So are those of cells that link to a page, and of tables below no commands. What links to
    another site has its figures from there.
    """
    for text, line, links in page.prose:
        folder = (ROOT / page.path).parent
        paths = {page.path, *(os.path.relpath(folder / link, ROOT) for link in links)}
        shown = [number.lstrip("-") for path in paths if path in pages
                 for number in pages[path].shown()]
        words = re.sub(r"\]\([^)]*\)", "]", without_code(text.replace("+-", " ")))
        for found in NUMBER.finditer(MEASURED.sub("", words)):
            figure, after = found.group().lstrip("-"), found.string[found.end():]
            if "." in figure and "](http" not in text and not re.match(r"\.\d", after):
                scale = SCALES.get(re.match(r"\s*(\w*)", after).group(1), 1)
                is_shown = any(is_rounded(figure, float(number) / scale) for number in shown)
                report.note(is_shown, f"{page.path}:{line}", f"no command prints {figure}")


def check_examples(report):
    """What the first comment of an example says that it prints is expected in tests/examples."""
    for path in sorted((ROOT / "examples").glob("*.c")):
        expected = "".join(file.read_text(encoding="utf-8")
                           for file in ROOT.glob(f"tests/examples/{path.stem}*"))
        comment = path.read_text(encoding="utf-8").partition("*/")[0]
        for block in re.findall(r"(?:^ \*     .*\n)+", comment, re.M):
            lines = [line.removeprefix(" *").strip() for line in block.splitlines()]
            for line in lines if not lines[0].startswith("cc ") else []:
                report.note(line == "..." or line in expected, path.relative_to(ROOT),
                            f"not printed: {line}")


def check_page(report, page, pages, arguments):
    if page.experiments:
        check_prose(report, page, pages)
    most = float("inf") if arguments.all else FULL_SECONDS if arguments.full else 0
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(arguments.build.resolve(), pathlib.Path(folder), arguments.keep)
        for each in page.experiments:
            place = f"{page.path}:{each.line}"
            if not each.is_compared:
                print(f"{place}: measured, not compared")
            elif each.seconds > most:
                print(f"{place}: not run, for it takes {each.seconds} s")
            else:
                runner.keep = arguments.keep if each.seconds else None
                runner.seconds = 0.0
                check_experiment(report, each, runner.run)
                print(f"{place}: {runner.seconds:.1f} s", flush=True)
                report.note(each.seconds or runner.seconds < QUICK_SECONDS, place,
                            "does not say that it takes long")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("pages", nargs="*", default=PAGES)
    arguments = parser.parse_args()

    report = Report()
    pages = {path: Page(path) for path in {*PAGES, *arguments.pages}}
    for path in arguments.pages:
        check_page(report, pages[path], pages, arguments)
    if arguments.pages == PAGES:
        check_examples(report)
    print(f"{report.passed} passed, {report.failed} failed")
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
