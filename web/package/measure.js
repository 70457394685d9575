#!/usr/bin/env node
/*
 * Prints the sizes of the module and its speed: beside a native program's, if BATTLESHIP_NATIVE
 * names it (tests/native.c). Each time is the least of several; a busy machine is slower.
 */
import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import {
    AI,
    Chart,
    Fleet,
    Game,
    Match,
    Posterior,
    Rules,
    hasVectors,
    load,
    version,
} from './node.js';

const ROUNDS = 20;
const GAMES = 20;
const DENSITY_GAMES = 10000;

await load();

const fleet = Fleet.preset('classic');
const rules = new Rules(fleet);

/* Milliseconds of an exact posterior before the first shot: the least of the rounds. */
function emptyBoard() {
    const chart = new Chart(rules);
    const posterior = new Posterior(chart, { method: 'enumeration' });
    let least = Infinity;
    for (let i = 0; i < ROUNDS; i++) {
        const start = performance.now();
        posterior.update(chart);
        least = Math.min(least, performance.now() - start);
    }
    return least;
}

/* Games of a strategy against random shots: its shots, and the milliseconds that it aimed. */
function games(strategy, count) {
    const aiA = new AI(rules, { strategy });
    const aiB = new AI(rules, { strategy: 'random' });
    let shots = 0;
    let sum = 0;
    let longest = 0;
    for (let seed = 1; seed <= count; seed++) {
        const game = new Game(rules, { seed, aiA, aiB, first: 'a' });
        game.placeRandom('a');
        game.placeRandom('b');
        game.start();
        while (game.phase !== 'over') {
            const isMeasured = game.toMove === 'a';
            const start = performance.now();
            game.step();
            const elapsed = performance.now() - start;
            if (isMeasured) {
                shots++;
                sum += elapsed;
                longest = Math.max(longest, elapsed);
            }
        }
        game.free();
    }
    return { perShot: sum / shots, longest };
}

/* Milliseconds of a whole solo game of a strategy in a match, whose layouts are drawn at once. */
function soloGame(strategy, count) {
    const match = new Match(rules, { games: count, seed: 1 });
    match.add({ strategy });
    const start = performance.now();
    match.run();
    return (performance.now() - start) / count;
}

function sizes(name) {
    const bytes = readFileSync(new URL(name, import.meta.url));
    const kilobytes = (data) => (data.length / 1000).toFixed(0).padStart(6);
    console.log(
        `${name.padEnd(24)}${kilobytes(bytes)} kB, gzip ${kilobytes(gzipSync(bytes, { level: 9 }))}` +
            ` kB, brotli ${kilobytes(brotliCompressSync(bytes))} kB`,
    );
}

console.log(`libbattleship ${version()}, ${hasVectors ? 'with' : 'without'} vectors`);
sizes('battleship.wasm');
sizes('battleship-scalar.wasm');

const native = process.env.BATTLESHIP_NATIVE
    ? JSON.parse(execFileSync(process.env.BATTLESHIP_NATIVE, ['measure'], { encoding: 'utf8' }))
    : {};

function row(label, milliseconds, nativeMilliseconds) {
    const ratio = nativeMilliseconds
        ? `  native ${nativeMilliseconds.toFixed(4)} ms, ` +
          `speed ${(nativeMilliseconds / milliseconds).toFixed(2)} of native`
        : '';
    console.log(`${label.padEnd(40)}${milliseconds.toFixed(4).padStart(10)} ms${ratio}`);
}

const density = soloGame('density', DENSITY_GAMES);
const posterior = games('posterior', GAMES);
row('posterior of the empty classic board', emptyBoard(), native.emptyBoard);
row('density, a solo game', density, native.density);
row('posterior, a shot (mean)', posterior.perShot, native.posterior);
row('posterior, the slowest shot', posterior.longest, native.posteriorLongest);
