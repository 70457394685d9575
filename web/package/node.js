/* The package for Node: see index.d.ts. Nothing that a browser loads imports this file. */
import { readFile } from 'node:fs/promises';
import { loadBy } from './module.js';

export * from './library.js';

async function compile(vectors) {
    const url = vectors
        ? new URL('./battleship.wasm', import.meta.url)
        : new URL('./battleship-scalar.wasm', import.meta.url);
    return WebAssembly.compile(await readFile(url));
}

export const load = (options) => loadBy(compile, options);
