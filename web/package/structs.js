/* The structs that several classes pass. */
import { Struct, object, readArray, readUint32, refuse, valueOf, writeArray } from './memory.js';

export const cellStruct = new Struct('bship_cell');

export const placementStruct = new Struct('bship_placement');

export const reportStruct = new Struct('bship_report');

export const totalStruct = new Struct('bship_total');

export const drawOptions = new Struct('bship_draw_options');

export const aimOptions = new Struct('bship_aim_options');

/** A side of a game; no side is none. */
export const sideValue = (side) =>
    side === null ? refuse('side', 'one of a, b', side) : valueOf('side', side);

export const writeCells = (cells) => cellStruct.writeAll('cells', cells);
export const writeLayout = (placements) => placementStruct.writeAll('placements', placements);

/* What a report leaves out is not disclosed. */
function reportOf(value) {
    const { result, ship = -1, length = 0, ...shown } = object('report', value);
    const { isShown = false, x = 0, y = 0, orientation = 'right' } = shown;
    return { result, ship, length, isShown, x, y, orientation };
}

export const writeReport = (report) => reportStruct.write(reportOf(report));
export const writeReports = (reports) => reportStruct.writeAll('reports', reports, reportOf);

/** Allocates a total with arrays for each ship of the rules, and fills it from a value. */
export function writeTotal(shipCount, value) {
    const { hits = 0, sunk = -1, sunkOf, hitsOf } = object('total', value);
    const arrays = Object.entries({ sunkOf, hitsOf }).map(([name, items]) => {
        const all = items === undefined ? new Int32Array(shipCount) : items;
        const [array, count] = writeArray('i32', name, all);
        return count === shipCount
            ? [name, array]
            : refuse(name, `${shipCount} numbers, one for each ship`, count);
    });
    return totalStruct.write({ hits, sunk }, { capacity: shipCount, ...Object.fromEntries(arrays) });
}

export function readTotal(address, shipCount) {
    const items = (key) =>
        readArray(Int32Array, readUint32(address + totalStruct.offset(key)), shipCount);
    return { ...totalStruct.read(address), sunkOf: items('sunkOf'), hitsOf: items('hitsOf') };
}
