/*
 * Practice, as in the terminal: positions of your kept games in which you gave most away are asked
 * again. Boards of these are shown in a dialog, beside which the game of the tab stays as it is.
 */
import { Chart, Record, formatCell } from './battleship/index.js';
import { Background } from './battleship/background.js';
import { keptGames, whenWords } from './games.js';
import { Grid, chanceWords, percent, same, warmthOf } from './grid.js';
import { CHART_LOOKS, chartText, wreckJoints } from './words.js';

const POSITIONS = 5;
const REVIEW_MILLISECONDS = 3000; /* enough to tell which shots were costly in a classic game */
const WEIGH_MILLISECONDS = 4000;

const byId = (id) => document.getElementById(id);
const say = (text) => {
    byId('practice-status').textContent = text;
};

let background = null;
let positions = []; /* { game, turn, shot, cost } */
let at = 0; /* the number of the one that is asked */
let better = 0; /* shots that were better than then */
let chart = null; /* what was known then */
let grid = null;
let answer = null; /* { cell, isWeighed, chances }: the cell that was chosen, and all chances */

/* ---- finding positions ---- */

/* Calls a function with the chart of your side of a kept game. */
function withChart({ text }, call) {
    const record = Record.parse(text);
    const known = new Chart(record.rules);
    try {
        record.toChart('a', known);
        return call(known);
    } finally {
        known.free();
        record.free();
    }
}

/* Whether turns of yours had several shots; false if the text of the game cannot be read. */
function hasSalvos(game) {
    try {
        return withChart(game, (known) => known.turns !== known.shots);
    } catch {
        return false;
    }
}

/* The costliest shots of a kept game; null if it cannot be reviewed. */
async function costliestOf(game) {
    const task = background.review({ position: game.text, timeLimit: REVIEW_MILLISECONDS });
    const found = await task.catch(() => null);
    return (
        found &&
        found.costliest.map((turn) => ({
            game,
            turn,
            shot: found.shots[found.turns[turn].firstShot],
            cost: found.turns[turn].cost,
        }))
    );
}

/* Looks for positions; returns how many games there were, and how many of them were left out. */
async function search() {
    const games = keptGames().filter(({ isOver }) => isOver);
    const salvos = games.filter(hasSalvos);
    const worker = background;
    let ignored = 0;
    for (const game of games.filter((one) => !salvos.includes(one))) {
        if (positions.length >= POSITIONS || worker !== background) {
            break;
        }
        say(`Reviewing your game of ${whenWords(game)}.`);
        const found = await costliestOf(game);
        ignored += found ? 0 : 1;
        positions = [...positions, ...(found ?? [])].slice(0, POSITIONS);
    }
    return { games: games.length, salvos: salvos.length, ignored };
}

/* ---- asking ---- */

function show() {
    const { states } = chart;
    const jointsOf = wreckJoints(chart);
    const { shot } = positions[at];
    grid.show((cell, i) => {
        const [state, mark, words] = CHART_LOOKS[states[i]];
        const chance = state === 'unknown' ? answer?.chances?.[i] : undefined;
        const isWarm = chance !== undefined;
        const classes = [...jointsOf(i)];
        if (answer && same(answer.cell, cell)) classes.push('chosen');
        if (answer?.isWeighed && same(shot.expertCell, cell)) classes.push('hint');
        return {
            state,
            mark,
            classes,
            words: isWarm ? `${words}, ${chanceWords(chance)}` : words,
            warmth: isWarm ? warmthOf(chance) : 0,
        };
    });
}

function ask() {
    const { game, turn } = positions[at];
    chart?.free();
    chart = withChart(game, (known) => {
        const copy = new Chart(known.rules);
        copy.copy(known);
        copy.truncate(turn);
        return copy;
    });
    answer = null;
    grid = new Grid(byId('practice-board'), chart.rules, 'What you knew', { press });
    byId('practice-next').hidden = true;
    say(
        `Position ${at + 1} of ${positions.length}, from your game of ${whenWords(game)}. ` +
            'Where do you fire?',
    );
    show();
    // What was pressed is hidden now.
    byId('practice-board').querySelector('[tabindex="0"]').focus({ preventScroll: true });
}

const chanceAt = ({ x, y }) => answer.chances[y * chart.rules.width + x];

/* Whether a cell is the expert's, or likelier to hit than that of then. */
function isBetter(cell) {
    const { shot } = positions[at];
    return same(cell, shot.expertCell) || chanceAt(cell) > chanceAt(shot.cell);
}

/* What a cell is worth, beside the expert's and that of then. */
function verdict(cell) {
    const { shot, cost } = positions[at];
    const expert = same(cell, shot.expertCell)
        ? 'The expert fires there, too.'
        : `The expert fires at ${formatCell(shot.expertCell)}, ` +
          `with a chance of ${percent(chanceAt(shot.expertCell))}.`;
    return (
        `The chance of a hit at ${formatCell(cell)} was ${percent(chanceAt(cell))}. ${expert} ` +
        `${formatCell(shot.cell)}, your shot of then, cost ${cost.toFixed(1)} shots.`
    );
}

async function press(cell) {
    if (answer) {
        return;
    }
    if (chart.checkFire(cell)) {
        say(`${formatCell(cell)} cannot be fired at any more.`);
        return;
    }
    const given = { cell, isWeighed: false, chances: null };
    answer = given;
    say(`Weighing ${formatCell(cell)}.`);
    show();
    const position = chartText(chart);
    const task = background.posterior({ position, best: 0, timeLimit: WEIGH_MILLISECONDS });
    const found = await task.catch(() => null);
    if (answer !== given) {
        return;
    }
    Object.assign(answer, { isWeighed: true, chances: found?.occupancy });
    better += found && isBetter(cell) ? 1 : 0;
    say(found ? verdict(cell) : 'This position cannot be weighed here.');
    byId('practice-next').hidden = false;
    byId('practice-next').focus();
    show();
}

/* ---- from start to end ---- */

function endWords({ games, salvos, ignored }) {
    const parts = [];
    if (games === 0) {
        parts.push('No game of yours is kept yet: play one to its end, then practise on it.');
    } else if (positions.length > 0) {
        parts.push(
            `${better} of ${positions.length} shots were better than then: ` +
                "the expert's, or likelier to hit.",
        );
    } else if (salvos < games) {
        parts.push('None of your kept games has a shot that was certainly costly.');
    }
    if (salvos > 0) {
        parts.push(`Games whose turns have several shots are left out (${salvos}).`);
    }
    if (ignored > 0) {
        parts.push(`Games that cannot be reviewed are left out (${ignored}).`);
    }
    return parts.join(' ');
}

async function practise() {
    const worker = (background = new Background());
    positions = [];
    [at, better] = [0, 0];
    byId('practice-board').replaceChildren();
    byId('practice-next').hidden = true;
    byId('practice').showModal();
    const counts = await search();
    if (worker !== background) {
        return;
    }
    byId('practice-next').onclick = () => {
        at++;
        if (at < positions.length) {
            ask();
            return;
        }
        byId('practice-next').hidden = true;
        byId('practice-close').focus();
        say(endWords(counts));
    };
    if (positions.length > 0) {
        ask();
    } else {
        say(endWords(counts));
    }
}

/** Connects the button and the dialog. */
export function startPractice() {
    byId('practise').onclick = practise;
    byId('practice').onclose = () => {
        background.close();
        background = null;
        answer = null;
    };
}
