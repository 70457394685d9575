/* What is said of a game that has ended: who won, luck, and the shots that cost most. */
import { formatCell } from './battleship/index.js';
import { percent } from './grid.js';

const COSTLIEST = 3;
const WORTH_TELLING = 0.03; /* a difference of chances */
const AVERAGE = 0.5; /* luck within so many standard deviations is average */

const sum = (values) => values.reduce((total, value) => total + value, 0);
const hitsWords = (hits) => `${hits.toFixed(1)} ${hits.toFixed(1) === '1.0' ? 'hit' : 'hits'}`;

/** How a game of yours, side `a`, ended. */
export function endWords(game) {
    const you = game.outcome === 'a';
    const { shots } = game.chart(you ? 'a' : 'b');
    switch (game.endReason) {
        case 'sunk':
            if (game.outcome === 'draw') {
                return 'It is a draw, for both fleets sank in the same round';
            }
            return `${you ? 'You' : 'The computer'} won in ${shots === 1 ? '1 shot' : `${shots} shots`}`;
        case 'resigned':
            return 'The computer won, since you resigned';
        default:
            return 'The game was abandoned';
    }
}

/** The end of the sentence about the end: how many more hits there were than were to be expected. */
export function luckWords(shots, hits) {
    const chances = shots.map(({ chance }) => chance);
    const luck = hits - sum(chances);
    const deviation = Math.sqrt(sum(chances.map((chance) => chance * (1 - chance))));
    if (Math.abs(luck) <= AVERAGE * deviation) {
        return 'your luck was average';
    }
    const words = hitsWords(Math.abs(luck));
    return luck > 0
        ? `you were lucky: ${words} more than your cells promised`
        : `you were unlucky: ${words} fewer than your cells promised`;
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

/** What better cells would have brought. */
export function givenAwayWords(shots) {
    const given = sum(shots.map(({ chance, bestChance }) => Math.max(0, bestChance - chance)));
    return given < 0.05
        ? 'Every shot was the best there was.'
        : `The best cell each time would have brought ${hitsWords(given)} more on average.`;
}
