/*
 * The game of a day, the same for everybody and the same as the terminal's: see daily.c of the
 * programs. Its date, in UTC, is its seed; its par is what the level `expert` needs to sink the
 * computer's fleet.
 */
import { AI, Board, Chart, Fleet, Game, Rng, Rules, constant } from './battleship/index.js';

const FIRST_SEED = 1000000000n; /* above the seeds of the terminal's other games */
const LEVEL = 'easy';
const RATER = 'expert';

const dailyRules = () => new Rules(Fleet.preset('classic'));

/** The date of today, `2026-11-28`. */
export const today = () => new Date().toISOString().slice(0, 10);

/** The game of a date, which begins. */
export function dailyGame(date) {
    const rules = dailyRules();
    const seed = FIRST_SEED + BigInt(date.replaceAll('-', ''));
    const game = new Game(rules, { seed, aiB: new AI(rules, { level: LEVEL, seed, side: 'b' }) });
    game.placeRandom('a');
    game.placeRandom('b');
    game.start();
    return { rules, seed, level: LEVEL, game };
}

/** The date of the game of a record; empty if it is not that of a day. */
export function dateOf(record, level) {
    const number = record.get('seed') === null ? 0n : record.number('seed') - FIRST_SEED;
    const date = String(number).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
    const time = Date.parse(date);
    const isDate = !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
    const isUsual = level === LEVEL && record.rules.format() === dailyRules().format();
    return date.length === 10 && isDate && isUsual ? date : '';
}

/* The rater, with the seed that it has in a match of one game with the seed of the day. */
function makeRater(rules, seed) {
    const ai = new AI(rules, { level: RATER });
    const stream = new Rng(seed, { purpose: constant('BSHIP_RNG_PURPOSE_AI_A'), index: 0 });
    const game = new Game(rules, { seed: stream.next(), aiA: ai });
    return { ai, free: () => [game, ai].forEach((made) => made.free()) };
}

/** The par of a game of a day, shot by shot, so that the page does not stand still. */
export async function parOf({ rules, seed }, layout) {
    const board = new Board(rules);
    const chart = new Chart(rules);
    const rater = makeRater(rules, seed);
    board.placeLayout(layout);
    while (!chart.isDefeated) {
        const cell = rater.ai.aim(chart);
        chart.record(cell, board.fire(cell));
        await new Promise((resolve) => setTimeout(resolve));
    }
    const { shots } = chart;
    [board, chart, rater].forEach((made) => made.free());
    return shots;
}

/** The line to copy, as the terminal prints it. */
export function dailyLine({ date, par, game, hasHelp }) {
    const isWon = game.outcome === 'a' && game.endReason === 'sunk';
    const { shots } = game.chart('a');
    const counted = `${isWon ? '' : 'lost after '}${shots} shot${shots === 1 ? '' : 's'}`;
    return `Battleship ${date}: ${counted}, par ${par}${hasHelp ? ', with help' : ''}.`;
}
