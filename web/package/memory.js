/*
 * The module's memory: texts, arrays and structs, and calls that may fail.
 *
 * What a call needs in memory is allocated inside withMemory() and lives until its end. It is a
 * stack in one block, so calls may nest, as when a getter of an option calls the library. What does
 * not fit into the block is allocated on its own.
 */
import { exports, onLoad } from './module.js';
import { nullable, structs } from './table.js';

const BLOCK_BYTES = 65536;
const ALIGNMENT = 16;

let block = 0;
let top = 0;
let large = [];
onLoad(() => {
    block = exports.malloc(BLOCK_BYTES);
    top = block;
});

/** Allocates bytes, set to 0, for the call of withMemory() that is running. */
export function allocate(bytes) {
    const size = Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
    let address = top;
    if (top + size <= block + BLOCK_BYTES) {
        top += size;
    } else {
        // Of more bytes than an address can count, malloc() would see the last 32 bits.
        address = size < 2 ** 32 ? exports.malloc(size) >>> 0 : 0;
        if (!address) {
            throw new BattleshipError(find('status', 'BSHIP_ERROR_MEMORY'));
        }
        large.push(address);
    }
    new Uint8Array(exports.memory.buffer, address, size).fill(0);
    return address;
}

/** Calls a function, and frees what it allocated. */
export function withMemory(call) {
    const before = top;
    const largeBefore = large;
    large = [];
    try {
        return call();
    } finally {
        large.forEach((address) => exports.free(address));
        large = largeBefore;
        top = before;
    }
}

/* The memory moves when it grows, so a view is good for one access. */
let currentView = null;
function view() {
    if (currentView?.buffer !== exports.memory.buffer) {
        currentView = new DataView(exports.memory.buffer);
    }
    return currentView;
}

/* ---- values of the caller ---- */

/*
 * WebAssembly takes any value for a number: it cuts 2**32 + 1 to 1, and makes 0 of what is missing.
 * So every value is checked where it crosses into memory or into a parameter.
 */

