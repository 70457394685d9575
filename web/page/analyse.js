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
import { setDisabled } from './buttons.js';
import { Grid, percent, percentMark } from './grid.js';
import { RulesForm, nameOfShip, sentence } from './rules_form.js';

const BEST = 8;
const MILLISECONDS = 8000;
const COMPARE_MILLISECONDS = 4000;
const ADDRESS = '#analyse?';

const byId = (id) => document.getElementById(id);
const same = (a, b) => a.x === b.x && a.y === b.y;

const background = new Background();
let form = null;
let rules = null;
let shots = []; /* { cell, report } in their order */
let chart = null; /* as far as the shots agree with the rules */
let totals = null; /* a chart with salvos reported by totals, which cannot be clicked */
let steps = null; /* the record that is stepped through, its side and turn */
let refused = null; /* the first shot that the chart refused, and the error */
let suspects = []; /* cells of which one was reported wrongly */
let task = null;
let result = null;
let grid = null;
let written = ''; /* the address that this page wrote */

function say(text) {
    byId('analyse-status').textContent = text;
}

/* The ships of a length: `5: Carrier`. */
function lengthWords(length) {
    const { fleet } = rules;
    const ships = [...fleet.lengths.keys()].filter((ship) => fleet.length(ship) === length);
    const names = [...new Set(ships.map((ship) => nameOfShip(fleet, ship)))].filter(Boolean);
    return names.length > 0 ? `length ${length}: ${names.join(', ')}` : `length ${length}`;
}

