#!/usr/bin/env python3
"""check.py [--without-browser] SOURCE HTML [SCREENS]: checks the documentation in the directory HTML.

- Every link and every anchor of every page leads somewhere; those to other sites are not followed.
- The addresses in addresses.txt exist, and every guide, example and header has one there: they are
  promised to stay.
- The page that scripts/web builds is there, complete, and the first entry of the sidebar. The first
  page links to it, and positions that guides link to are shown in those guides.
- Every guide is in the sidebar. The page of an object says how to make, ask, change and free it, names
  every function of its header, and has a short example.
- Every source in the bibliography says what it is used for, and every exercise has an answer.
- The search has the text of every page.

The rest is checked in Chromium, and skipped if it is missing or not wanted. Pages are opened from
their files.

- The search finds guides and functions, by the keyboard too.
- The switch changes the theme, and the next page remembers it.
- The page shows the positions that the first page and guides link to.
- Titles are larger than headings, and these than text.
- Formulas are typeset, or text if MathJax was not there.
- At 390 pixels, as on a phone, and at 1280 nothing is wider than the window, unless it scrolls on its
  own, in light and dark. Screens of all pages are kept in the directory SCREENS if it is given.

Ends with "N passed, N failed"."""

import base64
import concurrent.futures
import html.parser
import json
import pathlib
import re
import shutil
import sys
import urllib.parse
import zlib

sys.dont_write_bytecode = True  # the tree stays clean
from browser import Browser, find_chromium

WINDOWS = ((390, 844), (1280, 900))
TALLEST = 5000  # pixels of a screen that is kept

# What sticks out of the window and is inside nothing that scrolls.
WIDE = """(() => {
    const width = window.innerWidth, found = [];
    for (const one of document.querySelectorAll("body *")) {
        const box = one.getBoundingClientRect();
        if (box.right <= width + 1 || box.width === 0 || box.height === 0)
            continue;
        let inside = false;
        for (let at = one; at && !inside; at = at.parentElement) {
            const style = getComputedStyle(at);
            inside = style.position === "fixed" || style.visibility === "hidden" || at !== one &&
                ["auto", "scroll"].includes(style.overflowX) && at.id !== "doc-content" ||
                ["top", "side-nav", "nav-path"].includes(at.id);
        }
        if (!inside)
            found.push(one.tagName + "." + one.className + " " + Math.round(box.right) + " px: " +
                       one.textContent.slice(0, 50));
    }
    return found.slice(0, 3);
})()"""

# A query, and a page that must be among the first results: how many of them.
QUERIES = (
    ("board", "object-board.html", 1),
    ("board", "board_8h.html", 10),
    ("bship_board_new", "board_8h.html#ad58e9b7565dd41b6d6186b0da073aba8", 1),
    ("board_place_random", "board_8h.html", 1),
    ("place random", "board_8h.html", 3),
    ("strategy", "writing-a-strategy.html", 1),
    ("totals", "exact-inference.html", 3),
    ("cannot be combined", "rules.html", 1),
    ("salvo_report", "structbship__rules__options.html", 5),
    # Words that no title or heading has.
    ("shrinkage", "habits.html", 1),
    ("Occam factor", "habits.html", 1),
    ("chequerboard", "exercises.html", 3),
)


class Page(html.parser.HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, path):
        super().__init__()
        self.links, self.anchors = [], set()
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        for key, value in attributes:
            if key == "id" or key == "name" and tag == "a":
                self.anchors.add(value)
            elif key in ("href", "src", "data") and value:
                self.links.append(value)


class Checks:
    """Counts what was checked, and prints what is wrong."""

    def __init__(self):
        self.passed = self.failed = 0

    def that(self, holds, text):
        self.passed += bool(holds)
        self.failed += not holds
        if not holds:
            print("FAILED:", text)


def check_links(checks, directory):
    pages = {path.name: Page(path) for path in directory.glob("*.html")}
    for name, page in sorted(pages.items()):
        dead = []
        for link in page.links:
            address = urllib.parse.urlsplit(link)
            if address.scheme or address.netloc:
                continue
            path, anchor = urllib.parse.unquote(address.path) or name, address.fragment
            if not (directory / path).exists():
                dead.append(link)
            elif anchor and path in pages and anchor not in pages[path].anchors:
                dead.append(link)
        checks.that(not dead, f"{name}: dead links: {', '.join(dead)}")


def check_addresses(checks, directory, addresses):
    built = {path.name for path in directory.glob("*.html")}
    for address in addresses:
        checks.that(address in built, f"{address} is promised, but was not built")
    # What Doxygen makes besides: indexes, folders, and a page for each struct.
    other = re.compile(r"(annotated|classes|examples|files|functions|globals|pages|doxygen_crawl|dir_"
                       r"|struct)")
    for name in sorted(built):
        checks.that(name in addresses or other.match(name), f"{name} is not in addresses.txt")


