/* Analyse: a position by clicks, and at once what it leaves possible. */
import {
    BattleshipError,
    Chart,
    ChartState,
    Record,
    Rules,
    formatCell,
} from './battleship/index.js';
import { Background } from './battleship/background.js';
import { Grid, percent } from './grid.js';
import { RulesForm, sentence } from './rules_form.js';

const BEST = 8;
const MILLISECONDS = 8000;
const ADDRESS = '#analyse?';

const byId = (id) => document.getElementById(id);
const same = (a, b) => a.x === b.x && a.y === b.y;

const background = new Background();
let form = null;
let rules = null;
let shots = []; /* { cell, report } in their order */
let chart = null; /* as far as the shots agree with the rules */
let totals = null; /* a record with salvos reported by totals, which cannot be clicked */
let refused = null; /* the first shot that the chart refused, and the error */
let task = null;
let result = null;
let grid = null;
let written = ''; /* the address that this page wrote */

function say(text) {
    byId('analyse-status').textContent = text;
}

function useRules(newRules) {
    rules = newRules;
    shots = [];
    totals = null;
    grid = new Grid(byId('chart'), rules, 'What is known of the board', {
        press: cycle,
        key: (cell, key) => {
            const wanted = { m: 'miss', h: 'hit', s: 'sunk', Delete: null, Backspace: null };
            const name = key.length === 1 ? key.toLowerCase() : key;
            if (!(name in wanted)) {
                return false;
            }
            set(cell, wanted[name]);
            return true;
        },
    });
}

/* ---- shots ---- */

/* All reports of a result that the rules can disclose; of sinkings, `length` comes first. */
function reportsOf(result_, length) {
    const { fleet } = rules;
    if (result_ === 'miss') {
        return [{ result: 'miss', ship: -1, length: 0 }];
    }
    const tellsShip =
        rules.discloses('name-of-hit') || (result_ === 'sunk' && rules.discloses('name'));
    const tellsLength = tellsShip || (result_ === 'sunk' && rules.discloses('length'));
    if (result_ === 'sunk' && !rules.discloses('sinking')) {
        return [];
    }
    const reports = new Map();
    for (let ship = 0; ship < fleet.count; ship++) {
        const report = {
            result: result_,
            ship: tellsShip ? fleet.firstOfName(ship) : -1,
            length: tellsLength ? fleet.length(ship) : 0,
        };
        reports.set(`${report.ship} ${report.length}`, report);
    }
    return [...reports.values()].sort((a, b) => (b.length === length) - (a.length === length));
}

/* The hits in a row with a cell, itself included: probably the length of the ship that sank. */
function runLength(cell) {
    const isHit = (x, y) =>
        shots.some((shot) => same(shot.cell, { x, y }) && shot.report.result === 'hit');
    const run = (dx, dy) => {
        let count = 0;
        while (isHit(cell.x + dx * (count + 1), cell.y + dy * (count + 1))) count++;
        return count;
    };
    return 1 + Math.max(run(1, 0) + run(-1, 0), run(0, 1) + run(0, -1));
}

function agrees(list) {
    const trial = new Chart(rules);
    try {
        list.forEach(({ cell, report }) => trial.record(cell, report));
        return true;
    } catch (error) {
        if (!(error instanceof BattleshipError)) throw error;
        return false;
    } finally {
        trial.free();
    }
}

/* The report of a cell, a changed one as the last shot; `result_` null: it was not fired at. */
function set(cell, result_, after = null) {
    if (totals) {
        say('Salvos reported by totals cannot be clicked. Change the position as text.');
        return;
    }
    const others = shots.filter((shot) => !same(shot.cell, cell));
    if (result_ === null) {
        shots = others;
        update();
        return;
    }
    const all = reportsOf(result_, runLength(cell));
    const from = after ? all.findIndex(({ ship, length }) => ship === after.ship && length === after.length) + 1 : 0;
    const found =
        all.slice(from).find((report) => agrees([...others, { cell, report }])) ??
        (from === 0 ? all[0] : undefined);
    if (found) {
        shots = [...others, { cell, report: found }];
        update();
    } else {
        nextResult(cell, result_);
    }
}

