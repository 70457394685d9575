/* The games that the browser keeps, the last played first: `{ id, words, isOver, text }`, of which
 * `id` is when the game began. */
const KEY = 'battleship-games';
const MOST = 20;

/* Other pages may write there too: on a disk, all pages share their storage. */
const isGame = (value) =>
    [value?.id, value?.words, value?.text].every((field) => typeof field === 'string');

export function keptGames() {
    try {
        const value = JSON.parse(localStorage.getItem(KEY));
        return Array.isArray(value) ? value.filter(isGame) : [];
    } catch {
        return [];
    }
}

/* A browser may forbid storage, or have no room: then nothing is kept, and the game goes on. */
function write(games) {
    try {
        localStorage.setItem(KEY, JSON.stringify(games.slice(0, MOST)));
    } catch {
        return;
    }
}

const without = (id) => keptGames().filter((game) => game.id !== id);

/** Keeps a game, in place of what was kept of it. */
export function keepGame(game) {
    write([game, ...without(game.id)]);
}

function makeButton(text, name, press) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = text;
    button.setAttribute('aria-label', name);
    button.onclick = press;
    return button;
}

/** Lists the games; `open` is called with the text and the id of one. */
export function listGames(list, note, { current, open }) {
    const games = keptGames();
    note.textContent = games.length
        ? `This browser keeps your last ${MOST} games.`
        : 'This browser has no game yet.';
    list.replaceChildren(
        ...games.map(({ id, words, isOver, text }) => {
            const when = new Date(id).toLocaleString([], {
                dateStyle: 'medium',
                timeStyle: 'short',
            });
            const what = document.createElement('span');
            what.textContent = `${when}: ${words}${id === current ? ' (this game)' : ''}`;
            const verb = isOver ? 'Look at it' : 'Go on';
            const forget = () => {
                write(without(id));
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