function shown(value) {
    if (typeof value === 'string') {
        return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}...` : value);
    }
    if (typeof value === 'function') {
        return 'a function';
    }
    if (typeof value !== 'object' || value === null) {
        return String(value);
    }
    if (value instanceof Handle) {
        return `an object of ${value.constructor.name}`;
    }
    return Array.isArray(value) ? 'an array' : 'an object';
}

/** Throws that a value is not what is expected. */
export function refuse(name, expected, value) {
    throw new TypeError(`${name}: expected ${expected}, not ${shown(value)}`);
}

/* The whole numbers of the types of C; those of 64 bits may be given as bigints. */
const RANGES = {
    i32: [-(2 ** 31), 2 ** 31 - 1],
    u32: [0, 2 ** 32 - 1],
    i64: [-(2n ** 63n), 2n ** 63n - 1n],
    u64: [0n, 2n ** 64n - 1n],
};

/** A whole number for a parameter or a field of a type: a bigint if it has 64 bits. */
export function whole(type, name, value) {
    const [least, most] = RANGES[type];
    const isWide = typeof least === 'bigint';
    const isWhole = Number.isInteger(value) || (isWide && typeof value === 'bigint');
    if (!isWhole || value < least || value > most) {
        refuse(name, `a whole number from ${least} to ${most}`, value);
    }
    return isWide ? BigInt(value) : value;
}

/** A value of a type of JavaScript, such as a number, whose range the library checks. */
export function ofType(type, name, value) {
    return typeof value === type ? value : refuse(name, `a ${type}`, value);
}

/** What has properties. */
export function object(name, value) {
    return typeof value === 'object' && value !== null ? value : refuse(name, 'an object', value);
}

/** An object of a class. */
export function instance(Class, name, value) {
    return value instanceof Class ? value : refuse(name, `an object of ${Class.name}`, value);
}

/** The number of items of an array, or of what is like one. */
export function lengthOf(name, items) {
    const length = typeof items === 'object' ? items?.length : undefined;
    return Number.isInteger(length) && length >= 0 ? length : refuse(name, 'an array', items);
}

/* ---- texts and arrays ---- */

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/* UTF-8 has no halves of surrogate pairs: the encoder would write another character. */
const HALF_OF_PAIR = /\p{Surrogate}/u;

/** Copies a text into memory, terminated by NUL; returns its address and bytes. */
export function writeText(name, value) {
    if (HALF_OF_PAIR.test(ofType('string', name, value))) {
        refuse(name, 'whole characters', value);
    }
    const bytes = encoder.encode(value);
    const address = allocate(bytes.length + 1);
    new Uint8Array(exports.memory.buffer, address, bytes.length).set(bytes);
    return { address, length: bytes.length };
}

/** A text for a parameter of C, which ends at NUL; null gives NULL. */
export function text(name, value) {
    if (value === null) {
        return 0;
    }
    const { address } = writeText(name, value);
    return value.includes('\0') ? refuse(name, 'a text without NUL', value) : address;
}

/** Reads `length` bytes of text, or as many as come before NUL; null from NULL. */
export function readText(address, length) {
    if (!address) {
        return null;
    }
    // Addresses come as numbers with a sign.
    const start = address >>> 0;
    const bytes = new Uint8Array(exports.memory.buffer);
    const end = length === undefined ? bytes.indexOf(0, start) : start + length;
    return decoder.decode(bytes.subarray(start, end));
}

/** Copies `count` items out of memory into a new array of a type such as Float64Array. */
export function readArray(Type, address, count) {
    return new Type(exports.memory.buffer, address, count).slice();
}

/** Copies items of a type such as `i32` into memory; returns their address and number. */
export function writeArray(type, name, items) {
    const count = lengthOf(name, items);
    const bytes = bytesOf(type);
    const [, write] = types[type];
    const address = allocate(count * bytes);
    for (let i = 0; i < count; i++) {
        write(address + i * bytes, items[i], name);
    }
    return [address, count];
}

export const readInt32 = (address) => view().getInt32(address, true);
export const readUint32 = (address) => view().getUint32(address, true);
export const readBigUint64 = (address) => view().getBigUint64(address, true);
export const readFloat64 = (address) => view().getFloat64(address, true);

/* ---- structs ---- */

/*
 * Reads and writes a field of a type; the writers have the field's name for refusals. Numbers of 64
 * bits are numbers, but seeds are bigints. What is `own` callers neither give nor get: addresses, and
 * the numbers of items at them.
 */
const types = {
    i32: [
        (at) => view().getInt32(at, true),
        (at, value, name) => view().setInt32(at, whole('i32', name, value), true),
    ],
    u32: [
        (at) => view().getUint32(at, true),
        (at, value, name) => view().setUint32(at, whole('u32', name, value), true),
    ],
    f64: [
        (at) => view().getFloat64(at, true),
        (at, value, name) => view().setFloat64(at, ofType('number', name, value), true),
    ],
    i64: [
        (at) => Number(view().getBigInt64(at, true)),
        (at, value, name) => view().setBigInt64(at, whole('i64', name, value), true),
    ],
    u64: [
        (at) => Number(view().getBigUint64(at, true)),
        (at, value, name) => view().setBigUint64(at, whole('u64', name, value), true),
    ],
    seed: [
        (at) => view().getBigUint64(at, true),
        (at, value, name) => view().setBigUint64(at, whole('u64', name, value), true),
    ],
    bool: [
        (at) => view().getInt32(at, true) !== 0,
        (at, value, name) => view().setInt32(at, ofType('boolean', name, value) ? 1 : 0, true),
    ],
    text: [
        (at) => readText(view().getUint32(at, true)),
        (at, value, name) => {
            const address = text(name, value);
            view().setUint32(at, address, true);
        },
    ],
    own: [null, (at, value) => view().setUint32(at, value, true)],
    chars: [(at) => readText(at)],
};

/* The types of eight bytes; the others have four. */
const WIDE = new Set(['f64', 'i64', 'seed', 'u64']);
const bytesOf = (type) => (WIDE.has(type) ? 8 : 4);

/* The type of a field that holds a struct, or a value of an enumeration, by its name. */
function newType(type) {
    if (type in structs) {
        const struct = new Struct(type);
        return [(at) => struct.read(at), (at, value) => struct.fill(at, value)];
    }
    return [
        (at) => nameOf(type, view().getInt32(at, true)),
        (at, value, name) => {
            const number = valueOf(type, value, name);
            view().setInt32(at, number, true);
        },
    ];
}

/** A struct of the library, as table.js has it. Fields are camelCase in JavaScript. */
export class Struct {
    #fields = {};

    constructor(name) {
        const [size, hasSize, fields] = structs[name];
        this.name = name;
        this.size = size;
        this.hasSize = hasSize;
        for (const [key, [type, offset]] of Object.entries(fields)) {
            const [read, write] = (types[type] ??= newType(type));
            this.#fields[key] = { offset, read, write };
        }
    }

    /** The place of a field. */
    offset(key) {
        return this.#fields[key].offset;
    }

    /** Allocates a struct of zeroes with its size set, for the library to fill. */
    allocate() {
        const address = allocate(this.size);
        if (this.hasSize) {
            view().setUint32(address, this.size, true);
        }
        return address;
    }

    /**
     * Allocates and fills a struct. Options may leave out keys, and those that they do not have are
     * refused; a value, such as a cell, needs all, and may have more, as a placement has. What is
     * in `instead` stands for what the value has; undefined there takes a key out.
     */
    write(value, instead = {}) {
        const address = this.allocate();
        this.fill(address, value, instead);
        return address;
    }

    fill(address, value, instead = {}) {
        object(this.hasSize ? 'options' : this.name.replace('bship_', ''), value);
        const all = { ...value, ...instead };
        for (const key of Object.keys(this.hasSize ? all : this.#fields)) {
            const item = all[key];
            if (item !== undefined || !this.hasSize) {
                this.#writeField(address, key, item, key in instead);
            }
        }
    }

    #writeField(address, key, item, mayBeOwn) {
        const field = Object.hasOwn(this.#fields, key) && this.#fields[key];
        if (!field || !(field.read || mayBeOwn)) {
            throw new TypeError(`there is no option ${key}`);
        }
        field.write(address + field.offset, item, key);
    }

    read(address) {
        const value = {};
        for (const [key, { offset, read }] of Object.entries(this.#fields)) {
            if (read) {
                value[key] = read(address + offset);
            }
        }
        return value;
    }

    /** Copies values, each made by a function, into memory; returns their address and number. */
    writeAll(name, values, valueFrom = (value) => value) {
        const count = lengthOf(name, values);
        const address = allocate(count * this.size);
        for (let i = 0; i < count; i++) {
            this.fill(address + i * this.size, valueFrom(values[i]));
        }
        return [address, count];
    }

    readAll(address, count) {
        return Array.from({ length: count }, (_, i) => this.read(address + i * this.size));
    }
}

/** The value of a constant of the headers, such as `BSHIP_BOARD_EDGE_MAX` or `BSHIP_SIDE_A`. */
export function constant(name) {
    return withMemory(() => exports.bship_constant(text('name', name)));
}

/* ---- enumerations ---- */

const numbers = new Map();
function enumeration(name) {
    if (!numbers.has(name)) {
        const all = constant('BSHIP_ENUM_ENUM');
        const number = withMemory(() => exports.bship_enum_find(all, text('name', name)));
        if (number < 0) {
            throw new Error(`the library has no enumeration ${name}`);
        }
        numbers.set(name, number);
    }
    return numbers.get(name);
}

/** The name of a value, such as `known-water`; null for no level, outcome, side or draw method. */
export function nameOf(name, value) {
    if (value === 0 && nullable.includes(name)) {
        return null;
    }
    return readText(exports.bship_enum_name(enumeration(name), value));
}

function find(name, word) {
    return withMemory(() => exports.bship_enum_find(enumeration(name), text(name, word)));
}

/** The value of a name; null is 0 where that is no level, outcome, side or draw method. */
export function valueOf(name, word, what = name) {
    if (word === null && nullable.includes(name)) {
        return 0;
    }
    const value = typeof word === 'string' ? find(name, word) : -1;
    if (value < 0) {
        const names = namesOf(name).filter((known) => known !== null);
        refuse(what, `one of ${names.join(', ')}`, word);
    }
    return value;
}

/** The names of an enumeration's values, at their numbers. */
export function namesOf(name) {
    const number = enumeration(name);
    return Array.from({ length: exports.bship_enum_count(number) }, (_, i) => nameOf(name, i));
}

/** One line of English about each value, at its number. */
export function textsOf(name) {
    const number = enumeration(name);
    return Array.from({ length: exports.bship_enum_count(number) }, (_, i) =>
        readText(exports.bship_enum_text(number, i)),
    );
}

/* ---- failures ---- */

/** What a call of the library throws when it fails. Nothing has changed then. */
export class BattleshipError extends Error {
    constructor(status, details = {}) {
        super(details.text || readText(exports.bship_status_message(status)));
        this.name = 'BattleshipError';
        this.status = status;
        this.code = nameOf('status', status);
        this.line = details.line ?? 0;
        this.column = details.column ?? 0;
        this.index = details.index ?? -1;
    }
}

const errorStruct = new Struct('bship_error');

/* What a callback threw while the library called it: it goes on to who called the library. */
let thrown = null;

/* How many callbacks are running. */
let callbacks = 0;

/** Calls a callback from within the library; if it throws, the answer cancels the call. */
export function guard(callback, answerWhenThrown) {
    return (...values) => {
        callbacks++;
        try {
            return callback(...values);
        } catch (error) {
            thrown ??= { error };
            return answerWhenThrown;
        } finally {
            callbacks--;
        }
    };
}

/**
 * Throws within a callback: the call that runs may be using any object, and freeing or changing one
 * of its own would break it. So callbacks cannot nest without end, either.
 */
export function refuseInCallback() {
    if (callbacks > 0) {
        throw new TypeError('a progress callback cannot use the objects of the library');
    }
}

/* The addresses of objects are taken last: the getters of another argument may free one. */
const addressOf = (arg) => (arg instanceof Handle ? arg.address : arg);

/** Calls a function of the library. Here and below objects stand for their addresses. */
export function call(name, ...args) {
    return exports[name](...args.map(addressOf));
}

/**
 * Calls a function of the library that returns a status. A last parameter for the details of a
 * failure is added if the function has one more than is given. Returns the status.
 */
function attempt(name, args) {
    const hasError = exports[name].length === args.length + 1;
    const error = hasError ? errorStruct.allocate() : 0;
    const status = hasError ? call(name, ...args, error) : call(name, ...args);
    if (thrown) {
        const { error: cause } = thrown;
        thrown = null;
        throw cause;
    }
    if (status !== 0 && error) {
        return { status, details: errorStruct.read(error) };
    }
    return { status, details: {} };
}

/** Calls a function of the library, and throws if it fails. */
export function check(name, ...args) {
    const { status, details } = attempt(name, args);
    if (status !== 0) {
        throw new BattleshipError(status, details);
    }
}

/** Calls a function of the library; returns null if it succeeds, else the failure. */
export function failure(name, ...args) {
    const { status, details } = attempt(name, args);
    return status === 0 ? null : new BattleshipError(status, details);
}

/** The text of a function that writes as snprintf() does. */
export function format(name, ...args) {
    return withMemory(() => {
        const length = call(name, ...args, 0, 0);
        const buffer = allocate(length + 1);
        call(name, ...args, buffer, length + 1);
        return readText(buffer, length);
    });
}

/** The items of a function that fills an array of a type and returns their number. */
export function fill(Type, name, ...args) {
    return withMemory(() => {
        const count = call(name, ...args, 0, 0);
        const items = allocate(count * Type.BYTES_PER_ELEMENT);
        call(name, ...args, items, count);
        return readArray(Type, items, count);
    });
}

/** The structs of a function that fills an array of them and returns their number. */
export function fillStructs(struct, name, ...args) {
    return withMemory(() => {
        const count = call(name, ...args, 0, 0);
        const items = allocate(count * struct.size);
        call(name, ...args, items, count);
        return struct.readAll(items, count);
    });
}

/* ---- objects ---- */

const registry = new FinalizationRegistry(({ free, address }) => exports[free](address));

/**
 * An object of the library. It is freed by free(), or when nothing refers to it any more. It keeps
 * alive what it needs: a board of a game the game that owns it, a game its AIs.
 */
export class Handle {
    #address;
    #needs;
    #free;

    /** Takes an address that the library returned: with `free`, to own it. */
    constructor(address, { free = null, needs = [] }) {
        this.#address = address;
        this.#needs = needs;
        this.#free = free;
        if (free) {
            registry.register(this, { free, address }, this);
        }
    }

    /** The address; throws if the object, or one that it needs, was freed. */
    get address() {
        refuseInCallback();
        if (!this.#address) {
            throw new TypeError(`the ${this.constructor.name} was freed`);
        }
        for (const needed of this.#needs) {
            addressOf(needed);
        }
        return this.#address;
    }

    /** Whether a function of the library frees it, which tells its class. */
    isFreedBy(name) {
        return this.#free === name;
    }

    free() {
        refuseInCallback();
        if (this.#address && this.#free) {
            registry.unregister(this);
            exports[this.#free](this.#address);
            this.#address = 0;
        }
    }
}

/** Calls a constructor of the library, whose first parameter receives the address. */
export function create(name, ...args) {
    const out = allocate(4);
    check(name, out, ...args);
    return readUint32(out);
}
