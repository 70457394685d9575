/* Fleets and rules. */
import { exports } from './module.js';
import {
    Handle,
    Struct,
    allocate,
    call,
    check,
    create,
    fillStructs,
    format,
    instance,
    lengthOf,
    nameOf,
    namesOf,
    readInt32,
    readText,
    refuse,
    text,
    valueOf,
    whole,
    withMemory,
    writeArray,
    writeText,
} from './memory.js';
import { cellStruct, placementStruct, writeCells } from './structs.js';

/* An array of texts, one for each ship; NULL for no names. */
function writeNames(names, shipCount) {
    if (names === undefined) {
        return 0;
    }
    if (lengthOf('names', names) !== shipCount) {
        refuse('names', `${shipCount} names, one for each ship`, names.length);
    }
    const [array] = writeArray('text', 'name', names);
    return array;
}

export class Fleet extends Handle {
    constructor(lengths, { names } = {}) {
        super(
            withMemory(() => {
                const [items, count] = writeArray('i32', 'lengths', lengths);
                return create('bship_fleet_new', items, writeNames(names, count), count, 0);
            }),
            { free: 'bship_fleet_unref' },
        );
    }

    static #take(address) {
        return Reflect.construct(Handle, [address, { free: 'bship_fleet_unref' }], Fleet);
    }

    static get presets() {
        return namesOf('fleet-preset');
    }

    static preset(name) {
        return withMemory(() =>
            Fleet.#take(create('bship_fleet_new_preset', valueOf('fleet-preset', name), 0)),
        );
    }

    /** The contact rule that goes with a preset. */
    static presetContact(name) {
        return nameOf('contact', exports.bship_fleet_preset_contact(valueOf('fleet-preset', name)));
    }

    static parse(lengths) {
        return withMemory(() => Fleet.#take(create('bship_fleet_parse', text('text', lengths), 0)));
    }

    /** A fleet of an address that is borrowed. */
    static reference(address) {
        return Fleet.#take(exports.bship_fleet_ref(address));
    }

    format() {
        return format('bship_fleet_format', this);
    }

    get count() {
        return exports.bship_fleet_count(this.address);
    }

    get cells() {
        return exports.bship_fleet_cells(this.address);
    }

    /** The lengths of the ships, in the order of the fleet. */
    get lengths() {
        return Int32Array.from({ length: this.count }, (_, ship) => this.length(ship));
    }

    length(ship) {
        return exports.bship_fleet_length(this.address, whole('i32', 'ship', ship));
    }

    /** The points for sinking a ship. */
    points(ship) {
        return exports.bship_fleet_points(this.address, whole('i32', 'ship', ship));
    }

    get classes() {
        return Array.from({ length: exports.bship_fleet_class_count(this.address) }, (_, i) => ({
            length: exports.bship_fleet_class_length(this.address, i),
            ships: exports.bship_fleet_class_ships(this.address, i),
        }));
    }

    name(ship) {
        return readText(exports.bship_fleet_name(this.address, whole('i32', 'ship', ship)));
    }

    firstOfName(ship) {
        return exports.bship_fleet_first_of_name(this.address, whole('i32', 'ship', ship));
    }

    find(name) {
        return withMemory(() => exports.bship_fleet_find(this.address, text('name', name)));
    }

    equals(other) {
        return call('bship_fleet_equal', this, instance(Fleet, 'other', other)) !== 0;
    }
}

const rulesOptions = new Struct('bship_rules_options');

function writeRulesOptions(options) {
    const { blocked = [] } = options;
    const [cells, blockedCount] = writeCells(blocked);
    return rulesOptions.write(options, { blocked: cells, blockedCount });
}

export class Rules extends Handle {
    constructor(fleet, options = {}) {
        super(
            withMemory(() =>
                create(
                    'bship_rules_new',
                    instance(Fleet, 'fleet', fleet),
                    writeRulesOptions(options),
                ),
            ),
            { free: 'bship_rules_unref' },
        );
    }

