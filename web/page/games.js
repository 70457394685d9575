/* The games that the browser keeps, the last played first: `{ id, when, words, isOver, text }`. */
const KEY = 'battleship-games';
const MOST = 20;

export function keptGames() {
    try {
        return JSON.parse(localStorage.getItem(KEY)) ?? [];
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

export function forgetGame(id) {
    write(without(id));
}
