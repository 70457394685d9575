/* How a strategy sinks a fleet on its own, aiming in a worker. */
import { Board, Chart } from './battleship/index.js';
import { chartText } from './words.js';

/** Milliseconds after which an aim takes the best cell found so far, and a posterior gives up. */
const MILLISECONDS = 3000;
const WORK = 3e8; /* steps that a posterior can make by then, most likely: else it is a sample's */

/**
 * One strategy against one layout. It remembers its turns, so that one can go back and forth; a
 * strategy is a function of its seed and of what it was told, so playing again would repeat them.
 */
export class Run {
    #background;
    #strategy;
    #seed;
    #task = null;
    #posteriors = new Map(); /* by turns */

    /** The layout is that of a board, which is copied. */
    constructor(board, strategy, seed, background) {
        this.board = new Board(board.rules);
        this.board.copy(board);
        this.chart = new Chart(board.rules);
        this.#strategy = strategy;
        this.#seed = seed;
        this.#background = background;
        /** How many aims took what they had when the time was up. */
        this.cutShort = 0;
    }

    get isOver() {
        return this.chart.isDefeated;
    }

    get turns() {
        return this.chart.turns;
    }

    #fireAt(cells) {
        const { board, chart } = this;
        if (chart.rules.get('salvo-report') === 'total') {
            const { total, fired } = board.fireTotal(cells);
            chart.recordTotal(cells.slice(0, fired), total);
        } else {
            const reports = board.fireSalvo(cells);
            chart.recordTurn(cells.slice(0, reports.length), reports);
        }
    }

    /** Fires the next turn; rejects if the aim is cancelled or fails, and nothing has changed. */
    async fire() {
        this.#task = this.#background.aim({
            position: chartText(this.chart),
            strategy: this.#strategy,
            seed: this.#seed,
            count: this.chart.shotsDue(),
            timeLimit: MILLISECONDS,
        });
        const { cells, info } = await this.#task;
        this.cutShort += info?.finishedEarly ? 1 : 0;
        this.#fireAt(cells);
    }

    /** The chart after a number of turns, for the caller to free. */
    chartAt(turns) {
        const chart = new Chart(this.chart.rules);
        chart.copy(this.chart);
        chart.truncate(turns);
        return chart;
    }

    /** The occupancy after a number of turns; null if there is none within the limits. */
    async occupancyAt(turns) {
        if (!this.#posteriors.has(turns)) {
            const chart = this.chartAt(turns);
            this.#task = this.#background.posterior({
                position: chartText(chart),
                best: 0,
                workLimit: WORK,
                timeLimit: MILLISECONDS,
            });
            chart.free();
            const found = await this.#task.catch(() => null);
            this.#posteriors.set(turns, found?.occupancy ?? null);
        }
        return this.#posteriors.get(turns);
    }

    /** Cancels what the worker does for it. */
    close() {
        this.#task?.cancel();
        this.board.free();
        this.chart.free();
    }
}
