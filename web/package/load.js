/*
 * Where a browser has the module from: the files beside this one. Bundlers find them by these very
 * words. In Node, node.js stands for this file; the page, which opens from a disk, has its own.
 */
import { loadBy } from './module.js';

async function compile(vectors) {
    const url = vectors
        ? new URL('./battleship.wasm', import.meta.url)
        : new URL('./battleship-scalar.wasm', import.meta.url);
    const response = await fetch(url);
    const type = response.headers.get('content-type') ?? '';
    // A server of pages may answer what it does not find by its start page.
    if (!response.ok || type.startsWith('text/html')) {
        throw new Error(`${url} cannot be loaded: ${response.status} ${type}`);
    }
    // A server that does not know the type of the file forbids compiling it as it comes.
    if (type.startsWith('application/wasm')) {
        return WebAssembly.compileStreaming(response);
    }
    return WebAssembly.compile(await response.arrayBuffer());
}

export const load = (options) => loadBy(compile, options);
