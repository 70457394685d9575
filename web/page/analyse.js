/* Analyse: a position by clicks, and at once what it leaves possible. */
import {
    Chart,
    ChartState,
    Fleet,
    Record,
    Rules,
    formatCell,
    gridSize,
} from './battleship/index.js';
import { Background } from './battleship/background.js';
import { Address } from './address.js';
import { setDisabled } from './buttons.js';
import { saveText } from './files.js';
import { Grid, percent, percentMark, same } from './grid.js';
import { emptyBoards } from './paper.js';
import { findReport, ordered } from './reports.js';
import { RulesForm, nameOfShip, sentence, shownRules } from './rules_form.js';
import { METHODS, bestRow, chanceOf, comparison } from './tables.js';
import { chartText, grouped, listWords, wreckJoints } from './words.js';

const BEST = 8;
const STRATEGY = 'posterior'; /* it says in which order the best cells are fired at */
const MILLISECONDS = 8000;
const COMPARE_MILLISECONDS = 4000;
const ENTRY_MILLISECONDS = 700; /* without a tap, until what was entered is analysed */

const byId = (id) => document.getElementById(id);

const background = new Background();
const address = new Address();
let form = null;
let rules = null;
let shots = []; /* { cell, report } in their order; `isChosen`: its sinking was */
let isPicture = false; /* whether these began with a picture, whose order is not that of the game */
let chart = null; /* as far as the shots agree with the rules */
let totals = null; /* a chart with salvos reported by totals, which cannot be clicked */
let steps = null; /* the record that is stepped through, its side and turn; whether it was left */
let refused = null; /* the first shot that the chart refused, and the error */
let suspects = []; /* cells of which one was reported wrongly */
let task = null;
let entry = 0; /* the timer of what is being entered */
let result = null;
let grid = null;
let fault = ''; /* what was wrong with the address, until something else is shown */

