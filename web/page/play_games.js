/* The games of the tab Play that the browser keeps, and the record of this one. */
import { saveText } from './files.js';
import { areKept, keepGame, keptGames, listGames, onOtherGame } from './games.js';
import { endWords } from './hindsight.js';
import { state } from './play_state.js';
import { gameText } from './saved.js';

const byId = (id) => document.getElementById(id);

let open = null;
let kept = ''; /* what this tab has kept last of its game */

/** Keeps the game as it is. */
export function keep() {
    const { game, rules, level, date, id } = state;
    const isOver = game.phase === 'over';
    const { width, height } = rules;
    const shots = game.chart('a').shots;
    const ending = isOver
        ? endWords(game)
        : `${shots} ${shots === 1 ? 'shot' : 'shots'} so far.`;
    const kind = date ? `Daily ${date}` : `${width}x${height}, level ${level}`;
    const words = `${kind}. ${ending}`;
    kept = gameText(state);
    keepGame({ id, words, isOver, text: kept });
}

/** Lists the games, if they are to be seen. */
export function showGames() {
    const { game, id } = state;
    if (!byId('record').open) {
        return;
    }
    if (document.activeElement !== byId('record-text')) {
        byId('record-text').value = game ? gameText(state) : '';
    }
    listGames(byId('kept'), byId('kept-note'), { current: id, open });
}

/* This game as the browser keeps it: another tab may have gone on with it. */
const newest = () => keptGames().find(({ id }) => id === state.id)?.text ?? kept;

/**
 * `openGame` is called with the text of a game, and with its id if the browser keeps it; `leave`
 * when the game has gone on in another tab.
 */
export function startGames({ openGame, leave }) {
    open = openGame;
    byId('unkept').hidden = areKept();
    onOtherGame(() => {
        if (state.game && !state.isElsewhere && newest() !== kept) {
            leave();
        }
    });
    byId('follow').onclick = () => open(newest(), state.id);
    byId('record').ontoggle = showGames;
    byId('export').onclick = () =>
        saveText(byId('record-text').value, 'battleship.record', 'text/plain');
    byId('import').onclick = () => open(byId('record-text').value);
    byId('open').onchange = async () => {
        const [file] = byId('open').files;
        if (file) {
            open(await file.text());
        }
        byId('open').value = '';
    };
}
