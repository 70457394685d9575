/* What the package has in browsers and in Node alike: see index.d.ts. */
import { exports, notLoaded, onLoad } from './module.js';
import { namesOf, readText } from './memory.js';

export { hasVectors } from './module.js';
export { BattleshipError, constant, namesOf, textsOf } from './memory.js';
export { Rng } from './random.js';
export { Fleet, Rules, formatCell, numberRange, parseCell } from './rules.js';
export { Board, BoardView } from './board.js';
export { Chart, ChartView, gridSize } from './chart.js';
export { Posterior } from './posterior.js';
export { AI } from './ai.js';
export { Game } from './game.js';
export { Match } from './match.js';
export { Record } from './record.js';
export { Review } from './review.js';

/** The version of the library. */
export const version = () => readText(exports.bship_version_string());

/* The numbers of states in typed arrays, by their names in camelCase. */
function states(enumeration) {
    const camelCase = (name) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
    const numbers = Object.create(notLoaded);
    onLoad(() => {
        Object.setPrototypeOf(numbers, Object.prototype);
        namesOf(enumeration).forEach((name, i) => {
            numbers[camelCase(name)] = i;
        });
        Object.freeze(numbers);
    });
    return numbers;
}

export const BoardState = states('board-state');
export const ChartState = states('chart-state');
export const HitState = states('hit-state');
