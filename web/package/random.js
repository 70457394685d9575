/* The library's streams of random numbers. */
import { exports } from './module.js';
import { Struct, readArray, withMemory, writeArray } from './memory.js';

const rngStruct = new Struct('bship_rng', {});
const WORDS = rngStruct.size / 8;
const PURPOSE_USER = 1024;

/** A stream of random numbers: the same seed, purpose and index give the same stream everywhere. */
export class Rng {
    #state;

    constructor(seed, { purpose = PURPOSE_USER, index = 0 } = {}) {
        withMemory(() => {
            const rng = rngStruct.allocate();
            exports.bship_rng_seed(rng, BigInt(seed), purpose, BigInt(index));
            this.#state = readArray(BigUint64Array, rng, WORDS);
        });
    }

    /** Calls a function with the address of the stream, which it may advance. */
    use(call) {
        return withMemory(() => {
            const rng = writeArray(BigUint64Array, this.#state);
            try {
                return call(rng);
            } finally {
                this.#state = readArray(BigUint64Array, rng, WORDS);
            }
        });
    }

    next() {
        return this.use((rng) => BigInt.asUintN(64, exports.bship_rng_next(rng)));
    }

    below(bound) {
        return Number(
            BigInt.asUintN(64, this.use((rng) => exports.bship_rng_below(rng, BigInt(bound)))),
        );
    }
}