const ORDER = ['miss', 'hit', 'sunk', null];

function nextResult(cell, result_) {
    set(cell, ORDER[ORDER.indexOf(result_) + 1]);
}

/* A click: miss, hit, then every sinking that agrees with the rest, then unknown. */
function cycle(cell) {
    if (rules.isBlocked(cell)) {
        say(`${formatCell(cell)} is blocked.`);
        return;
    }
    const shot = shots.find((other) => same(other.cell, cell));
    if (!shot) {
        set(cell, 'miss');
    } else if (shot.report.result === 'miss') {
        set(cell, 'hit');
    } else {
        set(cell, shot.report.result, shot.report);
    }
}

/* ---- the analysis ---- */

function positionText() {
    const record = Record.fromChart(chart);
    const text = record.format();
    record.free();
    return text;
}

/* Makes the chart of the shots, as far as they can be. */
function makeChart() {
    chart?.free();
    chart = new Chart(rules);
    refused = null;
    if (totals) {
        totals.toChart('a', chart);
        return;
    }
    for (const shot of shots) {
        try {
            chart.record(shot.cell, shot.report);
        } catch (error) {
            refused = { shot, error };
            return;
        }
    }
}

async function update() {
    task?.cancel();
    result = null;
    makeChart();
    if (!refused) {
        byId('position').value = positionText();
        writeAddress();
    }
    show();
    if (refused) {
        const { cell, report } = refused.shot;
        say(`${formatCell(cell)} cannot be ${report.result === 'miss' ? 'a miss' : report.result}: ${refused.error.message}.`);
        return;
    }
    say('Counting.');
    const started = background.posterior({
        position: byId('position').value,
        best: BEST,
        timeLimit: MILLISECONDS,
    });
    task = started;
    try {
        result = await started;
        if (task !== started) {
            return;
        }
        sayResult();
        show();
    } catch (error) {
        if (task !== started) {
            return;
        }
        if (error.code === 'BSHIP_ERROR_CONTRADICTION') {
            say(`This cannot be: ${error.message}. Take back a shot, or change one.`);
        } else if (error.code === 'BSHIP_ERROR_CANCELLED') {
            say('This takes too long here: use battleship-analyse with the position as text.');
        } else {
            say(sentence(error));
        }
    }
}

function sayResult() {
    const { info, layouts, best } = result;
    const grouped = layouts.replace(/\B(?=(\d{3})+$)/g, '\u202f');
    const count = layouts
        ? `${info.isExact ? '' : 'About '}${grouped} ${layouts === '1' ? 'layout is' : 'layouts are'} possible.`
        : 'The layouts are too many to count.';
    if (best.length === 0) {
        say(count);
        return;
    }
    const [{ cell, forecast }] = best;
    const chance = percent(forecast.hit + forecast.sunk);
    say(`${count} Best is ${formatCell(cell)}, a hit with ${chance}.`);
}

/* ---- showing ---- */

const NAMES = Object.entries(ChartState).sort((a, b) => a[1] - b[1]).map(([name]) => name);
const MARKS = { miss: '•', hit: '✕', sunk: '✕', knownWater: '·', shot: '?' };
const WORDS = { knownWater: 'known water', shot: 'fired at' };

