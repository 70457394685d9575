/*
 * What a worker does for queue.js: it gets the compiled module, says when that is ready, and then
 * runs one task for each message.
 */
import { instantiate } from './module.js';
import { run } from './tasks.js';

function answer(port, { name, task, isWatched }) {
    const progress = (done) => {
        port.postMessage({ done });
    };
    try {
        const watch = isWatched ? { progress } : {};
        port.postMessage({ result: run(name, { ...task, ...watch }) });
    } catch ({ name: type, message, status, line, column, index }) {
        port.postMessage({ failure: { type, message, status, line, column, index } });
    }
}

/** Serves the other end of a port, which in Node and in browsers has the same names. */
export function serve(port) {
    port.onmessage = ({ data }) => {
        if (data.module) {
            instantiate(data.module).then(
                () => port.postMessage({ isReady: true }),
                (error) => port.postMessage({ broken: String(error) }),
            );
        } else {
            answer(port, data);
        }
    };
}
