/*
 * Long work in a worker, one task at a time: see background.d.ts. A task is stopped by a flag in
 * shared memory, which the library's progress callback reads. Where pages may not share memory, a
 * worker hears nothing while it works: it is ended if a task that was cancelled does not end soon,
 * and a task that is to finish begins anew in another worker, with little time.
 */
import { BattleshipError } from './memory.js';
import { compiledModule } from './module.js';
import { watching } from './progress.js';

const CANCEL = 1;
const FINISH = 2;
const CANCELLED = 23; /* BSHIP_ERROR_CANCELLED */
const PATIENCE = 100; /* milliseconds: starting a worker takes about as long */
const FINISH_TIME = 500; /* milliseconds: an aim at the least has a good answer by then */

function failureOf({ type, message, status, line, column, index }) {
    if (type === 'BattleshipError') {
        return new BattleshipError(status, { text: message, line, column, index });
    }
    return type === 'TypeError' ? new TypeError(message) : new Error(message);
}

export class TaskQueue {
    #start;
    #isShared;
    #module = compiledModule();
    #worker = null;
    #isReady = false;
    #queue = []; /* the first one runs */

    /** Takes the function that starts a worker, and whether memory can be shared with it. */
    constructor(start, isShared) {
        this.#start = start;
        this.#isShared = isShared;
    }

    /** The posterior of a position. */
    posterior(task) {
        return this.#add('posterior', task);
    }

    /** Where an AI fires. */
    aim(task) {
        return this.#add('aim', task);
    }

    /** The scores by which an AI chooses. */
    scores(task) {
        return this.#add('scores', task);
    }

    /** The cells between which `search` decides. */
    candidates(task) {
        return this.#add('candidates', task);
    }

    /** The review of a game. */
    review(task) {
        return this.#add('review', task);
    }

    /** The reports of which one cannot be. */
    contradiction(task) {
        return this.#add('contradiction', task);
    }

    /** Cancels all tasks and ends the worker. */
    close() {
        this.#endWorker();
        this.#queue.splice(0).forEach(({ reject }) => reject(new BattleshipError(CANCELLED)));
    }

    #add(name, all) {
        const flag = this.#isShared ? new Int32Array(new SharedArrayBuffer(4)) : undefined;
        const entry = { name, isSent: false };
        // What throws in here rejects the task.
        const promise = new Promise((resolve, reject) => {
            const { progress } = watching(all);
            // A copy now: a task that waits does not change, and what cannot be sent fails here.
            const task = structuredClone({ ...all, progress: undefined });
            Object.assign(entry, { progress, task: { ...task, flag }, resolve, reject });
            this.#queue.push(entry);
        });
        this.#next();
        return Object.assign(promise, {
            cancel: () => this.#cancel(entry),
            finish: () => this.#finish(entry),
        });
    }

    /* A task that the worker does not leave at once stays in the queue until it does. */
    #cancel(entry, reason = new BattleshipError(CANCELLED)) {
        if (!this.#queue.includes(entry)) {
            return;
        }
        entry.reject(reason);
        entry.progress = undefined;
        entry.isCancelled = true;
        if (!entry.isSent) {
            this.#queue.splice(this.#queue.indexOf(entry), 1);
            this.#next();
        } else if (entry.task.flag) {
            Atomics.store(entry.task.flag, 0, CANCEL);
        } else {
            setTimeout(() => this.#giveUp(entry), PATIENCE);
        }
    }

    /* Without a flag: ends the worker if it is still at a task that was cancelled. */
    #giveUp(entry) {
        if (this.#queue[0] === entry && entry.isSent) {
            this.#endWorker();
            this.#queue.shift();
            this.#next();
        }
    }

    #finish(entry) {
        const { task, isSent } = entry;
        if (task.flag) {
            // A task that was cancelled stays so.
            Atomics.compareExchange(task.flag, 0, 0, FINISH);
        } else if (this.#queue.includes(entry) && !entry.isCancelled && !entry.isFinishing) {
            entry.isFinishing = true;
            entry.task = { ...task, timeLimit: Math.min(task.timeLimit ?? Infinity, FINISH_TIME) };
            if (isSent) {
                this.#endWorker();
                entry.isSent = false;
                this.#next();
            }
        }
    }

    #endWorker() {
        this.#worker?.terminate();
        this.#worker = null;
        this.#isReady = false;
    }

    /* Starts the worker, or sends it the first task. */
    #next() {
        const [entry] = this.#queue;
        if (!entry) {
            // Node ends when only a worker is left that has nothing to do.
            this.#worker?.unref?.();
        } else if (!this.#worker) {
            this.#startWorker();
        } else if (this.#isReady && !entry.isSent) {
            const { name, task, progress } = entry;
            entry.isSent = true;
            this.#worker.ref?.();
            this.#worker.postMessage({ name, task, isWatched: Boolean(progress) });
        }
    }

    #startWorker() {
        try {
            const worker = this.#start((message) => {
                if (this.#worker === worker) {
                    this.#receive(message);
                }
            });
            this.#worker = worker;
            worker.postMessage({ module: this.#module });
        } catch (error) {
            this.#receive({ broken: String(error) });
        }
    }

    /* A callback that throws cancels its task, which is rejected with what was thrown. */
    #report(done) {
        const [entry] = this.#queue;
        try {
            entry.progress?.(done);
        } catch (error) {
            this.#cancel(entry, error);
        }
    }

    #receive(message) {
        if (message.isReady) {
            this.#isReady = true;
        } else if (message.broken) {
            this.#endWorker();
            this.#queue.splice(0).forEach(({ reject }) => reject(new Error(message.broken)));
        } else if ('done' in message) {
            this.#report(message.done);
            return;
        } else {
            const entry = this.#queue.shift();
            if (message.failure) {
                entry.reject(failureOf(message.failure));
            } else {
                entry.resolve(message.result);
            }
        }
        this.#next();
    }
}