function show() {
    const states = chart.states;
    const occupancy = result?.occupancy;
    const warmest = occupancy ? Math.max(...occupancy.filter((_, i) => states[i] === 0)) : 1;
    const [best] = result?.best ?? [];
    grid.show((cell, i) => {
        const name = NAMES[states[i]];
        const isRefused = refused && same(refused.shot.cell, cell);
        const shot = shots.find((other) => same(other.cell, cell));
        const isWarm = occupancy && name === 'unknown';
        const words = isRefused ? 'contradiction' : (WORDS[name] ?? name);
        const length = shot?.report.result === 'sunk' ? shot.report.length : 0;
        const classes = [];
        if (isRefused) classes.push('wrong');
        if (best && same(best.cell, cell)) classes.push('hint');
        return {
            state: name === 'knownWater' ? 'water' : name,
            mark: isRefused ? '!' : length ? String(length) : (MARKS[name] ?? ''),
            classes,
            words: isWarm
                ? `${words}, a ship with ${percent(occupancy[i])}`
                : words + (length ? `, length ${length}` : ''),
            warmth: isWarm && warmest > 0 ? (0.9 * occupancy[i]) / warmest : 0,
        };
    });
    byId('best').replaceChildren(...(result?.best ?? []).map(bestRow));
    byId('method').textContent = result
        ? `${result.info.isExact ? 'Exact' : 'Sampled'}, by ${result.info.method}.`
        : '';
    byId('analyse-undo').disabled = shots.length === 0;
    byId('analyse-clear').disabled = shots.length === 0 && !totals;
}

function bestRow({ cell, forecast }) {
    const row = document.createElement('tr');
    const values = [
        formatCell(cell),
        percent(forecast.hit + forecast.sunk),
        percent(forecast.sunk),
        forecast.entropy.toFixed(2),
    ];
    row.append(
        ...values.map((value) => {
            const data = document.createElement('td');
            data.textContent = value;
            return data;
        }),
    );
    return row;
}

/* ---- text and address ---- */

function readPosition(text) {
    const record = Record.parse(text);
    const read = new Chart(record.rules);
    record.toChart('a', read);
    useRules(record.rules);
    form.show(rules);
    let hasTotals = false;
    for (let turn = 0; turn < read.turns; turn++) {
        hasTotals ||= read.turn(turn).isTotal;
    }
    totals = hasTotals ? record : null;
    shots = hasTotals ? [] : Array.from({ length: read.shots }, (_, i) => read.shot(i));
    read.free();
}

/* The lines of rules that are defaults are left out. */
function writeAddress() {
    const defaults = new Set(Rules.parse('fleet 1').format().split('\n').slice(2));
    const lines = positionText().split('\n').filter((line) => line && !defaults.has(line));
    written = ADDRESS + encodeURIComponent(lines.join('\n'));
    if (location.hash.startsWith('#analyse')) {
        history.replaceState(null, '', written);
    }
}

function readAddress() {
    if (location.hash === written) {
        return;
    }
    if (!location.hash.startsWith(ADDRESS)) {
        writeAddress();
        return;
    }
    try {
        readPosition(decodeURIComponent(location.hash.slice(ADDRESS.length)));
        update();
    } catch (error) {
        say(`The address has no position: ${error.message}.`);
    }
}

export function startAnalysis() {
    form = new RulesForm(byId('analyse-form'), byId('analyse-rules'));
    byId('analyse-form').onsubmit = (event) => {
        event.preventDefault();
        try {
            useRules(form.rules());
            byId('analyse-error').textContent = '';
            update();
        } catch (error) {
            byId('analyse-error').textContent = sentence(error);
        }
    };
    byId('analyse-undo').onclick = () => {
        shots.pop();
        update();
    };
    byId('analyse-clear').onclick = () => {
        shots = [];
        totals = null;
        update();
    };
    byId('copy').onclick = async () => {
        try {
            await navigator.clipboard.writeText(location.href);
            say('The address was copied.');
        } catch {
            say(`The address is ${location.href}`);
        }
    };
    byId('position-read').onclick = () => {
        byId('position-error').textContent = '';
        try {
            readPosition(byId('position').value);
            update();
        } catch (error) {
            const place = error.line ? `Line ${error.line}: ` : '';
            byId('position-error').textContent = place + sentence(error);
        }
    };
    useRules(form.rules());
    makeChart();
    if (location.hash.startsWith(ADDRESS)) {
        written = '';
        show();
        readAddress();
    } else {
        update();
    }
    return { readAddress };
}
