/* The structs that are passed, with the types of their fields. Their layouts come from the library. */
import {
    Struct,
    object,
    readArray,
    readUint32,
    refuse,
    setPointer,
    valueOf,
    writeArray,
} from './memory.js';

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

/** A side of a game; no side is none. */
export const sideValue = (side) =>
    side === null ? refuse('side', 'one of a, b', side) : valueOf('side', side);

export const writeCells = (cells) => cellStruct.writeAll('cells', cells);
export const writeLayout = (placements) => placementStruct.writeAll('placements', placements);

/* What a report leaves out is not disclosed. */
function reportOf(value) {
    const { result, ship = -1, length = 0 } = object('report', value);
    return { result, ship, length };
}

export const writeReport = (report) => reportStruct.write(reportOf(report));
export const writeReports = (reports) => reportStruct.writeAll('reports', reports, reportOf);

/** Allocates a total with arrays for each ship of the rules, and fills it from a value. */
export function writeTotal(shipCount, value) {
    const { hits = 0, sunk = -1, sunkOf, hitsOf } = object('total', value);
    const address = totalStruct.write({ hits, sunk, capacity: shipCount });
    for (const [field, name, items] of [
        ['sunk_of', 'sunkOf', sunkOf],
        ['hits_of', 'hitsOf', hitsOf],
    ]) {
        const all = items === undefined ? new Int32Array(shipCount) : items;
        const [array, count] = writeArray('i32', name, all);
        if (count !== shipCount) {
            refuse(name, `${shipCount} numbers, one for each ship`, count);
        }
        setPointer(address + totalStruct.offset(field), array);
    }
    return address;
}

export function readTotal(address, shipCount) {
    const items = (field) =>
        readArray(Int32Array, readUint32(address + totalStruct.offset(field)), shipCount);
    const { hits, sunk } = totalStruct.read(address);
    return { hits, sunk, sunkOf: items('sunk_of'), hitsOf: items('hits_of') };
}
