/* The module does the same as the native library, bit for bit. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { library, native, root } from './support.mjs';

const { AI, Chart, Game, Posterior, Record, Rules } = library;

const CLASSIC = 'board 10x10\nfleet 5 4 3 3 2\n';
const RUSSIAN = 'board 10x10\nfleet 4 3 3 2 2 2 1 1 1 1\ncontact none\nturn again-on-hit\n';
const SALVO = 'board 8x8\nfleet 4 3 2\nturn salvo 3\nsalvo-report total\n';
const SEEDS = 3;

const QUICK = AI.strategies.map(({ name }) => name).filter((name) => name !== 'search');

function play(lines, strategy, seed) {
    const rules = Rules.parse(lines);
    const aiA = new AI(rules, { strategy, memoryLimit: 0 });
    const aiB = new AI(rules, { strategy: 'density' });
    const game = new Game(rules, { seed, aiA, aiB, first: 'a' });
    game.placeRandom('a');
    game.placeRandom('b');
    game.start();
    while (game.phase !== 'over') game.step();
    return Record.fromGame(game, { layouts: true, seeds: true, settings: true }).format();
}

for (const [rules, lines] of Object.entries({ CLASSIC, RUSSIAN, SALVO })) {
    for (const strategy of QUICK) {
        if (strategy === 'posterior' && rules !== 'CLASSIC') {
            continue;
        }
        test(`${strategy} plays the same games: ${rules.toLowerCase()}`, () => {
            const games = [];
            for (let seed = 1; seed <= SEEDS; seed++) {
                games.push(`${play(lines, strategy, seed)}\n`);
            }
            assert.equal(games.join(''), native('games', lines, strategy));
        });
    }
}

test('the reference positions have the same layouts and occupancies', () => {
    const directory = join(root, 'tests', 'reference', 'positions');
    const files = readdirSync(directory)
        .filter((name) => name.endsWith('.record'))
        .map((name) => join(directory, name));
    assert.ok(files.length > 30);
    const expected = native('positions', ...files).split('\n');
    files.forEach((file, i) => {
        const record = Record.parse(readFileSync(file, 'utf8'));
        const chart = new Chart(record.rules);
        record.toChart('a', chart);
        const posterior = new Posterior(chart, { exactOnly: true });
        const bits = Array.from(new BigUint64Array(posterior.occupancy.buffer), (value) =>
            value.toString(16).padStart(16, '0'),
        );
        assert.equal([posterior.formatLayouts(), ...bits].join(' '), expected[i], file);
        posterior.free();
    });
});
