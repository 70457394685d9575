/* What one prints to play on paper: a board for one's own ships, and one for one's shots. */
import { formatCell } from './battleship/index.js';

const CELL = 24;
const MARGIN = 40;
const LINE = 22;

const texts = (x, y, words, anchor = 'middle') =>
    `<text x="${x}" y="${y}" text-anchor="${anchor}">${words}</text>`;

function board({ rules, left, top, title }) {
    const { width, height } = rules;
    const columns = Array.from({ length: width }, (_, x) =>
        texts(left + (x + 0.5) * CELL, top - 6, formatCell({ x, y: 0 }).replace(/\d+$/, '')),
    );
    const rows = Array.from({ length: height }, (_, y) =>
        texts(left - 6, top + (y + 0.7) * CELL, y + 1, 'end'),
    );
    const cells = Array.from({ length: width * height }, (_, i) => {
        const cell = { x: i % width, y: Math.floor(i / width) };
        const fill = rules.isBlocked(cell) ? '#bbb' : 'none';
        const at = `x="${left + cell.x * CELL}" y="${top + cell.y * CELL}"`;
        return `<rect ${at} width="${CELL}" height="${CELL}" fill="${fill}" stroke="#000"/>`;
    });
    return [texts(left, top - LINE - 6, title, 'start'), ...columns, ...rows, ...cells];
}

/** A picture of two empty boards and of the fleet, as SVG. */
export function emptyBoards(rules) {
    const boardWidth = MARGIN + rules.width * CELL;
    const top = 2 * MARGIN;
    const bottom = top + rules.height * CELL + MARGIN;
    // A box to tick for every cell of a ship.
    const fleet = [...rules.fleet.lengths].flatMap((length, ship) =>
        Array.from(
            { length },
            (_, i) =>
                `<rect x="${MARGIN + i * 12}" y="${bottom + ship * LINE}" width="12" height="12" ` +
                'fill="none" stroke="#000"/>',
        ),
    );
    const size = [2 * boardWidth + MARGIN, bottom + rules.fleet.count * LINE + MARGIN / 2];
    return [
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.join(' ')}" ` +
            `width="${size[0]}" height="${size[1]}" font-family="sans-serif" font-size="12">`,
        ...board({ rules, left: MARGIN, top, title: 'My ships' }),
        ...board({ rules, left: boardWidth + MARGIN, top, title: 'My shots' }),
        texts(MARGIN, bottom - 12, 'The fleet', 'start'),
        ...fleet,
        '</svg>\n',
    ].join('\n');
}