def check_page(checks, source, directory):
    built, copy = source / "build/web/page", directory / "page"
    tree = (directory / "navtreedata.js").read_text()
    first = re.search(r'"index\.html", \[\s*\[ "[^"]*", "([^"]*)"', tree)
    checks.that(first and first.group(1) == "page/index.html?documentation",
                "the sidebar does not begin with the page")
    if not built.is_dir():
        print("The page is not checked: ./scripts/web has not built it.")
        return
    for path in built.iterdir():
        checks.that((copy / path.name).is_file()
                    and (copy / path.name).read_bytes() == path.read_bytes(),
                    f"page/{path.name} is missing or old: build the documentation again")


def linked_positions(path):
    """The links of a file to positions on the page, and the texts of these."""
    for link, data in re.findall(r"(page/index\.html\S*#analyse\?1\.[ab]\.\d+\.([\w-]+))",
                                 path.read_text()):
        packed = base64.urlsafe_b64decode(data + "=" * (-len(data) % 4))
        yield link, zlib.decompress(packed).decode()


def check_positions(checks, source, directory):
    first = list(linked_positions(directory / "index.html"))
    checks.that(first, "the first page does not link to a position")
    for path in sorted((source / "doc").glob("*.md")):
        guide = path.read_text()
        for link, text in linked_positions(path):
            checks.that(text in guide or text.replace("\n", "\\n") in guide,
                        f"{path.name} links to a position that it does not show: {text}")


def check_sidebar(checks, source, directory):
    tree = "".join(path.read_text() for path in directory.glob("navtreedata.js"))
    for page in sorted((source / "doc").rglob("*.md")):
        label = re.match(r"# .*\{#([\w-]+)\}\n", page.read_text())
        checks.that(label, f"{page.name} has no label: {{#{page.stem}}} after its title")
        if label:
            checks.that(f'"{label.group(1)}.html"' in tree, f"{page.name} is not in doc/layout.xml")


def check_objects(checks, source):
    for page in sorted((source / "doc/objects").glob("*.md")):
        text = page.read_text()
        header = (source / f"include/battleship/{page.stem}.h").read_text()
        for name in re.findall(rf"^BSHIP_API [^(]*?\b(bship_{page.stem}_\w+)\(", header, re.M):
            checks.that(f"{name}()" in text, f"doc/objects/{page.name} does not name {name}()")
        for row in ("make", "ask", "change", "free"):
            checks.that(re.search(rf"^\| {row} \| \S", text, re.M),
                        f"doc/objects/{page.name} does not say how to {row} one")
        examples = re.findall(r"^```c\n(.*?)^```$", text, re.S | re.M)
        checks.that(len(examples) == 1 and examples[0].count("\n") <= 16,
                    f"doc/objects/{page.name} has no example of about ten lines")


def check_guides(checks, source):
    references = (source / "doc/references.md").read_text()
    for entry in re.findall(r"^- (.*(?:\n  .*)*)", references, re.M):
        checks.that(entry.rstrip().endswith("*"), f"references.md: it is not said what is used: {entry}")
    questions, answers = ((source / f"doc/{name}.md").read_text()
                          for name in ("exercises", "exercise-answers"))
    numbers = re.findall(r"^\*\*(\d+)\. ", questions, re.M)
    checks.that(len(numbers) == 10 and numbers == re.findall(r"^\*\*(\d+)\.\*\*", answers, re.M),
                "exercises.md: not every exercise has an answer")


def check_search_text(checks, directory, addresses):
    text = (directory / "search-text.js").read_text()
    pages = json.loads(text.removeprefix("window.searchText = ").removesuffix(";\n"))
    found = {page["page"]: page for page in pages}
    for address in addresses:
        checks.that(address in found, f"the search does not know {address}")
    for page in pages:
        anchors = Page(directory / page["page"]).anchors
        wrong = [anchor for anchor, heading, text in page["sections"]
                 if anchor and anchor not in anchors or not heading]
        checks.that(not wrong, f"the search has sections that {page['page']} has not: {wrong}")
    checks.that(len(text) < 800_000, f"the text of the search has {len(text)} bytes")


