#!/usr/bin/env python3
"""check.py SOURCE HTML: checks the documentation that was built into the directory HTML.

- Every link and every anchor of every page leads somewhere; those to other sites are not followed.
- The addresses in addresses.txt exist, and every guide, example and header has one there: they are
  promised to stay.
- The page that scripts/web builds is there, complete, and the first entry of the sidebar.
- Every guide is in the sidebar, and the page of an object names every function of its header.
- The search finds a page by a word of its title and a name by each of its words.
- At 390 pixels, as on a phone, and at 1280 nothing is wider than the window, unless it scrolls on its
  own. Skipped if chromium is missing.

Ends with "N passed, N failed"."""

import html.parser
import http.server
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import urllib.parse

WIDTHS = (390, 1280)
PATIENCE = 300  # seconds that all pages may take in the browser

MEASURE = """<!doctype html><meta charset="utf-8"><body style="margin:0"><script>
// What sticks out of the window and is inside nothing that scrolls.
function wide(frame, width) {
    const view = frame.contentWindow, found = [];
    for (const one of frame.contentDocument.querySelectorAll("body *")) {
        const box = one.getBoundingClientRect();
        if (box.right <= width + 1 || box.width === 0 || box.height === 0)
            continue;
        let inside = false;
        for (let at = one; at && !inside; at = at.parentElement) {
            const style = view.getComputedStyle(at);
            inside = style.position === "fixed" || style.visibility === "hidden" || at !== one &&
                ["auto", "scroll"].includes(style.overflowX) && at.id !== "doc-content" ||
                ["top", "side-nav", "nav-path"].includes(at.id);
        }
        if (!inside)
            found.push(one.tagName + "." + one.className + " " + Math.round(box.right) + " px: " +
                       one.textContent.slice(0, 50));
    }
    return found.slice(0, 3);
}
async function measure(page, width) {
    const frame = document.createElement("iframe");
    frame.style = `border:0;width:${width}px;height:844px`;
    frame.src = page;
    document.body.append(frame);
    await new Promise(done => frame.onload = done);
    await new Promise(done => setTimeout(done, 50));
    const found = wide(frame, width);
    frame.remove();
    return found;
}
async function main() {
    const results = [];
    for (const page of PAGES)
        for (const width of WIDTHS)
            results.push([page, width, await measure(page, width)]);
    await fetch("/results", { method: "POST", body: JSON.stringify(results) });
}
main();
</script>"""


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
    checks.that(first and first.group(1) == "page/index.html", "the sidebar does not begin with the page")
    if not built.is_dir():
        print("The page is not checked: ./scripts/web has not built it.")
        return
    for path in built.iterdir():
        checks.that((copy / path.name).is_file()
                    and (copy / path.name).read_bytes() == path.read_bytes(),
                    f"page/{path.name} is missing or old: build the documentation again")


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


def check_search(checks, directory):
    index = "".join(path.read_text() for path in (directory / "search").glob("all_*.js"))
    for words, found in (("bship_5fboard_5fnew", "board_8h.html"),
                         ("board_5fplace_5frandom", "board_8h.html"),
                         ("place_5frandom", "board_8h.html"), ("board", "object-board.html"),
                         ("strategy", "writing-a-strategy.html"), ("totals", "exact-inference.html"),
                         ("cannot_20be_20combined", "rules.html")):
        pattern = rf"^  \['{words}[^']*',\[.*'\.\./{re.escape(found)}"
        checks.that(re.search(pattern, index, re.M), f"a search for {words} does not find {found}")


def measure_widths(checks, directory, pages):
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if not chromium:
        print("Widths are not checked: chromium is missing (Debian: chromium).")
        return
    results, ended = [], threading.Event()
    script = MEASURE.replace("PAGES", json.dumps(pages)).replace("WIDTHS", json.dumps(WIDTHS))

    class Handler(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *arguments):
            super().__init__(*arguments, directory=directory)

        def do_GET(self):
            if self.path != "/measure":
                super().do_GET()
                return
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(script.encode())

        def do_POST(self):
            results.extend(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()
            ended.set()

        def log_message(self, *arguments):
            pass

    class Server(http.server.ThreadingHTTPServer):
        def handle_error(self, *arguments):
            pass  # the browser has left a page before its pictures were there

    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = subprocess.Popen(
            [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0",
             f"--user-data-dir={profile}", "--window-size=1400,900",
             f"http://127.0.0.1:{server.server_port}/measure"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        ended.wait(PATIENCE)
        browser.terminate()
        browser.wait()
    server.shutdown()
    checks.that(ended.is_set(), f"the browser did not measure the pages in {PATIENCE} seconds")
    for page, width, found in results:
        checks.that(not found, f"{page} is wider than {width} pixels:\n    " + "\n    ".join(found))


def main():
    source, directory = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    addresses = (pathlib.Path(__file__).parent / "addresses.txt").read_text().split()
    checks = Checks()
    check_links(checks, directory)
    check_addresses(checks, directory, addresses)
    check_page(checks, source, directory)
    check_sidebar(checks, source, directory)
    check_objects(checks, source)
    check_search(checks, directory)
    measure_widths(checks, directory, addresses + ["page/index.html"])
    print(f"{checks.passed} passed, {checks.failed} failed")
    sys.exit(checks.failed > 0)


main()
