/* Layouts one by one, and pairs of placements by inclusion and exclusion: for small boards. */
import { Board, Chart, Posterior, Rules } from './battleship/index.js';

/** All placements of the rules, in lists by ship. */
function placementsByShip(rules) {
    const lists = Array.from({ length: rules.fleet.count }, () => []);
    for (let i = 0; i < rules.placementCount; i++) {
        const placement = rules.placement(i);
        lists[placement.ship].push(placement);
    }
    return lists;
}

/** All layouts of the rules; equal ships, which follow each other, are not told apart. */
export function allLayouts(rules) {
    const { lengths } = rules.fleet;
    const lists = placementsByShip(rules);
    const board = new Board(rules);
    const layouts = [];
    const place = (ship, first) => {
        if (ship === lists.length) {
            layouts.push(board.layout);
            return;
        }
        for (let i = first; i < lists[ship].length; i++) {
            if (!board.checkPlace(lists[ship][i])) {
                board.place(lists[ship][i]);
                place(ship + 1, lengths[ship + 1] === lengths[ship] ? i + 1 : 0);
                board.remove(ship);
            }
        }
    };
    place(0, 0);
    board.free();
    return layouts;
}

/** The placements that the misses of a chart leave a ship of a length on its own: lists of cells. */
export function placementsAlone(chart, length) {
    const { rules } = chart;
    const [board, contact] = [`${rules.width}x${rules.height}`, rules.get('contact')];
    const alone = Rules.parse(`board ${board}\nfleet ${length}\ncontact ${contact}\n`);
    const missed = new Chart(alone);
    for (let shot = 0; shot < chart.shots; shot++) {
        const { cell, report } = chart.shot(shot);
        missed.record(cell, { result: report.result });
    }
    const posterior = new Posterior(missed, { exactOnly: true });
    const placements = placementsByShip(alone)[0]
        .filter((placement) => posterior.placement(placement) > 0)
        .map((placement) => alone.placementCells(placement));
    [posterior, missed, alone].forEach((object) => object.free());
    return placements;
}

/*
 * The lattice on which ships are boxes that share a point if and only if they are in conflict: the
 * cells or, where ships may not touch, the corners of cells, of which a ship has one row more.
 */
export function latticeOf(rules) {
    const grows = rules.get('contact') === 'none' ? 1 : 0;
    return { grows, width: rules.width + grows, height: rules.height + grows };
}

/**
 * How many placements cover each point, edge and face of the lattice: rows of 2 * height - 1 by
 * 2 * width - 1 numbers, where points have even coordinates, and faces odd ones.
 */
export function cover(lattice, placements) {
    const rows = Array.from({ length: 2 * lattice.height - 1 }, () =>
        Array(2 * lattice.width - 1).fill(0),
    );
    for (const cells of placements) {
        const [first, last] = [cells[0], cells.at(-1)];
        for (let j = 2 * first.y; j <= 2 * (last.y + lattice.grows); j++) {
            for (let i = 2 * first.x; i <= 2 * (last.x + lattice.grows); i++) {
                rows[j][i]++;
            }
        }
    }
    return rows;
}

/** Whether an element of the lattice is a point (0), an edge (1) or a face (2). */
export const dimension = (i, j) => (i % 2) + (j % 2);

/**
 * The pairs of placements that are in conflict: the products over points, less those over edges,
 * plus those over faces. A pair shares a box of points, in which that sum is 1.
 */
export function conflicts(a, b) {
    const sums = [0, 0, 0];
    a.forEach((row, j) =>
        row.forEach((count, i) => {
            sums[dimension(i, j)] += count * b[j][i];
        }),
    );
    const [points, edges, faces] = sums;
    return { points, edges, faces, pairs: points - edges + faces };
}
