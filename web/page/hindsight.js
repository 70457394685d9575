/* What is said of a game that has ended: luck, and the shots that cost most. */
import { formatCell } from './battleship/index.js';
import { percent } from './grid.js';

const COSTLIEST = 3;
const WORTH_TELLING = 0.03; /* a difference of chances */
const AVERAGE = 0.5; /* luck within so many standard deviations is average */

const sum = (values) => values.reduce((total, value) => total + value, 0);
const hitsWords = (hits) => `${hits.toFixed(1)} ${hits.toFixed(1) === '1.0' ? 'hit' : 'hits'}`;

/** The end of the sentence about the end: the hits beyond those that the chosen cells promised. */
export function luckWords(shots, hits) {
    const chances = shots.map(({ chance }) => chance);
    const luck = hits - sum(chances);
    const deviation = Math.sqrt(sum(chances.map((chance) => chance * (1 - chance))));
    if (Math.abs(luck) <= AVERAGE * deviation) {
        return 'with average luck';
    }
    const words = hitsWords(Math.abs(luck));
    return luck > 0
        ? `and luck gave you ${words} more than your cells promised`
        : `and bad luck cost you ${words} that your cells promised`;
}

/** A sentence about each of the costliest shots, from the worst. */
export function costliestWords(shots) {
    return shots
        .map((shot, i) => ({ ...shot, number: i + 1, cost: shot.bestChance - shot.chance }))
        .filter(({ cost }) => cost >= WORTH_TELLING)
        .sort((a, b) => b.cost - a.cost)
        .slice(0, COSTLIEST)
        .map(
            ({ number, cell, chance, bestCell, bestChance }) =>
                `Shot ${number}: ${formatCell(cell)} had a chance of ${percent(chance)}, ` +
                `${formatCell(bestCell)} of ${percent(bestChance)}.`,
        );
}

/** What better cells would have promised. */
export function givenAwayWords(shots) {
    const given = sum(shots.map(({ chance, bestChance }) => Math.max(0, bestChance - chance)));
    return given < 0.05
        ? 'Every shot was the best there was.'
        : `The best cells promised ${hitsWords(given)} more than yours did.`;
}
