/* What is said of a game that has ended: who won, luck, and the shots that gave most away. */
import { formatCell } from './battleship/index.js';
import { percent } from './grid.js';

const COSTLIEST = 3;
const WORTH_TELLING = 0.03; /* a difference of chances */
const AVERAGE = 0.5; /* luck within so many standard deviations is average */

const sum = (values) => values.reduce((total, value) => total + value, 0);
const counted = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** How a game of yours, side `a`, ended: a sentence. */
export function endWords(game) {
    const you = game.outcome === 'a';
    const [side, winner, its] = you ? ['a', 'You', 'your'] : ['b', 'The computer', 'its'];
    switch (game.endReason) {
        case 'sunk':
            return game.outcome === 'draw'
                ? 'A draw: both fleets sank in the same round.'
                : `${winner} won in ${counted(game.chart(side).shots, 'shot')}, with ` +
                      `${game.board(side).shipsAfloat} of ${its} ships still afloat.`;
        case 'resigned':
            return 'You resigned: the computer wins.';
        default:
            return 'The game was abandoned.';
    }
}

function luckWords(luck, deviation) {
    if (Math.abs(luck) <= AVERAGE * deviation) {
        return 'average luck';
    }
    return luck > 0 ? 'good luck' : 'bad luck';
}

/** Luck and choice, in hits: those made, those your cells promised, those the best ones did. */
export function reviewWords(shots, hits) {
    const chances = shots.map(({ chance }) => chance);
    const promised = sum(chances);
    const best = sum(shots.map(({ chance, bestChance }) => Math.max(chance, bestChance)));
    const deviation = Math.sqrt(sum(chances.map((chance) => chance * (1 - chance))));
    const choice =
        best - promised < 0.05
            ? 'No other cells promised more.'
            : `The likeliest cell each time promised ${best.toFixed(1)}.`;
    return (
        `You made ${counted(hits, 'hit')} in ${counted(shots.length, 'shot')}. By their chances, ` +
        `the cells that you chose promised ${promised.toFixed(1)} hits: you had ` +
        `${luckWords(hits - promised, deviation)}. ${choice}`
    );
}

/** A sentence about each of the shots that gave most away, from the worst. */
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