function useRules(newRules) {
    rules = newRules;
    shots = [];
    totals = null;
    steps = null;
    byId('heat-of').replaceChildren(
        new Option('all ships', ''),
        ...[...new Set(rules.fleet.lengths)].map(
            (length) => new Option(lengthWords(length), length),
        ),
    );
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
    steps = null;
    const others = shots.filter((shot) => !same(shot.cell, cell));
    if (result_ === null) {
        shots = others;
        update();
        return;
    }
    const all = reportsOf(result_, runLength(cell));
    const from = after
        ? all.findIndex(({ ship, length }) => ship === after.ship && length === after.length) + 1
        : 0;
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

function textOf(chart_) {
    const record = Record.fromChart(chart_);
    const text = record.format();
    record.free();
    return text;
}

/* The line of a shot in a record, which is that of a chart with nothing else. */
function lineOf({ cell, report }) {
    const alone = new Chart(rules);
    try {
        alone.record(cell, report);
        return textOf(alone).trimEnd().split('\n').at(-1);
    } catch {
        return '';
    } finally {
        alone.free();
    }
}

/* The chart as text, and shots that contradict it, which no chart contains. */
function positionText() {
    const missing = totals ? [] : shots.slice(chart.shots);
    return textOf(chart) + missing.map((shot) => `${lineOf(shot)}\n`).join('');
}

/* Makes the chart of the shots, as far as they can be. */
function makeChart() {
    chart?.free();
    chart = new Chart(rules);
    refused = null;
    if (totals) {
        chart.copy(totals);
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
    suspects = [];
    byId('compared').replaceChildren();
    makeChart();
    byId('position').value = positionText();
    writeAddress();
    show();
    if (refused) {
        explain(refused.error);
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
        result.best = result.best.filter(({ forecast }) => chanceOf(forecast) > 0);
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
            explain(error);
        } else if (error.code === 'BSHIP_ERROR_CANCELLED') {
            say('This takes too long here: use battleship-analyse with the position as text.');
        } else {
            say(sentence(error));
        }
    }
}

const resultWords = ({ result: told, length }) =>
    told === 'sunk' && length ? `sunk ${length}` : told;

/* Says which report cannot be after those before it, and which of them may be wrong instead. */
async function explain(error) {
    say(`This cannot be: ${error.message}.`);
    if (totals) {
        return;
    }
    const started = background.contradiction({
        rules: rules.format(),
        shots,
        timeLimit: MILLISECONDS,
    });
    task = started;
    const found = await started.catch(() => null);
    if (!found || task !== started) {
        return;
    }
    const shotWords = (i) => `${formatCell(shots[i].cell)} ${resultWords(shots[i].report)}`;
    suspects = found.suspects.map((i) => shots[i].cell);
    if (found.first === 0) {
        suspects = [shots[0].cell];
        say(`${shotWords(0)} cannot be: ${error.message}.`);
    } else if (suspects.length === 0) {
        suspects = [shots[found.first].cell];
        say(
            `${shotWords(found.first)} cannot be, after the others. More than one report is wrong.`,
        );
    } else {
        const others = found.suspects.filter((i) => i !== found.first).map(shotWords);
        const instead = others.length > 0 ? ` Or one of these is wrong: ${others.join(', ')}.` : '';
        say(`${shotWords(found.first)} cannot be, after the reports before it.${instead}`);
    }
    show();
}

/* What `search` makes of the best cells: shots until the fleet is sunk. */
async function compare() {
    const shown = byId('compared');
    task?.cancel();
    shown.textContent = 'Playing on from each of the best cells.';
    const started = background.candidates({
        position: byId('position').value,
        timeLimit: COMPARE_MILLISECONDS,
    });
    task = started;
    try {
        const found = await started;
        shown.replaceChildren(...comparison(found));
    } catch (error) {
        shown.textContent = task === started ? sentence(error) : '';
    }
}

const LOOKAHEADS = {
    sample: 'By a sample of layouts; after ± stands the standard error.',
    all: 'Over all layouts, if the likeliest cell is fired at from then on.',
    optimum: 'Over all layouts, if the best play follows: this is optimal.',
};

function comparison(candidates) {
    const note = document.createElement('p');
    note.className = 'note';
    if (candidates.length === 0) {
        note.textContent = 'Looking ahead decides nothing here, or would take longer.';
        return [note];
    }
    note.textContent = LOOKAHEADS[candidates[0].lookahead] ?? '';
    const table = document.createElement('table');
    const head = table.createTHead().insertRow();
    for (const title of ['Cell', 'Hit', 'Shots to the end']) {
        const cell = document.createElement('th');
        cell.scope = 'col';
        cell.textContent = title;
        head.append(cell);
    }
    const body = table.createTBody();
    for (const { cell, occupancy, expectedShots, standardError } of candidates.slice(0, BEST)) {
        const error = standardError > 0 ? ` ± ${standardError.toFixed(2)}` : '';
        body.append(
            rowOf([formatCell(cell), percent(occupancy), expectedShots.toFixed(2) + error]),
        );
    }
    return [table, note];
}

/* Of a hit, whether or not it sinks. */
const chanceOf = (forecast) => forecast.hit + forecast.sunk;

function sayResult() {
    const { info, layouts, best } = result;
    const grouped = layouts.replace(/\B(?=(\d{3})+$)/g, '\u202f');
    const about = info.isExact ? '' : 'About ';
    const verb = layouts === '1' ? 'layout is' : 'layouts are';
    const count = layouts
        ? `${about}${grouped} ${verb} possible.`
        : 'The layouts are too many to count.';
    if (best.length === 0) {
        say(chart.shipsAfloat === 0 ? `${count} All ships are sunk.` : count);
        return;
    }
    const [{ cell, forecast }] = best;
    say(`${count} Best is ${formatCell(cell)}, a hit with ${percent(chanceOf(forecast))}.`);
}

/* ---- showing ---- */

const NAMES = Object.entries(ChartState)
    .sort((a, b) => a[1] - b[1])
    .map(([name]) => name);
const MARKS = { miss: '•', hit: '✕', sunk: '✕', knownWater: '·', shot: '?' };
const WORDS = { knownWater: 'known water', shot: 'fired at' };

function show() {
    const states = chart.states;
    const length_ = byId('heat-of').value;
    const occupancy = length_ ? result?.byLength[length_] : result?.occupancy;
    const warmest = occupancy ? Math.max(...occupancy.filter((_, i) => states[i] === 0)) : 1;
    const [best] = result?.best ?? [];
    grid.show((cell, i) => {
        const name = NAMES[states[i]];
        const isRefused =
            suspects.some((other) => same(other, cell)) ||
            (refused && same(refused.shot.cell, cell));
        const shot = shots.find((other) => same(other.cell, cell));
        const isWarm = occupancy && name === 'unknown';
        const words = isRefused ? 'contradiction' : (WORDS[name] ?? name);
        const length = shot?.report.result === 'sunk' ? shot.report.length : 0;
        const classes = [];
        if (isRefused) classes.push('wrong');
        if (best && same(best.cell, cell)) classes.push('hint');
        return {
            state: name === 'knownWater' ? 'water' : name,
            mark: isRefused
                ? '!'
                : isWarm
                  ? percentMark(occupancy[i])
                  : length
                    ? String(length)
                    : (MARKS[name] ?? ''),
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
    setDisabled(byId('compare'), !result?.best.length);
    setDisabled(byId('analyse-undo'), shots.length === 0);
    setDisabled(byId('analyse-clear'), shots.length === 0 && !totals);
    showSteps();
}

function bestRow({ cell, forecast }) {
    return rowOf([
        formatCell(cell),
        percent(chanceOf(forecast)),
        percent(forecast.sunk),
        forecast.entropy.toFixed(2),
    ]);
}

function rowOf(values) {
    const row = document.createElement('tr');
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
    useRules(record.rules);
    form.show(rules);
    const entries = Array.from({ length: record.logLength }, (_, i) => record.logEntry(i));
    const sides = ['a', 'b'].filter((side) => entries.some((entry) => entry.side === side));
    const [side = 'a'] = sides;
    steps = { record, entries, sides, side, turn: 0 };
    step(turnsOf(side).length);
}

const turnsOf = (side) => steps.entries.filter((entry) => entry.side === side);

/* Shows the first turns of a record. What is clicked then goes on from there. */
function step(turn) {
    const { record, side } = steps;
    const turns = turnsOf(side);
    steps.turn = Math.max(0, Math.min(turns.length, turn));
    const played = turns.slice(0, steps.turn);
    totals = null;
    shots = [];
    if (turns.some((entry) => entry.isTotal)) {
        totals = new Chart(rules);
        record.toChart(side, totals);
        totals.truncate(steps.turn);
    } else {
        shots = played.flatMap(({ firstShot, shots: count }) =>
            Array.from({ length: count }, (_, i) => record.shot(firstShot + i)),
        );
    }
    update();
}

function showSteps() {
    const count = steps ? turnsOf(steps.side).length : 0;
    byId('steps').hidden = count === 0;
    if (count === 0) {
        return;
    }
    byId('step-side-label').hidden = steps.sides.length < 2;
    byId('step-side').replaceChildren(
        ...steps.sides.map((side) => new Option(`side ${side}`, side, false, side === steps.side)),
    );
    byId('step-where').textContent = `Turn ${steps.turn} of ${count}`;
    const isEnd = {
        'step-first': steps.turn === 0,
        'step-back': steps.turn === 0,
        'step-on': steps.turn === count,
        'step-last': steps.turn === count,
    };
    // Those that can be pressed first, for the focus goes to one of them.
    for (const name of Object.keys(isEnd).sort((a, b) => isEnd[a] - isEnd[b])) {
        setDisabled(byId(name), isEnd[name]);
    }
}

/* The lines of rules that are defaults are left out. */
function writeAddress() {
    const defaults = new Set(Rules.parse('fleet 1').format().split('\n').slice(2));
    const lines = positionText()
        .split('\n')
        .filter((line) => line && !defaults.has(line));
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
    byId('heat-of').onchange = show;
    byId('compare').onclick = compare;
    byId('step-first').onclick = () => step(0);
    byId('step-back').onclick = () => step(steps.turn - 1);
    byId('step-on').onclick = () => step(steps.turn + 1);
    byId('step-last').onclick = () => step(turnsOf(steps.side).length);
    byId('step-side').onchange = () => {
        steps.side = byId('step-side').value;
        step(turnsOf(steps.side).length);
    };
    byId('analyse-undo').onclick = () => {
        steps = null;
        shots.pop();
        update();
    };
    byId('analyse-clear').onclick = () => {
        steps = null;
        shots = [];
        totals = null;
        update();
    };
    byId('copy').onclick = async () => {
        try {
            await navigator.clipboard.writeText(location.href);
            say('The link to this position was copied.');
        } catch {
            say(`The link to this position is ${location.href}`);
        }
    };
    byId('position-read').onclick = () => {
        byId('position-error').textContent = '';
        try {
            readPosition(byId('position').value);
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
