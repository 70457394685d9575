/* A board on the page: a grid of cells, of which one is in the order of focus. */
import { formatCell } from './battleship/index.js';

const STEPS = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
};

/* A board with more columns scrolls where it has too little room. */
const MOST_COLUMNS = 16;

/**
 * Fills an element with the cells of a board. `handlers` are called with cells: `press` by click,
 * Enter or Space, `key` by other keys, `drag` from one cell to another, `over` while that lasts, and
 * `point` with the cell of the mouse or the focus, or null.
 */
export class Grid {
    #element;
    #cells = [];
    #shown = []; /* how each of them looks */
    #width;
    #height;
    #handlers;
    #down = null;

    constructor(element, rules, label, handlers) {
        this.#element = element;
        this.#width = rules.width;
        this.#height = rules.height;
        this.#handlers = handlers;
        element.replaceChildren();
        element.style.setProperty('--columns', rules.width);
        element.style.setProperty('--rows', rules.height);
        element.classList.toggle('wide', rules.width > MOST_COLUMNS);
        element.setAttribute('role', 'grid');
        element.setAttribute('aria-label', label);
        element.append(this.#labels());
        for (let y = 0; y < rules.height; y++) {
            element.append(this.#row(y));
        }
        this.#cells[0].tabIndex = 0;
        element.onkeydown = (event) => this.#keyDown(event);
        element.onclick = (event) => {
            const cell = this.#cellOf(event.target);
            if (cell) {
                this.#focus(cell, false);
                handlers.press?.(cell);
            }
        };
        element.onpointerdown = (event) => {
            this.#down = this.#cellOf(event.target);
        };
        const cellAt = (event) =>
            this.#cellOf(document.elementFromPoint(event.clientX, event.clientY));
        const isElsewhere = (cell) =>
            this.#down && cell && (cell.x !== this.#down.x || cell.y !== this.#down.y);
        element.onpointermove = (event) => {
            const cell = cellAt(event);
            if (isElsewhere(cell)) {
                handlers.over?.(this.#down, cell);
            } else if (!this.#down && event.pointerType === 'mouse') {
                handlers.point?.(cell);
            }
        };
        element.onpointerup = (event) => {
            const up = cellAt(event);
            if (isElsewhere(up)) {
                handlers.drag?.(this.#down, up);
            }
            this.#down = null;
        };
        element.onpointercancel = () => {
            this.#down = null;
            handlers.point?.(null);
        };
        element.onpointerleave = element.onpointercancel;
        element.onfocusin = (event) => {
            if (event.target.matches(':focus-visible')) {
                handlers.point?.(this.#cellOf(event.target));
            }
        };
    }

    #labels() {
        const row = document.createElement('div');
        row.className = 'row';
        row.setAttribute('aria-hidden', 'true');
        row.append(label(''));
        for (let x = 0; x < this.#width; x++) {
            row.append(label(formatCell({ x, y: 0 }).replace(/\d+$/, '')));
        }
        return row;
    }

    #row(y) {
        const row = document.createElement('div');
        row.className = 'row';
        row.setAttribute('role', 'row');
        const number = label(String(y + 1));
        number.setAttribute('aria-hidden', 'true');
        row.append(number);
        for (let x = 0; x < this.#width; x++) {
            const cell = document.createElement('button');
            cell.type = 'button';
            cell.className = 'cell';
            cell.setAttribute('role', 'gridcell');
            cell.tabIndex = -1;
            cell.dataset.index = this.#cells.length;
            this.#cells.push(cell);
            row.append(cell);
        }
        return row;
    }

    #cellOf(target) {
        const index = target?.closest?.('.cell')?.dataset.index;
        const isHere = index !== undefined && this.#element.contains(target);
        return isHere ? { x: index % this.#width, y: Math.floor(index / this.#width) } : null;
    }

    #focus({ x, y }, isMoved = true) {
        for (const cell of this.#cells) {
            cell.tabIndex = -1;
        }
        const cell = this.#cells[y * this.#width + x];
        cell.tabIndex = 0;
        if (isMoved) {
            cell.focus();
        }
    }

    #keyDown(event) {
        const cell = this.#cellOf(event.target);
        if (!cell || event.ctrlKey || event.altKey || event.metaKey) {
            return;
        }
        const step = STEPS[event.key];
        if (step) {
            const x = Math.min(this.#width - 1, Math.max(0, cell.x + step[0]));
            const y = Math.min(this.#height - 1, Math.max(0, cell.y + step[1]));
            this.#focus({ x, y });
        } else if (event.key === 'Home' || event.key === 'End') {
            this.#focus({ x: event.key === 'Home' ? 0 : this.#width - 1, y: cell.y });
        } else if (!this.#handlers.key?.(cell, event.key)) {
            return;
        }
        event.preventDefault();
    }

    /** Shows every cell as `look` says: its state, mark, words, warmth and further classes. */
    show(look) {
        this.#cells.forEach((element, i) => {
            const cell = { x: i % this.#width, y: Math.floor(i / this.#width) };
            const { state, mark = '', words = state, warmth = 0, classes = [] } = look(cell, i);
            const shown = [state, mark, words, warmth.toFixed(3), ...classes].join('\n');
            // What looks as before costs nothing.
            if (this.#shown[i] === shown) {
                return;
            }
            this.#shown[i] = shown;
            element.dataset.state = state;
            element.textContent = mark;
            element.className = ['cell', ...classes].join(' ');
            element.style.setProperty('--warmth', warmth.toFixed(3));
            element.setAttribute('aria-label', `${formatCell(cell)}, ${words}`);
        });
    }
}

function label(text) {
    const element = document.createElement('span');
    element.className = 'label';
    element.textContent = text;
    return element;
}

/** Whether two cells are the same. */
export const same = (a, b) => a.x === b.x && a.y === b.y;

/** How warm a cell is drawn, from 0 to 1: on one scale everywhere, which tells small chances apart. */
export const warmthOf = (chance) => 0.9 * Math.sqrt(chance);

const SCALE = [0.01, 0.05, 0.2, 0.5, 1];

/** Shows in an element what the colours of a heat map mean. */
export function showScale(element) {
    const samples = SCALE.map((chance) => {
        const sample = document.createElement('span');
        sample.className = 'sample';
        sample.style.setProperty('--warmth', warmthOf(chance));
        sample.textContent = percent(chance).replace('.0', '');
        return sample;
    });
    element.replaceChildren('A ship: ', ...samples);
}

/** Percent as text: 0.4321 is `43 %`, which no line breaks; small ones keep a digit. */
export function percent(share) {
    const value = 100 * share;
    const digits = value > 0 && value < 9.95 ? 1 : 0;
    return `${value.toFixed(digits)}\u00a0%`;
}

/** The chance of a ship as the name of a cell tells it, with the number that stands in the cell. */
export const chanceWords = (share) => `a ship: ${percentMark(share) || 0}\u00a0%`;

/** Percent as it stands in a cell: a number without a sign, and nothing where nothing can be. */
export function percentMark(share) {
    return share === 0 ? '' : String(Math.round(100 * share));
}
