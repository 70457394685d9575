/*
 * Where the module and the worker come from: files beside this one. What cannot read files, such as
 * a page that is opened from a disk, is bundled with a file of its own in place of this one.
 */
const isNode = typeof process === 'object' && Boolean(process.versions?.node);

/** Compiles the module of a file. */
export async function compileModule(file) {
    const url = new URL(file, import.meta.url);
    if (isNode) {
        const { readFile } = await import('node:fs/promises');
        return WebAssembly.compile(await readFile(url));
    }
    const response = await fetch(url);
    if (!response.ok) {
        throw new Error(`${url} cannot be loaded: ${response.status} ${response.statusText}`);
    }
    // A server that does not know the type of the file forbids compiling it as it comes.
    if (response.headers.get('content-type')?.startsWith('application/wasm')) {
        return WebAssembly.compileStreaming(response);
    }
    return WebAssembly.compile(await response.arrayBuffer());
}

/** Starts a worker that runs worker.js. */
export async function startWorker() {
    const url = new URL('worker.js', import.meta.url);
    if (isNode) {
        const { Worker } = await import('node:worker_threads');
        const worker = new Worker(url);
        worker.unref();
        return worker;
    }
    return new globalThis.Worker(url, { type: 'module' });
}
