/* Long work as functions from plain data to plain data, for a worker or for the caller's thread. */
import { AI } from './ai.js';
import { Chart } from './chart.js';
import { Posterior } from './posterior.js';
import { Record } from './record.js';

/* The last AI, whose cache the next aim of the same game can use. An aim does not depend on it. */
let last = { key: null, ai: null };

function aiOf(rules, { strategy, level, seed = 0, side = 'a' }) {
    const key = JSON.stringify([rules.format(), strategy, level, String(seed), side]);
    if (last.key !== key) {
        last.ai?.free();
        last = { key, ai: new AI(rules, { strategy, level, seed, side }) };
    }
    return last.ai;
}

/* Calls a function with the chart of a position, and frees what that takes. */
function withChart({ position, side = 'a' }, call) {
    const record = Record.parse(position);
    const rules = record.rules;
    let chart = null;
    try {
        chart = new Chart(rules);
        record.toChart(side, chart);
        return call(chart, rules);
    } finally {
        chart?.free();
        rules.free();
        record.free();
    }
}

const AI_INFO_MISSING = 'BSHIP_ERROR_UNSUPPORTED';

function describe(ai) {
    try {
        return ai.describe();
    } catch (error) {
        if (error.code !== AI_INFO_MISSING) {
            throw error;
        }
        return null;
    }
}

const tasks = {
    posterior({ best: count = 10, side, position, ...options }) {
        return withChart({ position, side }, (chart) => {
            const posterior = new Posterior(chart, options);
            try {
                return {
                    info: posterior.describe(),
                    layouts: posterior.formatLayouts(),
                    occupancy: posterior.occupancy,
                    best: posterior.best
                        .slice(0, count)
                        .map((cell) => ({ cell, forecast: posterior.forecast(cell) })),
                };
            } finally {
                posterior.free();
            }
        });
    },

    aim({ count = 1, ...task }) {
        return withChart(task, (chart, rules) => {
            const ai = aiOf(rules, task);
            const cells = ai.aimSalvo(chart, count, task);
            return { cells, info: describe(ai) };
        });
    },

    scores(task) {
        return withChart(task, (chart, rules) => aiOf(rules, task).scores(chart, task));
    },
};

/** Runs a task by its name. */
export function run(name, task) {
    return tasks[name](task);
}
