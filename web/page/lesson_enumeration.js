/* The first lesson: all layouts of a small board, and those that a report rules out. */
import { formatCell } from './battleship/index.js';
import { setDisabled } from './buttons.js';
import { allLayouts } from './layouts.js';
import { byId, element, makeBoard, plural, showNumbers } from './lesson_board.js';
import { Position } from './position.js';
import { grouped, listWords } from './words.js';

const PAGE = 24; /* layouts that are drawn at once */
const SVG = 'http://www.w3.org/2000/svg';

let position = null;
let grid = null;
let layouts = []; /* all of the rules */
let listed = []; /* those that agreed before the last report */
let isOut = []; /* which of those do not agree any more */
let first = 0; /* the first that is drawn */

function shape(name, attributes) {
    const made = document.createElementNS(SVG, name);
    Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
    return made;
}

/* A layout as a small picture, in tenths of a cell. */
function picture(layout, out) {
    const { rules } = position;
    const { width, height } = rules;
    const svg = shape('svg', { viewBox: `0 0 ${10 * width} ${10 * height}`, role: 'img' });
    for (let i = 0; i < width * height; i++) {
        const at = { x: 10 * (i % width) + 0.5, y: 10 * Math.floor(i / width) + 0.5 };
        svg.append(shape('rect', { ...at, width: 9, height: 9, class: 'water' }));
    }
    const words = layout.map((placement) => {
        const last = rules.placementCells(placement).at(-1);
        svg.append(
            shape('rect', {
                x: 10 * placement.x + 1.5,
                y: 10 * placement.y + 1.5,
                width: 10 * (last.x - placement.x) + 7,
                height: 10 * (last.y - placement.y) + 7,
                rx: 3,
                class: 'ship',
            }),
        );
        return `${formatCell(placement)} to ${formatCell(last)}`;
    });
    svg.setAttribute('aria-label', `${listWords(words)}${out ? ', ruled out' : ''}`);
    return svg;
}

function showPage() {
    const page = listed.slice(first, first + PAGE);
    byId('enumeration-layouts').replaceChildren(
        ...page.map((layout, i) => {
            const item = element('li', picture(layout, isOut[first + i]));
            item.classList.toggle('out', isOut[first + i]);
            return item;
        }),
    );
    const ruledOut = isOut.filter(Boolean).length;
    const fading = ruledOut > 0 ? '; the faded ones have just dropped out' : '';
    const [from, to, all] = [first + 1, first + page.length, listed.length].map(grouped);
    byId('enumeration-page').textContent = `Layouts ${from} to ${to} of ${all}${fading}.`;
    setDisabled(byId('enumeration-back'), first === 0);
    setDisabled(byId('enumeration-next'), first + PAGE >= listed.length);
}

/* Asks the chart about every layout that is left of `from`. */
function list(from) {
    listed = from;
    isOut = from.map((layout) => position.chart.checkLayout(layout) !== null);
    first = 0;
}

function show(words = '') {
    const total = position.layouts;
    const { counts } = position;
    showNumbers(grid, position, counts, {
        mark: String,
        words: (number) => `covered by ${grouped(number)} of ${grouped(total)} layouts`,
    });
    byId('enumeration-status').textContent =
        `${words}${plural(total, 'layout')} ${total === 1 ? 'agrees' : 'agree'}` +
        ` with what is known, of ${grouped(layouts.length)}.`;
    setDisabled(byId('enumeration-clear'), position.known === 0);
    showPage();
}

function press(cell) {
    const before = position.layouts;
    const known = position.known;
    if (!position.press(cell)) {
        return;
    }
    const state = position.chart.stateAt(cell);
    if (position.known > known) {
        list(listed.filter((_, i) => !isOut[i]));
    } else {
        list(layouts.filter((layout) => position.chart.checkLayout(layout) === null));
    }
    const ruledOut = before - position.layouts;
    const change = ruledOut > 0 ? ` rules out ${plural(ruledOut, 'layout')}` : '';
    show(`${formatCell(cell)}, ${state},${change}${change ? ': ' : ' now: '}`);
}

function begin() {
    const [ships, contact] = ['enumeration-board-choice', 'enumeration-contact'].map(
        (id) => byId(id).value,
    );
    position = new Position(`${ships.replace(';', '\n')}\ncontact ${contact}`);
    grid = makeBoard('enumeration-board', position, 'Layouts that cover each cell', press);
    layouts = allLayouts(position.rules);
    list(layouts);
    show();
}

export function startEnumeration() {
    byId('enumeration-board-choice').onchange = begin;
    byId('enumeration-contact').onchange = begin;
    byId('enumeration-clear').onclick = () => {
        position.set({});
        list(layouts);
        show();
    };
    byId('enumeration-back').onclick = () => {
        first -= PAGE;
        showPage();
    };
    byId('enumeration-next').onclick = () => {
        first += PAGE;
        showPage();
    };
    begin();
}
