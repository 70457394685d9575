/* Games: two sides that take turns. */
import { exports } from './module.js';
import {
    Handle,
    Struct,
    allocate,
    check,
    create,
    fillStructs,
    nameOf,
    setPointer,
    valueOf,
    withMemory,
} from './memory.js';
import { writeAimOptions } from './ai.js';
import { BoardView, draw } from './board.js';
import { ChartView } from './chart.js';
import { WATCH_OPTIONS, progressCallback, watched } from './progress.js';
import { Rules } from './rules.js';
import {
    cellStruct,
    placementStruct,
    reportStruct,
    writeCells,
    writeReports,
    writeTotal,
} from './structs.js';

const gameOptions = new Struct('bship_game_options', {
    seed: 'seed',
    first_seed: 'seed',
    location_a: 'location',
    location_b: 'location',
    first: 'first',
    audit: 'audit',
    audit_work_limit: 'i64',
    audit_memory_limit: 'u64',
    progress: 'u32',
});

const gameEntry = new Struct('bship_game_entry', {
    entry: 'i64',
    round: 'i64',
    turn: 'i64',
    part: 'i32',
    side: 'side',
    chart_turn: 'i64',
    first_shot: 'i64',
    shots: 'i32',
    is_total: 'bool',
    is_awaited: 'bool',
});

function writeGameOptions({ aiA, aiB, record, ...options }) {
    const address = gameOptions.allocate();
    if (record) {
        check('bship_record_to_game_options', record.address, address);
    }
    gameOptions.fill(address, { ...options, progress: progressCallback }, WATCH_OPTIONS.slice(1));
    for (const [field, ai] of [
        ['ai_a', aiA],
        ['ai_b', aiB],
    ]) {
        setPointer(address + gameOptions.offset(field), ai ? ai.address : 0);
    }
    return address;
}

const sideValue = (side) => valueOf('side', side);

export class Game extends Handle {
    #ais;
    #watching;

    /** With `record` among the options, those that the record states are its. */
    constructor(rules, options = {}) {
        super(
            withMemory(() => create('bship_game_new', rules.address, writeGameOptions(options))),
            { free: 'bship_game_free' },
        );
        // The game uses its AIs, which belong to the caller, as long as it lives.
        this.#ais = { a: options.aiA ?? null, b: options.aiB ?? null };
        this.#watching = Object.fromEntries(WATCH_OPTIONS.map((key) => [key, options[key]]));
    }

    /* A call that may check a whole game, or lay a fleet. */
    #check(name, ...args) {
        withMemory(() => watched(this.#watching, () => check(name, this.address, ...args)));
    }

    reset(seed, firstSeed = 0) {
        exports.bship_game_reset(this.address, BigInt(seed), BigInt(firstSeed));
    }

    get rules() {
        return Rules.reference(exports.bship_game_rules(this.address));
    }

    get seed() {
        return BigInt.asUintN(64, exports.bship_game_seed(this.address));
    }

    /** The board of a local side, which the game owns; null for a remote side. */
    board(side) {
        const address = exports.bship_game_board(this.address, sideValue(side));
        return address
            ? Reflect.construct(Handle, [address, { owner: this }], BoardView)
            : null;
    }

    /** The chart of a side, which the game owns. */
    chart(side) {
        const address = exports.bship_game_chart(this.address, sideValue(side));
        return Reflect.construct(Handle, [address, { owner: this }], ChartView);
    }

    ai(side) {
        return this.#ais[side];
    }

    setBoard(side, board) {
        this.#check('bship_game_set_board', sideValue(side), board.address);
    }

    placeRandom(side, options = {}) {
        return draw('bship_game_place_random', [this.address, sideValue(side)], options);
    }

    start() {
        this.#check('bship_game_start');
    }

    get phase() {
        return nameOf('phase', exports.bship_game_phase(this.address));
    }

    get toMove() {
        return nameOf('side', exports.bship_game_to_move(this.address));
    }

    get began() {
        return nameOf('side', exports.bship_game_began(this.address));
    }

    get shotsDue() {
        return exports.bship_game_shots_due(this.address);
    }

    get round() {
        return Number(exports.bship_game_round(this.address));
    }

    get outcome() {
        return nameOf('outcome', exports.bship_game_outcome(this.address));
    }

    get endReason() {
        return nameOf('end-reason', exports.bship_game_end_reason(this.address));
    }

    /** Fires one shot; returns its report, or null if it is awaited. */
    fire(cell) {
        return withMemory(() => {
            const report = reportStruct.allocate();
            this.#check('bship_game_fire', cellStruct.write(cell), report);
            return this.phase === 'awaiting-report' ? null : reportStruct.read(report);
        });
    }

    fireSalvo(cells) {
        withMemory(() => this.#check('bship_game_fire_salvo', writeCells(cells), cells.length));
    }

    /** Lets the AI of the side to move fire; returns what happened. */
    step(options = {}) {
        return withMemory(() => {
            const out = gameEntry.allocate();
            const written = writeAimOptions(options);
            watched(options, () => check('bship_game_step', this.address, written, out));
            return gameEntry.read(out);
        });
    }

    get pending() {
        return fillStructs(cellStruct, 'bship_game_pending', this.address);
    }

    report(reports) {
        withMemory(() =>
            this.#check('bship_game_report', writeReports(reports), reports.length),
        );
    }

    reportTotal(total, fired) {
        withMemory(() =>
            this.#check(
                'bship_game_report_total',
                writeTotal(this.rules.fleet.count, total),
                fired,
            ),
        );
    }

    get logLength() {
        return Number(exports.bship_game_log_length(this.address));
    }

    logEntry(entry) {
        return withMemory(() => {
            const out = gameEntry.allocate();
            check('bship_game_log_entry', this.address, BigInt(entry), out);
            return gameEntry.read(out);
        });
    }

    lastEntry() {
        return this.logEntry(this.logLength - 1);
    }

    /** The cells and reports of an entry of the log. */
    logShots(entry) {
        return withMemory(() => {
            const number = BigInt(entry);
            const count = exports.bship_game_log_shots(this.address, number, 0, 0, 0);
            const cells = allocate(count * cellStruct.size);
            const reports = allocate(count * reportStruct.size);
            exports.bship_game_log_shots(this.address, number, cells, reports, count);
            return {
                cells: cellStruct.readAll(cells, count),
                reports: reportStruct.readAll(reports, count),
            };
        });
    }

    undo() {
        this.#check('bship_game_undo');
    }

    resign(side) {
        this.#check('bship_game_resign', sideValue(side));
    }

    abandon() {
        this.#check('bship_game_abandon');
    }

    claimContradiction() {
        this.#check('bship_game_claim_contradiction');
    }

    reveal(side, placements) {
        withMemory(() =>
            this.#check(
                'bship_game_reveal',
                sideValue(side),
                placementStruct.writeAll(placements),
                placements.length,
            ),
        );
    }
}
