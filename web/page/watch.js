/* Watch and learn: two strategies sink the same layout side by side. The lessons are below it. */
import { AI, Board, Rng } from './battleship/index.js';
import { Background } from './battleship/background.js';
import { connectKeys, setDisabled } from './buttons.js';
import { Grid, chanceWords, same, showScale, warmthOf } from './grid.js';
import { startLessons } from './lessons.js';
import { RulesForm, sentence } from './rules_form.js';
import { Run } from './run.js';
import { CHART_LOOKS, shipHull, turnCells, turnWords, wreckJoints } from './words.js';

const STRATEGIES = ['stalker', 'posterior']; /* to begin with */
const PAUSES = { slow: 1200, medium: 500, fast: 120 }; /* milliseconds between shots */
const SEEDS = 1000000n; /* new seeds are below, so that they can be typed */

const byId = (id) => document.getElementById(id);
const capital = (text) => text[0].toUpperCase() + text.slice(1);
const seenBy = (name) => `What ${capital(name)} sees`;
const shotsOf = (count) => `${count} ${count === 1 ? 'shot' : 'shots'}`;

let form = null;
let rules = null;
let sides = []; /* { name, background, run, grid, occupancy } */
let turn = 0; /* the turns that are shown */
let isPlaying = false;
let isBusy = false;
let isHeatShown = false;
let areShipsShown = false;
let shown = 0; /* counts what is shown, so that what comes late is not */

function say(text) {
    byId('watch-status').textContent = text;
}

/* ---- beginning ---- */

function seed() {
    const text = byId('watch-seed').value.trim();
    if (!/^\d{1,19}$/.test(text)) {
        throw new Error('a seed is a number of at most 19 digits');
    }
    return BigInt(text);
}

/* Begins anew with what the fields say; sides whose strategy stays keep their shots. */
function begin({ keeps = [] } = {}) {
    pause();
    turn = 0;
    try {
        const number = seed();
        const layout = new Board(rules);
        layout.placeRandom(new Rng(number));
        sides.forEach((side, i) => {
            if (!keeps.includes(i)) {
                side.run?.close();
                side.occupancy = null;
                side.run = new Run(layout, side.name, number + BigInt(i), side.background);
            }
        });
        layout.free();
        byId('watch-error').textContent = '';
        const [left, right] = sides.map(({ name }) => capital(name));
        say(`${left} and ${right} fire at the same layout.`);
    } catch (error) {
        byId('watch-error').textContent = sentence(error);
    }
    show();
}

function useRules(newRules) {
    rules = newRules;
    sides.forEach((side, i) => {
        side.grid = new Grid(byId(`watch-board-${i}`), rules, seenBy(side.name), {});
        byId(`watch-board-${i}`).setAttribute('aria-readonly', 'true');
    });
    begin();
}

/* ---- stepping ---- */

const isSideOver = ({ run }) => run.isOver && turn >= run.turns;
const isOver = () => sides.every(isSideOver);

/* Has the sides that are not done fire, unless they have fired this turn before. */
async function fireTurn() {
    const ends = await Promise.allSettled(
        sides
            .map(({ run }) => run)
            .filter((run) => !run.isOver && run.turns === turn)
            .map((run) => run.fire()),
    );
    const failed = ends.find(({ status }) => status === 'rejected');
    if (failed) {
        throw failed.reason;
    }
}

/* One turn forward; whether it is shown, which it is not if something else was begun. */
async function step() {
    if (isBusy || isOver()) {
        return false;
    }
    isBusy = true;
    const from = turn;
    const runs = sides.map(({ run }) => run);
    const isCurrent = () => turn === from && runs.every((run, i) => run === sides[i].run);
    show();
    try {
        await fireTurn();
        if (!isCurrent()) {
            return false;
        }
        turn++;
        sayTurn();
        return true;
    } catch (error) {
        if (isCurrent()) {
            pause();
            say(sentence(error));
        }
        return false;
    } finally {
        isBusy = false;
        await show();
    }
}

function back() {
    pause();
    if (turn > 0) {
        turn--;
        sayTurn();
        show();
    }
}

function restart() {
    pause();
    turn = 0;
    say('Back at the first shot.');
    show();
}

function pause() {
    isPlaying = false;
}

async function play() {
    if (isPlaying) {
        pause();
        show();
        return;
    }
    if (isOver()) {
        turn = 0;
    }
    isPlaying = true;
    while (isPlaying && (await step())) {
        await new Promise((resolve) => setTimeout(resolve, PAUSES[byId('watch-speed').value]));
    }
    isPlaying = false;
    show();
}

/* ---- saying and showing ---- */

function sayTurn() {
    const parts = sides.map(({ name, run }) => {
        const last = Math.min(turn, run.turns);
        if (last === 0) {
            return `${capital(name)}: nothing yet`;
        }
        return isSideOver({ run })
            ? `${capital(name)} needed ${shotsOf(run.chart.shots)}`
            : `${capital(name)}: ${turnWords(run.chart, last - 1)}`;
    });
    say(`Turn ${turn}. ${parts.join('. ')}.${isOver() ? ` ${resultWords()}` : ''}`);
}

function resultWords() {
    const [left, right] = sides.map(({ run }) => run.chart.shots);
    if (left === right) {
        return 'Both needed as many.';
    }
    const winner = sides[left < right ? 0 : 1].name;
    return `${capital(winner)} needed ${Math.abs(left - right)} fewer. One layout says little: try others.`;
}