def check_markup(checks, source, directory):
    """Text that Doxygen misreads: bold program text; a year at the start of a line, which becomes an item
    of a list; a heading or a table right after a formula; and a link to a guide whose text goes on in
    the next line, after which it may take the rest of the page for plain text."""
    for path in sorted([*source.glob("doc/**/*.md"), *source.glob("*.md")]):
        checks.that(not re.search(r"^ *\d{3,}\. ", path.read_text(), re.M),
                    f"{path.name}: a line begins like an item of a list")
        checks.that(not re.search(r"</pre>\n\n[^\w`(*\[]", path.read_text()),
                    f"{path.name}: after a formula Doxygen expects a paragraph")
        for link in re.findall(r"\[[^\]\[]*\n[^\]\[]*\]\([^)\s]*\.md\)", path.read_text()):
            checks.that(False, f"{path.name}: a link breaks in its text: {' '.join(link.split())}")
    for path in sorted(directory.glob("*.html")):
        text = re.sub(r"<pre.*?</pre>|<div class=\"fragment\">.*?</div><!-- fragment -->", "",
                      path.read_text(), flags=re.S)
        checks.that("**<" not in text and ">**" not in text, f"{path.name} shows ** instead of bold")
        checks.that(not re.search(r"@(ref|code|section) |&lt;/(strong|em|tt)&gt;", text),
                    f"{path.name} shows commands of Doxygen instead of their effect")


def check_queries(checks, browser, directory):
    for width, height in WINDOWS:
        browser.window(width, height)
        browser.open(directory / "exact-inference.html")
        for query, page, among in QUERIES:
            browser.run("document.activeElement.blur(),"
                        "document.getElementById('search-box').value = ''")
            browser.press("/")
            browser.type(query)
            browser.wait("window.searchText && document.querySelector('#search-results li')")
            found = browser.run("[...document.querySelectorAll('#search-results a')].map("
                                "link => link.getAttribute('href') + ' ' + link.textContent)")
            checks.that(any(each.startswith(page) for each in found[:among]),
                        f"at {width} pixels a search for {query} finds {found[:3]}, not {page}")
            checks.that(all(query.lower().split()[0] in each.lower() for each in found[:1]),
                        f"the first result for {query} shows no excerpt with it: {found[:1]}")
            checks.that(not browser.run(WIDE), f"results at {width} pixels are too wide")


def check_search_keys(checks, browser, directory):
    focus = "document.activeElement.id || document.activeElement.getAttribute('href')"
    browser.open(directory / "index.html")
    browser.press("/")
    checks.that(browser.run(focus) == "search-box", "the key / does not lead to the search")
    browser.type("shrinkage zzz")
    browser.wait("!document.getElementById('search-results').hidden")
    checks.that("Nothing" in browser.run("document.getElementById('search-results').textContent"),
                "a search without a result does not say so")
    browser.run("document.getElementById('search-box').value = ''")
    browser.type("board")
    browser.wait("document.querySelector('#search-results li')")
    browser.press("ArrowDown", 40)
    browser.press("ArrowDown", 40)
    second = browser.run("document.querySelectorAll('#search-results a')[1].getAttribute('href')")
    checks.that(browser.run(focus) == second, "two keys down do not lead to the second result")
    browser.press("ArrowUp", 38)
    browser.press("ArrowUp", 38)
    checks.that(browser.run(focus) == "search-box", "keys up do not lead back to the search")
    browser.press("Escape", 27)
    checks.that(browser.run("document.getElementById('search-results').hidden"),
                "Escape does not close the results")
    browser.type(" object")
    browser.wait("!document.getElementById('search-results').hidden")
    browser.press("Enter", 13)
    browser.wait("location.pathname.endsWith('/object-board.html')")
    checks.that(browser.run("location.pathname").endswith("/object-board.html"),
                "Enter does not follow the first result")


def check_theme(checks, browser, directory):
    light = "getComputedStyle(document.body).backgroundColor"
    dark = "document.documentElement.classList.contains('dark-mode')"
    colours = {}
    for system_dark in (False, True):
        browser.window(1280, 900, system_dark)
        browser.open(directory / "index.html")
        checks.that(browser.run(dark) == system_dark, "the first theme is not the system's")
        colours[system_dark] = browser.run(light)
    checks.that(colours[False] != colours[True], f"both themes are {colours[False]}")
    browser.run("document.getElementById('theme').focus()")
    browser.press("Enter", 13)
    checks.that(browser.run(light) == colours[False], "the switch does not change the theme")
    browser.open(directory / "rules.html")
    checks.that(browser.run(light) == colours[False], "the next page does not remember the theme")
    checks.that(browser.run("document.getElementById('theme').getAttribute('aria-pressed')") == "false",
                "the switch does not say which theme is shown")
    browser.run("localStorage.clear()")


