/* The worker of background.js: runs one task for each message, and answers each. */
const isNode = typeof process === 'object' && Boolean(process.versions?.node);
const port = isNode ? (await import('node:worker_threads')).parentPort : globalThis;

function answer(run, { name, task, isWatched }) {
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

try {
    const { run } = await import('./tasks.js');
    if (isNode) {
        port.on('message', (message) => answer(run, message));
    } else {
        port.onmessage = ({ data }) => answer(run, data);
    }
    port.postMessage({ isReady: true });
} catch (error) {
    port.postMessage({ broken: String(error) });
}
