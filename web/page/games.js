/* The games that the browser keeps, the last played first: `{ id, words, isOver, text }`, of which
 * `id` is when the game began. */
import { onOtherTab, read, write } from './store.js';

const KEY = 'battleship-games';
const MOST = 20;

/* Other pages may write there too: on a disk, all pages share their storage. */
const isGame = (value) =>
    [value?.id, value?.words, value?.text].every((field) => typeof field === 'string');

export function keptGames() {
    const value = read(KEY);
    return Array.isArray(value) ? value.filter(isGame) : [];
}

const keepAll = (games) => write(KEY, games.slice(0, MOST));

/** Whether this browser keeps games. */
export const areKept = () => keepAll(keptGames());

/** Calls a function when another tab has kept a game. */
export const onOtherGame = (call) => onOtherTab(KEY, call);

const without = (id) => keptGames().filter((game) => game.id !== id);

/** Keeps a game, in place of what was kept of it. */
export function keepGame(game) {
    keepAll([game, ...without(game.id)]);
}

function makeButton(text, name, press) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = text;
    button.setAttribute('aria-label', name);
    button.onclick = press;
    return button;
}

/** When a game began. */
export const whenWords = ({ id }) =>
    new Date(id).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });

/** Lists the games; `open` is called with the text and the id of one. */
export function listGames(list, note, { current, open }) {
    const games = keptGames();
    note.textContent = areKept()
        ? `This browser keeps your last ${MOST} games.`
        : 'This browser keeps no games: what is not saved as a file is lost with this page.';
    list.replaceChildren(
        ...games.map(({ id, words, isOver, text }) => {
            const when = whenWords({ id });
            const what = document.createElement('span');
            what.textContent = `${when}: ${words}${id === current ? ' (this game)' : ''}`;
            const verb = isOver ? 'Look at it' : 'Go on';
            const forget = () => {
                keepAll(without(id));
                listGames(list, note, { current, open });
            };
            const item = document.createElement('li');
            item.append(
                what,
                makeButton(verb, `${verb}: the game of ${when}`, () => open(text, id)),
                makeButton('Remove', `Remove the game of ${when}`, forget),
            );
            return item;
        }),
    );
}
