/*
 * Instantiates the WebAssembly module, with vectors where the machine has them. Nothing here knows
 * the library's functions.
 */
import { compileModule } from './load.js';

/* A function that returns a vector: it validates where there are vectors. */
const VECTOR_PROBE = new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253,
    15, 253, 98, 11,
]);

const isNode = typeof process === 'object' && Boolean(process.versions?.node);

/** Whether the module that was loaded computes with vectors. */
export const hasVectors =
    WebAssembly.validate(VECTOR_PROBE) && !(isNode && process.env.BATTLESHIP_SCALAR);

/* The progress callbacks of the calls that are running, from the outermost; null: none. */
const callbacks = [];

/** Makes a call of the library, during which a progress callback (null: none) is called. */
export function withProgress(callback, call) {
    callbacks.push(callback);
    try {
        return call();
    } finally {
        callbacks.pop();
    }
}

const BAD_FILE = 8; /* WASI's EBADF: the library opens no files */

const imports = {
    battleship: {
        progress: (done) => callbacks.at(-1)?.(done) ?? 0,
    },
    wasi_snapshot_preview1: {
        clock_time_get(id, precision, out) {
            const nanoseconds = BigInt(Math.round(performance.now() * 1e6));
            new DataView(exports.memory.buffer).setBigUint64(out, nanoseconds, true);
            return 0;
        },
        fd_close: () => BAD_FILE,
        fd_seek: () => BAD_FILE,
        fd_write: () => BAD_FILE,
    },
};

const file = hasVectors ? 'battleship.wasm' : 'battleship-scalar.wasm';
const instance = await WebAssembly.instantiate(await compileModule(file), imports);

/** What the module exports: the functions of the library, malloc, free and the memory. */
export const exports = instance.exports;
exports._initialize();
