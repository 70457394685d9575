/* What can be told of a shot under the rules: for positions that are made by clicks. */
import { BattleshipError, Chart } from './battleship/index.js';
import { same } from './grid.js';

/* Where a ship can lie over a cell, if reports show it. */
function placesOver(rules, length, cell) {
    const places = ['right', 'down'].slice(0, length).flatMap((orientation) =>
        Array.from({ length }, (_, back) => ({
            isShown: true,
            x: cell.x - (orientation === 'right' ? back : 0),
            y: cell.y - (orientation === 'down' ? back : 0),
            orientation,
        })),
    );
    const isOnBoard = ({ x, y, orientation }) =>
        x >= 0 &&
        y >= 0 &&
        x + (orientation === 'right' ? length : 1) <= rules.width &&
        y + (orientation === 'down' ? length : 1) <= rules.height;
    return places.filter(isOnBoard);
}

/* All reports of a result at a cell that the rules can disclose; of sinkings, those of `length` come
 * first. */
function reportsOf(rules, cell, result, length) {
    const { fleet } = rules;
    if (result === 'miss') {
        return [{ result: 'miss', ship: -1, length: 0 }];
    }
    const tellsShip =
        rules.discloses('name-of-hit') || (result === 'sunk' && rules.discloses('name'));
    const tellsLength = tellsShip || (result === 'sunk' && rules.discloses('length'));
    if (result === 'sunk' && !rules.discloses('sinking')) {
        return [];
    }
    const reports = new Map();
    for (let ship = 0; ship < fleet.count; ship++) {
        const report = {
            result,
            ship: tellsShip ? fleet.firstOfName(ship) : -1,
            length: tellsLength ? fleet.length(ship) : 0,
        };
        reports.set(`${report.ship} ${report.length}`, report);
    }
    const isShown = result === 'sunk' && rules.get('reveal-ship') === 'yes';
    return [...reports.values()]
        .sort((a, b) => (b.length === length) - (a.length === length))
        .flatMap((report) =>
            isShown
                ? placesOver(rules, report.length, cell).map((place) => ({ ...report, ...place }))
                : [report],
        );
}

/* The hits in a row with a cell, itself included: probably the length of the ship that sank. */
function runLength(shots, cell) {
    const isHit = (x, y) =>
        shots.some((shot) => same(shot.cell, { x, y }) && shot.report.result === 'hit');
    const run = (dx, dy) => {
        let count = 0;
        while (isHit(cell.x + dx * (count + 1), cell.y + dy * (count + 1))) count++;
        return count;
    };
    return 1 + Math.max(run(1, 0) + run(-1, 0), run(0, 1) + run(0, -1));
}

function agrees(rules, shots) {
    const trial = new Chart(rules);
    try {
        shots.forEach(({ cell, report }) => trial.record(cell, report));
        return true;
    } catch (error) {
        if (!(error instanceof BattleshipError)) throw error;
        return false;
    } finally {
        trial.free();
    }
}

const isSinking = ({ report }) => report.result === 'sunk';

/**
 * Shots of a game on paper, whose order is not known: sinkings come last, and each has the report that
 * agrees with those before it, unless it was chosen.
 */
export function ordered(rules, shots) {
    return shots.filter(isSinking).reduce(
        (done, shot) => {
            const { cell, isChosen } = shot;
            const report = isChosen ? shot.report : findReport(rules, done, cell, 'sunk');
            return [...done, { ...shot, report }];
        },
        shots.filter((shot) => !isSinking(shot)),
    );
}

/**
 * The report of a result at a cell that agrees with the shots elsewhere; after a report, the next
 * one. If none agrees it is the first, which is then a contradiction to be shown; after a report
 * it is none.
 */
export function findReport(rules, shots, cell, result, after = null) {
    const elsewhere = shots.filter((shot) => !same(shot.cell, cell));
    const all = reportsOf(rules, cell, result, runLength(shots, cell));
    const isAfter = (report) =>
        Object.keys(report).every((key) => report[key] === after[key]);
    const from = after ? all.findIndex(isAfter) + 1 : 0;
    return (
        all.slice(from).find((report) => agrees(rules, [...elsewhere, { cell, report }])) ??
        (from === 0 ? all[0] : undefined)
    );
}
