/* A game of the tab Play: your shots and the computer's, help, and the look back at the end. */
import { AI, Board, Game, Rng, formatCell } from './battleship/index.js';
import { Background } from './battleship/background.js';
import { dailyGame, parOf, today } from './daily.js';
import { percent, same } from './grid.js';
import { endWords } from './hindsight.js';
import { keep } from './play_games.js';
import { gameRecord, isComputers, isMine, isPlaying, positionOf, state } from './play_state.js';
import { makeGrids, say, show } from './play_view.js';
import { hideReview, sayReview, showReview } from './review.js';
import { sentence } from './rules_form.js';
import { isOn } from './settings.js';
import { turnWords } from './words.js';

const AIM_MILLISECONDS = 4000;
const SLOW_MILLISECONDS = 1000; /* after which the computer can be asked to answer now */
const REVIEW_MILLISECONDS = 8000; /* enough for figures where reports tell little, too */

const background = new Background();

/* ---- the worker ---- */

/* What a task of the worker finds; null if it was cancelled or failed, of which `tell` says why. */
async function work(started, tell = say) {
    Object.assign(state, { task: started, isSlow: false });
    show();
    const slow = setTimeout(() => {
        state.isSlow = true;
        if (isComputers()) {
            say(`${state.said} The computer is thinking.`);
        }
        show();
    }, SLOW_MILLISECONDS);
    try {
        return await started;
    } catch (error) {
        if (error.code !== 'BSHIP_ERROR_CANCELLED') {
            tell(sentence(error));
        }
        return null;
    } finally {
        clearTimeout(slow);
        if (state.task === started) {
            Object.assign(state, { task: null, isSlow: false });
        }
        show();
    }
}

/* ---- words ---- */

function shotWords(entry) {
    const { game } = state;
    const { side, chartTurn } = game.logEntry(entry);
    return turnWords(game.chart(side), chartTurn, side === 'b' ? game.board('a') : null);
}

const joined = (...sentences) => sentences.filter(Boolean).join(' ');

/* What was fired since the last shots of `side`'s opponent. */
function lastWords(side) {
    const { game } = state;
    const words = [];
    for (let i = game.logLength - 1; i >= 0 && game.logEntry(i).side === side; i--) {
        words.unshift(shotWords(i));
    }
    return words.join(', ');
}

/* What you are asked to do, if you are to fire; at the beginning, where. */
function askWords() {
    if (!isMine()) {
        return '';
    }
    const due = state.game.shotsDue;
    const choose = `Choose ${due > 1 ? `${due} cells` : 'a cell'}`;
    if (state.game.logLength === 0) {
        return `You begin. ${choose} of the computer's board.`;
    }
    return due > 1 ? `${choose}.` : 'Your shot.';
}

/* ---- turns ---- */

/** Starts a game with the fleet that was laid; whether there is one. */
export function startGame() {
    const { rules, level, seed, laying } = state;
    const theirs = new Board(rules);
    try {
        const ai = new AI(rules, { level, seed, side: 'b' });
        ai.place(theirs, new Rng(seed, { index: 1 }));
        ai.free();
        state.game = new Game(rules, { seed });
        state.game.setBoard('a', laying.board);
        state.game.setBoard('b', theirs);
        state.game.start();
        enter({ id: new Date().toISOString() });
    } catch (error) {
        state.game = null;
        say(sentence(error));
        return false;
    }
    begin(`The game begins, against level ${level}.`);
    return true;
}

/** Starts today's game. */
export function startDaily() {
    const date = today();
    enter({ ...dailyGame(date), date, id: new Date().toISOString() });
    makeGrids();
    begin(`Today's game begins, against level ${state.level}.`);
}

/** Takes up a game with what is known of it, and finds its par if it is that of a day. */
export async function enter(known) {
    Object.assign(state, { date: '', par: 0, hasHelp: false, isElsewhere: false }, known);
    const { game, date } = state;
    if (date) {
        const par = await parOf(state, game.board('b').layout);
        if (state.game === game) {
            state.par = par;
            show();
        }
    }
}

/** Goes on with the game, which is new here. */
export function begin(words) {
    state.chosen = [];
    next(words);
}

/* Goes on with whoever is to move, once the words have told what has happened; `computer` is what they
 * leave to be called it. */
function next(words, computer) {
    const { game } = state;
    state.hints = [];
    state.occupancy = null;
    hideReview();
    keep();
    if (game.phase === 'over') {
        say(joined(words, endWords(game, computer)));
        lookBack();
        return;
    }
    say(joined(words, askWords()));
    show();
    if (isComputers()) {
        letComputerFire();
    } else if (state.isHeatShown) {
        findHeat();
    }
}

/** The game has gone on in another tab: this one shows what it was, and keeps nothing of it. */
export function leaveGame() {
    state.task?.cancel();
    state.isElsewhere = true;
    hideReview();
    say('This game has gone on in another tab. Press Go on to take it up here.');
    show();
}

/* Tells luck from choice, and names the shots that gave most away. */
async function lookBack() {
    const { game } = state;
    state.chosen = [];
    if (game.chart('a').shots === 0) {
        show();
        return;
    }
    sayReview('Looking back at your shots, for some seconds.');
    const found = await work(
        background.review({ position: gameRecord(), timeLimit: REVIEW_MILLISECONDS }),
        sayReview,
    );
    if (!found || state.game !== game || game.phase !== 'over') {
        return;
    }
    showReview(found, ({ cells, expertCells }) => {
        state.chosen = cells;
        state.hints = expertCells;
        show();
    });
}

