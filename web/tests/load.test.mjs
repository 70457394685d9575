/* The library is loaded once, on demand, and whoever is too early is told so. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder } from './folder.mjs';

const { loadBy } = await import(join(folder, 'module.js'));
const library = await import(join(folder, 'node.js'));
const { Background } = await import(join(folder, 'node-background.js'));

const NOT_LOADED = { name: 'Error', message: 'libbattleship is not loaded: await load() first' };

test('what is used before load() says that it is too early', () => {
    const { AI, Board, Chart, Fleet, Game, Match, Posterior, Record, Rng, Rules } = library;
    for (const use of [
        () => new Fleet([5, 4]),
        () => Fleet.preset('classic'),
        () => Fleet.presets,
        () => Fleet.parse('5 4'),
        () => Rules.parse('board 4x3\nfleet 2\n'),
        () => Record.parse('battleship 1\n'),
        () => new Rng(1),
        () => AI.strategies,
        () => AI.levelStrategy('easy'),
        () => library.parseCell('B4'),
        () => library.formatCell({ x: 1, y: 1 }),
        () => library.constant('BSHIP_BOARD_EDGE_MAX'),
        () => library.namesOf('contact'),
        () => library.textsOf('contact'),
        () => library.version(),
        () => library.BoardState.ship,
        () => library.ChartState.unknown,
        () => library.HitState.none,
        () => new Background(),
    ]) {
        assert.throws(use, NOT_LOADED, String(use));
    }
    // What needs another object cannot be given one.
    for (const Class of [AI, Board, Chart, Game, Match, Posterior, Record, Rules]) {
        assert.throws(() => new Class(), /is not loaded|expected an object/, Class.name);
    }
});

test('after a failure load() tries again, and then loads once', async () => {
    const { ChartState, Fleet, load, version } = library;
    await assert.rejects(loadBy(() => Promise.reject(new Error('no network'))), /no network/);
    await assert.rejects(loadBy(() => Promise.resolve(new Uint8Array(8))), /magic word/);
    const loading = load();
    assert.equal(load({ vectors: false }), loading);
    assert.equal(await loading, undefined);
    assert.equal(Fleet.preset('classic').cells, 17);
    assert.match(version(), /^\d+\.\d+\.\d+/);
    assert.deepEqual({ ...ChartState }, ChartState);
    assert.equal(ChartState.unknown, 0);
    assert.equal(ChartState.nothing, undefined);
    assert.ok(Object.isFrozen(ChartState));
});

test('files of browsers do without Node, and without await at the top level', () => {
    const isOfNode = (file) => /^(node|measure|example)\b/.test(file);
    const files = readdirSync(folder).filter((file) => file.endsWith('.js') && !isOfNode(file));
    assert.ok(files.length > 15);
    for (const file of files) {
        const text = readFileSync(join(folder, file), 'utf8');
        assert.doesNotMatch(text, /node:|\bprocess\b|from '\.\/node|^(const .*)?\bawait /m, file);
    }
});
