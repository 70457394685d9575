/* Long work as functions from plain data to plain data, for a worker or for the caller's thread. */
import { AI } from './ai.js';
import { Board } from './board.js';
import { Chart } from './chart.js';
import { Posterior } from './posterior.js';
import { Record } from './record.js';
import { Review } from './review.js';
import { Rules } from './rules.js';
import { whole } from './memory.js';

/* The last AI, whose cache the next aim of the same game can use. An aim does not depend on it. */
let last = { key: null, ai: null };

function aiOf(rules, { strategy, level, seed = 0, side = 'a' }) {
    const key = JSON.stringify([rules.format(), strategy, level, String(seed), side]);
    if (last.key !== key) {
        last.ai?.free();
        // Before the next one is made, which can fail.
        last = { key: null, ai: null };
        last = { key, ai: new AI(rules, { strategy, level, seed, side }) };
    }
    return last.ai;
}

/* Calls a function with the chart of a position, its rules and its record, and frees them. */
function withChart({ position, side = 'a' }, call) {
    const record = Record.parse(position);
    const rules = record.rules;
    let chart = null;
    try {
        chart = new Chart(rules);
        record.toChart(side, chart);
        return call(chart, rules, record);
    } finally {
        chart?.free();
        rules.free();
        record.free();
    }
}

/* Calls a function with the chart of a position, an AI for it, and the options of its aims. */
function withAI({ position, side, strategy, level, seed, ...options }, call) {
    return withChart({ position, side }, (chart, rules) =>
        call(aiOf(rules, { strategy, level, seed, side }), chart, options),
    );
}

/* Calls a function with the board of a side, if a record has it with all ships. */
function withBoard(rules, record, side, call) {
    if (record.layout(side).length < rules.fleet.count) {
        return call();
    }
    const board = new Board(rules);
    try {
        record.toBoard(side, board);
        return call(board);
    } finally {
        board.free();
    }
}

/* The time limit of a task is for all its parts: a function of the options of the next part. */
function parts({ timeLimit, ...options }) {
    const end = performance.now() + timeLimit;
    return () =>
        timeLimit === undefined ? options : { ...options, timeLimit: end - performance.now() };
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

/* Whether a layout agrees with shots. Other failures, such as a limit, say nothing about them. */
function arePossible(rules, shots, next) {
    const chart = new Chart(rules);
    try {
        shots.forEach(({ cell, report }) => chart.record(cell, report));
        Posterior.check(chart, next());
        return true;
    } catch (error) {
        if (error.code !== 'BSHIP_ERROR_CONTRADICTION') {
            throw error;
        }
        return false;
    } finally {
        chart.free();
    }
}

/*
 * The first shot whose report disagrees with those before it, by bisection, and all up to it without
 * which the rest would be possible: one of these reports is wrong. Null if there is none.
 */
function contradictionIn(rules, shots, next) {
    if (arePossible(rules, shots, next)) {
        return null;
    }
    let possible = 0;
    let impossible = shots.length;
    while (impossible - possible > 1) {
        const middle = (possible + impossible) >> 1;
        if (arePossible(rules, shots.slice(0, middle), next)) {
            possible = middle;
        } else {
            impossible = middle;
        }
    }
    const involved = shots.slice(0, impossible);
    const suspects = involved
        .map((_, i) => i)
        .filter((i) =>
            arePossible(
                rules,
                involved.filter((_, j) => j !== i),
                next,
            ),
        );
    return { first: possible, suspects };
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
                    standardError: posterior.standardError,
                    byLength: Object.fromEntries(
                        chart.rules.fleet.classes.map(({ length }, i) => [
                            length,
                            posterior.occupancyOfClass(i),
                        ]),
                    ),
                    best: posterior.best
                        .slice(0, whole('u32', 'best', count))
                        .map((cell) => ({ cell, forecast: posterior.forecast(cell) })),
                };
            } finally {
                posterior.free();
            }
        });
    },

    aim({ count = 1, ...task }) {
        return withAI(task, (ai, chart, options) => {
            const cells = ai.aimSalvo(chart, count, options);
            return { cells, info: describe(ai) };
        });
    },

    scores(task) {
        return withAI(task, (ai, chart, options) => ai.scores(chart, options));
    },

    candidates(task) {
        return withAI({ ...task, strategy: 'search' }, (ai, chart, options) =>
            ai.candidates(chart, options),
        );
    },

    review({ position, side = 'a', seed, rollouts, startAimWork, ...options }) {
        return withChart({ position, side }, (chart, rules, record) =>
            withBoard(rules, record, side === 'a' ? 'b' : 'a', (board) => {
                const review = new Review(chart, { board, seed, rollouts, startAimWork });
                try {
                    review.run(options);
                    const { shots, turns, costliest } = review;
                    return { info: review.describe(), shots, turns, costliest };
                } finally {
                    review.free();
                }
            }),
        );
    },

    contradiction({ rules: lines, shots, ...options }) {
        const rules = Rules.parse(lines);
        try {
            return contradictionIn(rules, shots, parts(options));
        } finally {
            rules.free();
        }
    },
};

/** Runs a task by its name. */
export function run(name, task) {
    return tasks[name](task);
}
