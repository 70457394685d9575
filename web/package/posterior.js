/* Posteriors: the probability of everything that a chart leaves open. */
import { exports, withProgress } from './module.js';
import {
    Handle,
    Struct,
    allocate,
    check,
    create,
    fill,
    fillStructs,
    format,
    readFloat64,
    setPointer,
    withMemory,
    writeArray,
} from './memory.js';
import { WATCH_OPTIONS, progressCallback, watch } from './progress.js';
import { cellStruct, placementStruct } from './structs.js';

const posteriorOptions = new Struct('bship_posterior_options', {
    method: 'method',
    exact_only: 'bool',
    work_limit: 'i64',
    memory_limit: 'u64',
    seed: 'seed',
    precision: 'f64',
    weight_count: 'u32',
    progress: 'u32',
});

const posteriorInfo = new Struct('bship_posterior_info', {
    method: 'method',
    is_exact: 'bool',
    is_labelled: 'bool',
    ignores_contact: 'bool',
    layouts: 'f64',
    log2_layouts: 'f64',
    layouts_error: 'f64',
    effective_sample_size: 'f64',
    work: 'i64',
});

const forecastStruct = new Struct('bship_forecast', {
    miss: 'f64',
    hit: 'f64',
    sunk: 'f64',
    entropy: 'f64',
});

/* The module has at most 4 GiB, and what it takes it keeps. */
const MEMORY_LIMIT = 512 * 1024 * 1024;

function writeOptions({ weights = [], ...options }) {
    const address = posteriorOptions.write(
        {
            memoryLimit: MEMORY_LIMIT,
            ...options,
            weightCount: weights.length,
            progress: progressCallback,
        },
        ['timeLimit', 'flag'],
    );
    if (weights.length > 0) {
        setPointer(
            address + posteriorOptions.offset('weights'),
            writeArray(Float64Array, weights),
        );
    }
    return address;
}

export class Posterior extends Handle {
    #watching;

    constructor(chart, options = {}) {
        const watching = options;
        super(
            withMemory(() => {
                const written = writeOptions(options);
                return withProgress(watch(watching), () =>
                    create('bship_posterior_new', chart.address, written),
                );
            }),
            { free: 'bship_posterior_free' },
        );
        this.#watching = Object.fromEntries(WATCH_OPTIONS.map((key) => [key, options[key]]));
    }

    /** Throws if no layout agrees with a chart. */
    static check(chart, options = {}) {
        withMemory(() => {
            const written = writeOptions(options);
            withProgress(watch(options), () =>
                check('bship_posterior_check', chart.address, written),
            );
        });
    }

    update(chart) {
        withMemory(() =>
            withProgress(watch(this.#watching), () =>
                check('bship_posterior_update', this.address, chart.address),
            ),
        );
    }

    describe() {
        return withMemory(() => {
            const out = posteriorInfo.allocate();
            check('bship_posterior_describe', this.address, out);
            return posteriorInfo.read(out);
        });
    }

    /** The number of possible layouts in decimal digits. */
    formatLayouts() {
        return format('bship_posterior_format_layouts', this.address);
    }

    get occupancy() {
        return fill(Float64Array, 'bship_posterior_occupancy', this.address);
    }

    occupancyOfLength(length) {
        return fill(Float64Array, 'bship_posterior_occupancy_of_length', this.address, length);
    }

    get standardError() {
        return fill(Float64Array, 'bship_posterior_standard_error', this.address);
    }

    /** The probability that a ship lies exactly in a placement. */
    placement(placement) {
        return withMemory(() => {
            const out = allocate(8);
            check('bship_posterior_placement', this.address, placementStruct.write(placement), out);
            return readFloat64(out);
        });
    }

    forecast(cell) {
        return withMemory(() => {
            const out = forecastStruct.allocate();
            check('bship_posterior_forecast', this.address, cellStruct.write(cell), out);
            return forecastStruct.read(out);
        });
    }

    /** The unknown cells from the best to the worst. */
    get best() {
        return fillStructs(cellStruct, 'bship_posterior_best', this.address);
    }

    sample(rng, shipCount) {
        return rng.use((stream) => {
            const out = allocate(shipCount * placementStruct.size);
            withProgress(watch(this.#watching), () =>
                check('bship_posterior_sample', this.address, stream, out, shipCount),
            );
            return placementStruct.readAll(out, shipCount);
        });
    }
}
