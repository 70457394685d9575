#!/usr/bin/env python3
"""from_help.py FILE NAME DATE TITLE: the man page of a program, from a file of what it prints for
--help. So the page and the help cannot differ.

The help begins with `usage:`; then come paragraphs; options, indented by two, whose names and texts
are two columns; their values, indented further; headings that end in a colon."""

import re
import sys
import textwrap

OPTION = re.compile(r"  (--[a-z-]+)((?: |\[=).*?)?(?:  +(.*))?$")
VALUE = re.compile(r"( {4,8})(\S+(?: [A-Z]+)?)  +(.*)$")
TEXT = re.compile(r" {9,}(.*)$")


def escaped(text):
    """Text that no formatter takes for a request or an escape."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def sentences(text):
    """Each sentence begins a line, as in all man pages."""
    for sentence in re.split(r"(?<=[.:;]) (?=[A-Z])", text.strip()):
        for line in textwrap.wrap(sentence, 70, break_on_hyphens=False, break_long_words=False):
            yield escaped(line)


def synopsis(lines):
    yield ".Sh SYNOPSIS"
    for line in lines:
        yield ".Nm"
        rest = re.sub(r"^(usage:)? *\S+ ?", "", line)
        if rest:
            yield escaped(rest)


class Page:
    """Writes what follows the usage, line by line."""

    def __init__(self):
        self.lines, self.lists = [], 0

    def open_lists(self, depth):
        while self.lists > depth:
            self.lines.append(".El")
            self.lists -= 1
        while self.lists < depth:
            self.lines.append(".Bl -tag -width Ds")
            self.lists += 1

    def item(self, depth, name, text):
        self.open_lists(depth)
        self.lines.append(f".It {name}")
        if text:
            self.lines += sentences(text)

    def paragraph(self, lines):
        """Lines that are no list; examples are indented."""
        self.open_lists(0)
        if lines[0].startswith("  "):
            self.lines.append(".Bd -literal -offset indent")
            self.lines += [escaped(line.strip()) for line in lines]
            self.lines.append(".Ed")
        elif len(lines) == 1 and re.fullmatch(r"[A-Z][^.]*:", lines[0]):
            self.lines.append(f".Ss {lines[0][:-1]}")
        else:
            for part in re.split(r"\n(?=[a-z]+: )", "\n".join(lines)):
                self.lines += [".Pp", *sentences(" ".join(part.split()))]

    def option_lines(self, lines):
        if not lines[0].startswith(" "):
            self.paragraph([lines.pop(0)])
        for line in lines:
            option, value, text = (pattern.match(line) for pattern in (OPTION, VALUE, TEXT))
            if option:
                argument = (option[2] or "").strip()
                name = f"Fl Fl {escaped(option[1][2:])}"
                self.item(1, name + (f" Ar {escaped(argument)}" if argument else ""), option[3])
            elif value and len(value[1]) < 9:
                self.item(2, f"Cm {escaped(value[2])}", value[3])
            elif text and self.lists:
                self.lines += sentences(text[1])
            else:
                self.paragraph([line.strip()])


def body(paragraphs):
    page = Page()
    for lines in paragraphs:
        if any(OPTION.match(line) for line in lines):
            page.option_lines(lines)
        elif lines[0].startswith("Exits with"):
            page.open_lists(0)
            page.lines += [".Sh EXIT STATUS", *sentences(" ".join(lines))]
        else:
            page.paragraph(lines)
    page.open_lists(0)
    return page.lines


def main(file, name, date, title):
    with open(file, encoding="utf-8") as stream:
        text = stream.read()
    usage, _, rest = text.partition("\n\n")
    first = [line for line in usage.splitlines() if line.startswith(("usage:", "       "))]
    intro = usage.splitlines()[len(first):]
    paragraphs = [part.splitlines() for part in ["\n".join(intro), *re.split(r"\n\n+", rest)]
                  if part.strip()]
    lines = body(paragraphs)
    # A paragraph follows a heading at once.
    lines = [line for before, line in zip([".Sh", *lines], lines)
             if not (line == ".Pp" and before.startswith((".Sh", ".Ss")))]
    print(f'.Dd {date}\n.Dt {name.upper()} 1\n.Os\n.Sh NAME\n.Nm {name}\n.Nd {title}')
    print("\n".join(synopsis(first)))
    print(".Sh DESCRIPTION")
    print("\n".join(lines))
    print(".Sh SEE ALSO\n.Xr libbattleship 3 ,\n.Xr battleship-record 5 ,\n.Xr battleship 6")


main(*sys.argv[1:])
