/* The library's streams of random numbers. */
import { exports } from './module.js';
import {
    Struct,
    allocate,
    constant,
    readArray,
    refuse,
    refuseInCallback,
    whole,
    withMemory,
} from './memory.js';

const rngStruct = new Struct('bship_rng');
const words = () => rngStruct.size / 8;

/** A stream of random numbers: the same seed, purpose and index give the same stream everywhere. */
export class Rng {
    #state;

    constructor(seed, { purpose = constant('BSHIP_RNG_PURPOSE_USER'), index = 0 } = {}) {
        withMemory(() => {
            const rng = rngStruct.allocate();
            exports.bship_rng_seed(
                rng,
                whole('u64', 'seed', seed),
                whole('i32', 'purpose', purpose),
                whole('u64', 'index', index),
            );
            this.#state = readArray(BigUint64Array, rng, words());
        });
    }

    /** Calls a function with the address of the stream, which it may advance. */
    use(call) {
        refuseInCallback();
        return withMemory(() => {
            const rng = allocate(rngStruct.size);
            new BigUint64Array(exports.memory.buffer, rng, words()).set(this.#state);
            try {
                return call(rng);
            } finally {
                this.#state = readArray(BigUint64Array, rng, words());
            }
        });
    }

    next() {
        return this.use((rng) => BigInt.asUintN(64, exports.bship_rng_next(rng)));
    }

    below(bound) {
        const most = whole('u64', 'bound', bound);
        // Larger results would not be exact as numbers; of 0 the library makes 2^64.
        if (most < 1n || most > 2n ** 53n) {
            refuse('bound', 'a whole number from 1 to 2^53', bound);
        }
        return this.use((rng) => Number(exports.bship_rng_below(rng, most)));
    }
}
