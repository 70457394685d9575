/* What the pages do besides Doxygen's scripts: the box that searches all text, the switch between
   light and dark, and formulas. build.py puts it into the head of every page; all of it works from
   file://, too. Without JavaScript formulas stay the text that they are in the guides. */

"use strict";

// The theme: what the reader chose, or else what the system prefers. It is set before the page is
// drawn. A browser may refuse to remember it, for instance in a private window.

const root = document.documentElement;
const systemDark = window.matchMedia("(prefers-color-scheme: dark)");

function rememberedTheme() {
    try {
        return localStorage.getItem("theme");
    } catch {
        return null;
    }
}

function rememberTheme(theme) {
    try {
        localStorage.setItem("theme", theme);
    } catch {
        // It holds for this page only.
    }
}

function isDark() {
    return root.classList.contains("dark-mode");
}

function showTheme(theme) {
    const dark = theme ? theme === "dark" : systemDark.matches;
    root.classList.toggle("dark-mode", dark);
    root.classList.toggle("light-mode", !dark);
    document.getElementById("theme")?.setAttribute("aria-pressed", dark);
}

showTheme(rememberedTheme());
systemDark.addEventListener("change", () => showTheme(rememberedTheme()));
window.addEventListener("storage", () => showTheme(rememberedTheme()));  // changed in another tab

// The text of all pages is in search-text.js: rows of a page's address, its title, an anchor, a
// heading or a name, and what stands below it. It is loaded when the box is first used.

const MOST_RESULTS = 40;
const EXCERPT = 150;  // characters
let texts = null;

function load(source, then) {
    const script = document.createElement("script");
    script.src = source;
    script.onload = then;
    document.head.append(script);
}

// A word of the query is found at the beginning of a word, also within a name: `place` in
// bship_board_place_random, and `board_place` too.
function pattern(word) {
    return new RegExp("(?<![a-z0-9])" + word.replace(/[^\w]/g, "\\$&"), "gi");
}

// How well an entry answers the query: 0 if one of the words is missing. Readers leave the prefix
// of a name out.
function score(entry, query, patterns) {
    const name = entry.heading.replace("()", "").toLowerCase();
    let points = name === query || name === `bship_${query}` ? 1000 : 0;
    for (const each of patterns) {
        const inHeading = entry.heading.search(each) >= 0, inTitle = entry.title.search(each) >= 0;
        const times = (entry.text.match(each) || []).length;
        if (!inHeading && !inTitle && times === 0)
            return 0;
        points += (inHeading ? 40 : 0) + (inTitle ? 30 : 0) + Math.min(times, 10);
    }
    if (patterns.length > 1 && entry.text.toLowerCase().includes(query))
        points += 50;
    if (entry.guide)
        points += entry.heading === entry.title ? 40 : 15;  // the beginning of a guide, or a section
    return points;
}

function find(query) {
    query = query.trim().toLowerCase();
    const patterns = query.split(/[^\w.+*-]+/).filter(word => word !== "").map(pattern);
    if (patterns.length === 0)
        return [];
    const found = [];
    for (const entry of texts) {
        const points = score(entry, query, patterns);
        if (points > 0)
            found.push({ entry, points, query, patterns });
    }
    return found.sort((one, other) => other.points - one.points);
}

// Appends a text in which what was found is marked.
function appendMarked(element, text, patterns) {
    const all = new RegExp(patterns.map(each => each.source).join("|"), "gi");
    let end = 0;
    for (const match of text.matchAll(all)) {
        const mark = document.createElement("mark");
        mark.textContent = match[0];
        element.append(text.slice(end, match.index), mark);
        end = match.index + match[0].length;
    }
    element.append(text.slice(end));
}

// The part of a text around the query or else around its rarest word, cut between words.
function excerpt(text, query, patterns) {
    const times = each => (text.match(each) || []).length;
    const found = patterns.filter(each => times(each) > 0).sort((one, other) => times(one) - times(other));
    const whole = text.toLowerCase().indexOf(query);
    const first = whole >= 0 || found.length === 0 ? whole : text.search(found[0]);
    let begin = first < EXCERPT * 2 / 3 ? 0 : first - EXCERPT / 3;
    if (begin > 0)
        begin = text.indexOf(" ", begin) + 1;
    let end = text.indexOf(" ", begin + EXCERPT);
    end = end < 0 ? text.length : end;
    return (begin > 0 ? "… " : "") + text.slice(begin, end) + (end < text.length ? " …" : "");
}

function resultItem({ entry, query, patterns }) {
    const item = document.createElement("li"), link = document.createElement("a");
    const heading = document.createElement("b"), place = document.createElement("i");
    const text = document.createElement("span");
    link.href = entry.address;
    appendMarked(heading, entry.heading, patterns);
    if (entry.heading !== entry.title)
        place.textContent = entry.title;
    appendMarked(text, excerpt(entry.text, query, patterns), patterns);
    link.append(heading, " ", place, text);
    item.append(link);
    return item;
}

