/*
 * The module's memory: texts, arrays and structs, and calls that may fail.
 *
 * What a call needs in memory is allocated inside withMemory() and lives until its end. It is a
 * stack in one block, so calls may nest, as when a progress callback calls the library. What does
 * not fit into the block is allocated on its own.
 */
import { exports } from './module.js';

const BLOCK_BYTES = 65536;
const ALIGNMENT = 16;

const block = exports.malloc(BLOCK_BYTES);
let top = block;
let large = [];

/** Allocates bytes, set to 0, for the call of withMemory() that is running. */
export function allocate(bytes) {
    const size = Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
    let address = top;
    if (top + size <= block + BLOCK_BYTES) {
        top += size;
    } else {
        address = exports.malloc(size);
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
let currentView = new DataView(exports.memory.buffer);
function view() {
    if (currentView.buffer !== exports.memory.buffer) {
        currentView = new DataView(exports.memory.buffer);
    }
    return currentView;
}

/* ---- texts and arrays ---- */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Copies a text into memory, terminated by NUL; returns its address and bytes. */
export function writeText(text) {
    const bytes = encoder.encode(String(text));
    const address = allocate(bytes.length + 1);
    new Uint8Array(exports.memory.buffer, address, bytes.length).set(bytes);
    return { address, length: bytes.length };
}

/** A text for a parameter of C, which ends at NUL; null gives NULL. */
export function text(value) {
    if (value === null || value === undefined) {
        return 0;
    }
    if (String(value).includes('\0')) {
        throw new TypeError('the text contains a NUL');
    }
    return writeText(value).address;
}

/** Reads `length` bytes of text, or as many as come before NUL; null from NULL. */
export function readText(address, length) {
    if (!address) {
        return null;
    }
    const bytes = new Uint8Array(exports.memory.buffer);
    const end = length === undefined ? bytes.indexOf(0, address) : address + length;
    return decoder.decode(bytes.subarray(address, end));
}

/** Copies `count` items out of memory into a new array of a type such as Float64Array. */
export function readArray(Type, address, count) {
    return new Type(exports.memory.buffer, address, count).slice();
}

/** Copies an array into memory, as items of a type such as Int32Array. */
export function writeArray(Type, items) {
    const address = allocate(items.length * Type.BYTES_PER_ELEMENT);
    new Type(exports.memory.buffer, address, items.length).set(items);
    return address;
}

export const readInt32 = (address) => view().getInt32(address, true);
export const readUint32 = (address) => view().getUint32(address, true);
export const readBigUint64 = (address) => view().getBigUint64(address, true);
export const readFloat64 = (address) => view().getFloat64(address, true);

/* ---- structs ---- */

/* Reads and writes a field of a type. Numbers of 64 bits are numbers, but seeds are bigints. */
const types = {
    i32: [(at) => view().getInt32(at, true), (at, value) => view().setInt32(at, value, true)],
    u32: [(at) => view().getUint32(at, true), (at, value) => view().setUint32(at, value, true)],
    f64: [(at) => view().getFloat64(at, true), (at, value) => view().setFloat64(at, value, true)],
    i64: [
        (at) => Number(view().getBigInt64(at, true)),
        (at, value) => view().setBigInt64(at, BigInt(value), true),
    ],
    u64: [
        (at) => Number(view().getBigUint64(at, true)),
        (at, value) => view().setBigUint64(at, BigInt(value), true),
    ],
    seed: [
        (at) => view().getBigUint64(at, true),
        (at, value) => view().setBigUint64(at, BigInt(value), true),
    ],
    bool: [
        (at) => view().getInt32(at, true) !== 0,
        (at, value) => view().setInt32(at, value ? 1 : 0, true),
    ],
    text: [
        (at) => readText(view().getUint32(at, true)),
        (at, value) => view().setUint32(at, text(value), true),
    ],
};

/* The types of eight bytes; the others have four. */
const WIDE = new Set(['f64', 'i64', 'seed', 'u64']);

/** The type of a field that holds a value of an enumeration, by its name. */
function typeOf(type) {
    if (!types[type]) {
        const [enumeration] = type.split('?');
        types[type] = [
            (at) => nameOf(enumeration, view().getInt32(at, true)),
            (at, value) => view().setInt32(at, valueOf(enumeration, value), true),
        ];
    }
    return types[type];
}

/**
 * A struct of the library: its size and the places of its fields are asked from the library, the
 * types of the fields are given by their names in C. Fields are camelCase in JavaScript.
 */
export class Struct {
    constructor(name, fields) {
        this.name = name;
        this.size = structSize(name);
        this.hasSize = fieldOffset(name, 'size') === 0;
        this.fields = new Map();
        for (const [field, type] of Object.entries(fields)) {
            const offset = fieldOffset(name, field);
            if (this.size === 0 || offset < 0) {
                throw new Error(`the library has no ${name}.${field}`);
            }
            const [read, write] = typeOf(type);
            const key = field.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
            this.fields.set(key, { offset, end: offset + (WIDE.has(type) ? 8 : 4), read, write });
        }
        /* A field that was declared wider than it is would write over the next one. */
        for (const { end, offset } of this.fields.values()) {
            for (const other of this.fields.values()) {
                if (end > this.size || (other.offset > offset && other.offset < end)) {
                    throw new Error(`the fields of ${name} overlap`);
                }
            }
        }
    }

    /** The place of a field whose value is set by its address. */
    offset(field) {
        return fieldOffset(this.name, field);
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
     * Allocates and fills a struct. Keys that it does not have are refused in options, except
     * `others`; a value, such as a cell, may have more, as a placement has.
     */
    write(value, others = []) {
        const address = this.allocate();
        this.fill(address, value, others);
        return address;
    }

    fill(address, value, others = []) {
        for (const [key, item] of Object.entries(value ?? {})) {
            if (item === undefined || others.includes(key)) {
                continue;
            }
            const field = this.fields.get(key);
            if (field) {
                field.write(address + field.offset, item);
            } else if (this.hasSize) {
                throw new TypeError(`there is no option ${key}`);
            }
        }
    }

    read(address) {
        const value = {};
        for (const [key, { offset, read }] of this.fields) {
            value[key] = read(address + offset);
        }
        return value;
    }

    writeAll(values) {
        const address = allocate(values.length * this.size);
        values.forEach((value, i) => this.fill(address + i * this.size, value));
        return address;
    }

    readAll(address, count) {
        return Array.from({ length: count }, (_, i) => this.read(address + i * this.size));
    }
}

export const setPointer = (address, value) => view().setUint32(address, value, true);

function structSize(name) {
    return withMemory(() => exports.bship_struct_size(text(name)));
}

function fieldOffset(name, field) {
    return withMemory(() => exports.bship_field_offset(text(name), text(field)));
}

/** The value of a constant of the headers, such as `BSHIP_BOARD_EDGE_MAX`. */
export function constant(name) {
    return withMemory(() => exports.bship_constant(text(name)));
}

/* ---- enumerations ---- */

const ENUM_OF_ENUMS = 23;

const numbers = new Map();
function enumeration(name) {
    if (!numbers.has(name)) {
        const number = withMemory(() => exports.bship_find(ENUM_OF_ENUMS, text(name)));
        if (number < 0) {
            throw new Error(`the library has no enumeration ${name}`);
        }
        numbers.set(name, number);
    }
    return numbers.get(name);
}

/* Of these the value 0, `none` in the library, is null here. */
const MAY_BE_NULL = new Set(['level', 'outcome', 'side']);

/** The name of a value, such as `known-water`; null for no level, no outcome and no side. */
export function nameOf(name, value) {
    if (value === 0 && MAY_BE_NULL.has(name)) {
        return null;
    }
    return readText(exports.bship_name(enumeration(name), value));
}

function find(name, word) {
    return withMemory(() => exports.bship_find(enumeration(name), text(word)));
}

/** The value of a name; null, and no other value without a name, is 0. */
export function valueOf(name, word) {
    if (word === null) {
        return 0;
    }
    const value = find(name, word);
    if (value < 0) {
        const names = namesOf(name).filter((known) => known !== null);
        throw new RangeError(`${word} is not one of ${names.join(', ')}`);
    }
    return value;
}

/** The names of an enumeration's values, at their numbers. */
export function namesOf(name) {
    const number = enumeration(name);
    return Array.from({ length: exports.bship_count(number) }, (_, i) => nameOf(name, i));
}

/** One line of English about each value, at its number. */
export function textsOf(name) {
    const number = enumeration(name);
    return Array.from({ length: exports.bship_count(number) }, (_, i) =>
        readText(exports.bship_text(number, i)),
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

const errorStruct = new Struct('bship_error', {
    status: 'i32',
    line: 'u32',
    column: 'u32',
    index: 'i64',
});
const errorText = errorStruct.offset('text');

/* What a callback threw while the library called it: it goes on to who called the library. */
let thrown = null;

/** Calls a callback from within the library; if it throws, the answer cancels the call. */
export function guard(callback, answerWhenThrown) {
    return (...values) => {
        try {
            return callback(...values);
        } catch (error) {
            thrown ??= { error };
            return answerWhenThrown;
        }
    };
}

/**
 * Calls a function of the library that returns a status. A last parameter for the details of a
 * failure is added if the function has one more than is given. Returns the status.
 */
function attempt(name, args) {
    const call = exports[name];
    const hasError = call.length === args.length + 1;
    const error = hasError ? errorStruct.allocate() : 0;
    const status = hasError ? call(...args, error) : call(...args);
    if (thrown) {
        const { error: cause } = thrown;
        thrown = null;
        throw cause;
    }
    if (status !== 0 && error) {
        const details = errorStruct.read(error);
        return { status, details: { ...details, text: readText(error + errorText) } };
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
        const length = exports[name](...args, 0, 0);
        const buffer = allocate(length + 1);
        exports[name](...args, buffer, length + 1);
        return readText(buffer, length);
    });
}

/** The items of a function that fills an array of a type and returns their number. */
export function fill(Type, name, ...args) {
    return withMemory(() => {
        const count = exports[name](...args, 0, 0);
        const items = allocate(count * Type.BYTES_PER_ELEMENT);
        exports[name](...args, items, count);
        return readArray(Type, items, count);
    });
}

/** The structs of a function that fills an array of them and returns their number. */
export function fillStructs(struct, name, ...args) {
    return withMemory(() => {
        const count = exports[name](...args, 0, 0);
        const items = allocate(count * struct.size);
        exports[name](...args, items, count);
        return struct.readAll(items, count);
    });
}

/* ---- objects ---- */

const registry = new FinalizationRegistry(({ free, address }) => exports[free](address));

/**
 * An object of the library. It is freed by free(), or when nothing refers to it any more. One that
 * is borrowed belongs to its owner, which it keeps alive.
 */
export class Handle {
    #address;
    #owner = null;
    #free = null;

    /** Takes an address that the library returned: with `free`, to own it; else from its owner. */
    constructor(address, { free = null, owner = null }) {
        this.#address = address;
        this.#owner = owner;
        this.#free = free;
        if (free) {
            registry.register(this, { free, address }, this);
        }
    }

    /** The address; throws if the object, or its owner, was freed. */
    get address() {
        const isAlive = this.#address && (!this.#owner || this.#owner.address);
        if (!isAlive) {
            throw new TypeError(`the ${this.constructor.name} was freed`);
        }
        return this.#address;
    }

    free() {
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
