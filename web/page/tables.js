/* The tables of the analysis: the best shots, and what comes of them. */
import { formatCell } from './battleship/index.js';
import { percent } from './grid.js';

const LOOKAHEADS = {
    sample: 'By a sample of layouts; after ± stands the standard error.',
    all: 'Over all layouts, if the likeliest cell is fired at from then on.',
    optimum:
        'Over all layouts. The first cell is optimal; after the others the likeliest cell is fired ' +
        'at from then on.',
};

/** The chance of a hit, whether or not it sinks. */
export const chanceOf = (forecast) => forecast.hit + forecast.sunk;

function rowOf(values) {
    const row = document.createElement('tr');
    row.append(
        ...values.map((value) => {
            const data = document.createElement('td');
            data.textContent = value;
            return data;
        }),
    );
    return row;
}

/** The row of one of the best shots. */
export function bestRow({ cell, forecast }) {
    return rowOf([
        formatCell(cell),
        percent(chanceOf(forecast)),
        percent(forecast.sunk),
        forecast.entropy.toFixed(2),
    ]);
}

/** What `search` found of its candidates: a table and a note, or only a note. */
export function comparison(candidates) {
    const note = document.createElement('p');
    note.className = 'note';
    if (candidates.length === 0) {
        note.textContent = 'Looking ahead decides nothing here, or would take longer.';
        return [note];
    }
    note.textContent = LOOKAHEADS[candidates[0].lookahead] ?? '';
    const table = document.createElement('table');
    const head = table.createTHead().insertRow();
    for (const title of ['Cell', 'Hit', 'Shots to the end']) {
        const cell = document.createElement('th');
        cell.scope = 'col';
        cell.textContent = title;
        head.append(cell);
    }
    const body = table.createTBody();
    for (const { cell, occupancy, expectedShots, standardError } of candidates) {
        const error = standardError > 0 ? ` ± ${standardError.toFixed(2)}` : '';
        body.append(
            rowOf([formatCell(cell), percent(occupancy), expectedShots.toFixed(2) + error]),
        );
    }
    return [table, note];
}