/* Where the computer fires now; null if that is not needed any more. */
async function findShots() {
    const { game, level, seed } = state;
    const found = await work(
        background.aim({
            position: positionOf('b'),
            level,
            seed,
            count: game.shotsDue,
            timeLimit: AIM_MILLISECONDS,
        }),
    );
    const isCurrent = state.game === game && game.phase === 'aiming' && game.toMove === 'b';
    return found && isCurrent ? found.cells : null;
}

async function letComputerFire() {
    const { game } = state;
    const mine = game.logLength > 0 ? `You: ${lastWords('a')}. The computer` : 'The computer begins';
    // In the game of a day it has its own AI, which fires at once.
    if (game.ai('b')) {
        game.step();
    } else {
        const cells = await findShots();
        if (!cells) {
            return;
        }
        fireAt(cells);
    }
    next(`${mine}: ${lastWords('b')}.`, 'It');
    fireAhead();
}

/* Fires at the cell that was chosen while the computer was aiming. */
function fireAhead() {
    const { game, chosen } = state;
    if (!isMine() || game.shotsDue > 1 || chosen.length !== 1 || isOn('aims-first')) {
        return;
    }
    if (game.chart('a').checkFire(chosen[0])) {
        state.chosen = [];
        show();
        return;
    }
    fire(chosen, state.said.replace(/ [^.]*\.$/, ' '));
}

function fireAt(cells) {
    const { game, rules } = state;
    if (cells.length > 1 || rules.get('salvo-report') === 'total') {
        game.fireSalvo(cells);
    } else {
        game.fire(cells[0]);
    }
}

/* Aims at a cell, or no more; of more cells than are due the first are dropped. */
function aim(cell, due) {
    const { chosen } = state;
    const isChosen = chosen.some((other) => same(other, cell));
    const cells = isChosen ? chosen.filter((other) => !same(other, cell)) : [...chosen, cell];
    state.chosen = cells.slice(-due);
}

/** A cell of the computer's board is pressed; before your turn, it is aimed at. */
export function pressTarget(cell) {
    const { game, chosen } = state;
    if (!isPlaying()) {
        return;
    }
    const refused = game.chart('a').checkFire(cell);
    if (refused && isMine()) {
        say(sentence(refused));
    } else if (!isMine()) {
        aim(cell, 1);
        show();
    } else if (game.shotsDue > 1) {
        aim(cell, game.shotsDue);
        say(`${state.chosen.length} of ${game.shotsDue} cells are chosen.`);
        show();
    } else if (isOn('aims-first') && !chosen.some((other) => same(other, cell))) {
        state.chosen = [cell];
        say(`Choose ${formatCell(cell)} again to fire.`);
        show();
    } else {
        fire([cell]);
    }
}

/* A hit is felt, and a sinking for longer. */
function feel(isHit, isSinking) {
    if (isHit && isOn('vibrates')) {
        navigator.vibrate?.(isSinking ? [60, 60, 160] : 60);
    }
}

/** Fires your turn; `before` is said before its result. */
export function fire(cells, before = '') {
    const { game } = state;
    const [hits, sinkings] = [game.chart('a').hits, game.chart('a').sinkings];
    state.task?.cancel();
    try {
        fireAt(cells);
    } catch (error) {
        say(sentence(error));
        return;
    }
    const chart = game.chart('a');
    feel(chart.hits > hits, chart.sinkings > sinkings);
    state.chosen = [];
    next(`${before}You: ${lastWords('a')}.`);
}

/** Takes back your last shots, and what the computer has fired since. */
export function undo() {
    const { game } = state;
    const entries = Array.from({ length: game.logLength }, (_, i) => game.logEntry(i));
    if (entries.every(({ side }) => side !== 'a')) {
        say('You have not fired yet: there is nothing to take back.');
        return;
    }
    state.task?.cancel();
    state.hasHelp = true;
    let isYours = false;
    let isAlone = true;
    do {
        isYours = game.lastEntry().side === 'a';
        isAlone &&= isYours;
        game.undo();
    } while (!isYours || game.toMove !== 'a');
    state.chosen = [];
    next(`Your last shot${isAlone ? ' was' : " and the computer's were"} taken back.`);
}

export function resign() {
    state.task?.cancel();
    state.game.resign('a');
    next('');
}

/* ---- help ---- */

function useHelp() {
    state.hasHelp = true;
    keep();
}

/* The posterior of your position; null if that is no longer the position. */
async function analyse(options = {}) {
    const position = positionOf('a');
    const found = await work(
        background.posterior({ position, timeLimit: AIM_MILLISECONDS, ...options }),
    );
    return found && state.game?.toMove === 'a' && positionOf('a') === position ? found : null;
}

/** Shows where a hit is likeliest. */
export async function giveHint() {
    say('Looking for the likeliest hit.');
    const found = await analyse({ best: state.game.shotsDue });
    if (found) {
        useHelp();
        state.hints = found.best.map(({ cell }) => cell);
        const words = found.best.map(
            ({ cell, forecast }) =>
                `${formatCell(cell)} (${percent(forecast.hit + forecast.sunk)})`,
        );
        say(`Where a hit is most likely: ${words.join(', ')}.`);
        show();
    }
}

async function findHeat() {
    const found = await analyse();
    if (found) {
        useHelp();
        state.occupancy = found.occupancy;
        show();
    }
}

/** Shows the heat map, or hides it. */
export function toggleHeat() {
    state.isHeatShown = !state.isHeatShown;
    say(
        state.isHeatShown
            ? 'Each cell shows how likely a ship is there, in %. An empty one has none.'
            : joined('The heat map is hidden.', askWords()),
    );
    show();
    if (state.isHeatShown && !state.occupancy && isMine()) {
        findHeat();
    }
}
