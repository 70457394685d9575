/*
 * What is said of a game that has ended: who won, and what luck and the choice of cells have made
 * of your shots. Reviews are told as in the terminal.
 */
import { formatCell } from './battleship/index.js';
import { percent, same } from './grid.js';

const COSTLIEST = 3;
/* Figures in shots say something if the error of luck is below this; in games for which an expert
 * needs more than USUAL shots, as in a classic one, in proportion to that. */
const SETTLED_ERROR = 5;
const USUAL = 44;
/* The least price of a lesson, in shots, and by how many standard errors it is one. */
const LEAST_PRICE = 0.5;
const PRICE_MARGIN = 3;

const counted = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** How a game of yours, side `a`, ended: a sentence, which may have another name for the computer. */
export function endWords(game, computer = 'The computer') {
    const [side, winner] = game.outcome === 'a' ? ['a', 'You'] : ['b', computer];
    switch (game.endReason) {
        case 'sunk':
            return game.outcome === 'draw'
                ? 'A draw: both fleets sank in the same round.'
                : `${winner} won in ${counted(game.chart(side).shots, 'shot')}.`;
        case 'resigned':
            return 'You resigned: the computer wins.';
        default:
            return 'The game was abandoned.';
    }
}

/* ---- figures ---- */

const toTenths = (value) => Math.round(10 * value) / 10;
const shown = (value) => Math.abs(value).toFixed(1);

/* An error in tenths, rounded up: one that is not 0 is not shown as 0.0. */
const shownError = (error) => Math.ceil(10 * error - 1e-9) / 10;

const isNothing = (shots) => Math.abs(shots) < 0.05;

/* Whether a figure can be told from 0: by two standard errors, and as both are shown. */
const isCertain = (value, error) =>
    Math.abs(value) > 2 * error && Math.abs(toTenths(value)) > shownError(error);

/* In tenths of a shot, rounded so that they add up exactly: usual + cost - luck = total. */
function figuresOf(info) {
    const [usual, cost, rest] = [info.start, info.cost, info.rest].map(toTenths);
    const total = info.shots + rest;
    return { usual, cost, rest, total, luck: toTenths(usual + cost - total) };
}

/** Whether a review can tell luck from choice in shots. */
export function isSettled({ info }) {
    const limit = SETTLED_ERROR * Math.max(1, info.start / USUAL);
    return info.turnsDone > 0 && info.luckError < limit;
}

/** The account of the shots: rows of a figure and its meaning, which says whether it is more shots
 * or fewer. */
export function figureRows({ info }) {
    const { usual, cost, rest, total, luck } = figuresOf(info);
    const isDoubtful = info.costError > 0 && !isCertain(info.cost, info.costError);
    let choice = `${cost < 0 ? 'saved' : 'given away'} by the choice of cells`;
    if (isDoubtful) {
        choice += ', if any';
    } else if (cost < 0) {
        choice = "saved by better cells than the expert's";
    }
    const row = (value, meaning, error = 0) => [
        shown(value),
        error > 0 ? `${meaning} (±${shown(shownError(error))})` : meaning,
    ];
    const all = `in all: ${info.shots} fired by you, ${shown(rest)} more needed`;
    return [
        row(usual, 'usual for an expert', info.startError),
        row(cost, choice, info.costError),
        row(luck, luck < 0 ? 'lost by bad luck' : 'saved by good luck', info.luckError),
        row(total, rest > 0 ? all : 'fired by you'),
    ];
}

/* ---- sentences ---- */

/* What made the difference to what is usual, the larger cause first. */
function causesOf(info) {
    const { cost, luck } = figuresOf(info);
    const isWonBack = luck > 0 && luck <= cost;
    return [
        {
            shots: Math.abs(cost),
            verb: cost > 0 ? 'gave away' : 'saved',
            means: cost > 0 ? '' : " by better cells than the expert's",
            isSure: isCertain(info.cost, info.costError),
        },
        {
            shots: Math.abs(luck),
            verb: luck < 0 ? 'lost' : isWonBack ? 'won back' : 'saved',
            means: luck < 0 ? ' by bad luck' : ' by luck',
            isSure: isCertain(info.luck, info.luckError),
        },
    ].sort((a, b) => b.shots - a.shots);
}

/** The first sentence: the larger cause, and the other one. */
export function causeWords({ info }) {
    const [first, second] = causesOf(info);
    if (isNothing(first.shots)) {
        return 'You neither gave shots away nor had luck.';
    }
    const words = ({ shots, verb, means, isSure }, noun) =>
        `${verb} about ${shown(shots)}${noun}${means}${isSure ? '' : ', if any'}`;
    const and = first.isSure ? ' and' : ', and';
    let others = '';
    if (!isNothing(second.shots)) {
        others = `${and} ${words(second, '')}`;
    } else if (info.costError === 0) {
        others = `${and} gave nothing away`;
    }
    return `You ${words(first, ' shots')}${others}.`;
}

