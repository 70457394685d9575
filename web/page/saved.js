/* A game with the computer as text: a record, with lines for the level and for help. */
import { AI, Game, Record } from './battleship/index.js';
import { dateOf } from './daily.js';
import { shownRules } from './rules_form.js';

const SAVED = { layouts: true, seeds: true, settings: true };
const LEVEL_LINE = 'x-page-level ';
const HELP_LINE = 'x-page-help';

/** All of a game. */
export function gameText({ game, level, hasHelp }) {
    const record = Record.fromGame(game, SAVED);
    record.addExtra(`${LEVEL_LINE}${level}`);
    if (hasHelp) {
        record.addExtra(HELP_LINE);
    }
    const text = record.format();
    record.free();
    return text;
}

/** The game of a text, its rules and its level, its date if it is that of a day, and whether there
 * was help; throws what is wrong with the text. */
export function readGame(text) {
    const record = Record.parse(text);
    if (!record.isGame) {
        throw new Error('this is a position: analyse it');
    }
    const rules = shownRules(record.rules);
    const line = record.extras.find((extra) => extra.startsWith(LEVEL_LINE));
    const stated = line?.slice(LEVEL_LINE.length) ?? record.get('level', 'b');
    const level = AI.levels.some(({ name }) => name === stated) ? stated : 'medium';
    const date = dateOf(record, level);
    const game = date ? Game.restore(record) : new Game(rules, { record });
    if (!date) {
        record.toGame(game);
    }
    if (!game.board('a') || !game.board('b')) {
        throw new Error('the record has the ships of one side only');
    }
    return { game, rules, level, date, hasHelp: record.extras.includes(HELP_LINE) };
}
