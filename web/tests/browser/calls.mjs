/* Calls of a browser by messages of JSON, as the protocols of Chromium and Firefox have them. */
export class Calls {
    #write;
    #listen;
    #last = 0;
    #waiting = new Map();

    /** Messages go out by `write`; what answers no call is handed to `listen`. */
    constructor(write, listen) {
        this.#write = write;
        this.#listen = listen;
    }

    send(method, params = {}, more = {}) {
        const id = ++this.#last;
        const answered = new Promise((resolve, reject) => {
            this.#waiting.set(id, { method, resolve, reject });
        });
        this.#write(JSON.stringify({ id, method, params, ...more }));
        return answered;
    }

    receive(text) {
        const message = JSON.parse(text);
        const waiting = this.#waiting.get(message.id);
        this.#waiting.delete(message.id);
        if (waiting && message.error) {
            const why = message.error.message ?? message.message;
            waiting.reject(new Error(`${waiting.method}: ${why}`));
        } else if (waiting) {
            waiting.resolve(message.result);
        } else {
            this.#listen(message);
        }
    }

    end() {
        this.#waiting.forEach(({ reject }) => reject(new Error('the browser has ended')));
        this.#waiting.clear();
    }
}
