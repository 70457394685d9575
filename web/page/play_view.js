/* Draws the tab Play from its state: both boards, the buttons and what is said. */
import { ChartState } from './battleship/index.js';
import { setDisabled } from './buttons.js';
import { Grid, chanceWords, percentMark, same } from './grid.js';
import { showGames } from './play_games.js';
import { isMine, isPlaying, lastCells, state } from './play_state.js';
import { nameOfShip } from './rules_form.js';
import { BOARD_LOOKS, CHART_LOOKS, wreckJoints } from './words.js';

const byId = (id) => document.getElementById(id);

let handlers = null;
let target = null;
let ownGrid = null;

/** Remembers what the boards, `target` and `own`, call: see Grid. */
export function connect(boards) {
    handlers = boards;
}

/** Makes the boards of the rules. */
export function makeGrids() {
    target = new Grid(byId('target'), state.rules, "The computer's board", handlers.target);
    ownGrid = new Grid(byId('own'), state.rules, 'Your board', handlers.own);
}

export function say(text) {
    state.said = text;
    byId('play-status').textContent = text;
}

/** What was pressed is gone, and on a small screen the computer's board has just appeared. */
export function focusTarget() {
    byId('target').querySelector('[tabindex="0"]').focus({ preventScroll: true });
}

/* ---- boards ---- */

/* The classes of a cell whose ship goes on to the right or downwards. */
function joints(board, { x, y }) {
    const ship = board.shipAt({ x, y });
    const isSame = (cell) => ship >= 0 && board.shipAt(cell) === ship;
    return [
        isSame({ x: x + 1, y }) && 'goes-right',
        isSame({ x, y: y + 1 }) && 'goes-down',
    ].filter(Boolean);
}

/** Shows your board, with cells that were in the way of a ship. */
export function showOwn(wrong = []) {
    const { game, laying, rules } = state;
    const board = game?.board('a') ?? laying.board;
    const states = board.states;
    const last = lastCells('b');
    const { ghost } = laying;
    ownGrid.show((cell, i) => {
        const [look, mark, words] = BOARD_LOOKS[states[i]];
        const there = board.shipAt(cell);
        const classes = joints(board, cell);
        if (!game && there >= 0 && there === laying.ship) classes.push('chosen');
        if (wrong.some((other) => same(other, cell))) classes.push('wrong');
        if (!game && ghost.cells.some((other) => same(other, cell))) {
            classes.push(ghost.isRefused ? 'ghost-refused' : 'ghost');
        }
        if (last.some((other) => same(other, cell))) classes.push('last');
        const name = there >= 0 ? nameOfShip(rules.fleet, there) : '';
        const named = name ? `${words}, ${name}` : words;
        return { state: look, mark, words: named, classes };
    });
}

function showTarget() {
    const { game, chosen, hints, occupancy, isHeatShown } = state;
    const isOver = game?.phase === 'over';
    const board = isOver ? game.board('b') : null;
    const states = board?.states ?? game?.chart('a').states;
    const names = isOver ? BOARD_LOOKS : CHART_LOOKS;
    const last = lastCells('a');
    const warmest = occupancy ? Math.max(...occupancy.filter((_, i) => states[i] === 0)) : 1;
    const jointsOf = wreckJoints(game?.chart('a'));
    target.show((cell, i) => {
        const [look, mark, words] = game ? names[states[i]] : CHART_LOOKS[ChartState.unknown];
        const isWarm = isHeatShown && occupancy && look === 'unknown';
        const classes = isOver ? joints(board, cell) : [...jointsOf(i)];
        const isChosen = chosen.some((other) => same(other, cell));
        if (isChosen) classes.push('chosen');
        if (hints.some((other) => same(other, cell))) classes.push('hint');
        if (last.some((other) => same(other, cell))) classes.push('last');
        return {
            state: look,
            classes,
            words: [words, isWarm && chanceWords(occupancy[i]), isChosen && 'chosen']
                .filter(Boolean)
                .join(', '),
            mark: isWarm ? percentMark(occupancy[i]) : mark,
            warmth: isWarm ? (0.9 * occupancy[i]) / warmest : 0,
        };
    });
}

/* ---- all ---- */

function afloatWords(side) {
    const { game, rules } = state;
    const other = side === 'a' ? 'b' : 'a';
    if (!rules.discloses('length') || !game) {
        return `Fleet: ${[...rules.fleet.lengths].join(', ')}`;
    }
    const chart = game.chart(other);
    const lengths = rules.fleet.classes.flatMap(({ length }, i) =>
        Array(Math.max(0, chart.shipsAfloatOfClass(i))).fill(length),
    );
    return lengths.length > 0 ? `Afloat: ${lengths.join(', ')}` : 'All ships are sunk.';
}

function showButtons() {
    const { game, laying, chosen } = state;
    byId('laying-actions').hidden = Boolean(game);
    byId('playing-actions').hidden = !game;
    setDisabled(byId('start'), !laying.board.isComplete);
    setDisabled(byId('turn'), laying.ship < 0);
    setDisabled(byId('hint'), !isMine());
    setDisabled(byId('heat'), !isPlaying());
    byId('heat').setAttribute('aria-pressed', state.isHeatShown);
    setDisabled(byId('undo'), !game || game.logLength === 0);
    setDisabled(byId('resign'), !isPlaying());
    byId('finish').hidden = !state.isSlow || !isPlaying() || isMine();
    byId('again').classList.toggle('main', !isPlaying());
    byId('fire').hidden = !isMine() || game.shotsDue === 1;
    setDisabled(byId('fire'), chosen.length !== game?.shotsDue);
}

/** Shows all, with cells that were in the way of a ship. */
export function show(wrong = []) {
    byId('play').classList.toggle('laying', !state.game);
    showButtons();
    showGames();
    showTarget();
    showOwn(wrong);
    byId('target-fleet').textContent = afloatWords('b');
    byId('own-fleet').textContent = afloatWords('a');
}
