/* Charts: what one side knows of the other's board. */
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
    refuse,
    whole,
    withMemory,
    writeArray,
    writeText,
} from './memory.js';
import { Rules } from './rules.js';
import {
    cellStruct,
    readTotal,
    reportStruct,
    writeCells,
    writeLayout,
    writeReport,
    writeReports,
    writeTotal,
} from './structs.js';

const turnStruct = new Struct('bship_turn');

const sinkingStruct = new Struct('bship_sinking');

/** A chart that can be asked, but not changed, since it belongs to a game. */
export class ChartView extends Handle {
    get rules() {
        return Rules.reference(exports.bship_chart_rules(this.address));
    }

    /** Why a cell cannot be fired at: an error, not thrown; null if it can. */
    checkFire(cell) {
        return withMemory(() =>
            failure('bship_chart_check_fire', this, cellStruct.write(cell)),
        );
    }

    /** Why a layout disagrees with the chart: an error, not thrown; null if it agrees. */
    checkLayout(placements) {
        return withMemory(() =>
            failure('bship_chart_check_layout', this, ...writeLayout(placements)),
        );
    }

    get turns() {
        return Number(exports.bship_chart_turns(this.address));
    }

    get shots() {
        return Number(exports.bship_chart_shots(this.address));
    }

    turn(turn) {
        return withMemory(() => {
            const out = turnStruct.allocate();
            check('bship_chart_turn', this, whole('i64', 'turn', turn), out);
            return turnStruct.read(out);
        });
    }

    /** The cell and the report of a shot. */
    shot(shot) {
        return withMemory(() => {
            const cell = cellStruct.allocate();
            const report = reportStruct.allocate();
            check('bship_chart_shot', this, whole('i64', 'shot', shot), cell, report);
            return { cell: cellStruct.read(cell), report: reportStruct.read(report) };
        });
    }

    total(turn) {
        return withMemory(() => {
            const ships = this.rules.fleet.count;
            const total = writeTotal(ships, {});
            check('bship_chart_total', this, whole('i64', 'turn', turn), total);
            return readTotal(total, ships);
        });
    }

    hash(turns = this.turns) {
        const hash = exports.bship_chart_hash(this.address, whole('i64', 'turns', turns));
        return BigInt.asUintN(64, hash);
    }

    stateAt(cell) {
        return withMemory(() =>
            nameOf('chart-state', call('bship_chart_state_at', this, cellStruct.write(cell))),
        );
    }

    /** The state of every cell, row by row, as numbers of ChartState. */
    get states() {
        return fill(Uint8Array, 'bship_chart_states', this);
    }

    /** The state of every hit, row by row, as numbers of HitState. */
    get hitStates() {
        return fill(Uint8Array, 'bship_chart_hit_states', this);
    }

    /** The cells whose state the last turn changed. */
    get changes() {
        return fillStructs(cellStruct, 'bship_chart_changes', this);
    }

    get unknown() {
        return exports.bship_chart_unknown(this.address);
    }

    get hits() {
        return exports.bship_chart_hits(this.address);
    }

    /**
     * The shots of this side's next turn. `own` is the chart that the other side has of its fleet;
     * without one, none of its ships has sunk.
     */
    shotsDue(own = null) {
        return exports.bship_rules_shots_due(
            exports.bship_chart_rules(this.address),
            own === null ? 0 : instance(ChartView, 'own', own).address,
            this.address,
        );
    }

    get shipsAfloat() {
        return exports.bship_chart_ships_afloat(this.address);
    }

    /** The points of the ships that have sunk; -1 if the reports do not tell. */
    get points() {
        return Number(exports.bship_chart_points(this.address));
    }

    shipsAfloatOfClass(shipClass) {
        return exports.bship_chart_ships_afloat_of_class(
            this.address,
            whole('i32', 'shipClass', shipClass),
        );
    }

    shipsAfloatOfName(ship) {
        return exports.bship_chart_ships_afloat_of_name(
            this.address,
            whole('i32', 'ship', ship),
        );
    }

    get sinkings() {
        return exports.bship_chart_sinkings(this.address);
    }

    sinking(sinking) {
        return withMemory(() => {
            const out = sinkingStruct.allocate();
            check('bship_chart_sinking', this, whole('i32', 'sinking', sinking), out);
            return sinkingStruct.read(out);
        });
    }

    get isDefeated() {
        return exports.bship_chart_is_defeated(this.address) !== 0;
    }
}

export class Chart extends ChartView {
    static #take(address) {
        return Reflect.construct(Handle, [address, { free: 'bship_chart_free' }], Chart);
    }

    constructor(rules) {
        super(
            withMemory(() => create('bship_chart_new', instance(Rules, 'rules', rules), 0)),
            { free: 'bship_chart_free' },
        );
    }

    /** The chart that a grid shows, a picture of a position in letters. */
    static parseGrid(rules, grid, { sunk = [] } = {}) {
        return withMemory(() => {
            const { address, length } = writeText('grid', grid);
            return Chart.#take(
                create(
                    'bship_chart_parse_grid',
                    instance(Rules, 'rules', rules),
                    address,
                    length,
                    ...writeArray('i32', 'sunk', sunk),
                ),
            );
        });
    }

    reset() {
        exports.bship_chart_reset(this.address);
    }

    truncate(turns) {
        check('bship_chart_truncate', this, whole('i64', 'turns', turns));
    }

    copy(source) {
        check('bship_chart_copy', this, instance(ChartView, 'source', source));
    }

    record(cell, report) {
        withMemory(() =>
            check('bship_chart_record', this, cellStruct.write(cell), writeReport(report)),
        );
    }

    recordTurn(cells, reports) {
        withMemory(() => {
            const [shots, count] = writeCells(cells);
            const [answers, answerCount] = writeReports(reports);
            if (answerCount !== count) {
                refuse('reports', `${count}, one for each cell`, answerCount);
            }
            check('bship_chart_record_turn', this, shots, count, answers);
        });
    }

    recordTotal(cells, total) {
        withMemory(() =>
            check(
                'bship_chart_record_total',
                this,
                ...writeCells(cells),
                writeTotal(this.rules.fleet.count, total),
            ),
        );
    }
}

/** The size of the board of a grid. */
export function gridSize(grid) {
    return withMemory(() => {
        const { address, length } = writeText('grid', grid);
        const [width, height] = [allocate(4), allocate(4)];
        check('bship_grid_size', address, length, width, height);
        return { width: readInt32(width), height: readInt32(height) };
    });
}
