/* Opponents: strategies and levels. */
import { exports } from './module.js';
import {
    Handle,
    Struct,
    allocate,
    check,
    create,
    instance,
    nameOf,
    namesOf,
    readArray,
    readText,
    readUint32,
    text,
    textsOf,
    valueOf,
    whole,
    withMemory,
} from './memory.js';
import { Board, draw } from './board.js';
import { ChartView } from './chart.js';
import { WATCHED, watched } from './progress.js';
import { Rng } from './random.js';
import { Record } from './record.js';
import { Rules } from './rules.js';
import { aimOptions, cellStruct, sideValue } from './structs.js';

const aiOptions = new Struct('bship_ai_options');

const aiInfo = new Struct('bship_ai_info');

const aiCandidate = new Struct('bship_ai_candidate');

/** Writes the options of an aim; what watches it is passed to watched(). */
export const writeAimOptions = (options) => aimOptions.write(options, WATCHED);

/* The module has at most 4 GiB, and what it takes it keeps. */
const MEMORY_LIMIT = 512 * 1024 * 1024;
const LIMITED = ['posterior', 'search'];

/** Writes the name of a strategy, if there is one, and the options of an AI. */
export function writeAiOptions(options) {
    const { strategy = null, level = null } = options;
    const plays = strategy ?? AI.levelStrategy(level);
    const { memoryLimit = LIMITED.includes(plays) ? MEMORY_LIMIT : 0 } = options;
    const instead = { strategy: undefined, level, memoryLimit };
    return [text('strategy', strategy), aiOptions.write(options, instead)];
}

export class AI extends Handle {
    /** Options: a strategy by its name, or a level. */
    constructor(rules, options = {}) {
        super(
            withMemory(() =>
                create(
                    'bship_ai_new',
                    instance(Rules, 'rules', rules),
                    ...writeAiOptions(options),
                ),
            ),
            { free: 'bship_ai_free' },
        );
    }

    static #take(address) {
        return Reflect.construct(Handle, [address, { free: 'bship_ai_free' }], AI);
    }

    /** The AI that a record states for a side; null if the side had none. */
    static fromRecord(record, side) {
        return withMemory(() => {
            const name = allocate(4);
            const options = aiOptions.allocate();
            check(
                'bship_record_to_ai_options',
                instance(Record, 'record', record),
                sideValue(side),
                name,
                options,
            );
            const [strategy] = readArray(Uint32Array, name, 1);
            return strategy
                ? AI.#take(create('bship_ai_new', record.rules, strategy, options))
                : null;
        });
    }

    /** The names of the strategies, and a line about each. */
    static get strategies() {
        const texts = textsOf('strategy');
        return namesOf('strategy').map((name, i) => ({ name, text: texts[i] }));
    }

    /** The levels from the easiest, and a line about each. */
    static get levels() {
        const names = namesOf('level');
        const texts = textsOf('level');
        const levels = [];
        for (let level; (level = exports.bship_level_at(levels.length)) !== 0; )
            levels.push({ name: names[level], text: texts[level] });
        return levels;
    }

    static levelStrategy(level) {
        return readText(exports.bship_level_strategy(valueOf('level', level)));
    }

    get rules() {
        return Rules.reference(exports.bship_ai_rules(this.address));
    }

    get strategy() {
        return readText(exports.bship_ai_strategy(this.address));
    }

    reset(seed) {
        exports.bship_ai_reset(this.address, whole('u64', 'seed', seed));
    }

    aim(chart, options = {}) {
        return withMemory(() => {
            const out = cellStruct.allocate();
            const written = writeAimOptions(options);
            watched(options, () =>
                check('bship_ai_aim', this, instance(ChartView, 'chart', chart), written, out),
            );
            return cellStruct.read(out);
        });
    }

    aimSalvo(chart, count, options = {}) {
        return withMemory(() => {
            const { width, height } = this.rules;
            // The library refuses more shots than the board has cells.
            const room = Math.min(whole('u32', 'count', count), width * height);
            const out = allocate(room * cellStruct.size);
            const written = writeAimOptions(options);
            watched(options, () =>
                check(
                    'bship_ai_aim_salvo',
                    this,
                    instance(ChartView, 'chart', chart),
                    written,
                    out,
                    count,
                ),
            );
            return cellStruct.readAll(out, count);
        });
    }

    describe() {
        return withMemory(() => {
            const out = aiInfo.allocate();
            check('bship_ai_describe', this, out);
            return aiInfo.read(out);
        });
    }

    /** The score of every cell, row by row, by which the strategy chooses. */
    scores(chart, options = {}) {
        return withMemory(() => {
            const { width, height } = this.rules;
            const grid = allocate(width * height * 8);
            const written = writeAimOptions(options);
            watched(options, () =>
                check(
                    'bship_ai_scores',
                    this,
                    instance(ChartView, 'chart', chart),
                    written,
                    grid,
                    width * height,
                ),
            );
            return readArray(Float64Array, grid, width * height);
        });
    }

    /** The cells between which `search` decides, best first. Experimental, as in the library. */
    candidates(chart, options = {}) {
        return withMemory(() => {
            const { width, height } = this.rules;
            const items = allocate(width * height * aiCandidate.size);
            const count = allocate(4);
            const written = writeAimOptions(options);
            watched(options, () =>
                check(
                    'bship_ai_candidates',
                    this,
                    instance(ChartView, 'chart', chart),
                    written,
                    items,
                    width * height,
                    count,
                ),
            );
            return aiCandidate.readAll(items, readUint32(count));
        });
    }

    place(board, rng, options = {}) {
        const target = instance(Board, 'board', board);
        return instance(Rng, 'rng', rng).use((stream) =>
            draw('bship_ai_place', [this, stream], options, [target]),
        );
    }
}
