#!/usr/bin/env python3
"""build.py DOXYGEN DOXYFILE HTML PAGE [MATHJAX]: runs Doxygen into the directory HTML, copies the page
that scripts/web builds from the directory PAGE, and then does what Doxygen has no setting for:

- Every page loads site.js: the search, the theme, formulas.
- search-text.js has the text of all guides and of the API. Doxygen's own search knows names only.
- What formulas need of MathJax is copied, if its directory MATHJAX is given.
- The sidebar begins with the guides, not with the sections of the README.
- The first page begins with links to the board and into the guides."""

import html
import json
import pathlib
import re
import shutil
import subprocess
import sys

# Pages that only list what other pages explain.
LISTS = re.compile(r"(annotated|classes|examples|files|functions|globals|pages|dir_)")

# What is not searched: declarations and lists of members, which are repeated below, the names of
# examples that call a function, headings that are the same on every page, and tooltips.
NOT_TEXT = re.compile(r'<script.*?</script>|<div class="memproto">.*?</div>|<div class="ttc".*?</div></div>'
                      r'|<dl class="section examples">.*?</dl>|<h2 class="groupheader">.*?</h2>'
                      r'|<object.*?</object>|<p>[^<]*<a href="[^"]*#details">More\.\.\.</a></p>'
                      r'|<hr/>The documentation for this.*', re.S)
LISTED_MEMBERS = re.compile(r'<table class="memberdecls">.*?</table>', re.S)
PROGRAM = re.compile(r'<div class="fragment">.*?</div><!-- fragment -->', re.S)
INLINE_TAG = re.compile(r"</?(a|code|em|b|strong|span)\b[^>]*>")

# The heading of a section of a guide, or of a function: its anchor and its text.
HEADING = re.compile(r'<h[1-4]><a class="anchor" id="([\w-]+)"></a>(.*?)</h[1-4]>'
                     r'|<h2 class="memtitle"><span class="permalink"><a href="#(\w+)">.*?</span>(.*?)</h2>',
                     re.S)

# Of MathJax, what typesets AsciiMath as SVG. Its glyphs are paths, so no font is loaded.
MATHJAX = ("MathJax.js", "extensions/MathEvents.js", "jax/element/mml", "jax/input/AsciiMath",
           "jax/output/SVG/config.js", "jax/output/SVG/jax.js", "jax/output/SVG/autoload",
           "jax/output/SVG/fonts/TeX")


def plain(text):
    """HTML without its tags."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", INLINE_TAG.sub("", text))).split())


def searched_page(path):
    """What the search knows of a page: its sections are an anchor, a heading and a text each."""
    page = path.read_text()
    title = plain(re.search(r'<div class="title">(.*?)</div>', page, re.S).group(1))
    title = re.sub(" (File|Struct) Reference$", "", title)
    guide = not re.search(r"_8\w+(-example)?\.html$|^struct|^md_CHANGELOG", path.name)
    text = re.search(r'<div class="contents">(.*)</div><!-- contents -->', page, re.S).group(1)
    text = NOT_TEXT.sub(" ", text)
    if not path.name.startswith("struct"):
        text = LISTED_MEMBERS.sub(" ", text)
    if not guide:
        text = PROGRAM.sub(" ", text)
    parts = HEADING.split(text)
    sections = [["", title, plain(parts[0])]]
    for guide_anchor, guide_heading, name_anchor, name, rest in zip(*[iter(parts[1:])] * 5):
        sections.append([guide_anchor or name_anchor, plain(guide_heading or name), plain(rest)])
    return {"page": path.name, "title": title, "guide": guide, "sections": sections}


def add_search(directory):
    pages = [searched_page(path) for path in sorted(directory.glob("*.html"))
             if not LISTS.match(path.name)]
    text = json.dumps(pages, ensure_ascii=False, separators=(",", ":"))
    (directory / "search-text.js").write_text(f"window.searchText = {text};\n")


def add_script(directory):
    """Puts site.js first into the head of every page, before anything is drawn."""
    for path in directory.glob("*.html"):
        page = path.read_text()
        path.write_text(page.replace("<head>\n", '<head>\n<script src="site.js"></script>\n', 1))


def copy_mathjax(directory, mathjax):
    for name in MATHJAX:
        target = directory / "mathjax" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (mathjax / name).is_dir():
            shutil.copytree(mathjax / name, target)
        else:
            shutil.copyfile(mathjax / name, target)


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


def add_ways_in(directory):
    path = directory / "index.html"
    start = '<div class="textblock">'
    ways = (pathlib.Path(__file__).parent / "ways-in.html").read_text()
    path.write_text(path.read_text().replace(start, f"{start}\n{ways}", 1))


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
    add_search(directory)
    add_script(directory)
    if len(sys.argv) > 5:
        copy_mathjax(directory, pathlib.Path(sys.argv[5]))
    drop_sections(directory)
    add_ways_in(directory)
    add_page(page, directory)


main()
