/* The fields of a form that make rules. What cannot be combined is refused by the library. */
import { Fleet, Rules, formatCell, namesOf, numberRange, textsOf } from './battleship/index.js';

const MOST = 40; /* columns and rows: a cell is an element of the page, and should be seen */

const TITLES = {
    contact: 'May ships touch?',
    turn: 'Shots in a turn',
    disclosure: 'What a report tells',
    'salvo-report': 'Reports of salvos',
    'reveal-water': 'Water around sunk ships',
    'reveal-ship': 'Cells of sunk ships',
    repeat: 'Repeated shots',
    first: 'Who fires first',
    ending: 'End',
    shots: 'Shots of each side',
    'head-start': 'Head start of the side that begins',
};

/* What a number of a rule is called, and the usual one. */
const NUMBERS = {
    turn: { title: 'N: shots of a salvo', usual: 5, most: 100 },
    shots: { title: 'N: shots of each side', usual: 40, most: MOST * MOST },
    'head-start': { title: 'N: turns of the head start', usual: 5, most: MOST * MOST },
};

/* As the programs have them. */
const VARIANTS = [
    {
        name: 'computer',
        lines: () => 'reveal-ship yes\n',
        words: () => 'Computer: the classic fleet; the cells of a sunk ship are shown',
    },
    {
        name: 'phone',
        lines: () => 'contact none\nturn again-on-hit\nreveal-water yes\nreveal-ship yes\n',
        words: () =>
            'Phone: again after a hit, no contact, sunk ships and the water around them shown',
    },
];

const FLEETS = Fleet.presets.map((name) => ({
    name,
    lines: () => {
        const fleet = Fleet.preset(name);
        const contact = Fleet.presetContact(name);
        return new Rules(fleet, { contact }).format();
    },
    words() {
        const ships = Fleet.preset(name).lengths.length;
        const touch = Fleet.presetContact(name) === 'allowed' ? 'may touch' : 'may not touch';
        return `${name[0].toUpperCase()}${name.slice(1)}: ${ships} ships that ${touch}`;
    },
}));

const PRESETS = [...FLEETS, ...VARIANTS];

/* The name of the preset that rules are; empty if they are none. */
const presetOf = (rules) =>
    PRESETS.find(({ lines }) => Rules.parse(lines()).format() === rules.format())?.name ?? '';

function option(value, text = value) {
    return new Option(text, value);
}

function field(title, control) {
    const label = document.createElement('label');
    label.append(title, control);
    return label;
}

function input(name, type, attributes = {}) {
    const element = document.createElement('input');
    Object.assign(element, { name, type, ...attributes });
    return element;
}

export class RulesForm {
    #form;

    constructor(form, fields) {
        this.#form = form;
        fields.append(
            field('Columns', input('width', 'number', { min: 1, max: MOST })),
            field('Rows', input('height', 'number', { min: 1, max: MOST })),
            field('Fleet', input('fleet', 'text', { spellcheck: false })),
            field(
                'Blocked cells, such as A1 J10',
                input('blocked', 'text', { spellcheck: false }),
            ),
        );
        for (const [rule, title] of Object.entries(TITLES)) {
            const select = document.createElement('select');
            select.name = rule;
            const texts = textsOf(rule);
            select.append(...namesOf(rule).map((name, i) => option(name, texts[i])));
            fields.append(field(title, select));
            if (rule in NUMBERS) {
                const { title, most: max } = NUMBERS[rule];
                fields.append(field(title, input(`${rule}-number`, 'number', { min: 1, max })));
            }
        }
        form.preset.append(
            ...PRESETS.map((preset) => option(preset.name, preset.words())),
            option('', 'As below'),
        );
        form.preset.onchange = () => {
            const preset = PRESETS.find(({ name }) => name === form.preset.value);
            if (preset) {
                this.show(Rules.parse(preset.lines()));
            }
        };
        fields.oninput = () => {
            form.preset.value = '';
            this.#showNumbers();
        };
        this.show(Rules.parse(PRESETS[0].lines()));
    }

    /** Fills the fields, and names the rules if they have a name. */
    show(rules) {
        const form = this.#form;
        form.width.value = rules.width;
        form.height.value = rules.height;
        form.fleet.value = rules.fleet.format();
        form.blocked.value = rules.describe().blocked.map(formatCell).join(' ');
        for (const rule of Object.keys(TITLES)) {
            form[rule].value = rules.get(rule);
        }
        for (const [rule, { usual }] of Object.entries(NUMBERS)) {
            form[`${rule}-number`].value = rules.number(rule) || usual;
        }
        form.preset.value = presetOf(rules);
        this.#showNumbers();
    }

    /* A number matters only where the value of its rule takes one. */
    #showNumbers() {
        const form = this.#form;
        for (const rule of Object.keys(NUMBERS)) {
            const label = form[`${rule}-number`].closest('label');
            label.hidden = numberRange(rule, form[rule].value) === null;
        }
    }

    /** The rules of the fields, or with another size; throws what the library says against them. */
    rules({ width = this.#form.width.value, height = this.#form.height.value } = {}) {
        const form = this.#form;
        const lines = [
            `board ${width}x${height}`,
            `fleet ${form.fleet.value}`,
            ...(form.blocked.value.trim() ? [`blocked ${form.blocked.value}`] : []),
            ...Object.keys(TITLES).map((rule) => {
                const value = form[rule].value;
                const number = numberRange(rule, value) ? ` ${form[`${rule}-number`].value}` : '';
                return `${rule} ${value}${number}`;
            }),
        ];
        return shownRules(Rules.parse(lines.join('\n')));
    }
}

/** The rules, if the page can show their board; throws otherwise. */
export function shownRules(rules) {
    if (rules.width > MOST || rules.height > MOST) {
        throw new Error(
            `a board of ${rules.width}x${rules.height} is too large for this page, which shows ` +
                `${MOST}x${MOST} at most`,
        );
    }
    return rules;
}

/** The name of a ship; empty if it has none, and goes by its length. */
export function nameOfShip(fleet, ship) {
    const name = fleet.name(ship);
    return name === String(fleet.length(ship)) ? '' : name;
}

/** A sentence of what the library says. */
export function sentence(error) {
    const text = error.message;
    return `${text[0].toUpperCase()}${text.slice(1)}${/[.?!]$/.test(text) ? '' : '.'}`;
}
