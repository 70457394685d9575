/* Where the strategy `density` fires, and what that costs against the likeliest cell. */

/** Positions in which it errs. */
export const EXAMPLES = {
    'density-hits': { board: 'board 4x4;fleet 3 2', hit: ['A1', 'B3'], miss: ['B1'] },
    'density-misses': { board: 'board 4x4;fleet 3 2', miss: ['A2', 'A3', 'B1'] },
};

/** Probabilities that differ by less are equal. */
export const EQUAL = 1e-9;

/* The unknown cells of the greatest value, and that value. */
function greatest(values, states) {
    const unknown = [...values.keys()].filter((i) => states[i] === 0);
    const most = Math.max(...unknown.map((i) => values[i]));
    return { most, cells: unknown.filter((i) => values[i] > most - EQUAL) };
}

/**
 * The scores of an AI in a position and the probabilities of the cells; where each is greatest; the
 * probability of the likeliest of the AI's cells, and by how much the greatest is above it. Null if no
 * cell is unknown.
 */
export function compare(ai, position) {
    const { states } = position.chart;
    const { occupancy } = position.posterior;
    if (!states.includes(0)) {
        return null;
    }
    const scores = ai.scores(position.chart);
    const theirs = greatest(scores, states);
    const exact = greatest(occupancy, states);
    const reached = Math.max(...theirs.cells.map((i) => occupancy[i]));
    return { scores, occupancy, theirs, exact, reached, lost: exact.most - reached };
}
