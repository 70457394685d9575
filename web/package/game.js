/* Games: two sides that take turns. */
import { exports } from './module.js';
import {
    Handle,
    Struct,
    allocate,
    call,
    check,
    create,
    fillStructs,
    instance,
    nameOf,
    whole,
    withMemory,
} from './memory.js';
import { AI, writeAimOptions } from './ai.js';
import { BoardView, draw } from './board.js';
import { ChartView } from './chart.js';
import { WATCHED, watched, watching } from './progress.js';
import { Record } from './record.js';
import { Rules } from './rules.js';
import {
    cellStruct,
    reportStruct,
    sideValue,
    writeCells,
    writeLayout,
    writeReports,
    writeTotal,
} from './structs.js';

const gameOptions = new Struct('bship_game_options');

const gameEntry = new Struct('bship_game_entry');

function writeGameOptions(options, ais) {
    const address = gameOptions.allocate();
    if (options.record) {
        check('bship_record_to_game_options', instance(Record, 'record', options.record), address);
    }
    const instead = { ...WATCHED, aiA: undefined, aiB: undefined, record: undefined };
    gameOptions.fill(address, options, instead);
    const [aiA, aiB] = ais.map((ai) => ai?.address ?? 0);
    gameOptions.fill(address, {}, { aiA, aiB });
    return address;
}

const aiOrNull = (name, ai) => (ai === null ? null : instance(AI, name, ai));

export class Game extends Handle {
    #ais;
    #needs;
    #watching;

    /** With `record` among the options, those that the record states are its. */
    constructor(rules, options = {}) {
        const { aiA = null, aiB = null } = options;
        const ais = [aiOrNull('aiA', aiA), aiOrNull('aiB', aiB)];
        const needs = ais.filter((ai) => ai !== null);
        super(
            withMemory(() =>
                create(
                    'bship_game_new',
                    instance(Rules, 'rules', rules),
                    writeGameOptions(options, ais),
                ),
            ),
            { free: 'bship_game_free', needs },
        );
        this.#ais = { a: aiA, b: aiB };
        this.#needs = needs;
        this.#watching = watching(options);
    }

    /** A game that goes on where a recorded one was; it makes the AIs that the record states. */
    static restore(record, options = {}) {
        const aiA = AI.fromRecord(record, 'a');
        const aiB = AI.fromRecord(record, 'b');
        const game = new Game(record.rules, { ...options, record, aiA, aiB });
        try {
            record.toGame(game);
        } catch (error) {
            [game, aiA, aiB].forEach((made) => made?.free());
            throw error;
        }
        return game;
    }

    /* A call that may check a whole game, or lay a fleet. */
    #check(name, ...args) {
        withMemory(() => watched(this.#watching, () => check(name, this, ...args)));
    }

    reset(seed, firstSeed = 0) {
        exports.bship_game_reset(
            this.address,
            whole('u64', 'seed', seed),
            whole('u64', 'firstSeed', firstSeed),
        );
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
            ? Reflect.construct(Handle, [address, { needs: [this] }], BoardView)
            : null;
    }

    /** The chart of a side, which the game owns. */
    chart(side) {
        const address = exports.bship_game_chart(this.address, sideValue(side));
        return Reflect.construct(Handle, [address, { needs: [this] }], ChartView);
    }

    ai(side) {
        return sideValue(side) && this.#ais[side];
    }

    /** Gives a side another AI, or null: none. Undo does not bring the one before back. */
    setAI(side, ai) {
        this.#check('bship_game_set_ai', sideValue(side), aiOrNull('ai', ai) ?? 0);
        this.#ais[side] = ai;
        const ais = Object.values(this.#ais).filter((one) => one !== null);
        this.#needs.splice(0, this.#needs.length, ...ais);
    }

    setBoard(side, board) {
        this.#check('bship_game_set_board', sideValue(side), instance(BoardView, 'board', board));
    }

    placeRandom(side, options = {}) {
        return draw('bship_game_place_random', [this, sideValue(side)], options);
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

    /** The points of a side; -1 if the other is remote and reports do not tell. */
    points(side) {
        return Number(exports.bship_game_points(this.address, sideValue(side)));
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
        withMemory(() => this.#check('bship_game_fire_salvo', ...writeCells(cells)));
    }

    /** Lets the AI of the side to move fire; returns what happened. */
    step(options = {}) {
        return withMemory(() => {
            const out = gameEntry.allocate();
            const written = writeAimOptions(options);
            watched(options, () => check('bship_game_step', this, written, out));
            return gameEntry.read(out);
        });
    }

    get pending() {
        return fillStructs(cellStruct, 'bship_game_pending', this);
    }

    report(reports) {
        withMemory(() => this.#check('bship_game_report', ...writeReports(reports)));
    }

    reportTotal(total, fired) {
        withMemory(() =>
            this.#check(
                'bship_game_report_total',
                writeTotal(this.rules.fleet.count, total),
                whole('u32', 'fired', fired),
            ),
        );
    }

    get logLength() {
        return Number(exports.bship_game_log_length(this.address));
    }

    logEntry(entry) {
        return withMemory(() => {
            const out = gameEntry.allocate();
            check('bship_game_log_entry', this, whole('i64', 'entry', entry), out);
            return gameEntry.read(out);
        });
    }

    lastEntry() {
        return this.logEntry(this.logLength - 1);
    }

    /** The cells and reports of an entry of the log. */
    logShots(entry) {
        return withMemory(() => {
            const number = whole('i64', 'entry', entry);
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

    claimUnrevealed(side) {
        this.#check('bship_game_claim_unrevealed', sideValue(side));
    }

    reveal(side, placements) {
        withMemory(() =>
            this.#check(
                'bship_game_reveal',
                sideValue(side),
                ...writeLayout(placements),
            ),
        );
    }
}
