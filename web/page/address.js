/* The address of the page while it analyses: the link of what is shown. */
import { LINK, formatLink, parseLink } from './link.js';

const MILLISECONDS = 300; /* between two writings: browsers refuse too many */

export class Address {
    #next = null; /* what is still to be written */
    #isNew = false; /* whether that has an entry of its own in the history */
    #timer = 0;
    #time = -MILLISECONDS;
    #done = Promise.resolve();
    #written = ''; /* the last link that was written or read here */
    #reads = 0;

    /** What is shown from now on: `{ text, side, turn }`. */
    show(position) {
        this.#next = position;
        if (!this.#timer) {
            const wait = Math.max(0, this.#time + MILLISECONDS - performance.now());
            this.#timer = setTimeout(() => this.write(), wait);
        }
    }

    /** What is shown stays in the history, as the entry before the next. */
    leave() {
        this.write();
        this.#isNew = true;
    }

    /** Writes at once, but not over an address that is still to be read; resolves when that is done. */
    write() {
        const [position, isNew, reads] = [this.#next, this.#isNew, this.#reads];
        if (position) {
            this.#forget();
            this.#time = performance.now();
            this.#done = this.#done.then(async () => {
                const link = await formatLink(position);
                const isHere = location.hash.startsWith('#analyse') && !this.isForeign;
                if (reads === this.#reads && isHere) {
                    history[isNew ? 'pushState' : 'replaceState'](null, '', link);
                    this.#written = link;
                }
            });
        }
        return this.#done;
    }

    #forget() {
        clearTimeout(this.#timer);
        this.#timer = 0;
        this.#next = null;
        this.#isNew = false;
    }

    /** Whether the address is a link that was neither written nor read here. */
    get isForeign() {
        return location.hash.startsWith(LINK) && location.hash !== this.#written;
    }

    /** What the link in the address holds; null if another was read meanwhile. */
    async read() {
        this.#forget();
        this.#written = location.hash;
        const reads = ++this.#reads;
        try {
            const position = await parseLink(location.hash);
            return reads === this.#reads ? position : null;
        } catch (error) {
            if (reads === this.#reads) {
                throw error;
            }
            return null;
        }
    }
}
