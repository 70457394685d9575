/*
 * The WebAssembly module: instantiates what load.js or node.js has compiled. Nothing here knows the
 * library's functions.
 */

/* A function that returns a vector: it validates where there are vectors. */
const VECTOR_PROBE = new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253,
    15, 253, 98, 11,
]);

/** Whether this machine computes with vectors. */
export const hasVectors = WebAssembly.validate(VECTOR_PROBE);

/** Stands for the objects that loading fills: whoever reads a property of it is too early. */
export const notLoaded = new Proxy(Object.create(null), {
    get() {
        throw new Error('libbattleship is not loaded: await load() first');
    },
});

/** What the module exports: the functions of the library, malloc, free and the memory. */
export let exports = notLoaded;

/* What is to be called as soon as the module is there; null: it is. */
let waiting = [];

/** Calls a function when the module is loaded, in the order of the calls of onLoad(). */
export function onLoad(call) {
    if (waiting) {
        waiting.push(call);
    } else {
        call();
    }
}

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

let compiled = null;

/** The compiled module, for a worker; throws before it is loaded. */
export const compiledModule = () => compiled ?? notLoaded.compiled;

/** Instantiates a compiled module. */
export async function instantiate(module) {
    const instance = await WebAssembly.instantiate(module, imports);
    exports = instance.exports;
    exports._initialize();
    compiled = module;
    waiting.forEach((call) => call());
    waiting = null;
}

let loading = null;

/**
 * Loads the library by a function that compiles its module, with vectors or without. It is loaded
 * once; after a failure, such as of the network, the next call tries again.
 */
export function loadBy(compile, { vectors = hasVectors } = {}) {
    loading ??= compile(vectors)
        .then(instantiate)
        .catch((error) => {
            loading = null;
            throw error;
        });
    return loading;
}
