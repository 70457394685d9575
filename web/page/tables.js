/* The table of the analysis, the best shots, and what is said of it. */
import { formatCell } from './battleship/index.js';
import { percent } from './grid.js';

const LOOKAHEADS = {
    sample: 'Shots are those of games played on in a sample of the layouts.',
    all: 'Shots are those of games played on in all layouts, firing at the likeliest cell each time.',
    optimum:
        'Shots are those of games played on in all layouts: perfectly after the best of these cells, ' +
        'firing at the likeliest cell each time after the others.',
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

const moreWords = (shots) => (shots < 0.005 ? '0' : `+${shots.toFixed(2)}`);

/** The row of one of the best shots; whether no cell is likelier. */
export function bestRow({ cell, forecast, shotsMore }, isLikeliest) {
    return rowOf([
        formatCell(cell) + (isLikeliest ? ' (likeliest)' : ''),
        percent(chanceOf(forecast)),
        percent(forecast.sunk),
        forecast.entropy.toFixed(2),
        shotsMore === undefined ? '' : moreWords(shotsMore),
    ]);
}

/** How the shots in the rows were found. */
export function aheadWords({ lookahead, standardError }) {
    const about = ` What is less than the error, ${standardError.toFixed(2)}, is shown as 0.`;
    return LOOKAHEADS[lookahead] + (standardError > 0 ? about : '');
}
