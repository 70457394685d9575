/* What the worker finds of a position that is analysed. Nothing here draws. */
import { ChartState, formatCell } from './battleship/index.js';
import { percent, same } from './grid.js';
import { sentence } from './rules_form.js';
import { chanceOf, isLikelier } from './tables.js';
import { estimate, grouped, listWords } from './words.js';

const BEST = 8;
const STRATEGY = 'posterior'; /* it says where to fire if no games are played on */
const MILLISECONDS = 8000;

/* A count begins anew with more work, until it is exact or its error small: so there is an answer
 * soon, if only a sample's. The last is as good as the library's own limits allow. */
const COUNTS = [
    { workLimit: 1e8, precision: 0.01 },
    { workLimit: 5e8, precision: 0.005 },
    {},
];
const TOO_LITTLE = ['BSHIP_ERROR_WORK_LIMIT', 'BSHIP_ERROR_MEMORY']; /* for a sample, even */

const AHEAD_MILLISECONDS = 2000; /* enough to compare them all but on large boards */

export class Findings {
    words = '';
    result = null; /* of the posterior: see resultOf(); `isOrdered`: its best are in the order of aims */
    suspects = []; /* cells of which one was reported wrongly */
    #quick;
    #slow;
    #task = null;
    #before = null; /* the last result */
    #changed;

    /**
     * Two workers of the package, for what has an answer soon and for the rest: so what is shown
     * next does not wait until the rest has ended. `changed` is called when there is more to show.
     */
    constructor(quick, slow, changed) {
        this.#quick = quick;
        this.#slow = slow;
        this.#changed = changed;
    }

    #add(found) {
        Object.assign(this, found);
        this.#changed();
    }

    /** Ends what is looked for, forgets all but perhaps the result, and says something else. */
    reset(words, result = null) {
        this.#task?.cancel();
        this.#task = null;
        this.#add({ words, result, suspects: [] });
    }

    /* What a task finds; never settles if something else is looked for by then. */
    #run(task) {
        this.#task?.cancel();
        this.#task = task;
        return new Promise((resolve, reject) => {
            const settle = (end) => (value) => this.#task === task && end(value);
            task.then(settle(resolve), settle(reject));
        });
    }

    /** What is possible in a position, and where to fire; or why nothing is. */
    async find(analysis) {
        // The last map stays until there is another: else the board would flash at every tap.
        this.reset('Counting.', this.result?.rules === analysis.rules ? this.result : null);
        if (analysis.refused) {
            await this.#explain(analysis, analysis.refused.error);
            return;
        }
        try {
            await this.#count(analysis);
        } catch (error) {
            if (error.code === 'BSHIP_ERROR_CONTRADICTION') {
                await this.#explain(analysis, error);
            } else {
                this.#add({ words: sentence(error), result: null });
            }
        }
    }

    async #count(analysis) {
        const { text, rules, chart } = analysis;
        const all = { position: text, best: rules.width * rules.height };
        let result = null;
        let worker = this.#quick;
        for (const limits of COUNTS) {
            worker = limits === COUNTS[0] ? this.#quick : this.#slow;
            const found = await this.#posterior(worker, { ...all, ...limits });
            if (!found) {
                continue;
            }
            result = resultOf(found, analysis, this.#before);
            if (found.info.isExact) {
                this.#add({ result });
                break;
            }
            this.#add({ result, words: `${resultWords(result, chart)} Still counting.` });
        }
        if (!result) {
            const words = 'This is too much to count here, and even for a sample.';
            this.#add({ words, result });
            return;
        }
        this.#before = result;
        if (result.best.length > 0) {
            this.#add({ result, words: resultWords(result, chart) });
            result = await this.#order(worker, text, result);
        }
        this.#add({ result, words: resultWords(result, chart) });
    }

    /* A posterior within limits; null if they do not suffice for any. */
    #posterior(worker, task) {
        return this.#run(worker.posterior(task)).catch((error) => {
            if (!TOO_LITTLE.includes(error.code)) {
                throw error;
            }
            return null;
        });
    }

    /* The best cells in the order in which the strategy `search` fires at them: with the shots until
     * the fleet is sunk where it plays games on, else in that of STRATEGY. */
    async #order(worker, position, result) {
        const ahead = this.#slow.candidates({ position, timeLimit: AHEAD_MILLISECONDS });
        const candidates = await this.#run(ahead).catch(() => []);
        if (candidates.length > 1) {
            return withShots(result, candidates);
        }
        // A hit is certain, or there is no way to play on.
        const count = result.best.length;
        const aim = { position, strategy: STRATEGY, count, timeLimit: MILLISECONDS };
        const { cells } = await this.#run(worker.aim(aim));
        const best = cells.map((cell) => rowOf(result, cell)).filter(Boolean);
        return { ...result, best, isOrdered: true };
    }

    /* Which report cannot be after those before it, and which of them may be wrong instead. */
    async #explain({ rules, shots, isFixed }, error) {
        this.#add({ words: `This cannot be: ${error.message}.`, result: null });
        if (isFixed) {
            return;
        }
        const task = { rules: rules.format(), shots, timeLimit: MILLISECONDS };
        const found = await this.#run(this.#quick.contradiction(task)).catch(() => null);
        if (found) {
            this.#add(blame(shots, found, error));
        }
    }
}

