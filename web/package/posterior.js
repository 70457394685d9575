/* Posteriors: the probability of everything that a chart leaves open. */
import {
    Handle,
    Struct,
    allocate,
    check,
    constant,
    create,
    fill,
    fillStructs,
    format,
    instance,
    readFloat64,
    whole,
    withMemory,
    writeArray,
} from './memory.js';
import { ChartView } from './chart.js';
import { WATCHED, watched, watching } from './progress.js';
import { Rng } from './random.js';
import { cellStruct, placementStruct } from './structs.js';

const posteriorOptions = new Struct('bship_posterior_options');

const posteriorInfo = new Struct('bship_posterior_info');

const forecastStruct = new Struct('bship_forecast');

/* The module has at most 4 GiB, and what it takes it keeps. */
const MEMORY_LIMIT = 512 * 1024 * 1024;

function writeOptions(options) {
    const { weights = [], memoryLimit = MEMORY_LIMIT } = options;
    const [array, weightCount] = writeArray('f64', 'weights', weights);
    const at = weightCount > 0 ? array : 0;
    return posteriorOptions.write(options, { ...WATCHED, memoryLimit, weights: at, weightCount });
}

export class Posterior extends Handle {
    #watching;

    constructor(chart, options = {}) {
        super(
            withMemory(() => {
                const written = writeOptions(options);
                return watched(options, () =>
                    create('bship_posterior_new', instance(ChartView, 'chart', chart), written),
                );
            }),
            { free: 'bship_posterior_free' },
        );
        this.#watching = watching(options);
    }

    /** Throws if no layout agrees with a chart. */
    static check(chart, options = {}) {
        withMemory(() => {
            const written = writeOptions(options);
            watched(options, () =>
                check('bship_posterior_check', instance(ChartView, 'chart', chart), written),
            );
        });
    }

    update(chart) {
        withMemory(() =>
            watched(this.#watching, () =>
                check('bship_posterior_update', this, instance(ChartView, 'chart', chart)),
            ),
        );
    }

    describe() {
        return withMemory(() => {
            const out = posteriorInfo.allocate();
            check('bship_posterior_describe', this, out);
            return posteriorInfo.read(out);
        });
    }

    /** The number of possible layouts in decimal digits. */
    formatLayouts() {
        return format('bship_posterior_format_layouts', this);
    }

    get occupancy() {
        return fill(Float64Array, 'bship_posterior_occupancy', this);
    }

    occupancyOfClass(shipClass) {
        return fill(
            Float64Array,
            'bship_posterior_occupancy_of_class',
            this,
            whole('i32', 'shipClass', shipClass),
        );
    }

    get standardError() {
        return fill(Float64Array, 'bship_posterior_standard_error', this);
    }

    /** The probability that a ship lies exactly in a placement. */
    placement(placement) {
        return withMemory(() => {
            const out = allocate(8);
            check('bship_posterior_placement', this, placementStruct.write(placement), out);
            return readFloat64(out);
        });
    }

    forecast(cell) {
        return withMemory(() => {
            const out = forecastStruct.allocate();
            check('bship_posterior_forecast', this, cellStruct.write(cell), out);
            return forecastStruct.read(out);
        });
    }

    /** The unknown cells from the best to the worst. */
    get best() {
        return fillStructs(cellStruct, 'bship_posterior_best', this);
    }

    sample(rng, shipCount) {
        const ships = whole('u32', 'shipCount', shipCount);
        return instance(Rng, 'rng', rng).use((stream) => {
            // The library refuses any number but that of the fleet's ships.
            const most = constant('BSHIP_FLEET_SHIPS_MAX');
            const out = allocate(Math.min(ships, most) * placementStruct.size);
            watched(this.#watching, () =>
                check('bship_posterior_sample', this, stream, out, ships),
            );
            return placementStruct.readAll(out, ships);
        });
    }
}
