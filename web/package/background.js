/* Long work in a worker of a browser: see background.d.ts. Node has node-background.js instead. */
import { TaskQueue } from './queue.js';
import { startWorker } from './start.js';

/* Whether memory can be shared with the worker: on pages that are cross-origin isolated. */
const isShared = typeof SharedArrayBuffer === 'function' && Boolean(globalThis.crossOriginIsolated);

function start(receive) {
    const worker = startWorker();
    worker.onmessage = ({ data }) => receive(data);
    worker.onerror = (event) => receive({ broken: event.message ?? 'the worker failed' });
    return worker;
}

export class Background extends TaskQueue {
    constructor() {
        super(start, isShared);
    }
}
