/* What the lessons share: a small board of a position, with a number in each cell. */
import { Grid } from './grid.js';
import { CHART_LOOKS, grouped } from './words.js';

export const byId = (id) => document.getElementById(id);

export const plural = (number, word) => `${grouped(number)} ${word}${number === 1 ? '' : 's'}`;

/** An element of a name with a text, or with children. */
export function element(name, ...children) {
    const made = document.createElement(name);
    made.append(...children);
    return made;
}

/** Makes a board in an element; `press` is called with the cells that are chosen. */
export function makeBoard(id, position, label, press) {
    return new Grid(byId(id), position.rules, label, { press });
}

/**
 * Shows a number for every unknown cell, and the greatest as best. `mark` and `words` write one;
 * `numbers` decide the warmth.
 */
export function showNumbers(grid, position, numbers, { mark, words, best = [] }) {
    const { states } = position.chart;
    const warmest = Math.max(...numbers.filter((_, i) => states[i] === 0), 0);
    grid.show((cell, i) => {
        const [state, stateMark, stateWords] = CHART_LOOKS[states[i]];
        if (state !== 'unknown') {
            return { state, mark: stateMark, words: stateWords };
        }
        return {
            state,
            mark: mark(numbers[i]),
            words: `${stateWords}, ${words(numbers[i])}`,
            warmth: warmest > 0 ? (0.9 * numbers[i]) / warmest : 0,
            classes: best.includes(i) ? ['hint'] : [],
        };
    });
}
