/*
 * Positions on small boards, for the lessons. Reports say miss or hit and no more, so the order of
 * the shots does not matter; and every position has at least one layout.
 */
import { Chart, Posterior, Rules, parseCell } from './battleship/index.js';

const isContradiction = ({ code }) => code === 'BSHIP_ERROR_CONTRADICTION';

export class Position {
    #known = new Map(); /* results by the indices of cells */
    #results;

    /** `results` are those that a cell has in turn, beside being unknown. */
    constructor(lines, results = ['miss', 'hit']) {
        this.rules = Rules.parse(`${lines}\ndisclosure hit\n`);
        this.#results = results;
        this.set({});
    }

    /** Takes lists of cells that are a miss or a hit, by their names; false if that cannot be. */
    set({ miss = [], hit = [] }) {
        const of = (cells, result) =>
            cells.map(parseCell).map(({ x, y }) => [y * this.rules.width + x, result]);
        return this.#take(new Map([...of(miss, 'miss'), ...of(hit, 'hit')]));
    }

    /** The next result of a cell with which there are layouts; false if there is no other. */
    press({ x, y }) {
        const index = y * this.rules.width + x;
        const order = [undefined, ...this.#results];
        const from = order.indexOf(this.#known.get(index));
        return order.some((_, i) => {
            const result = order[(from + 1 + i) % order.length];
            const known = new Map(this.#known);
            known.delete(index);
            if (result) {
                known.set(index, result);
            }
            return i < order.length - 1 && this.#take(known);
        });
    }

    #take(known) {
        const { width } = this.rules;
        const chart = new Chart(this.rules);
        try {
            // Misses first: after the last hit a chart takes no more shots.
            const isHit = ([, result]) => result === 'hit';
            for (const [index, result] of [...known].sort((a, b) => isHit(a) - isHit(b))) {
                const cell = { x: index % width, y: Math.floor(index / width) };
                chart.record(cell, { result });
            }
            const posterior = new Posterior(chart, { exactOnly: true });
            this.chart?.free();
            this.posterior?.free();
            Object.assign(this, { chart, posterior });
            this.#known = known;
            return true;
        } catch (error) {
            chart.free();
            if (!isContradiction(error)) {
                throw error;
            }
            return false;
        }
    }

    /** The number of cells of which something is known. */
    get known() {
        return this.#known.size;
    }

    get layouts() {
        return Number(this.posterior.formatLayouts());
    }

    /** The number of layouts that cover each cell, row by row. */
    get counts() {
        const { layouts } = this;
        return [...this.posterior.occupancy].map((share) => Math.round(share * layouts));
    }
}
