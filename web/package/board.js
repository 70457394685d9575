/* Boards: the grid of one side, with its ships and the shots received. */
import { exports } from './module.js';
import {
    Handle,
    Struct,
    allocate,
    call,
    check,
    create,
    failure,
    fill,
    fillStructs,
    instance,
    nameOf,
    readInt32,
    readUint32,
    whole,
    withMemory,
} from './memory.js';
import { ChartView } from './chart.js';
import { WATCHED, watched } from './progress.js';
import { Rng } from './random.js';
import { Rules } from './rules.js';
import {
    cellStruct,
    drawOptions,
    placementStruct,
    readTotal,
    reportStruct,
    writeCells,
    writeLayout,
    writeTotal,
} from './structs.js';

const conflictStruct = new Struct('bship_conflict');

/** Calls a function that draws a layout; returns how it was drawn. */
export function draw(name, before, options, after = []) {
    return withMemory(() => {
        const method = allocate(4);
        const written = drawOptions.write(options, WATCHED);
        watched(options, () => check(name, ...before, written, ...after, method));
        return nameOf('draw-method', readInt32(method));
    });
}

/** A board that can be asked, but not changed, since it belongs to a game. */
export class BoardView extends Handle {
    get rules() {
        return Rules.reference(exports.bship_board_rules(this.address));
    }

    /** Why a ship cannot be placed: an error, not thrown; null if it can. */
    checkPlace(placement) {
        return withMemory(() =>
            failure('bship_board_check_place', this, placementStruct.write(placement)),
        );
    }

    conflicts(placement) {
        return withMemory(() => {
            const at = placementStruct.write(placement);
            const count = call('bship_board_conflicts', this, at, 0, 0);
            const items = allocate(count * conflictStruct.size);
            call('bship_board_conflicts', this, at, items, count);
            return conflictStruct.readAll(items, count);
        });
    }

    /** The first ship from `from` on that is not placed; -1 if there is none. */
    missing(from = 0) {
        return exports.bship_board_missing(this.address, whole('i32', 'from', from));
    }

    get isComplete() {
        return exports.bship_board_is_complete(this.address) !== 0;
    }

    placement(ship) {
        return withMemory(() => {
            const out = placementStruct.allocate();
            check('bship_board_placement', this, whole('i32', 'ship', ship), out);
            return placementStruct.read(out);
        });
    }

    get layout() {
        return fillStructs(placementStruct, 'bship_board_layout', this);
    }

    shipAt(cell) {
        return withMemory(() => call('bship_board_ship_at', this, cellStruct.write(cell)));
    }

    stateAt(cell) {
        return withMemory(() =>
            nameOf('board-state', call('bship_board_state_at', this, cellStruct.write(cell))),
        );
    }

    /** The state of every cell, row by row, as numbers of BoardState. */
    get states() {
        return fill(Uint8Array, 'bship_board_states', this);
    }

    /** Why a cell cannot be fired at: an error, not thrown; null if it can. */
    checkFire(cell) {
        return withMemory(() =>
            failure('bship_board_check_fire', this, cellStruct.write(cell)),
        );
    }

    hitsOfShip(ship) {
        return exports.bship_board_hits_of_ship(this.address, whole('i32', 'ship', ship));
    }

    get shots() {
        return Number(exports.bship_board_shots(this.address));
    }

    get shipsAfloat() {
        return exports.bship_board_ships_afloat(this.address);
    }

    /** The points of the ships that have sunk. */
    get points() {
        return Number(exports.bship_board_points(this.address));
    }

    /** The shots of this side's next turn, which fires at a chart; without one, of its first turn. */
    shotsDue(target = null) {
        return exports.bship_board_shots_due(
            this.address,
            target === null ? 0 : instance(ChartView, 'target', target).address,
        );
    }

    get isDefeated() {
        return exports.bship_board_is_defeated(this.address) !== 0;
    }
}

export class Board extends BoardView {
    constructor(rules) {
        super(
            withMemory(() => create('bship_board_new', instance(Rules, 'rules', rules), 0)),
            { free: 'bship_board_free' },
        );
    }

    copy(source) {
        check('bship_board_copy', this, instance(BoardView, 'source', source));
    }

    place(placement) {
        withMemory(() => check('bship_board_place', this, placementStruct.write(placement)));
    }

    placeLayout(placements) {
        withMemory(() =>
            check('bship_board_place_layout', this, ...writeLayout(placements)),
        );
    }

    /** Places the whole fleet at random; returns how it was drawn. */
    placeRandom(rng, options = {}) {
        return instance(Rng, 'rng', rng).use((stream) =>
            draw('bship_board_place_random', [this, stream], options),
        );
    }

    /** Places the ships that are missing at random; returns how they were drawn. */
    placeMissing(rng, options = {}) {
        return instance(Rng, 'rng', rng).use((stream) =>
            draw('bship_board_place_missing', [this, stream], options),
        );
    }

    remove(ship) {
        check('bship_board_remove', this, whole('i32', 'ship', ship));
    }

    clear() {
        exports.bship_board_clear(this.address);
    }

    clearShots() {
        exports.bship_board_clear_shots(this.address);
    }

    fire(cell) {
        return withMemory(() => {
            const report = reportStruct.allocate();
            check('bship_board_fire', this, cellStruct.write(cell), report);
            return reportStruct.read(report);
        });
    }

    /** Fires a salvo; returns the reports of the shots that were fired. */
    fireSalvo(cells) {
        return withMemory(() => {
            const [shots, count] = writeCells(cells);
            const reports = allocate(count * reportStruct.size);
            const fired = allocate(4);
            check('bship_board_fire_salvo', this, shots, count, reports, fired);
            return reportStruct.readAll(reports, readUint32(fired));
        });
    }

    /** Fires a salvo that is reported by totals; returns the total and the shots fired. */
    fireTotal(cells) {
        return withMemory(() => {
            const ships = this.rules.fleet.count;
            const total = writeTotal(ships, {});
            const fired = allocate(4);
            check('bship_board_fire_total', this, ...writeCells(cells), total, fired);
            return { total: readTotal(total, ships), fired: readUint32(fired) };
        });
    }
}