function progressWords(chart) {
    const { fleet } = chart.rules;
    const shots = shotsOf(chart.shots);
    return chart.isDefeated
        ? `All sunk in ${shots}`
        : `${shots}, ${chart.hits} of ${fleet.cells} cells hit`;
}

function showBoard({ grid, run }, chart, occupancy) {
    const { states } = chart;
    const last = chart.turns > 0 ? turnCells(chart, chart.turns - 1) : [];
    const wreckOf = wreckJoints(chart);
    grid.show((cell, i) => {
        const [state, mark, words] = CHART_LOOKS[states[i]];
        const isUnknown = state === 'unknown';
        const isShip = areShipsShown && isUnknown && run.board.shipAt(cell) >= 0;
        const classes = isShip ? shipHull(run.board, cell) : [...wreckOf(i)];
        if (last.some((other) => same(other, cell))) classes.push('last');
        const isWarm = Boolean(occupancy) && isUnknown;
        return {
            state: isShip ? 'ship' : state,
            mark,
            words: [words, isShip && 'ship', isWarm && chanceWords(occupancy[i])]
                .filter(Boolean)
                .join(', '),
            warmth: isWarm ? warmthOf(occupancy[i]) : 0,
            classes,
        };
    });
}

async function showSide(side, i, number) {
    const chart = side.run.chartAt(Math.min(turn, side.run.turns));
    const { cutShort } = side.run;
    byId(`watch-progress-${i}`).textContent =
        progressWords(chart) +
        (cutShort > 0 ? `; ${cutShort} aims stopped by the clock` : '');
    const isWarm = isHeatShown && !chart.isDefeated;
    // Until the next heat map is there the last one stays: else all would flicker.
    showBoard(side, chart, isWarm ? side.occupancy : null);
    if (!isWarm) {
        chart.free();
        return;
    }
    const occupancy = await side.run.occupancyAt(chart.turns);
    if (number === shown) {
        side.occupancy = occupancy;
        showBoard(side, chart, occupancy);
    }
    chart.free();
}

/* Shows all; resolves when the heat maps are there, too. */
function show() {
    const number = ++shown;
    setDisabled(byId('watch-back'), turn === 0);
    setDisabled(byId('watch-restart'), turn === 0);
    setDisabled(byId('watch-step'), isPlaying || isOver());
    byId('watch-play').firstChild.data = isPlaying ? 'Pause ' : 'Play ';
    byId('watch-heat').setAttribute('aria-pressed', isHeatShown);
    byId('watch-scale').hidden = !isHeatShown;
    byId('watch-ships').setAttribute('aria-pressed', areShipsShown);
    return Promise.all(sides.map((side, i) => showSide(side, i, number)));
}

const KEYS = {
    b: 'watch-back',
    s: 'watch-step',
    p: 'watch-play',
    r: 'watch-restart',
    m: 'watch-heat',
    l: 'watch-ships',
};

/* ---- the page ---- */

function chooseStrategy(i, name) {
    sides[i].name = name;
    byId(`watch-text-${i}`).textContent = sentence({
        message: AI.strategies.find((one) => one.name === name).text,
    });
    byId(`watch-board-${i}`).setAttribute('aria-label', seenBy(name));
}

function randomSeed() {
    return crypto.getRandomValues(new BigUint64Array(1))[0] % SEEDS;
}

function startRace() {
    const element = byId('watch-form');
    form = new RulesForm(element, byId('watch-rules'));
    connectKeys(byId('watch'), () => KEYS);
    sides = STRATEGIES.map((name) => ({ name, background: new Background(), occupancy: null }));
    sides.forEach((side, i) => {
        const select = byId(`watch-strategy-${i}`);
        select.append(...AI.strategies.map(({ name }) => new Option(capital(name), name)));
        select.value = side.name;
        chooseStrategy(i, side.name);
        select.onchange = () => {
            chooseStrategy(i, select.value);
            begin({ keeps: [1 - i] });
        };
    });
    element.onsubmit = (event) => {
        event.preventDefault();
        try {
            useRules(form.rules());
        } catch (error) {
            byId('watch-error').textContent = sentence(error);
        }
    };
    showScale(byId('watch-scale'));
    byId('watch-seed').onchange = () => begin();
    byId('watch-new').onclick = () => {
        byId('watch-seed').value = String(randomSeed());
        begin();
    };
    byId('watch-back').onclick = back;
    byId('watch-step').onclick = step;
    byId('watch-play').onclick = play;
    byId('watch-restart').onclick = restart;
    byId('watch-heat').onclick = () => {
        isHeatShown = !isHeatShown;
        show();
    };
    byId('watch-ships').onclick = () => {
        areShipsShown = !areShipsShown;
        show();
    };
    useRules(form.rules());
}

export function startWatch() {
    let isStarted = false;
    return {
        /** Starts at the first time, and goes to the lesson that the address names. */
        show() {
            if (!isStarted) {
                isStarted = true;
                startRace();
                startLessons();
            }
            const lesson = byId(location.hash.slice(1));
            if (lesson?.classList.contains('lesson')) {
                lesson.scrollIntoView();
            } else {
                window.scrollTo(0, 0);
            }
        },
    };
}
