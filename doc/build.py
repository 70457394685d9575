#!/usr/bin/env python3
"""build.py DOXYGEN DOXYFILE HTML PAGE: runs Doxygen into the directory HTML, copies the page that
scripts/web builds from the directory PAGE, and then does two things for which Doxygen has no setting:

- The search finds names, pages and sections by each of their words. Doxygen's knows no sections, and
  finds what begins with the text only, while all of our names begin with `bship_`.
- The sidebar begins with the guides, not with the sections of the README."""

import html
import pathlib
import re
import shutil
import subprocess
import sys

# Words by which nobody searches.
COMMON = set("a an and are as at be by for from has have how if in is it its not of on one or that the "
             "their this to two was what when where which who with your".split())


def identifier(text):
    """A text as Doxygen's search.js writes what is searched for."""
    return re.sub(r"[^a-z0-9\u0080-\uffff]", lambda found: f"_{ord(found.group()):02x}", text.lower())


def tails(text, separator):
    """The text from its second word on, from its third, and so on."""
    words = text.split(separator)
    return [separator.join(words[first:]) for first in range(1, len(words))
            if words[first].lower().strip(".,:;()?") not in COMMON]


def section_entries(pages):
    """A pair of what is searched for and an entry of the index for each word of each section."""
    for page, title in pages.items():
        for anchor, heading in re.findall(
                r'<h[1-4]><a class="anchor" id="([\w-]+)"></a>\s*(.*?)</h[1-4]>', page.read_text(), re.S):
            heading = html.unescape(re.sub("<[^>]*>", "", heading)).strip()
            shown = html.escape(heading).replace("'", "&#39;")
            for tail in [heading] + tails(heading, " "):
                yield tail, f"['{shown}',['../{page.name}#{anchor}',1,'{title}']]]"


def word_entries(lines, directory):
    """The same for the words of what is in the index already: lines of it."""
    pages = {}
    for line in lines:
        name, title, rest = re.match(r"  \['([^']*)_\d+',\['(.*?)',(\[.*)$", line, re.S).groups()
        page = re.match(r"\['\.\./([\w-]+\.html)',", rest)
        if page and "_8h" not in page.group(1) and not page.group(1).startswith("struct"):
            pages[directory / page.group(1)] = title
            for tail in tails(html.unescape(title), " "):
                yield tail, f"['{title}',{rest}"
        elif name.startswith("bship_5f"):
            for tail in tails(title, "_"):
                yield tail, f"['{title}',{rest}"
    yield from section_entries(pages)


def add_words(directory):
    """Completes the index of the search: a file for each first letter."""
    search = directory / "search"
    letters = re.search(r'0: "([^"]*)"', (search / "searchdata.js").read_text()).group(1)
    files = {letter: search / f"all_{index:x}.js" for index, letter in enumerate(letters)}
    lists = {letter: path.read_text().removeprefix("var searchData=\n[\n").removesuffix("\n];\n")
             .split(",\n") for letter, path in files.items()}
    entries = set(word_entries([line for lines in lists.values() for line in lines], directory))
    for tail, rest in sorted(entries, key=lambda entry: ("_8h" in entry[1], entry)):  # guides first
        lines = lists.get(tail[0].lower(), [])
        lines.append(f"  ['{identifier(tail)}_{len(lines)}',{rest}")
    for letter, path in files.items():
        path.write_text("var searchData=\n[\n" + ",\n".join(lists[letter]) + "\n];\n")


def drop_sections(directory):
    """Removes the sections of the main page from the sidebar, and renumbers what follows them."""
    tree = directory / "navtreedata.js"
    text, count = re.subn(r'    \[ "[^"]*", "index\.html#\w+", null \],\n', "", tree.read_text())
    tree.write_text(text)
    for path in directory.glob("navtreeindex*.js"):
        lines = [line for line in path.read_text().split("\n")
                 if not line.startswith('"index.html#')]
        path.write_text(re.sub(r'(?m)(":\[)(\d+)',
                               lambda found: found.group(1) + str(int(found.group(2)) - count),
                               "\n".join(lines)))


def add_page(page, directory):
    """Adds the page that plays and analyses; without it, one that says how to build it."""
    copy = directory / "page"
    if page.is_dir():
        shutil.copytree(page, copy)
        return
    copy.mkdir()
    (copy / "index.html").write_text(
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Battleship</title>\n'
        "<p>This documentation was built without the page: run <code>./scripts/web</code>, and build "
        'it again. <a href="../index.html">To the documentation</a></p>\n</html>\n')


def main():
    doxygen, doxyfile = sys.argv[1], sys.argv[2]
    directory, page = pathlib.Path(sys.argv[3]), pathlib.Path(sys.argv[4])
    shutil.rmtree(directory, ignore_errors=True)  # pages that are gone
    subprocess.run([doxygen, doxyfile], check=True)
    add_words(directory)
    drop_sections(directory)
    add_page(page, directory)


main()
