/* A game with the computer as text, so that it can go on: a record, and a line for the level. */
import { AI, Game, Record } from './battleship/index.js';
import { shownRules } from './rules_form.js';

const SAVED = { layouts: true, seeds: true, settings: true };
const LEVEL_LINE = 'x-page-level ';

/** All of a game. */
export function gameText(game, level) {
    const record = Record.fromGame(game, SAVED);
    record.addExtra(`${LEVEL_LINE}${level}`);
    const text = record.format();
    record.free();
    return text;
}

/** The game of a text, its rules and its level; throws what is wrong with it. */
export function readGame(text) {
    const record = Record.parse(text);
    if (!record.isGame) {
        throw new Error('this is a position: analyse it');
    }
    const rules = shownRules(record.rules);
    const game = new Game(rules, { record });
    record.toGame(game);
    if (!game.board('a') || !game.board('b')) {
        throw new Error('the record has the ships of one side only');
    }
    const line = record.extras.find((extra) => extra.startsWith(LEVEL_LINE));
    const stated = line?.slice(LEVEL_LINE.length) ?? record.get('level', 'b');
    const isKnown = AI.levels.some(({ name }) => name === stated);
    return { game, rules, level: isKnown ? stated : 'medium' };
}
