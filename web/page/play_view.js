/* Draws the tab Play from its state: both boards, the buttons and what is said. */
import { ChartState, formatCell } from './battleship/index.js';
import { setDisabled } from './buttons.js';
import { dailyLine } from './daily.js';
import { Grid, chanceWords, percentMark, same, showScale, warmthOf } from './grid.js';
import { showGames } from './play_games.js';
import { isComputers, isMine, isPlaying, lastCells, state } from './play_state.js';
import { nameOfShip } from './rules_form.js';
import { BOARD_LOOKS, CHART_LOOKS, shipHull, wreckJoints } from './words.js';

const byId = (id) => document.getElementById(id);

let handlers = null;
let target = null;
let ownGrid = null;

/** Remembers what the boards, `target` and `own`, call: see Grid. */
export function connect(boards) {
    handlers = boards;
    showScale(byId('play-scale'));
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

/** Moves the focus to the computer's board, for when the button that was pressed is gone. */
export function focusTarget() {
    byId('target').querySelector('[tabindex="0"]').focus({ preventScroll: true });
}

/* ---- boards ---- */

/** Shows your board, with cells that were in the way of a ship. */
export function showOwn(wrong = []) {
    const { game, laying, rules } = state;
    const board = game?.board('a') ?? laying.board;
    const states = board.states;
    const last = lastCells('b');
    const { ghost } = laying;
    byId('own').setAttribute('aria-readonly', Boolean(game));
    ownGrid.show((cell, i) => {
        const [look, mark, words] = BOARD_LOOKS[states[i]];
        const there = board.shipAt(cell);
        const classes = shipHull(board, cell);
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
    const wreckOf = wreckJoints(game?.chart('a'));
    target.show((cell, i) => {
        const [look, mark, words] = game ? names[states[i]] : CHART_LOOKS[ChartState.unknown];
        const isWarm = isHeatShown && occupancy && look === 'unknown';
        const classes = isOver ? shipHull(board, cell) : [...wreckOf(i)];
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
            warmth: isWarm ? warmthOf(occupancy[i]) : 0,
        };
    });
}

/* ---- all ---- */

/* The lengths of a side's ships; as far as reports tell, without those that are sunk. */
function lengthsAfloat(side) {
    const { game, rules } = state;
    if (!rules.discloses('length') || !game) {
        return [...rules.fleet.lengths];
    }
    const chart = game.chart(side === 'a' ? 'b' : 'a');
    return rules.fleet.classes.flatMap(({ length }, i) =>
        Array(Math.max(0, chart.shipsAfloatOfClass(i))).fill(length),
    );
}

/* The computer's fleet in words, as far as it is known. */
function targetWords(afloat) {
    return afloat.length > 0 ? `Ships afloat: ${afloat.join(', ')}.` : 'All ships are sunk.';
}

/* Your fleet in words: where each ship lies, and whether it is sunk. */
function ownWords() {
    const { game, laying, rules } = state;
    const board = game?.board('a') ?? laying.board;
    const placed = new Map(board.layout.map((placement) => [placement.ship, placement]));
    const ships = [...rules.fleet.lengths].map((length, ship) => {
        const name = nameOfShip(rules.fleet, ship) || `ship of ${length}`;
        if (!placed.has(ship)) {
            return `${name}, not laid`;
        }
        const cells = rules.placementCells(placed.get(ship));
        const ends = [...new Set([cells[0], cells.at(-1)].map(formatCell))].join(' to ');
        return `${name} ${ends}${board.stateAt(cells[0]) === 'sunk' ? ', sunk' : ''}`;
    });
    return `${ships.join('; ')}.`;
}

/* Writes a fleet for who cannot see it, and draws it as small ships; those that are sunk come last. */
function showFleet(element, text, afloat) {
    const { rules } = state;
    const sunk = [...rules.fleet.lengths];
    afloat.forEach((length) => sunk.splice(sunk.indexOf(length), 1));
    const words = document.createElement('span');
    words.className = 'hidden-text';
    words.textContent = text;
    const drawn = [...afloat, ...sunk].map((length, i) => {
        const ship = document.createElement('span');
        ship.className = i < afloat.length ? 'ship' : 'ship gone';
        ship.style.setProperty('--length', length);
        return ship;
    });
    element.replaceChildren(words, ...drawn);
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
    setDisabled(byId('undo'), !game || game.logLength === 0 || state.isElsewhere);
    setDisabled(byId('resign'), !isPlaying());
    byId('finish').hidden = !(state.isSlow && isComputers());
    // In the place of a button that does nothing then.
    byId('hint').hidden = state.isElsewhere;
    byId('follow').hidden = !state.isElsewhere;
    byId('again').classList.toggle('main', !isPlaying());
    byId('fire').hidden = !isMine() || game.shotsDue === 1;
    setDisabled(byId('fire'), chosen.length !== game?.shotsDue);
}

/* What the game of a day is, and its par once that is known; at the end, the line to copy. */
function showDaily() {
    const { date, par, game } = state;
    const isOver = game?.phase === 'over' && par > 0;
    byId('daily').hidden = !game || !date;
    byId('daily-copy').hidden = !isOver;
    const words = `Daily ${date}${par > 0 ? `, par ${par}` : ''}.`;
    byId('daily-line').textContent = isOver ? dailyLine(state) : words;
}

/** Shows all, with cells that were in the way of a ship. */
export function show(wrong = []) {
    byId('play').classList.toggle('laying', !state.game);
    byId('play-scale').hidden = !(isPlaying() && state.isHeatShown);
    showButtons();
    showDaily();
    showGames();
    showTarget();
    showOwn(wrong);
    const [own, theirs] = ['a', 'b'].map(lengthsAfloat);
    showFleet(byId('target-fleet'), targetWords(theirs), theirs);
    showFleet(byId('own-fleet'), ownWords(), own);
}
