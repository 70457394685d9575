/*
 * What the tab Play is in the middle of, in one place. play_view.js draws it; the other files of the
 * tab change it.
 */
import { Record } from './battleship/index.js';
import { chartText } from './words.js';

export const state = {
    rules: null,
    level: 'medium',
    seed: 0n,
    laying: null /* the fleet that is laid, or was before the game */,
    game: null /* none: the fleet is being laid */,
    id: '' /* of the game among those that are kept */,
    date: '' /* of the game of a day; else empty */,
    par: 0 /* of that game; 0: it is not known yet */,
    hasHelp: false /* hints, heat maps or undos were used */,
    isElsewhere: false /* it has gone on in another tab, and goes on here no more */,
    chosen: [] /* cells that are aimed at */,
    hints: [],
    occupancy: null /* the heat map */,
    isHeatShown: false,
    task: null /* what the worker does */,
    isSlow: false /* whether that takes a while */,
    said: '',
};

export const randomSeed = () => crypto.getRandomValues(new BigUint64Array(1))[0];

/** Whether a game goes on here, and whether you or the computer are to fire in it. */
export const isPlaying = () =>
    state.game !== null && state.game.phase !== 'over' && !state.isElsewhere;
export const isMine = () => isPlaying() && state.game.toMove === 'a';
export const isComputers = () => isPlaying() && state.game.toMove === 'b';

/** The cells that a side fired at last. */
export function lastCells(side) {
    const { game } = state;
    for (let i = (game?.logLength ?? 0) - 1; i >= 0; i--) {
        if (game.logEntry(i).side === side) {
            return game.logShots(i).cells;
        }
    }
    return [];
}

/** What a side knows, as the text of a position. */
export const positionOf = (side) => chartText(state.game.chart(side));

/** The record of the game, with both fleets. */
export function gameRecord() {
    const record = Record.fromGame(state.game, { layouts: true });
    const text = record.format();
    record.free();
    return text;
}
