/*
 * What is analysed: the rules, the shots, and the record that they come from, if there is one. It
 * is changed here alone, and nothing here draws.
 */
import { Chart, Fleet, Record, Rules, gridSize } from './battleship/index.js';
import { same } from './grid.js';
import { findReport, ordered } from './reports.js';
import { shownRules } from './rules_form.js';
import { chartText } from './words.js';

const ORDER = ['miss', 'hit', 'sunk', null];

export class Analysis {
    rules = null;
    shots = []; /* { cell, report } in their order; `isChosen`: its sinking was */
    isPicture = false; /* whether these began with a picture, whose order is not that of the game */
    steps = null; /* the record that is stepped through, its side and turn; whether it was left */
    chart = null; /* as far as the shots agree with the rules */
    refused = null; /* the first shot that the chart refused, and the error */
    #past = []; /* what was known before each change, for undo() */
    #leave;
    #changed;

    /** `leave` is called before what is shown is replaced, `changed` after every change. */
    constructor(rules, { leave, changed }) {
        this.#leave = leave;
        this.#changed = changed;
        this.#begin(rules);
        this.#makeChart();
    }

    #begin(rules) {
        Object.assign(this, { rules, shots: [], isPicture: false, steps: null });
        this.#past = [];
    }

    #update(how) {
        this.#makeChart();
        this.#changed(how);
    }

    /** Whether salvos are reported by totals, of which no cell can be changed. */
    get isFixed() {
        return this.#isFollowing && this.turns.some((entry) => entry.isTotal);
    }

    get #isFollowing() {
        return this.steps !== null && !this.steps.isLeft;
    }

    /** The turns of the side whose record is stepped through. */
    get turns() {
        return this.steps ? this.steps.entries.filter(({ side }) => side === this.steps.side) : [];
    }

    /* Makes the chart of the shots, as far as they can be. */
    #makeChart() {
        this.chart?.free();
        this.chart = new Chart(this.rules);
        this.refused = null;
        if (this.isFixed) {
            const { record, side, turn } = this.steps;
            record.toChart(side, this.chart);
            this.chart.truncate(turn);
            return;
        }
        for (const shot of this.shots) {
            try {
                this.chart.record(shot.cell, shot.report);
            } catch (error) {
                this.refused = { shot, error };
                return;
            }
        }
    }

    shotAt(cell) {
        return this.shots.find((shot) => same(shot.cell, cell));
    }

    /** Another board, of which nothing is known. */
    use(rules) {
        this.#leave();
        this.#begin(rules);
        this.#update();
    }

    /* ---- shots ---- */

    /* Changes of what is shown of a record; one with further turns can be returned to. */
    #leaveRecord() {
        const { steps } = this;
        if (!steps) {
            return;
        }
        if (!steps.isLeft) {
            this.#leave();
        }
        const hasMore = steps.turn < this.turns.length;
        this.steps = steps.isLeft || hasMore ? { ...steps, isLeft: true } : null;
    }

    #change(shots, how, isPicture = this.isPicture) {
        this.#past.push({ shots: this.shots, steps: this.steps, isPicture: this.isPicture });
        this.#leaveRecord();
        Object.assign(this, { shots, isPicture });
        this.#update(how);
    }

    /** The report of a cell, a changed one as the last shot; `result` null: it was not fired at. */
    set(cell, result, after = null) {
        const others = this.shots.filter((shot) => !same(shot.cell, cell));
        const report = result && findReport(this.rules, this.shots, cell, result, after);
        if (report || result === null) {
            this.#change(report ? [...others, { cell, report }] : others);
        } else {
            this.set(cell, ORDER[ORDER.indexOf(result) + 1]);
        }
    }

    /** A cell in turn: miss, hit, every sinking that agrees with the rest, then unknown. */
    cycle(cell) {
        const report = this.shotAt(cell)?.report;
        if (!report || report.result === 'miss') {
            this.set(cell, report ? 'hit' : 'miss');
        } else {
            this.set(cell, report.result, report);
        }
    }

    /**
     * A result of a game on paper, whose order is not known; a second time it is taken back or, of
     * a sinking, becomes the next one that agrees. `how` is passed on to `changed`.
     */
    enter(cell, result, how) {
        const old = this.shotAt(cell);
        const others = this.shots.filter((shot) => shot !== old);
        const isSecond = old?.report.result === result;
        const next = isSecond && result === 'sunk' ? old.report : null;
        const report =
            isSecond && !next ? null : findReport(this.rules, others, cell, result, next);
        const added = report ? [{ cell, report, isChosen: isSecond }] : [];
        this.#change(ordered(this.rules, [...others, ...added]), how, true);
    }

    get canUndo() {
        return this.#past.length > 0;
    }

    /** Takes the last change back. */
    undo() {
        Object.assign(this, this.#past.pop());
        this.#update();
    }

    forget() {
        this.#leave();
        this.#change([]);
    }

    /* ---- records and pictures ---- */

    /**
     * Reads a record or, without its first word, a picture of a board. `rulesFor` makes the rules
     * of a picture of its size, and `sunk` is the fleet of its sunk ships, if it was asked for.
     */
    read(position, rulesFor, sunk) {
        if (/^\s*battleship/.test(position.text)) {
            this.#readRecord(position);
        } else {
            this.#readPicture(position.text, rulesFor, sunk);
        }
    }

    #readPicture(text, rulesFor, sunk) {
        const rules = rulesFor(gridSize(text));
        const options = sunk ? { sunk: Fleet.parse(sunk).lengths } : {};
        const picture = Chart.parseGrid(rules, text, options);
        this.#begin(rules);
        this.isPicture = true;
        this.shots = Array.from({ length: picture.shots }, (_, i) => picture.shot(i));
        picture.free();
        this.#update();
    }

    #readRecord({ text, side: asked, turn = Infinity }) {
        const record = Record.parse(text);
        this.#begin(shownRules(record.rules));
        const entries = Array.from({ length: record.logLength }, (_, i) => record.logEntry(i));
        const sides = ['a', 'b'].filter((side) => entries.some((entry) => entry.side === side));
        const side = sides.includes(asked) ? asked : (sides[0] ?? 'a');
        this.steps = { record, entries, sides, side, turn: 0, isLeft: false };
        this.step(turn);
    }

    /** Shows the first turns of a record, of a side. */
    step(turn, side = this.steps.side) {
        if (this.steps.isLeft) {
            this.#leave();
        }
        this.steps = { ...this.steps, side, isLeft: false };
        this.steps.turn = Math.max(0, Math.min(this.turns.length, turn));
        const played = this.turns.slice(0, this.steps.turn);
        this.shots = played.flatMap(({ firstShot, shots, isTotal }) =>
            Array.from({ length: isTotal ? 0 : shots }, (_, i) =>
                this.steps.record.shot(firstShot + i),
            ),
        );
        this.#update();
    }

    /* ---- text ---- */

    /* Shots that contradict the chart, which no chart contains. */
    get #missing() {
        return this.isFixed ? [] : this.shots.slice(this.chart.shots);
    }

    /* The line of a shot in a record, which is that of a chart with nothing else. */
    #lineOf({ cell, report }) {
        const alone = new Chart(this.rules);
        try {
            alone.record(cell, report);
            return `${chartText(alone).trimEnd().split('\n').at(-1)}\n`;
        } catch {
            return '';
        } finally {
            alone.free();
        }
    }

    /** The chart as text, and shots that contradict it. */
    get text() {
        return chartText(this.chart) + this.#missing.map((shot) => this.#lineOf(shot)).join('');
    }

    /**
     * What a link to this has: `{ text, side, turn }`, the whole record, if it is one. The lines of
     * rules that are defaults are left out.
     */
    get link() {
        const defaults = new Set(Rules.parse('fleet 1').format().split('\n').slice(2));
        const all = this.#isFollowing ? this.steps.record.format() : this.text;
        const lines = all.split('\n').filter((line) => line && !defaults.has(line));
        const { side, turn } = this.#isFollowing
            ? this.steps
            : { side: 'a', turn: this.chart.turns + this.#missing.length };
        return { text: lines.join('\n'), side, turn };
    }
}
