/* The structs that are passed, with the types of their fields. Their layouts come from the library. */
import { Struct, readArray, readUint32, setPointer, writeArray } from './memory.js';

export const cellStruct = new Struct('bship_cell', { x: 'i32', y: 'i32' });

export const placementStruct = new Struct('bship_placement', {
    ship: 'i32',
    x: 'i32',
    y: 'i32',
    orientation: 'orientation',
});

export const reportStruct = new Struct('bship_report', {
    result: 'result',
    ship: 'i32',
    length: 'i32',
});

export const totalStruct = new Struct('bship_total', { hits: 'i32', sunk: 'i32', capacity: 'u32' });

export const drawOptions = new Struct('bship_draw_options', { work_limit: 'i64', progress: 'u32' });

export const aimOptions = new Struct('bship_aim_options', { work_limit: 'i64', progress: 'u32' });

/** Writes reports; what a report leaves out is not disclosed. */
export function writeReports(reports) {
    return reportStruct.writeAll(reports.map((report) => ({ ship: -1, length: 0, ...report })));
}

export function writeCells(cells) {
    return writeArray(
        Int32Array,
        cells.flatMap(({ x, y }) => [x, y]),
    );
}

/** Allocates a total with arrays for each ship of the rules, filled from a value if there is one. */
export function writeTotal(shipCount, { hits = 0, sunk = -1, sunkOf = [], hitsOf = [] } = {}) {
    const address = totalStruct.write({ hits, sunk, capacity: shipCount });
    for (const [field, items] of [
        ['sunk_of', sunkOf],
        ['hits_of', hitsOf],
    ]) {
        const all = Int32Array.from({ length: shipCount }, (_, ship) => items[ship] ?? 0);
        setPointer(address + totalStruct.offset(field), writeArray(Int32Array, all));
    }
    return address;
}

export function readTotal(address, shipCount) {
    const items = (field) =>
        readArray(Int32Array, readUint32(address + totalStruct.offset(field)), shipCount);
    const { hits, sunk } = totalStruct.read(address);
    return { hits, sunk, sunkOf: items('sunk_of'), hitsOf: items('hits_of') };
}
