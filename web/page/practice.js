/*
 * Practice, as in the terminal: positions of your kept games in which you gave most away are asked
 * again. Boards of these are shown in a dialog, beside which the game of the tab stays as it is.
 */
import { Chart, Record, formatCell } from './battleship/index.js';
import { Background } from './battleship/background.js';
import { keptGames, whenWords } from './games.js';
import { Grid, percent, same, warmthOf } from './grid.js';
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
let answer = null; /* the cell that was chosen, and the chances of all */

/* ---- finding positions ---- */

/* Calls a function with the chart of your side of a kept game. */
function withChart({ text }, call) {
    const record = Record.parse(text);
    const own = new Chart(record.rules);
    record.toChart('a', own);
    try {
        return call(own);
    } finally {
        own.free();
        record.free();
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
    const salvos = games.filter((game) => withChart(game, (own) => own.turns !== own.shots));
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
    const { width } = chart.rules;
    const jointsOf = wreckJoints(chart);
    const { shot } = positions[at];
    grid.show((cell, i) => {
        const [state, mark, words] = CHART_LOOKS[states[i]];
        const chance = answer?.chances[cell.y * width + cell.x] ?? 0;
        const isWarm = answer !== null && state === 'unknown';
        const classes = [...jointsOf(i)];
        if (answer && same(answer.cell, cell)) classes.push('chosen');
        if (answer && same(shot.expertCell, cell)) classes.push('hint');
        return {
            state,
            mark,
            classes,
            words: isWarm ? `${words}, a ship: ${percent(chance)}` : words,
            warmth: isWarm ? warmthOf(chance) : 0,
        };
    });
}

function ask() {
    const { game, turn } = positions[at];
    chart?.free();
    chart = withChart(game, (own) => {
        const copy = new Chart(own.rules);
        copy.copy(own);
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
}

/* What a cell is worth, beside the expert's and that of then. */
function verdict({ cell, chances }) {
    const { shot, cost } = positions[at];
    const chance = ({ x, y }) => chances[y * chart.rules.width + x];
    const isExpert = same(cell, shot.expertCell);
    if (isExpert || chance(cell) > chance(shot.cell)) {
        better++;
    }
    const expert = isExpert
        ? 'The expert fires there, too.'
        : `The expert fires at ${formatCell(shot.expertCell)}, ` +
          `with a chance of ${percent(chance(shot.expertCell))}.`;
    return (
        `The chance of a hit at ${formatCell(cell)} was ${percent(chance(cell))}. ${expert} ` +
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
    const asked = chart;
    const position = chartText(chart);
    const task = background.posterior({ position, best: 0, timeLimit: WEIGH_MILLISECONDS });
    const found = await task.catch(() => null);
    if (chart !== asked || answer) {
        return;
    }
    answer = { cell, chances: found?.occupancy ?? [] };
    say(found ? verdict(answer) : 'This position cannot be weighed here.');
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
    };
}