/**
 * What there is to say in hits, where there was too little time to count shots. An expert's cells are
 * not added up: one that is certain, and left, would count again in every turn.
 */
export function hitWords({ info }) {
    return (
        `You made ${counted(info.hits, 'hit')} in ${counted(info.shotsDone, 'shot')}: ` +
        `your cells promised ${info.hitsChosen.toFixed(1)}. There was too little time to tell luck from skill in shots.`
    );
}

/* ---- turns ---- */

const shotsOf = ({ shots, turns }, turn) =>
    shots.slice(turns[turn].firstShot, turns[turn].firstShot + turns[turn].shots);

/* What a turn fired at and what the expert would have; of a salvo, only the shots that differ. */
function choiceWords(found, turn) {
    const { isExpert, shots } = found.turns[turn];
    const fired = shotsOf(found, turn);
    const named = (cell, chance) => `${formatCell(cell)}, ${percent(chance)}`;
    if (isExpert) {
        return `${named(fired[0].cell, fired[0].chance)}; the expert, too`;
    }
    const other = fired.filter(({ cell, expertCell }) => shots === 1 || !same(cell, expertCell));
    const yours = other.map(({ cell, chance }) => named(cell, chance));
    const theirs = other.map(({ expertCell, expertChance }) => named(expertCell, expertChance));
    return `${yours.join('; ')}; the expert: ${theirs.join('; ')}`;
}

/** The turns that gave most away: their numbers and a line about each. */
export function costliestTurns(found) {
    return found.costliest.slice(0, COSTLIEST).map((turn) => {
        const cost = shown(found.turns[turn].cost);
        return { turn, words: `${cost} shots, turn ${turn + 1}: ${choiceWords(found, turn)}` };
    });
}

/** A turn: a sentence of its cells, what they gave away and what its result has saved; the cells
 * that were fired at, and the expert's. */
export function reviewedTurn(found, turn) {
    const { luck, isExpert, cost } = found.turns[turn];
    const fired = shotsOf(found, turn);
    const isCostly = found.costliest.includes(turn);
    const gave = isCostly ? `${shown(cost)} given away, ` : isExpert ? 'none given away, ' : '';
    const lucky = `${shown(luck)} ${luck < 0 ? 'lost by bad luck' : 'saved by good luck'}`;
    const got = isNothing(luck) ? 'none saved or lost by luck' : lucky;
    return {
        words: `Turn ${turn + 1}: ${choiceWords(found, turn)}. Shots: ${gave}${got}.`,
        cells: fired.map(({ cell }) => cell),
        expertCells: fired.map(({ expertCell }) => expertCell),
    };
}

/* ---- the lesson ---- */

/* The shot in whose place the expert would have fired at a cell, if the turn did not. */
const leaving = (found, turn, cell) =>
    shotsOf(found, turn).find((shot) => same(shot.expertCell, cell) && !same(shot.cell, cell));

/* For how long, and at what price, the expert's cell in the place of a shot was left; null if that
 * began before. */
function followed(found, { turn: first, expertCell: cell, expertChance: chance }) {
    if (first > 0 && leaving(found, first - 1, cell)) {
        return null;
    }
    let [price, variance, turn] = [0, 0, first];
    for (; turn < found.turns.length && leaving(found, turn, cell); turn++) {
        price += found.turns[turn].cost;
        variance += found.turns[turn].costError ** 2;
    }
    return { cell, chance, first, turns: turn - first, price, error: Math.sqrt(variance) };
}

/** What there is to learn: the cell that was left at the highest price; empty if none was. */
export function lessonWords(found) {
    const [worst] = found.shots
        .map((shot) => followed(found, shot))
        .filter((left) => left && left.price > Math.max(LEAST_PRICE, PRICE_MARGIN * left.error))
        .sort((a, b) => b.price - a.price);
    if (!worst) {
        return '';
    }
    const { cell, chance, first, turns, price } = worst;
    const hit = found.shots.findLast(
        ({ isHit, turn, cell: { x, y } }) =>
            isHit && turn < first && Math.abs(x - cell.x) + Math.abs(y - cell.y) === 1,
    );
    const isLong = turns > 1;
    const turnNumber = isLong ? `From turn ${first + 1} on` : `In turn ${first + 1}`;
    const when = hit ? `After the hit at ${formatCell(hit.cell)}` : turnNumber;
    const howLong = isLong ? `, for ${turns} turns` : '';
    return (
        `${when} you left ${formatCell(cell)}, ${percent(chance)}${howLong}: ` +
        `${shown(price)} shots.`
    );
}
