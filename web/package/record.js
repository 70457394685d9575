/* Records: games and positions as text. */
import { exports } from './module.js';
import {
    Handle,
    Struct,
    allocate,
    check,
    create,
    fillStructs,
    format,
    instance,
    readBigUint64,
    readText,
    refuse,
    text,
    valueOf,
    whole,
    withMemory,
    writeText,
} from './memory.js';
import { Board } from './board.js';
import { Chart, ChartView } from './chart.js';
import { Rules } from './rules.js';
import {
    cellStruct,
    placementStruct,
    readTotal,
    reportStruct,
    sideValue,
    writeLayout,
    writeTotal,
} from './structs.js';

const recordGameOptions = new Struct('bship_record_game_options');

const recordEntry = new Struct('bship_record_entry');

/* Game is not imported: it imports this module, and bundlers stop at a circle that awaits. */
const isGame = (value) => value instanceof Handle && value.isFreedBy('bship_game_free');
const gameOf = (value) => (isGame(value) ? value : refuse('game', 'an object of Game', value));

const factValue = (fact) => valueOf('fact', fact);

export class Record extends Handle {
    static #take(address) {
        return Reflect.construct(Handle, [address, { free: 'bship_record_free' }], Record);
    }

    constructor(rules) {
        super(
            withMemory(() => create('bship_record_new', instance(Rules, 'rules', rules), 0)),
            { free: 'bship_record_free' },
        );
    }

    /** A position: the shots of a chart. */
    static fromChart(chart, side = 'a') {
        return withMemory(() =>
            Record.#take(
                create(
                    'bship_record_new_chart',
                    instance(ChartView, 'chart', chart),
                    sideValue(side),
                ),
            ),
        );
    }

    /** A game, with as much as the options say; to save it and go on later: all of it. */
    static fromGame(game, options = {}) {
        return withMemory(() =>
            Record.#take(
                create('bship_record_new_game', gameOf(game), recordGameOptions.write(options)),
            ),
        );
    }

    static parse(words) {
        return withMemory(() => {
            const { address, length } = writeText('text', words);
            return Record.#take(create('bship_record_parse', address, length, 0));
        });
    }

    format() {
        return format('bship_record_format', this);
    }

    get rules() {
        return Rules.reference(exports.bship_record_rules(this.address));
    }

    get isGame() {
        return exports.bship_record_is_game(this.address) !== 0;
    }

    /** The value of a fact; null if the record does not contain it. */
    get(fact, side = null) {
        return readText(
            exports.bship_record_get(this.address, factValue(fact), valueOf('side', side)),
        );
    }

    number(fact, side = null) {
        return withMemory(() => {
            const out = allocate(8);
            check(
                'bship_record_number',
                this,
                factValue(fact),
                valueOf('side', side),
                out,
            );
            return readBigUint64(out);
        });
    }

    set(fact, value, side = null) {
        withMemory(() =>
            check(
                'bship_record_set',
                this,
                factValue(fact),
                valueOf('side', side),
                text('value', value),
            ),
        );
    }

    get extras() {
        const count = Number(exports.bship_record_extras(this.address));
        return Array.from({ length: count }, (_, i) =>
            readText(exports.bship_record_extra(this.address, BigInt(i))),
        );
    }

    addExtra(line) {
        withMemory(() => check('bship_record_add_extra', this, text('line', line)));
    }

    layout(side) {
        return fillStructs(placementStruct, 'bship_record_layout', this, sideValue(side));
    }

    setLayout(side, placements) {
        withMemory(() =>
            check(
                'bship_record_set_layout',
                this,
                sideValue(side),
                ...(placements === null ? [0, 0] : writeLayout(placements)),
            ),
        );
    }

    get logLength() {
        return Number(exports.bship_record_log_length(this.address));
    }

    logEntry(entry) {
        return withMemory(() => {
            const out = recordEntry.allocate();
            check('bship_record_log_entry', this, whole('i64', 'entry', entry), out);
            return recordEntry.read(out);
        });
    }

    shot(shot) {
        return withMemory(() => {
            const cell = cellStruct.allocate();
            const report = reportStruct.allocate();
            check('bship_record_shot', this, whole('i64', 'shot', shot), cell, report);
            return { cell: cellStruct.read(cell), report: reportStruct.read(report) };
        });
    }

    /** The strategy of the AI that a side had at a line of shots; null if it had none. */
    strategy(side, entry) {
        const [which, number] = [sideValue(side), whole('i64', 'entry', entry)];
        return readText(exports.bship_record_strategy(this.address, which, number));
    }

    total(entry) {
        return withMemory(() => {
            const ships = this.rules.fleet.count;
            const total = writeTotal(ships, {});
            check('bship_record_total', this, whole('i64', 'entry', entry), total);
            return readTotal(total, ships);
        });
    }

    get pending() {
        return fillStructs(cellStruct, 'bship_record_pending', this);
    }

    toBoard(side, board) {
        withMemory(() =>
            check('bship_record_to_board', this, sideValue(side), instance(Board, 'board', board)),
        );
    }

    toChart(side, chart) {
        withMemory(() =>
            check('bship_record_to_chart', this, sideValue(side), instance(Chart, 'chart', chart)),
        );
    }

    toGame(game) {
        withMemory(() => check('bship_record_to_game', this, gameOf(game)));
    }
}
