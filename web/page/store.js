/* What the browser keeps for the page. It may forbid that, or have no room: then nothing is kept. */

/** A value that was kept; null if there is none. */
export function read(key) {
    try {
        return JSON.parse(localStorage.getItem(key));
    } catch {
        return null;
    }
}

/** Keeps a value; whether that was possible. */
export function write(key, value) {
    try {
        localStorage.setItem(key, JSON.stringify(value));
        return true;
    } catch {
        return false;
    }
}

/** Calls a function when another tab has kept something under a key. */
export function onOtherTab(key, call) {
    window.addEventListener('storage', (event) => event.key === key && call());
}
