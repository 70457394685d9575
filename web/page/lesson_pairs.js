/* The second lesson: pairs of placements, and those in conflict by inclusion and exclusion. */
import { setDisabled } from './buttons.js';
import { conflicts, cover, dimension, latticeOf, placementsAlone } from './layouts.js';
import { byId, element, makeBoard, plural } from './lesson_board.js';
import { Position } from './position.js';
import { CHART_LOOKS, grouped } from './words.js';

let position = null;
let grid = null;

/* ---- the lattice ---- */

const MINUS = '\u2212';
const KINDS = ['point', 'edge', 'face'];

/* A table of the numbers of all points, edges and faces; if they are terms of a sum, with signs. */
function fillLattice(table, caption, rows, { isSum = false } = {}) {
    const body = rows.map((row, j) =>
        element(
            'tr',
            ...row.map((number, i) => {
                const kind = KINDS[dimension(i, j)];
                const isNegative = isSum && kind === 'edge' && number > 0;
                const data = element('td', `${isNegative ? MINUS : ''}${number}`);
                data.className = kind;
                return data;
            }),
        ),
    );
    table.replaceChildren(element('caption', caption), element('tbody', ...body));
}

/* ---- the calculation ---- */

function calculate() {
    const [longer, shorter] = position.rules.fleet.lengths;
    const lattice = latticeOf(position.rules);
    const all = [longer, shorter].map((length) => placementsAlone(position.chart, length));
    const covers = all.map((placements) => cover(lattice, placements));
    const found = conflicts(...covers);
    const products = covers[0].map((row, j) => row.map((number, i) => number * covers[1][j][i]));
    const pairs = all[0].length * all[1].length;
    return { longer, shorter, lattice, all, covers, products, found, pairs };
}

/* The lines of the calculation: words, sum, result. */
function linesOf({ longer, shorter, lattice, all, found, pairs }) {
    const conflict = lattice.grows
        ? [
              `Pairs that touch or overlap: corners ${MINUS} edges + faces`,
              ` + ${grouped(found.faces)}`,
          ]
        : [`Pairs that overlap: cells ${MINUS} edges`, ''];
    const free = pairs - found.pairs;
    const lines = [
        [`Placements of the ${longer} alone`, '', all[0].length],
        [`Placements of the ${shorter} alone`, '', all[1].length],
        ['Pairs of them', `${all[0].length} × ${all[1].length}`, pairs],
        [
            conflict[0],
            `${grouped(found.points)} ${MINUS} ${grouped(found.edges)}${conflict[1]}`,
            found.pairs,
        ],
        ['Pairs that do not', `${grouped(pairs)} ${MINUS} ${grouped(found.pairs)}`, free],
    ];
    if (longer === shorter) {
        lines.push(['Layouts, as equal ships are not told apart', `${grouped(free)} / 2`, free / 2]);
    }
    return [...lines, ['Layouts, counted by the library', '', position.layouts]];
}

function show() {
    const calculation = calculate();
    const { longer, shorter, covers, products, lattice } = calculation;
    grid.show((_, i) => {
        const [state, mark, words] = CHART_LOOKS[position.chart.states[i]];
        return { state, mark, words };
    });
    byId('pairs-sum').replaceChildren(
        ...linesOf(calculation).map(([words, sum, result]) => {
            const head = element('th', words);
            head.scope = 'row';
            return element('tr', head, element('td', sum), element('td', grouped(result)));
        }),
    );
    const what = lattice.grows ? 'each corner, edge and face' : 'each cell and edge';
    fillLattice(byId('pairs-first'), `Placements of the ${longer} on ${what}`, covers[0]);
    fillLattice(byId('pairs-second'), `Placements of the ${shorter} on ${what}`, covers[1]);
    const sum = 'Products with signs; their sum is the pairs in conflict';
    fillLattice(byId('pairs-product'), sum, products, { isSum: true });
    byId('pairs-status').textContent =
        `${grouped(calculation.pairs)} pairs less ${grouped(calculation.found.pairs)} in conflict` +
        `${longer === shorter ? ', halved' : ''}: ${plural(position.layouts, 'layout')}.`;
    setDisabled(byId('pairs-clear'), position.known === 0);
}

function begin() {
    const [size, fleet, contact] = ['pairs-size', 'pairs-ships', 'pairs-contact'].map(
        (id) => byId(id).value,
    );
    position = new Position(`board ${size}\nfleet ${fleet}\ncontact ${contact}`, ['miss']);
    grid = makeBoard('pairs-board', position, 'Cells that were missed', (cell) => {
        if (position.press(cell)) {
            show();
        } else {
            byId('pairs-status').textContent = 'With a miss there no layout would be left.';
        }
    });
    show();
}

export function startPairs() {
    for (const id of ['pairs-size', 'pairs-ships', 'pairs-contact']) {
        byId(id).onchange = begin;
    }
    byId('pairs-clear').onclick = () => {
        position.set({});
        show();
    };
    begin();
}