function say(text) {
    byId('analyse-status').textContent = fault ? `${fault} ${text}` : text;
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
    isPicture = false;
    totals = null;
    steps = null;
    byId('heat-of').replaceChildren(
        new Option('all ships', ''),
        ...[...new Set(rules.fleet.lengths)].map(
            (length) => new Option(lengthWords(length), length),
        ),
    );
    grid = new Grid(byId('chart'), rules, 'What is known of the board', {
        press: (cell) => (toolOf() ? enter(cell, toolOf()) : cycle(cell)),
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

/* Clicks change what is shown of a record; one with further turns can be returned to. */
function leaveRecord() {
    if (steps && !steps.isLeft) {
        address.leave();
    }
    if (steps) {
        const hasMore = steps.turn < turnsOf(steps.side).length;
        steps = steps.isLeft || hasMore ? { ...steps, isLeft: true } : null;
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
        leaveRecord();
        shots = others;
        update();
        return;
    }
    const found = findReport(rules, shots, cell, result_, after);
    if (found) {
        leaveRecord();
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

/* What a tap makes of a cell; empty: its next result. */
const toolOf = () => document.querySelector('[name="tool"]:checked').value;

/* A tap of a game on paper; a second one takes it back or, of a sinking, tries the next ship. */
function enter(cell, result_) {
    if (totals || rules.isBlocked(cell)) {
        cycle(cell);
        return;
    }
    leaveRecord();
    const old = shots.find((shot) => same(shot.cell, cell));
    const others = shots.filter((shot) => shot !== old);
    const isSecond = old?.report.result === result_;
    const next = isSecond && result_ === 'sunk' ? old.report : null;
    const report = isSecond && !next ? null : findReport(rules, others, cell, result_, next);
    const added = report ? [{ cell, report, isChosen: isSecond }] : [];
    shots = ordered(rules, [...others, ...added]);
    isPicture = true;
    update({ wait: ENTRY_MILLISECONDS });
}

/* ---- the analysis ---- */

/* The line of a shot in a record, which is that of a chart with nothing else. */
function lineOf({ cell, report }) {
    const alone = new Chart(rules);
    try {
        alone.record(cell, report);
        return chartText(alone).trimEnd().split('\n').at(-1);
    } catch {
        return '';
    } finally {
        alone.free();
    }
}

/* Shots that contradict the chart, which no chart contains. */
const missingShots = () => (totals ? [] : shots.slice(chart.shots));

/* The chart as text, and these shots. */
const positionText = () =>
    chartText(chart) +
    missingShots()
        .map((shot) => `${lineOf(shot)}\n`)
        .join('');

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

function update({ fault: newFault = '', wait = 0 } = {}) {
    task?.cancel();
    clearTimeout(entry);
    fault = newFault;
    result = null;
    suspects = [];
    byId('compared').replaceChildren();
    makeChart();
    byId('position').value = positionText();
    address.show(shownPosition());
    show();
    if (wait > 0) {
        say(`${shots.length} ${shots.length === 1 ? 'cell is' : 'cells are'} entered.`);
        entry = setTimeout(analyse, wait);
    } else {
        analyse();
    }
}

async function analyse() {
    if (refused) {
        explain(refused.error);
        return;
    }
    say('Counting.');
    const position = byId('position').value;
    const { width, height } = rules;
    const options = { position, timeLimit: MILLISECONDS };
    let started = background.posterior({ ...options, best: width * height });
    task = started;
    try {
        const found = await started;
        if (task !== started) {
            return;
        }
        result = { ...found, best: [] };
        show();
        const possible = found.best.filter(({ forecast }) => chanceOf(forecast) > 0);
        const count = Math.min(BEST, possible.length);
        if (count > 0) {
            started = background.aim({ ...options, strategy: STRATEGY, count });
            task = started;
            const { cells } = await started;
            if (task !== started) {
                return;
            }
            result.likeliest = possible[0];
            result.best = cells
                .map((cell) => possible.find((one) => same(one.cell, cell)))
                .filter(Boolean);
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
        const [one, ...others] = found.suspects;
        const words = found.suspects.map(shotWords);
        say(
            others.length > 0
                ? `These reports cannot all be true: ${listWords(words)}. Change one of them.`
                : `${shotWords(one)} cannot be true, given the others.`,
        );
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
        shown.replaceChildren(...comparison(found.slice(0, BEST)));
    } catch (error) {
        shown.textContent = task === started ? sentence(error) : '';
    }
}

const isLikelier = (one, other) => chanceOf(one.forecast) > chanceOf(other.forecast);

function sayResult() {
    const { info, layouts, best, likeliest } = result;
    const about = info.isExact ? '' : 'About ';
    const verb = layouts === '1' ? 'layout is' : 'layouts are';
    const count = layouts
        ? `${about}${grouped(layouts)} ${verb} possible.`
        : 'The layouts are too many to count.';
    if (best.length === 0) {
        say(chart.shipsAfloat === 0 ? `${count} All ships are sunk.` : count);
        return;
    }
    const chanceWords = ({ cell, forecast }) =>
        `${formatCell(cell)}: ${percent(chanceOf(forecast))} to hit.`;
    const [first] = best;
    const other = isLikelier(likeliest, first) ? ` Likeliest is ${chanceWords(likeliest)}` : '';
    say(`${count} Best is ${chanceWords(first)}${other}`);
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
    const jointsOf = wreckJoints(chart);
    grid.show((cell, i) => {
        const name = NAMES[states[i]];
        const isRefused =
            suspects.some((other) => same(other, cell)) ||
            (refused && same(refused.shot.cell, cell));
        const shot = shots.find((other) => same(other.cell, cell));
        const isUnknown = name === 'unknown';
        const hasChance = occupancy && (isUnknown || name === 'shot');
        const words = isRefused ? 'contradiction' : (WORDS[name] ?? name);
        const length = shot?.report.result === 'sunk' ? shot.report.length : 0;
        const classes = [...jointsOf(i)];
        if (isRefused) classes.push('wrong');
        if (best && !length_ && same(best.cell, cell)) classes.push('hint');
        return {
            state: name === 'knownWater' ? 'water' : name,
            mark: hasChance
                ? (isUnknown ? '' : MARKS.shot) + percentMark(occupancy[i])
                : (length || MARKS[shot?.report.result ?? name] || '') + (isRefused ? '!' : ''),
            classes,
            words: hasChance
                ? `${words}, a ship: ${percent(occupancy[i])}`
                : words + (length ? `, length ${length}` : ''),
            warmth: hasChance && isUnknown && warmest > 0 ? (0.9 * occupancy[i]) / warmest : 0,
        };
    });
    byId('best').replaceChildren(
        ...(result?.best ?? []).map((row) => bestRow(row, !isLikelier(result.likeliest, row))),
    );
    byId('best-table').hidden = suspects.length > 0 || refused !== null;
    const isGuessed =
        isPicture && shots.some(({ report }) => report.result === 'sunk' && !report.isShown);
    byId('method').textContent = result
        ? METHODS[result.info.method] +
          (isGuessed ? ' Sunk cells are taken as shown.' : '')
        : '';
    setDisabled(byId('compare'), !result?.best.length);
    setDisabled(byId('analyse-undo'), shots.length === 0);
    setDisabled(byId('analyse-clear'), shots.length === 0 && !totals);
    showSteps();
}

/* ---- text and address ---- */

/* A picture of a board, with the rules of the form, and the ships sunk if they were asked for. */
function readPicture(text) {
    const sunk = byId('position-sunk');
    const pictureRules = form.rules(gridSize(text));
    const options = sunk.value.trim() ? { sunk: Fleet.parse(sunk.value).lengths } : {};
    const picture = Chart.parseGrid(pictureRules, text, options);
    useRules(pictureRules);
    form.show(rules);
    isPicture = true;
    shots = Array.from({ length: picture.shots }, (_, i) => picture.shot(i));
    picture.free();
    sunk.value = '';
    update();
}

function readRecord({ text, side: asked, turn = Infinity }) {
    const record = Record.parse(text);
    useRules(shownRules(record.rules));
    form.show(rules);
    const entries = Array.from({ length: record.logLength }, (_, i) => record.logEntry(i));
    const sides = ['a', 'b'].filter((side) => entries.some((entry) => entry.side === side));
    const side = sides.includes(asked) ? asked : (sides[0] ?? 'a');
    steps = { record, entries, sides, side, turn: 0 };
    step(turn);
}

/* A record or a picture, which has no words. */
const readPosition = (position) =>
    /^\s*battleship/.test(position.text) ? readRecord(position) : readPicture(position.text);

const turnsOf = (side) => steps.entries.filter((entry) => entry.side === side);

/* Shows the first turns of a record. */
function step(turn) {
    const { record, side } = steps;
    const turns = turnsOf(side);
    if (steps.isLeft) {
        address.leave();
    }
    steps.isLeft = false;
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
    const where = steps.isLeft ? 'Changed after turn' : 'Turn';
    byId('step-where').textContent = `${where} ${steps.turn} of ${count}`;
    const isEnd = {
        'step-first': steps.turn === 0 && !steps.isLeft,
        'step-back': steps.turn === 0 && !steps.isLeft,
        'step-on': steps.turn === count,
        'step-last': steps.turn === count,
    };
    // Those that can be pressed first, for the focus goes to one of them.
    for (const name of Object.keys(isEnd).sort((a, b) => isEnd[a] - isEnd[b])) {
        setDisabled(byId(name), isEnd[name]);
    }
}

/* What a link to this has: the whole record, if it is one. The lines of rules that are defaults are
 * left out. */
function shownPosition() {
    const isRecord = steps && !steps.isLeft;
    const defaults = new Set(Rules.parse('fleet 1').format().split('\n').slice(2));
    const lines = (isRecord ? steps.record.format() : positionText()).split('\n');
    const text = lines.filter((line) => line && !defaults.has(line)).join('\n');
    const { side, turn } = isRecord
        ? steps
        : { side: 'a', turn: chart.turns + missingShots().length };
    return { text, side, turn };
}

/* Shows what the address holds or, if that is no position, says so and keeps what is shown. */
async function readAddress() {
    if (!address.isForeign) {
        address.show(shownPosition());
        return;
    }
    try {
        const position = await address.read();
        if (position) {
            readPosition(position);
        }
    } catch (error) {
        update({ fault: `The position in the address cannot be shown: ${error.message}.` });
    }
}

export async function startAnalysis() {
    form = new RulesForm(byId('analyse-form'), byId('analyse-rules'));
    byId('analyse-form').onsubmit = (event) => {
        event.preventDefault();
        try {
            const newRules = form.rules();
            address.leave();
            useRules(newRules);
            byId('analyse-error').textContent = '';
            update();
            window.scrollTo(0, 0);
        } catch (error) {
            byId('analyse-error').textContent = sentence(error);
        }
    };
    byId('heat-of').onchange = show;
    byId('compare').onclick = compare;
    byId('step-first').onclick = () => step(0);
    byId('step-back').onclick = () => step(steps.isLeft ? steps.turn : steps.turn - 1);
    byId('step-on').onclick = () => step(steps.turn + 1);
    byId('step-last').onclick = () => step(turnsOf(steps.side).length);
    byId('step-side').onchange = () => {
        steps.side = byId('step-side').value;
        step(turnsOf(steps.side).length);
    };
    byId('analyse-undo').onclick = () => {
        leaveRecord();
        shots.pop();
        update();
    };
    byId('analyse-clear').onclick = () => {
        address.leave();
        leaveRecord();
        shots = [];
        totals = null;
        update();
    };
    byId('paper').onclick = () =>
        saveText(emptyBoards(rules), 'battleship-boards.svg', 'image/svg+xml');
    // A picture or a record can be pasted anywhere.
    document.addEventListener('paste', (event) => {
        const text = event.clipboardData.getData('text');
        if (!byId('analyse').hidden && text && !event.target.matches?.('input, textarea')) {
            byId('position').value = text;
            byId('position').closest('details').open = true;
            byId('position-read').click();
        }
    });
    byId('copy').onclick = async () => {
        await address.write();
        try {
            await navigator.clipboard.writeText(location.href);
            say('The link to this position was copied.');
        } catch {
            say(`The link to this position is ${location.href}`);
        }
    };
    byId('position-read').onclick = () => {
        const [sunk] = byId('position-sunk').labels;
        byId('position-error').textContent = '';
        try {
            address.leave();
            readPosition({ text: byId('position').value });
            sunk.hidden = true;
            window.scrollTo(0, 0);
        } catch (error) {
            const place = error.line ? `Line ${error.line}, column ${error.column}: ` : '';
            byId('position-error').textContent = place + sentence(error);
            // Only a picture that can be read in several ways lacks something.
            sunk.hidden &&= error.code !== 'BSHIP_ERROR_ARGUMENT';
        }
    };
    useRules(form.rules());
    makeChart();
    if (address.isForeign) {
        await readAddress();
    } else {
        update();
    }
    return { readAddress };
}