function showResults(box, panel) {
    const found = find(box.value), list = document.createElement("ul");
    const count = document.createElement("p");
    count.setAttribute("role", "status");
    count.textContent = found.length === 0 ? "Nothing was found."
        : found.length === 1 ? "1 result" : `${found.length} results`;
    if (found.length > MOST_RESULTS)
        count.textContent += `, of which the best ${MOST_RESULTS} are shown`;
    list.append(...found.slice(0, MOST_RESULTS).map(resultItem));
    panel.replaceChildren(count, list);
    panel.hidden = box.value.trim() === "";
    panel.style.top = `${box.getBoundingClientRect().bottom + 6}px`;
}

function loadTexts(then) {
    if (texts) {
        then();
        return;
    }
    load("search-text.js", () => {
        texts = window.searchText.flatMap(({ page, title, guide, sections }) =>
            sections.map(([anchor, heading, text]) =>
                ({ address: anchor ? `${page}#${anchor}` : page, title, heading, text, guide })));
        then();
    });
}

// Down and up go through the results, Enter follows one, Escape leads back.
function searchKey(event, box, panel) {
    const links = [...panel.querySelectorAll("a")], at = links.indexOf(document.activeElement);
    if (event.key === "Escape") {
        panel.hidden = true;
        box.focus();
    } else if (event.key === "ArrowDown" && !panel.hidden && links.length > 0) {
        links[Math.min(at + 1, links.length - 1)].focus();
    } else if (event.key === "ArrowUp" && at >= 0) {
        (links[at - 1] || box).focus();
    } else if (event.key === "Enter" && at < 0 && !panel.hidden && links.length > 0) {
        links[0].click();
    } else {
        return;
    }
    event.preventDefault();
}

function makeSearch() {
    const box = document.createElement("input"), panel = document.createElement("div");
    Object.assign(box, { id: "search-box", type: "search", placeholder: "Search", autocomplete: "off" });
    box.setAttribute("aria-label", "Search the guides and the API");
    box.setAttribute("aria-controls", "search-results");
    box.title = "Search: press / to come here";
    Object.assign(panel, { id: "search-results", hidden: true });
    panel.setAttribute("aria-label", "Search results");
    panel.setAttribute("role", "region");
    const show = () => loadTexts(() => showResults(box, panel));
    box.addEventListener("input", show);
    box.addEventListener("focus", () => box.value === "" ? loadTexts(() => {}) : show());
    for (const element of [box, panel])
        element.addEventListener("keydown", event => searchKey(event, box, panel));
    document.addEventListener("keydown", event => {
        if (event.key === "/" && !/^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) {
            event.preventDefault();
            box.focus();
        }
    });
    // A click elsewhere, or on a result of this very page, closes the panel.
    document.addEventListener("click", event => {
        if (event.target !== box && (!panel.contains(event.target) || event.target.closest("a")))
            panel.hidden = true;
    });
    document.body.append(panel);
    return box;
}

function makeThemeSwitch() {
    const button = document.createElement("button");
    Object.assign(button, { id: "theme", type: "button", title: "Dark or light" });
    button.setAttribute("aria-label", "Dark theme");
    button.addEventListener("click", () => {
        const theme = isDark() ? "light" : "dark";
        rememberTheme(theme);
        showTheme(theme);
    });
    return button;
}

// Formulas are text that MathJax reads as AsciiMath. Each is replaced once it has been typeset, so
// without MathJax the text stays. Screen readers are given the text.
function typeset() {
    const texts = [...document.querySelectorAll("pre.formula")];
    if (texts.length === 0)
        return;
    window.MathJax = {
        jax: ["input/AsciiMath", "output/SVG"],
        skipStartupTypeset: true,
        showMathMenu: false,
        messageStyle: "none",
        SVG: { linebreaks: { automatic: true } },
    };
    load("mathjax/MathJax.js", () => {
        for (const text of texts) {
            const formula = document.createElement("div"), script = document.createElement("script");
            formula.className = "formula";
            formula.setAttribute("role", "math");
            formula.setAttribute("aria-label", text.textContent.trim());
            script.type = "math/asciimath";
            script.textContent = text.textContent.trim().replace(/\s+/g, " ");
            formula.append(script);
            text.after(formula);
            window.MathJax.Hub.Queue(["Typeset", window.MathJax.Hub, formula], () => text.remove());
        }
    });
}

document.addEventListener("DOMContentLoaded", () => {
    const tools = document.createElement("div");
    tools.id = "tools";
    tools.append(makeSearch());
    if (getComputedStyle(root).getPropertyValue("--page-background-color") !== "")
        tools.append(makeThemeSwitch());  // only doxygen-awesome-css has a dark theme
    document.getElementById("titlearea").after(tools);
    showTheme(rememberedTheme());
    typeset();
});