/* The most layouts that an earlier result leaves, if what was known then still is. */
function mostOf(text, earlier) {
    const lines = new Set(text.split('\n'));
    const isLess = earlier?.text.split('\n').every((line) => lines.has(line));
    const layouts = isLess ? Number(earlier.layouts) : Infinity;
    return Number.isNaN(layouts) ? Infinity : layouts;
}

/* What a posterior tells: its standard error, the cells that can be hit, and the best of them. */
function resultOf(found, analysis, before) {
    const { rules, chart, text } = analysis;
    const { info, standardError } = found;
    const unknown = [...standardError].filter((_, i) => chart.states[i] === ChartState.unknown);
    const squares = unknown.reduce((sum, error) => sum + error * error, 0);
    const possible = found.best.filter(({ forecast }) => chanceOf(forecast) > 0);
    // A shot more leaves fewer layouts; by chance another sample may seem to have more.
    return {
        ...found,
        rules,
        text,
        layouts: info.isExact ? found.layouts : Math.min(info.layouts, mostOf(text, before)),
        error: Math.sqrt(squares / Math.max(1, unknown.length)),
        possible,
        best: possible.slice(0, BEST),
        likeliest: possible[0],
    };
}

const rowOf = ({ possible }, cell) => possible.find((row) => same(row.cell, cell));

/* The cells after which games were played on, best first, and how many shots more than the first
 * each is expected to take: none if that is within its error. The likeliest is among them. */
function withShots(result, candidates) {
    const [{ lookahead, standardError, expectedShots: least }] = candidates;
    const best = candidates.flatMap(({ cell, expectedShots }, i) => {
        const row = rowOf(result, cell);
        const more = expectedShots - least;
        const isShown = row && (i < BEST || row === result.likeliest);
        return isShown ? [{ ...row, shotsMore: more > standardError ? more : 0 }] : [];
    });
    return { ...result, best, lookahead, standardError, isOrdered: true };
}

function layoutsWords({ info, layouts }) {
    if (!info.isExact && !Number.isFinite(layouts)) {
        return 'The layouts are too many to count.';
    }
    const number = info.isExact ? grouped(layouts) : estimate(layouts, info.layoutsError);
    return `${number} ${layouts === '1' ? 'layout is' : 'layouts are'} possible.`;
}

function resultWords(result, chart) {
    const { best, likeliest, isOrdered, error } = result;
    const count = layoutsWords(result);
    if (best.length === 0) {
        return chart.shipsAfloat === 0 ? `${count} All ships are sunk.` : count;
    }
    const about = error > 0 ? ` ± ${percent(error)}` : '';
    const chanceWords = ({ cell, forecast }) =>
        `${formatCell(cell)}: ${percent(chanceOf(forecast))}${about} to hit.`;
    const [first] = best;
    const other = ` Likeliest is ${chanceWords(likeliest)}`;
    if (!isOrdered) {
        return count + other;
    }
    return `${count} Best is ${chanceWords(first)}${isLikelier(likeliest, first) ? other : ''}`;
}

/* The cells that a contradiction makes suspect, and what is said of them. */
function blame(shots, { first, suspects }, error) {
    const cellsOf = (numbers) => numbers.map((i) => shots[i].cell);
    const shotWords = (i) => {
        const { result, length } = shots[i].report;
        const told = result === 'sunk' && length ? `sunk ${length}` : result;
        return `${formatCell(shots[i].cell)} ${told}`;
    };
    if (first === 0) {
        const words = `${shotWords(0)} cannot be: ${error.message}.`;
        return { suspects: cellsOf([0]), words };
    }
    if (suspects.length === 0) {
        const cannot = `${shotWords(first)} cannot be, after the others.`;
        return { suspects: cellsOf([first]), words: `${cannot} More than one report is wrong.` };
    }
    const reports = listWords(suspects.map(shotWords));
    const words =
        suspects.length > 1
            ? `These reports cannot all be true: ${reports}. Change one of them.`
            : `${reports} cannot be true, given the others.`;
    return { suspects: cellsOf(suspects), words };
}
