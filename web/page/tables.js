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

/** What the methods of counting do. */
export const METHODS = {
    enumeration: 'Exact: all layouts were counted, ship by ship. This is called enumeration.',
    frontier: 'Exact: all layouts were counted, cell by cell. This is called the frontier method.',
    rejection:
        'Estimated: layouts were drawn at random, and those that disagree with the reports thrown ' +
        'away. This is called rejection sampling.',
    mcmc:
        'Estimated: possible layouts were changed at random, step by step, and what is common in ' +
        'them is likely. This is called MCMC.',
    smc:
        'Estimated: many layouts were built at random, report by report, and those that agree best ' +
        'kept. This is called sequential Monte Carlo.',
};

/** The chance of a hit, whether or not it sinks. */
export const chanceOf = (forecast) => forecast.hit + forecast.sunk;

/** Whether one of the best shots is likelier to hit than another. */
export const isLikelier = (one, other) => chanceOf(one.forecast) > chanceOf(other.forecast);

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

/** The row of one of the best shots; whether no cell is likelier. */
export function bestRow({ cell, forecast }, isLikeliest) {
    return rowOf([
        formatCell(cell) + (isLikeliest ? ' (likeliest)' : ''),
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