    static #take(address) {
        return Reflect.construct(Handle, [address, { free: 'bship_rules_unref' }], Rules);
    }

    static parse(lines) {
        return withMemory(() => {
            const { address, length } = writeText('lines', lines);
            return Rules.#take(create('bship_rules_parse', address, length, 0));
        });
    }

    /** Rules of an address that is borrowed. */
    static reference(address) {
        return Rules.#take(exports.bship_rules_ref(address));
    }

    format() {
        return format('bship_rules_format', this);
    }

    equals(other) {
        return call('bship_rules_equal', this, instance(Rules, 'other', other)) !== 0;
    }

    get fleet() {
        return Fleet.reference(exports.bship_rules_fleet(this.address));
    }

    get width() {
        return exports.bship_rules_width(this.address);
    }

    get height() {
        return exports.bship_rules_height(this.address);
    }

    get feasibility() {
        return nameOf('feasibility', exports.bship_rules_feasibility(this.address));
    }

    isBlocked(cell) {
        return withMemory(
            () => call('bship_rules_is_blocked', this, cellStruct.write(cell)) !== 0,
        );
    }

    get blocked() {
        return fillStructs(cellStruct, 'bship_rules_blocked', this);
    }

    /** The options that make these rules. */
    describe() {
        return withMemory(() => {
            const out = rulesOptions.allocate();
            check('bship_rules_describe', this, out);
            const { workLimit, ...options } = rulesOptions.read(out);
            return { ...options, blocked: this.blocked };
        });
    }

    /** The value of a rule by its keyword, such as `contact`. */
    get(rule) {
        const number = valueOf('rule', rule);
        return nameOf(rule, exports.bship_rules_get(this.address, number));
    }

    /** The number that the value of a rule takes, such as the 4 of `salvo 4`; 0 if it takes none. */
    number(rule) {
        return exports.bship_rules_number(this.address, valueOf('rule', rule));
    }

    /** The value of a rule as in a record, such as `salvo 4`. */
    formatRule(rule) {
        return format('bship_rules_format_rule', this, valueOf('rule', rule));
    }

    discloses(detail) {
        return exports.bship_rules_discloses(this.address, valueOf('detail', detail)) !== 0;
    }

    get placementCount() {
        return Number(exports.bship_rules_placement_count(this.address));
    }

    placementIndex(placement) {
        return withMemory(() =>
            Number(call('bship_rules_placement_index', this, placementStruct.write(placement))),
        );
    }

    placement(index) {
        return withMemory(() => {
            const out = placementStruct.allocate();
            check('bship_rules_placement', this, whole('i64', 'index', index), out);
            return placementStruct.read(out);
        });
    }

    /** The cells of a placement, on the board or not. */
    placementCells(placement) {
        return withMemory(() =>
            fillStructs(
                cellStruct,
                'bship_rules_placement_cells',
                this,
                placementStruct.write(placement),
            ),
        );
    }

    /** Reads shots, such as `C2, C3`. */
    parseCells(words) {
        return withMemory(() => {
            const capacity = this.width * this.height;
            const cells = allocate(capacity * cellStruct.size);
            const count = allocate(4);
            check('bship_cells_parse', this, text('text', words), cells, capacity, count);
            return cellStruct.readAll(cells, new Uint32Array(exports.memory.buffer, count, 1)[0]);
        });
    }
}

/** The range of the number that a value of a rule takes, as `turn` `salvo` does; null: none. */
export function numberRange(rule, value) {
    return withMemory(() => {
        const [least, most] = [allocate(4), allocate(4)];
        const takesNumber = exports.bship_rule_number_range(
            valueOf('rule', rule),
            valueOf(rule, value),
            least,
            most,
        );
        return takesNumber ? { least: readInt32(least), most: readInt32(most) } : null;
    });
}

/** Reads a cell, such as `B4`. */
export function parseCell(word) {
    return withMemory(() => {
        const out = cellStruct.allocate();
        check('bship_cell_parse', text('text', word), out);
        return cellStruct.read(out);
    });
}

/** Writes a cell, such as `B4`. */
export function formatCell(cell) {
    return withMemory(() => format('bship_cell_format', cellStruct.write(cell)));
}