def check_headings(checks, browser, directory):
    size = "parseFloat(getComputedStyle(document.querySelector('{}')).fontSize)"
    for width, height in WINDOWS:
        browser.window(width, height)
        browser.open(directory / "search.html")
        title, heading, text = (browser.run(size.format(part)) for part in
                                (".headertitle .title", ".contents h1", ".contents p"))
        checks.that(title > heading > text, f"at {width} pixels a title, a heading and text have "
                                            f"{title}, {heading} and {text} pixels")


def check_positions_open(checks, source, browser, directory):
    if not (source / "build/web/page").is_dir():
        return
    status = "document.getElementById('analyse-status').textContent"
    for path in (directory / "index.html", *sorted((source / "doc").glob("*.md"))):
        for link, text in linked_positions(path):
            query = link.removeprefix("page/index.html")
            browser.open(directory / "index.html")  # another anchor alone would load nothing
            browser.open(directory / "page/index.html", query)
            checks.that(browser.wait(f"/ possible\\./.test({status})"),
                        f"{path.name} links to a position that the page does not show: {text}")


def check_formulas(checks, browser, directory, addresses):
    texts = {}
    for address in addresses:
        found = re.findall(r'<pre class="formula">(.*?)</pre>', (directory / address).read_text(), re.S)
        if found:
            texts[address] = found
    checks.that("exact-inference.html" in texts, "exact-inference.html has no formula")
    if not (directory / "mathjax").exists():
        print("Formulas stay text: MathJax is missing (Debian: libjs-mathjax).")
        return
    browser.window(390, 844)
    for address, found in texts.items():
        browser.open(directory / address)
        browser.wait("!document.querySelector('pre.formula')")
        checks.that(browser.run("document.querySelectorAll('div.formula svg').length") == len(found),
                    f"{address}: not all formulas are typeset")
        checks.that(not browser.run("document.querySelector('.merror, .MathJax_SVG_Error')"),
                    f"{address}: MathJax cannot read a formula")


def check_width(checks, browser, window, directory, addresses, screens):
    typeset = "!document.querySelector('pre.formula')" if (directory / "mathjax").exists() else "true"
    width, height = window
    for address in addresses:
        browser.window(width, height)
        browser.open(directory / address)
        browser.wait(typeset)
        for theme in ("light", "dark"):
            browser.window(width, height, theme == "dark")
            found = browser.run(WIDE)
            checks.that(not found, f"{address} is wider than {width} pixels, {theme}:\n    " +
                        "\n    ".join(found))
            if screens:
                tall = browser.run("document.getElementById('doc-content').scrollHeight + 160")
                browser.window(width, max(height, min(tall, TALLEST)), theme == "dark")
                browser.screen(screens / f"{pathlib.Path(address).stem}-{width}-{theme}.webp")


def check_widths(checks, browsers, *what):
    """Each width has a browser of its own, for this takes the longest."""
    counts = [Checks() for _ in WINDOWS]
    with concurrent.futures.ThreadPoolExecutor() as pool:
        list(pool.map(lambda count, browser, window: check_width(count, browser, window, *what),
                      counts, browsers, WINDOWS))
    for count in counts:
        checks.passed += count.passed
        checks.failed += count.failed


def check_in_browser(checks, source, directory, addresses, screens):
    chromium = find_chromium()
    if not chromium:
        print("Nothing is checked in a browser: chromium is missing (Debian: chromium).")
        return
    with Browser(chromium) as browser, Browser(chromium) as second:
        check_queries(checks, browser, directory)
        check_search_keys(checks, browser, directory)
        check_theme(checks, browser, directory)
        check_headings(checks, browser, directory)
        check_positions_open(checks, source, browser, directory)
        check_formulas(checks, browser, directory, addresses)
        check_widths(checks, (browser, second), directory, addresses, screens)


def main():
    arguments = sys.argv[1:]
    has_browser = arguments[0] != "--without-browser"
    source, directory, *screens = map(pathlib.Path, arguments[not has_browser:])
    addresses = (pathlib.Path(__file__).parent / "addresses.txt").read_text().split()
    checks = Checks()
    check_links(checks, directory)
    check_addresses(checks, directory, addresses)
    check_page(checks, source, directory)
    check_positions(checks, source, directory)
    check_sidebar(checks, source, directory)
    check_objects(checks, source)
    check_guides(checks, source)
    check_markup(checks, source, directory)
    check_search_text(checks, directory, addresses)
    for screen in screens:
        shutil.rmtree(screen, ignore_errors=True)
        screen.mkdir(parents=True)
    if has_browser:
        check_in_browser(checks, source, directory, addresses, screens[0] if screens else None)
    print(f"{checks.passed} passed, {checks.failed} failed")
    sys.exit(checks.failed > 0)


main()
