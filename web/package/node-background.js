/* Long work in a worker of Node: see background.d.ts. */
import { Worker } from 'node:worker_threads';
import { TaskQueue } from './queue.js';

function start(receive) {
    const worker = new Worker(new URL('./node-worker.js', import.meta.url));
    worker.on('message', receive);
    worker.on('error', (error) => receive({ broken: String(error) }));
    return worker;
}

export class Background extends TaskQueue {
    constructor() {
        super(start, true);
    }
}
