/* The third lesson: the scores of the strategy `density` beside the exact probabilities. */
import { AI, Board, Rng, formatCell } from './battleship/index.js';
import { setDisabled } from './buttons.js';
import { EQUAL, EXAMPLES, compare } from './density.js';
import { percent } from './grid.js';
import { byId, element, makeBoard, showNumbers } from './lesson_board.js';
import { Position } from './position.js';
import { grouped, listWords } from './words.js';

const TRIES = 3000; /* of random positions; about one in ten is what is looked for */

let position = null;
let density = null;
let grids = [];

const cellAt = (i) => ({ x: i % position.rules.width, y: Math.floor(i / position.rules.width) });
const nameOf = (i) => formatCell(cellAt(i));

/* ---- showing ---- */

function statusWords({ theirs, exact, reached, lost }) {
    const cells = (list) => listWords(list.map(nameOf));
    const where = theirs.cells.length > 1 ? `one of ${cells(theirs.cells)}` : cells(theirs.cells);
    if (lost < EQUAL) {
        return `density fires at ${where}: no cell is likelier, ${percent(reached)}.`;
    }
    const atBest = theirs.cells.length > 1 ? 'at best ' : '';
    const verb = exact.cells.length > 1 ? 'are' : 'is';
    return (
        `density fires at ${where}, where the chance of a hit is ${atBest}${percent(reached)}. ` +
        `${cells(exact.cells)} ${verb} likelier: ${percent(exact.most)}, ` +
        `${(100 * lost).toFixed(1)} points more.`
    );
}

function row(i, { scores, occupancy }) {
    const layouts = `${grouped(position.counts[i])} of ${grouped(position.layouts)}`;
    const values = [nameOf(i), grouped(scores[i]), layouts, percent(occupancy[i])];
    return element('tr', ...values.map((value) => element('td', value)));
}

function show(before = '') {
    const found = compare(density, position);
    const { scores = [], occupancy = [], theirs, exact } = found ?? {};
    showNumbers(grids[0], position, [...scores], {
        mark: String,
        words: (score) => `score ${grouped(score)}`,
        best: theirs?.cells,
    });
    showNumbers(grids[1], position, [...occupancy], {
        mark: (share) => (100 * share).toFixed(0),
        words: (share) => `a ship: ${percent(share)}`,
        best: exact?.cells,
    });
    const cells = found ? [...new Set([...theirs.cells, ...exact.cells])] : [];
    byId('density-cells').replaceChildren(...cells.slice(0, 8).map((i) => row(i, found)));
    byId('density-status').textContent =
        before + (found ? statusWords(found) : 'All cells are known.');
    setDisabled(byId('density-clear'), position.known === 0);
}

/* ---- positions ---- */

function useBoard(lines) {
    byId('density-board-choice').value = lines;
    position = new Position(lines.replace(';', '\n'));
    density = new AI(position.rules, { strategy: 'density' });
    const press = (cell) => {
        position.press(cell);
        show();
    };
    grids = [
        makeBoard('density-scores', position, 'Scores of density', press),
        makeBoard('density-exact', position, 'Exact probabilities', press),
    ];
}

/* Sets the position to random shots at a random layout. */
function shootAtRandom(board, rng) {
    const { width, height } = position.rules;
    board.placeRandom(rng);
    const known = { hit: [], miss: [] };
    for (let shots = 2 + rng.below(Math.floor((width * height) / 3)); shots > 0; shots--) {
        const i = rng.below(width * height);
        const list = board.shipAt(cellAt(i)) >= 0 ? known.hit : known.miss;
        if (!list.includes(nameOf(i))) {
            list.push(nameOf(i));
        }
    }
    position.set(known);
}

/* Looks for a position in which density fires where a hit is less likely than elsewhere. */
function search() {
    const board = new Board(position.rules);
    const rng = new Rng(crypto.getRandomValues(new BigUint64Array(1))[0]);
    let tries = 0;
    let lost = 0;
    while (lost < EQUAL && tries < TRIES) {
        shootAtRandom(board, rng);
        lost = compare(density, position)?.lost ?? 0;
        tries++;
    }
    board.free();
    show(lost < EQUAL ? 'Nothing was found. ' : `Found in random position ${grouped(tries)}: `);
}

export function startDensity() {
    for (const [id, { board, ...known }] of Object.entries(EXAMPLES)) {
        byId(id).onclick = () => {
            useBoard(board);
            position.set(known);
            show();
        };
    }
    byId('density-board-choice').onchange = () => {
        useBoard(byId('density-board-choice').value);
        show();
    };
    byId('density-search').onclick = search;
    byId('density-clear').onclick = () => {
        position.set({});
        show();
    };
    byId('density-hits').click();
}
