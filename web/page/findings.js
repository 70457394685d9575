/* What the worker finds of a position that is analysed. Nothing here draws. */
import { formatCell } from './battleship/index.js';
import { Background } from './battleship/background.js';
import { percent, same } from './grid.js';
import { sentence } from './rules_form.js';
import { chanceOf, isLikelier } from './tables.js';
import { grouped, listWords } from './words.js';

const BEST = 8;
const STRATEGY = 'posterior'; /* it says in which order the best cells are fired at */
const MILLISECONDS = 8000;
const COMPARE_MILLISECONDS = 4000;

export class Findings {
    words = '';
    result = null; /* of the posterior, with the `best` cells in order and the `likeliest` one */
    suspects = []; /* cells of which one was reported wrongly */
    compared = null; /* the best cells by looking ahead, as `candidates`, or `words` instead */
    #background = new Background();
    #task = null;
    #changed;

    /** `changed` is called when there is more to show. */
    constructor(changed) {
        this.#changed = changed;
    }

    #add(found) {
        Object.assign(this, found);
        this.#changed();
    }

    /** Forgets all, ends what is looked for, and says something else. */
    reset(words) {
        this.#task?.cancel();
        this.#task = null;
        this.#add({ words, result: null, suspects: [], compared: null });
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
        this.reset('Counting.');
        if (analysis.refused) {
            await this.#explain(analysis, analysis.refused.error);
            return;
        }
        try {
            await this.#count(analysis);
        } catch (error) {
            if (error.code === 'BSHIP_ERROR_CONTRADICTION') {
                await this.#explain(analysis, error);
            } else if (error.code === 'BSHIP_ERROR_CANCELLED') {
                this.#add({
                    words: 'This takes too long here: use battleship-analyse with the position as text.',
                });
            } else {
                this.#add({ words: sentence(error) });
            }
        }
    }

    async #count({ text, rules, chart }) {
        const options = { position: text, timeLimit: MILLISECONDS };
        const all = { ...options, best: rules.width * rules.height };
        const found = await this.#run(this.#background.posterior(all));
        this.#add({ result: { ...found, best: [] } });
        const possible = found.best.filter(({ forecast }) => chanceOf(forecast) > 0);
        const count = Math.min(BEST, possible.length);
        let best = [];
        if (count > 0) {
            const aim = { ...options, strategy: STRATEGY, count };
            const { cells } = await this.#run(this.#background.aim(aim));
            const rowOf = (cell) => possible.find((one) => same(one.cell, cell));
            best = cells.map(rowOf).filter(Boolean);
        }
        const result = { ...found, best, likeliest: possible[0] };
        this.#add({ result, words: resultWords(result, chart) });
    }

    /* Which report cannot be after those before it, and which of them may be wrong instead. */
    async #explain({ rules, shots, isFixed }, error) {
        this.#add({ words: `This cannot be: ${error.message}.` });
        if (isFixed) {
            return;
        }
        const task = { rules: rules.format(), shots, timeLimit: MILLISECONDS };
        const found = await this.#run(this.#background.contradiction(task)).catch(() => null);
        if (found) {
            this.#add(blame(shots, found, error));
        }
    }

    /** What `search` makes of the best cells: shots until the fleet is sunk. */
    async compare({ text }) {
        this.#add({ compared: { words: 'Playing on from each of the best cells.' } });
        const task = { position: text, timeLimit: COMPARE_MILLISECONDS };
        try {
            const found = await this.#run(this.#background.candidates(task));
            this.#add({ compared: { candidates: found.slice(0, BEST) } });
        } catch (error) {
            this.#add({ compared: { words: sentence(error) } });
        }
    }
}

function resultWords({ info, layouts, best, likeliest }, chart) {
    const about = info.isExact ? '' : 'About ';
    const verb = layouts === '1' ? 'layout is' : 'layouts are';
    const count = layouts
        ? `${about}${grouped(layouts)} ${verb} possible.`
        : 'The layouts are too many to count.';
    if (best.length === 0) {
        return chart.shipsAfloat === 0 ? `${count} All ships are sunk.` : count;
    }
    const chanceWords = ({ cell, forecast }) =>
        `${formatCell(cell)}: ${percent(chanceOf(forecast))} to hit.`;
    const [first] = best;
    const other = isLikelier(likeliest, first) ? ` Likeliest is ${chanceWords(likeliest)}` : '';
    return `${count} Best is ${chanceWords(first)}${other}`;
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
