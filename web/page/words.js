/* What boards and charts say, in words and in marks. */
import { BoardState, ChartState, Record, formatCell } from './battleship/index.js';
import { nameOfShip } from './rules_form.js';

const LOOKS = {
    water: ['water', '', 'water'],
    ship: ['ship', '', 'ship'],
    missed: ['miss', '•', 'miss'],
    hit: ['hit', '✕', 'hit'],
    sunk: ['sunk', '✕', 'sunk'],
    blocked: ['blocked', '', 'blocked'],
    unknown: ['unknown', '', 'unknown'],
    miss: ['miss', '•', 'miss'],
    knownWater: ['water', '·', 'known water'],
    shot: ['miss', '?', 'fired at'],
};

const looks = (states) =>
    Object.entries(states)
        .sort((a, b) => a[1] - b[1])
        .map(([name]) => LOOKS[name]);

/** The state, the mark and the words of every number of BoardState and of ChartState. */
export const BOARD_LOOKS = looks(BoardState);
export const CHART_LOOKS = looks(ChartState);

function totalWords(cells, { hits, sunk, sunkOf }) {
    const sinkings = Math.max(sunk, sunkOf.reduce((sum, count) => sum + count, 0));
    const ending = sinkings > 0 ? `, ${sinkings} sunk` : '';
    return `${cells.map(formatCell).join(', ')}: ${hits} ${hits === 1 ? 'hit' : 'hits'}${ending}`;
}

function reportWords({ fleet }, cell, { result, length, ship }, board) {
    const own = board?.shipAt(cell) ?? -1;
    const name = (index, otherwise) => nameOfShip(fleet, index) || otherwise;
    let what = length ? ` (length ${length})` : '';
    if (own >= 0) {
        what = ` (your ${name(own, 'ship')})`;
    } else if (ship >= 0) {
        what = ` (${name(ship, 'the ship')})`;
    }
    return `${formatCell(cell)} ${result}${what}`;
}

/** The cells that a turn of a chart fired at. */
export function turnCells(chart, turn) {
    const { firstShot, shots } = chart.turn(turn);
    return Array.from({ length: shots }, (_, i) => chart.shot(firstShot + i).cell);
}

/** The shots of a turn of a chart, and their reports; of your own ships, if the board is yours. */
export function turnWords(chart, turn, board = null) {
    const { firstShot, isTotal } = chart.turn(turn);
    const cells = turnCells(chart, turn);
    if (isTotal) {
        return totalWords(cells, chart.total(turn));
    }
    return cells
        .map((cell, i) => reportWords(chart.rules, cell, chart.shot(firstShot + i).report, board))
        .join(', ');
}

/* Steps to the neighbours of a cell, and the classes of a cell whose ship goes on there. */
const DIRECTIONS = [
    ['goes-right', 1, 0],
    ['goes-left', -1, 0],
    ['goes-down', 0, 1],
    ['goes-up', 0, -1],
];

/* The classes by which a cell is drawn as a part of a hull; `isSame` tells where the ship lies. */
const hullClasses = ({ x, y }, isSame) => [
    'hull',
    ...DIRECTIONS.filter(([, dx, dy]) => isSame({ x: x + dx, y: y + dy })).map(([name]) => name),
];

/** The classes of a cell of a board: where a ship lies, those of its hull. */
export function shipHull(board, cell) {
    const ship = board.shipAt(cell);
    return ship < 0 ? [] : hullClasses(cell, (other) => board.shipAt(other) === ship);
}

/** A function from the number of a cell to its classes: those of a sunk ship, where it lies if that
 * is known. */
export function wreckJoints(chart) {
    const wrecks = new Map();
    const width = chart?.rules.width;
    for (let i = 0; i < (chart?.sinkings ?? 0); i++) {
        const { isSettled, length, placement } = chart.sinking(i);
        const [dx, dy] = placement.orientation === 'down' ? [0, 1] : [1, 0];
        const cells = Array.from({ length: isSettled ? length : 0 }, (_, k) => ({
            x: placement.x + k * dx,
            y: placement.y + k * dy,
        }));
        const isSame = ({ x, y }) => cells.some((one) => one.x === x && one.y === y);
        cells.forEach((cell) => wrecks.set(cell.y * width + cell.x, hullClasses(cell, isSame)));
    }
    return (i) => wrecks.get(i) ?? [];
}

/** A chart as the text of a position. */
export function chartText(chart) {
    const record = Record.fromChart(chart);
    const text = record.format();
    record.free();
    return text;
}

/* How the computer plays, in the words of the terminal: see opponent.c. */
const LEVELS = {
    easy: 'fires at random, then around its hits: 66.2 shots',
    medium: 'searches in a pattern, follows a ship to its ends: 50.7 shots',
    skilled: 'as medium, but searches where more ships fit: 46.9 shots',
    hard: 'counts where each of your ships still fits: 44.4 shots',
    expert: 'weighs every layout that your fleet may have: 44.2 shots',
    master: 'weighs every layout, and looks shots ahead: 44.0 shots',
};

/** How a level plays; of one that is newer than the page, what the library says. */
export const levelWords = ({ name, text }) => LEVELS[name] ?? text;

/** A whole number, its thousands set apart. */
export const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ',');

/** An estimate of a number, rounded to what its relative standard error leaves. */
export function estimate(number, error) {
    const [digits, power] = number.toExponential(error < 0.005 ? 2 : 1).split('e+');
    if (power < 12) {
        return `About ${grouped(Number(`${digits}e${power}`))}`;
    }
    const raised = [...power].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[digit]).join('');
    return `About ${digits} × 10${raised}`;
}

/** Words as a list: `A1, B2 and C3`. */
export function listWords(words) {
    return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' and ');
}
