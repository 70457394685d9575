/* The package keeps the contracts of the library. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { folder } from './folder.mjs';
import { background, build, library, root } from './support.mjs';

const { TaskQueue } = await import(join(build, 'package', 'queue.js'));
const {
    AI,
    BattleshipError,
    Board,
    BoardState,
    Chart,
    ChartState,
    Fleet,
    Game,
    Match,
    Posterior,
    Record,
    Review,
    Rng,
    Rules,
    constant,
    formatCell,
    gridSize,
    numberRange,
    parseCell,
} = library;

const rules = new Rules(Fleet.preset('classic'));
const small = Rules.parse('board 4x3\nfleet 2\n');

test('rules are made from options, and describe themselves', () => {
    const options = { width: 12, height: 8, contact: 'none', turn: 'salvo', salvo: 4 };
    const made = new Rules(new Fleet([3, 2], { names: ['Big', 'Small'] }), {
        ...options,
        blocked: [{ x: 1, y: 2 }],
    });
    const described = made.describe();
    for (const [key, value] of Object.entries(options)) {
        assert.equal(described[key], value);
    }
    assert.deepEqual(described.blocked, [{ x: 1, y: 2 }]);
    assert.ok(made.isBlocked({ x: 1, y: 2 }));
    assert.equal(made.fleet.name(1), 'Small');
    assert.ok(made.equals(Rules.parse(made.format())));
    assert.equal(made.formatRule('turn'), 'salvo 4');
    assert.equal(made.number('turn'), 4);
    assert.equal(made.number('contact'), 0);
    const most = constant('BSHIP_SALVO_MAX');
    assert.deepEqual(numberRange('turn', 'salvo'), { least: 1, most });
    assert.equal(numberRange('turn', 'one'), null);
});

test('ships are worth points, and a limit of shots ends a game by them', () => {
    const lines = 'board 4x1\nfleet A:2:5 B:1\ndisclosure ship\nfirst a\nshots 2\n';
    const game = new Game(Rules.parse(lines));
    assert.equal(game.rules.number('shots'), 2);
    assert.equal(game.rules.describe().shots, 2);
    assert.equal(game.rules.fleet.points(0), 5);
    assert.equal(game.rules.fleet.points(1), 1);
    for (const side of ['a', 'b']) {
        const board = new Board(game.rules);
        board.place({ ship: 0, x: 0, y: 0, orientation: 'right' });
        board.place({ ship: 1, x: 3, y: 0, orientation: 'right' });
        game.setBoard(side, board);
    }
    game.start();
    for (const cell of ['A1', 'D1', 'B1', 'A1']) {
        game.fire(parseCell(cell));
    }
    assert.equal(game.endReason, 'shots');
    assert.equal(game.outcome, 'a');
    assert.equal(game.points('a'), 5);
    assert.equal(game.chart('b').points, 1);
    assert.equal(game.board('a').points, 1);
});

test('boards and charts tell the shots of a turn', () => {
    const afloat = Rules.parse('board 4x2\nfleet 2 1 1\nturn salvo-afloat\n');
    const [board, own, target] = [new Board(afloat), new Chart(afloat), new Chart(afloat)];
    assert.equal(board.shotsDue(), 3);
    assert.equal(target.shotsDue(), 3);
    board.place({ ship: 0, x: 0, y: 0, orientation: 'right' });
    board.place({ ship: 1, x: 3, y: 0, orientation: 'right' });
    board.place({ ship: 2, x: 3, y: 1, orientation: 'right' });
    own.record({ x: 3, y: 1 }, board.fire({ x: 3, y: 1 }));
    assert.equal(board.shotsDue(target), 2);
    assert.equal(target.shotsDue(own), 2);
    const misses = ['A1', 'B1', 'C1', 'D1'].map(parseCell);
    target.recordTurn(misses.slice(0, 3), Array(3).fill({ result: 'miss' }));
    assert.equal(target.shotsDue(), 3);
    assert.throws(() => board.shotsDue(afloat), TypeError);
});

test('a failure has the status, the text and the place', () => {
    assert.throws(
        () => Rules.parse('board 4x3\nfleet 9'),
        (error) =>
            error instanceof BattleshipError &&
            error.code === 'BSHIP_ERROR_INFEASIBLE' &&
            error.line === 2,
    );
    assert.throws(() => new Rules(Fleet.preset('classic'), { contact: 'never' }), /no-sides/);
    assert.throws(() => new Rules(Fleet.preset('classic'), { contract: 'none' }), /contract/);
    assert.throws(() => new AI(rules, { strategy: 'nobody' }), /nobody/);
});

test('ships are placed, conflicts are told, shots are reported', () => {
    const board = new Board(small);
    const placement = { ship: 0, x: 1, y: 1, orientation: 'right' };
    assert.equal(board.checkPlace({ ...placement, x: 3 }).code, 'BSHIP_ERROR_OFF_BOARD');
    assert.deepEqual(board.conflicts({ ...placement, x: 3 })[0].cell, { x: 4, y: 1 });
    board.place(placement);
    assert.deepEqual(board.layout, [placement]);
    assert.deepEqual(small.placementCells({ ...placement, x: 3 }), [
        { x: 3, y: 1 },
        { x: 4, y: 1 },
    ]);
    assert.equal(board.fire({ x: 0, y: 0 }).result, 'miss');
    assert.equal(board.fire({ x: 1, y: 1 }).result, 'hit');
    const nothing = { isShown: false, x: 0, y: 0, orientation: 'right' };
    const sunk = { result: 'sunk', ship: -1, length: 2, ...nothing };
    assert.deepEqual(board.fire({ x: 2, y: 1 }), sunk);
    assert.ok(board.isDefeated);
    assert.equal(board.states[5], BoardState.sunk);
    assert.throws(() => board.fire({ x: 1, y: 1 }), { code: 'BSHIP_ERROR_REPEATED' });
});

test('a report shows where the sunk ship lies, and a chart knows it', () => {
    const rules = Rules.parse('board 4x4\nfleet 2 2\nreveal-ship yes\n');
    const [board, chart] = [new Board(rules), new Chart(rules)];
    board.place({ ship: 0, x: 0, y: 0, orientation: 'right' });
    board.place({ ship: 1, x: 2, y: 0, orientation: 'down' });
    for (const cell of ['B1', 'C1', 'A1'].map(parseCell)) chart.record(cell, board.fire(cell));
    const { report } = chart.shot(2);
    const shown = { isShown: true, x: 0, y: 0, orientation: 'right' };
    assert.deepEqual(report, { result: 'sunk', ship: -1, length: 2, ...shown });
    const { isSettled, placement } = chart.sinking(0);
    assert.ok(isSettled);
    assert.deepEqual(placement, { ship: -1, x: 0, y: 0, orientation: 'right' });
    assert.deepEqual([...new Posterior(chart).occupancy].slice(0, 3), [1, 1, 1]);
    const record = Record.fromChart(chart).format();
    assert.match(record, /\nreveal-ship yes\n/);
    assert.match(record, /\na A1 sunk 2 A1 right\n$/);
    assert.ok(Record.parse(record));
    // A2 was not fired at.
    const wrong = { result: 'sunk', length: 2, isShown: true, x: 0, y: 1 };
    assert.throws(() => chart.record({ x: 1, y: 1 }, wrong), {
        code: 'BSHIP_ERROR_CONTRADICTION',
        message: /B2: the sunk ship is shown on A2, which is no hit on it/,
    });
    assert.throws(() => chart.record({ x: 1, y: 1 }, { result: 'sunk', length: 2 }), {
        code: 'BSHIP_ERROR_REPORT',
    });
});

test('a chart of a game cannot be changed, and keeps the game alive', () => {
    const game = new Game(rules, { seed: 1 });
    const chart = game.chart('a');
    assert.equal(chart.record, undefined);
    assert.equal(chart.states.length, 100);
    game.free();
    assert.throws(() => chart.shots, /freed/);
});

test('a contradiction is refused, and nothing has changed', () => {
    const chart = new Chart(small);
    for (let y = 0; y < 3; y++) {
        for (let x = 0; x < 3; x++) chart.record({ x, y }, { result: 'miss' });
    }
    chart.record({ x: 3, y: 0 }, { result: 'miss' });
    assert.throws(() => chart.record({ x: 3, y: 1 }, { result: 'miss' }), {
        code: 'BSHIP_ERROR_CONTRADICTION',
    });
    assert.equal(chart.shots, 10);
    assert.equal(chart.stateAt({ x: 3, y: 1 }), 'unknown');
    assert.equal(chart.states[0], ChartState.miss);
});

test('a picture of a position becomes a chart', () => {
    const grid = '. . . m . .\n. D d d . .\n. . . . m .\n. m . h . .\n......\nm.....';
    assert.deepEqual(gridSize(grid), { width: 6, height: 6 });
    const options = { ...gridSize(grid), contact: 'none' };
    const chart = Chart.parseGrid(new Rules(new Fleet([3, 3, 2]), options), grid);
    assert.ok(chart instanceof Chart);
    assert.equal(new Posterior(chart).formatLayouts(), '36');
    assert.equal(chart.stateAt(parseCell('D2')), 'sunk');
    assert.equal(chart.sinking(0).length, 3);
    assert.equal(chart.sinking(0).isSettled, true);
    const loose = new Rules(new Fleet([3, 2, 1]), gridSize(grid));
    assert.throws(() => Chart.parseGrid(loose, grid), {
        code: 'BSHIP_ERROR_ARGUMENT',
        message: 'the sunk cells can be ships of 3 or 2,1',
        line: 2,
        column: 3,
    });
    const told = Chart.parseGrid(loose, grid, { sunk: [1, 2] });
    assert.equal(told.shipsAfloat, 1);
    assert.throws(() => Chart.parseGrid(loose, grid, { sunk: [2] }), /have 2 cells/);
    assert.throws(() => Chart.parseGrid(loose, grid, { sunk: 'two' }), TypeError);
    assert.throws(() => gridSize('..\n.,'), { line: 2, column: 2 });
    assert.throws(() => gridSize(7), TypeError);
});

test('totals of salvos go into a chart and come back', () => {
    const salvo = Rules.parse('board 6x6\nfleet 3 2\nturn salvo 2\nsalvo-report total\n');
    const chart = new Chart(salvo);
    const total = { hits: 2, sunk: 1, sunkOf: [0, 1] };
    chart.recordTotal([parseCell('A1'), parseCell('A2')], total);
    assert.deepEqual(chart.total(0).sunkOf, Int32Array.of(0, 1));
    assert.equal(chart.turn(0).isTotal, true);
});

test('weights and forecasts of a posterior', () => {
    const chart = new Chart(small);
    chart.record({ x: 0, y: 0 }, { result: 'miss' });
    const posterior = new Posterior(chart);
    assert.equal(posterior.formatLayouts(), '15');
    const weights = new Float64Array(small.placementCount);
    const only = { ship: 0, x: 2, y: 2, orientation: 'right' };
    weights[small.placementIndex(only)] = 3;
    const weighted = new Posterior(chart, { weights });
    assert.equal(weighted.placement(only), 1);
    assert.deepEqual(posterior.occupancyOfClass(0), posterior.occupancy);
    assert.equal(posterior.sample(new Rng(1), 1).length, 1);
});

test('progress cancels and finishes', () => {
    const long = Rules.parse('board 20x20\nfleet 5 4 4 3 3 3 2 2 2 2\n');
    const chart = new Chart(long);
    assert.throws(() => new Posterior(chart, { progress: () => 'cancel' }), {
        code: 'BSHIP_ERROR_CANCELLED',
    });
    const boom = new Error('boom');
    assert.throws(
        () =>
            new Posterior(chart, {
                progress: () => {
                    throw boom;
                },
            }),
        boom,
    );
    const ai = new AI(rules, { level: 'master' });
    ai.aim(new Chart(rules), { timeLimit: 0 });
    assert.ok(ai.describe().finishedEarly);
});

test('an aim without an analysis has no method', () => {
    const rules = Rules.parse('board 8x8\nfleet 4 3 2\n');
    const ai = new AI(rules, { strategy: 'posterior', workLimit: 1 });
    assert.throws(() => ai.describe(), { code: 'BSHIP_ERROR_STATE' });
    ai.aim(new Chart(rules));
    assert.equal(ai.describe().method, null);
    assert.equal(ai.describe().basis, 'density');
});

test('a game goes on from its record', () => {
    const options = { layouts: true, seeds: true, settings: true };
    const game = new Game(rules, {
        seed: 3,
        aiA: new AI(rules, { level: 'easy' }),
        aiB: new AI(rules, { level: 'medium' }),
    });
    game.placeRandom('a');
    game.placeRandom('b');
    game.start();
    for (let i = 0; i < 20; i++) game.step();
    const record = Record.parse(Record.fromGame(game, options).format());
    const again = Game.restore(record);
    assert.equal(again.ai('b').strategy, 'stalker');
    for (const one of [game, again]) {
        while (one.phase !== 'over') one.step();
    }
    assert.equal(
        Record.fromGame(again, options).format(),
        Record.fromGame(game, options).format(),
    );
    assert.equal(record.number('seed'), 3n);
});

test('a side of a running game is given another AI, and the record says so', () => {
    const game = new Game(rules, { seed: 3, aiB: new AI(rules, { level: 'easy' }) });
    const hunt = new AI(rules, { strategy: 'hunt' });
    game.placeRandom('a');
    game.placeRandom('b');
    game.start();
    if (game.toMove === 'b') game.step();
    game.fire({ x: 0, y: 0 });
    const { logLength } = game;
    game.setAI('a', hunt);
    assert.equal(game.ai('a'), hunt);
    assert.throws(() => game.setAI('b', hunt), { code: 'BSHIP_ERROR_ARGUMENT', index: 2 });
    assert.throws(() => game.setAI('a', 'hunt'), /ai: expected an object of AI/);
    for (let i = 0; i < 4; i++) game.step();
    game.setAI('a', null);
    const record = Record.parse(Record.fromGame(game).format());
    assert.equal(record.strategy('a', logLength - 1), null);
    assert.equal(record.strategy('a', logLength), 'hunt');
    assert.equal(record.strategy('a', record.logLength), null);
    hunt.free();
    assert.equal(game.phase, 'aiming');
});

test('a freed object is refused, and is freed once', () => {
    const board = new Board(rules);
    board.free();
    board.free();
    assert.throws(() => board.shots, /freed/);
});

/* Values that are no whole number of 32 bits; WebAssembly would make numbers of them all. */
const NO_NUMBERS = [undefined, null, NaN, Infinity, 1.5, 2 ** 31, 2 ** 32, 2 ** 53, '1', 1n, {}];

test('what is no number of the right type is refused, wherever it is passed', () => {
    const board = new Board(small);
    const chart = new Chart(small);
    const ai = new AI(small, { level: 'easy' });
    const options = { name: 'TypeError', message: /expected/ };
    for (const count of [2 ** 31, 2 ** 28]) {
        assert.throws(() => ai.aimSalvo(chart, count), { code: 'BSHIP_ERROR_COUNT' });
        const posterior = new Posterior(chart);
        assert.throws(() => posterior.sample(new Rng(1), count), { code: 'BSHIP_ERROR_COUNT' });
    }
    for (const value of NO_NUMBERS) {
        for (const use of [
            () => board.fire({ x: value, y: 0 }),
            () => board.place({ ship: 0, x: 0, y: value, orientation: 'right' }),
            () => board.remove(value),
            () => new Fleet([value]),
            () => rules.fleet.length(value),
            () => chart.sinking(value),
            () => small.fleet.firstOfName(value),
        ]) {
            assert.throws(use, options, `${String(value)} in ${use}`);
        }
    }
    for (const value of [NaN, 1.5, '', -1, 2n ** 64n]) {
        assert.throws(() => new Rng(value), options);
        assert.throws(() => new Game(small, { seed: value }), options);
    }
    assert.throws(() => small.placement(2n ** 64n), options);
    assert.throws(() => new Rng(1).below(0), options);
    assert.throws(() => new Posterior(chart, { timeLimit: NaN }), options);
    assert.throws(() => new Posterior(chart, { exactOnly: 'no' }), options);
    assert.equal(board.layout.length, 0);
});

test('a value that is missing is refused, not taken for the first one', () => {
    const chart = new Chart(small);
    const cell = { x: 1, y: 1 };
    assert.throws(() => chart.record(cell), /report: expected an object/);
    assert.throws(() => chart.record(cell, {}), /result: expected one of miss/);
    assert.throws(() => chart.record({ x: 1 }, { result: 'miss' }), /y: expected a whole number/);
    assert.throws(() => chart.recordTurn([cell], []), /reports: expected 1/);
    assert.equal(chart.shots, 0);
    chart.record(cell, { result: 'miss', ship: undefined });
    assert.equal(chart.shot(0).report.ship, -1);
    assert.throws(() => new Board(small).place({ ship: 0, ...cell }), /orientation: expected/);
    assert.throws(() => new Rules(rules.fleet, { contact: null }), /contact: expected/);
    assert.throws(() => new Match(small, 100), /options: expected an object/);
    assert.throws(() => new Board(small).placeRandom(new Rng(1), { limit: 5 }), /no option limit/);
    const ai = new AI(small, { level: 'easy' });
    assert.throws(() => ai.aim(chart, { limit: 5 }), /no option limit/);
    assert.throws(() => new Game(small).chart(null), /side: expected one of a, b/);
});

test('texts are taken as they are, or refused', () => {
    const named = new Fleet([3], { names: ['\ufeffBig'] });
    assert.equal(named.name(0), '\ufeffBig');
    const record = new Record(small);
    record.set('player', 'Ann', 'a');
    for (const value of [undefined, 5, 'a\0b', '\ud800']) {
        assert.throws(() => record.set('player', value, 'a'), /value: expected/);
    }
    assert.equal(record.get('player', 'a'), 'Ann');
    assert.throws(() => new Fleet([3, 2], { names: ['a'] }), /names: expected 2/);
});

/* The chart of a game in which an AI sinks the ships of a board. */
function played(board, options) {
    const [ai, chart] = [new AI(board.rules, options), new Chart(board.rules)];
    while (!board.isDefeated) {
        const cells = ai.aimSalvo(chart, board.shotsDue(chart));
        if (board.rules.get('salvo-report') === 'total') {
            const { total, fired } = board.fireTotal(cells);
            chart.recordTotal(cells.slice(0, fired), total);
        } else {
            const reports = board.fireSalvo(cells);
            chart.recordTurn(cells.slice(0, reports.length), reports);
        }
    }
    return chart;
}

function laid(boardRules, seed = 1) {
    const board = new Board(boardRules);
    board.placeRandom(new Rng(seed));
    return board;
}

function reviewed(chart, options) {
    const review = new Review(chart, options);
    review.run();
    return review;
}

function assertNear(a, b, what) {
    assert.ok(Math.abs(a - b) < 1e-6, `${what}: ${a}, ${b}`);
}

const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

test('the review of a game of hints finds nothing given away', () => {
    for (const lines of [rules.format(), 'board 6x6\nfleet 3 2\nturn salvo 3\n']) {
        const board = laid(Rules.parse(lines));
        const review = reviewed(played(board, { level: 'expert' }), { board, rollouts: 4 });
        const { isComplete, shots, hits, cost, costError, luck, start } = review.describe();
        assert.ok(isComplete);
        assert.equal(cost, 0);
        assert.equal(costError, 0);
        assertNear(luck, start - shots, 'all the rest is luck');
        assert.equal(hits, board.rules.fleet.cells);
        assert.ok(review.turns.every((turn) => turn.isExpert && turn.cost === 0));
        assert.ok(review.shots.every((shot) => shot.chance === shot.expertChance));
        assert.deepEqual(review.costliest, []);
    }
});

test('the review of a poor game adds up, and tells what was given away', () => {
    const chart = played(laid(rules), { strategy: 'random' });
    const review = reviewed(chart, { rollouts: 40, seed: 2n ** 63n });
    const { shots: count, turns: turnCount, ...info } = review.describe();
    const { shots, turns, costliest } = review;
    assert.equal(count, chart.shots);
    assert.equal(shots.length, count);
    assert.equal(turns.length, turnCount);
    assert.ok(info.cost > 3 * info.costError, `${info.cost} +- ${info.costError}`);
    assertNear(info.start + info.cost - info.luck, count + info.rest, 'cost and luck');
    assertNear(sum(turns.map(({ cost }) => cost)), info.cost, 'cost');
    assertNear(sum(turns.map(({ luck }) => luck)), info.luck, 'luck');
    assertNear(sum(shots.map(({ chance }) => chance)), info.hitsChosen, 'hits');
    shots.forEach(({ cell, isHit }, i) => {
        const { cell: fired, report } = chart.shot(i);
        assert.deepEqual(cell, fired);
        assert.equal(isHit, report.result !== 'miss');
    });
    assert.ok(costliest.length > 0);
    const costs = costliest.map((turn) => turns[turn].cost);
    assert.deepEqual(costs, [...costs].sort((a, b) => b - a));
    costliest.forEach((turn) => assert.ok(turns[turn].cost > 3 * turns[turn].costError));
    assert.deepEqual(reviewed(chart, { rollouts: 40, seed: 2n ** 63n }).turns, turns);
});

test('a review is finished early and cancelled, goes on, and is freed', () => {
    const chart = played(laid(rules), { strategy: 'hunt' });
    const review = new Review(chart, { rollouts: 4 });
    assert.throws(() => review.run({ progress: () => 'cancel' }), {
        code: 'BSHIP_ERROR_CANCELLED',
    });
    review.run({ timeLimit: 0 });
    const { isComplete, cost } = review.describe();
    assert.equal(isComplete, false);
    assert.ok(Number.isNaN(cost));
    let most = 0;
    const progress = (done) => {
        most = Math.max(most, done);
    };
    for (let runs = 0; !review.describe().isComplete; runs++) {
        assert.ok(runs < 1000);
        review.run({ workLimit: 100000000, progress });
    }
    assert.ok(most > 0 && most <= 1);
    assert.deepEqual(review.turns, reviewed(chart, { rollouts: 4 }).turns);
    assert.throws(() => review.run({ limit: 5 }), /no option limit/);
    assert.throws(() => new Review(chart, { board: chart }), /board: expected an object of Board/);
    assert.throws(() => new Review(chart, { rollouts: -1 }), { code: 'BSHIP_ERROR_RANGE' });
    assert.throws(() => new Review(chart, { board: laid(small) }), { code: 'BSHIP_ERROR_RULES' });
    const board = new Board(rules);
    assert.throws(() => new Review(chart, { board }), { code: 'BSHIP_ERROR_NOT_PLACED' });
    chart.free();
    assert.equal(review.describe().rollouts, 4);
    review.free();
    assert.throws(() => review.turns, /the Review was freed/);
});

test('an object of another class is refused', () => {
    const chart = new Chart(small);
    const game = new Game(small, { seed: 1 });
    game.placeRandom('a');
    const record = Record.fromGame(game, { layouts: true });
    for (const use of [
        () => new Rules(chart),
        () => new Chart(small.fleet),
        () => new Posterior(new Board(small)),
        () => new Review(new Board(small)),
        () => new Board(small).copy(chart),
        () => small.equals(chart),
        () => new Board(small).placeRandom(chart),
        () => new Game(small, { aiA: chart }),
        () => record.toBoard('a', game.board('a')),
        () => record.toGame(chart),
        () => Record.fromGame(record),
        () => AI.fromRecord(game, 'a'),
        () => new Chart({ address: 1e9 }),
        () => new Chart(),
    ]) {
        assert.throws(use, { name: 'TypeError', message: /expected an object of/ }, String(use));
    }
});

test('a progress callback cannot use what is at work', () => {
    const long = Rules.parse('board 20x20\nfleet 5 4 4 3 3 3 2 2 2 2\n');
    const chart = new Chart(long);
    const options = {};
    for (const progress of [
        () => chart.free(),
        () => chart.record({ x: 0, y: 0 }, { result: 'miss' }),
        () => void new Posterior(chart, options),
    ]) {
        options.progress = progress;
        assert.throws(() => new Posterior(chart, options), /a progress callback cannot/);
    }
    assert.equal(chart.shots, 0);
});

test('what an object needs is not used after it was freed', () => {
    const aiA = new AI(rules, { level: 'easy' });
    const game = new Game(rules, { seed: 1, aiA, aiB: new AI(rules, { level: 'easy' }) });
    ['a', 'b'].forEach((side) => game.placeRandom(side));
    game.start();
    aiA.free();
    assert.throws(() => game.step(), /the AI was freed/);
    const board = new Board(small);
    board.placeRandom(new Rng(1));
    const cell = {
        get x() {
            board.free();
            return 1;
        },
        y: 1,
    };
    assert.throws(() => board.fire(cell), /the Board was freed/);
});

test('objects that nothing refers to are freed', async () => {
    const { exports } = await import(join(build, 'package', 'module.js'));
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc');
    const large = Rules.parse('board 1024x1024\nfleet 5\n');
    const before = exports.memory.buffer.byteLength;
    for (let i = 0; i < 100; i++) {
        new Board(large).clear();
        if (i % 10 === 9) {
            collect();
            await new Promise((resolve) => setTimeout(resolve));
        }
    }
    const grown = exports.memory.buffer.byteLength - before;
    assert.ok(grown < 256 * 1024 * 1024, `the memory has grown by ${grown} bytes`);
});

test('a worker computes, is finished and is cancelled', async () => {
    const worker = new background.Background();
    const position = 'battleship 1\nboard 10x10\nfleet 5 4 3 3 2\na E5 miss\n';
    let reports = 0;
    const found = await worker.posterior({ position, best: 3, progress: () => reports++ });
    assert.equal(found.best.length, 3);
    assert.equal(found.occupancy[44], 0);
    assert.ok(found.info.isExact);

    const aim = worker.aim({ position, level: 'master', seed: 1n });
    aim.finish();
    assert.ok((await aim).info.finishedEarly);

    const long = 'battleship 1\nboard 20x20\nfleet 5 4 4 3 3 3 2 2 2 2\n';
    const cancelled = worker.posterior({
        position: long,
        method: 'mcmc',
        precision: 1e-5,
        workLimit: 2n ** 40n,
        progress: () => cancelled.cancel(),
    });
    const queued = worker.posterior({ position });
    queued.cancel();
    await Promise.all(
        [cancelled, queued].map((task) =>
            assert.rejects(task, { code: 'BSHIP_ERROR_CANCELLED' }),
        ),
    );
    await assert.rejects(worker.posterior({ position: 'battleship 2\n' }), {
        code: 'BSHIP_ERROR_VERSION',
        line: 1,
    });
    worker.close();
});

test('without shared memory tasks are cancelled and finished, too', async () => {
    let workers = 0;
    const url = pathToFileURL(join(build, 'package', 'node-worker.js'));
    const queue = new TaskQueue((receive) => {
        const worker = new Worker(url);
        worker.on('message', receive);
        workers++;
        return worker;
    }, false);
    const isCancelled = (task) => assert.rejects(task, { code: 'BSHIP_ERROR_CANCELLED' });
    const position = 'battleship 1\nboard 10x10\nfleet 5 4 3 3 2\n';
    await queue.posterior({ position });
    // What ends soon keeps its worker.
    const short = queue.posterior({ position: 'battleship 1\nboard 4x3\nfleet 2\n' });
    const next = queue.posterior({ position });
    short.cancel();
    await isCancelled(short);
    assert.ok((await next).info.isExact);
    assert.equal(workers, 1);

    const endless = { method: 'mcmc', precision: 1e-6, workLimit: 2n ** 50n };
    const long = queue.posterior({ position, ...endless });
    const queued = queue.posterior({ position });
    long.cancel();
    await isCancelled(long);
    assert.ok((await queued).info.isExact);
    assert.equal(workers, 2);

    // It begins anew, and an aim has an answer.
    const board = 'battleship 1\nboard 12x12\nfleet 4 3 3 2 2 2 1 1 1 1\ncontact none\n';
    const aim = queue.aim({ position: board, level: 'master', seed: 1n, workLimit: 2 ** 50 });
    setTimeout(() => aim.finish(), 50);
    const { cells, info } = await aim;
    assert.equal(cells.length, 1);
    assert.ok(info.finishedEarly);
    const other = queue.posterior({ position, ...endless });
    other.finish();
    other.finish();
    await isCancelled(other);
    queue.close();
});

test('a task that fails breaks no other', async () => {
    const worker = new background.Background();
    const task = { position: 'battleship 1\nboard 10x10\nfleet 5 4 3 3 2\n', level: 'easy' };
    const { cells } = await worker.aim(task);
    await assert.rejects(worker.aim(), TypeError);
    await assert.rejects(worker.aim({ ...task, level: 'silly' }), /level: expected one of/);
    await assert.rejects(worker.aim({ ...task, progress: 5 }), /progress: expected a function/);
    await assert.rejects(worker.aim({ ...task, limit: 5 }), /no option limit/);
    await assert.rejects(worker.aim({ ...task, done() {} }), { name: 'DataCloneError' });
    assert.deepEqual((await worker.aim(task)).cells, cells);

    const long = 'board 20x20\nfleet 5 4 4 3 3 3 2 2 2 2\n';
    const slow = { position: `battleship 1\n${long}`, method: 'mcmc', precision: 1e-5 };
    const boom = new Error('boom');
    const throwing = worker.posterior({
        ...slow,
        workLimit: 2n ** 40n,
        progress() {
            throw boom;
        },
    });
    await assert.rejects(throwing, boom);

    const possible = (cell) => ({ cell, report: { result: 'miss' } });
    const shots = Array.from({ length: 200 }, (_, i) => possible({ x: i % 20, y: (i / 20) | 0 }));
    for (const cancelled of [worker.contradiction({ rules: long, shots }), worker.aim(task)]) {
        cancelled.cancel();
        cancelled.finish();
        await assert.rejects(cancelled, { code: 'BSHIP_ERROR_CANCELLED' });
    }
    worker.close();
});

test('a worker compares, and finds what cannot be', async () => {
    const worker = new background.Background();
    const head = 'battleship 1\nboard 4x3\nfleet 2\n';
    const [first, ...others] = await worker.candidates({ position: head });
    assert.ok(others.every(({ expectedShots }) => expectedShots >= first.expectedShots));
    assert.ok(first.expectedShots > 2 && first.expectedShots < 12);

    const miss = { result: 'miss' };
    const hit = { result: 'hit' };
    const told = (reports) =>
        Object.entries(reports).map(([cell, report]) => ({ cell: parseCell(cell), report }));
    const rules_ = small.format();
    const wrong = told({ C3: miss, A1: hit, D1: hit, B1: miss });
    assert.deepEqual(await worker.contradiction({ rules: rules_, shots: wrong }), {
        first: 2,
        suspects: [1, 2],
    });
    assert.equal(await worker.contradiction({ rules: rules_, shots: wrong.slice(0, 2) }), null);
    // What is no contradiction blames no report.
    const misspelt = [...wrong.slice(0, 2), { cell: parseCell('D2'), report: { ...hit, ship: 0 } }];
    await assert.rejects(worker.contradiction({ rules: rules_, shots: misspelt }), {
        code: 'BSHIP_ERROR_REPORT',
    });
    const touching = 'board 10x10\nfleet 5 4 3 3 2\ncontact none\n';
    const hits = told({ C3: hit, F6: hit, H2: hit, B8: hit });
    await assert.rejects(
        worker.contradiction({ rules: touching, shots: hits, workLimit: 1 }),
        { code: 'BSHIP_ERROR_WORK_LIMIT' },
    );
    worker.close();
});

test('a worker reviews a game, with the board if the record has it', async () => {
    const worker = new background.Background();
    const lines = 'board 5x4\nfleet 3 2\nturn salvo 2\nsalvo-report total\n';
    const board = laid(Rules.parse(lines));
    const chart = played(board, { strategy: 'random' });
    const record = Record.fromChart(chart, 'b');
    const task = { side: 'b', rollouts: 8, seed: 7n };
    const blind = await worker.review({ ...task, position: record.format() });
    assert.equal(blind.info.hitsKnown, false);
    assert.ok(blind.shots.every(({ isHit }) => isHit === null));
    record.setLayout('a', board.layout);
    let reports = 0;
    const position = record.format();
    const found = await worker.review({ ...task, position, progress: () => reports++ });
    const { shots, turns, costliest } = reviewed(chart, { board, rollouts: 8, seed: 7 });
    assert.deepEqual(found.shots, shots);
    assert.deepEqual(found.turns, turns);
    assert.deepEqual(found.costliest, costliest);
    assert.equal(found.info.hits, board.rules.fleet.cells);
    assert.equal(found.info.isComplete, true);
    assert.ok(reports > 0);

    const long = Record.fromChart(played(laid(rules), { strategy: 'random' })).format();
    const partial = await worker.review({ position: long, timeLimit: 0 });
    assert.equal(partial.info.isComplete, false);
    const finished = worker.review({ position: long, progress: () => finished.finish() });
    assert.equal((await finished).info.isComplete, false);
    const cancelled = worker.review({ position: long, progress: () => cancelled.cancel() });
    await assert.rejects(cancelled, { code: 'BSHIP_ERROR_CANCELLED' });
    await assert.rejects(worker.review({ position: long, limit: 5 }), /no option limit/);
    worker.close();
});

test('Node waits for a task, and then ends without close()', () => {
    const directory = mkdtempSync(join(tmpdir(), 'battleship-package-'));
    const file = join(directory, 'program.mjs');
    const task = "{ position: 'battleship 1\\nboard 4x3\\nfleet 2\\n', level: 'easy' }";
    try {
        for (const use of [
            `console.log((await new Background().aim(${task})).cells.length);`,
            `const task = new Background().aim(${task});
             task.catch(({ code }) => console.log(code));
             task.cancel();`,
        ]) {
            writeFileSync(
                file,
                `import { load } from '${join(build, 'package', 'node.js')}';
                 import { Background } from '${join(build, 'package', 'node-background.js')}';
                 await load();
                 ${use}`,
            );
            const printed = execFileSync('node', [file], { encoding: 'utf8', timeout: 60000 });
            assert.match(printed, /^(1|BSHIP_ERROR_CANCELLED)\n$/);
        }
    } finally {
        rmSync(directory, { recursive: true });
    }
});

test('a match sums up its games', () => {
    const match = new Match(rules, { games: 50, seed: 2 });
    match.add({ strategy: 'density' });
    match.add({ level: 'easy' });
    assert.equal(match.entryName(1), 'hunt');
    assert.equal(match.entryName(2), null);
    match.run();
    assert.equal(match.mean(0).games, 50);
    assert.ok(match.difference(0, 1).high < 0);
});

test('the table of structs is that of the module', async () => {
    const { structs } = await import(join(folder, 'table.js'));
    const { exports } = await import(join(folder, 'module.js'));
    const { text, withMemory } = await import(join(folder, 'memory.js'));
    const offset = (name, field) =>
        withMemory(() => exports.bship_field_offset(text('name', name), text('field', field)));
    assert.ok(Object.keys(structs).length > 20);
    for (const [name, [size, hasSize, fields]] of Object.entries(structs)) {
        assert.equal(withMemory(() => exports.bship_struct_size(text('name', name))), size, name);
        assert.equal(offset(name, 'size') === 0, hasSize, name);
        for (const [key, [, place]] of Object.entries(fields)) {
            const field = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
            assert.equal(offset(name, field), place, `${name}.${field}`);
        }
    }
});

test('addresses cannot be given', () => {
    for (const key of ['progress', 'habits', 'size', 'toString']) {
        assert.throws(
            () => new AI(rules, { strategy: 'random', [key]: 1 }),
            new TypeError(`there is no option ${key}`),
        );
    }
    assert.throws(() => new Match(rules, { sampler: 8 }), TypeError);
});

test('cells, constants and streams', () => {
    assert.deepEqual(parseCell('B4'), { x: 1, y: 3 });
    assert.equal(formatCell({ x: 27, y: 9 }), 'AB10');
    assert.equal(formatCell({ ship: 0, x: 0, y: 0, orientation: 'down' }), 'A1');
    assert.equal(constant('BSHIP_BOARD_EDGE_MAX'), 1024);
    assert.equal(constant('BSHIP_CHART_STATE_KNOWN_WATER'), ChartState.knownWater);
    assert.equal(new Rng(5).next(), new Rng(5).next());
    assert.ok(new Rng(5).below(10) < 10);
});

test('the example and the first program run, and every export has a type', () => {
    const output = execFileSync('node', [join(build, 'package', 'example.js')], {
        encoding: 'utf8',
    });
    assert.match(output, /layouts were left/);
    const readme = readFileSync(join(build, 'package', 'README.md'), 'utf8');
    const [, program] = /^```js\n(.*?)^```$/ms.exec(readme);
    const printed = execFileSync('node', ['--input-type=module', '--eval', program], {
        cwd: join(build, 'package'),
        encoding: 'utf8',
    });
    assert.match(printed, /^\d+ [A-J]\d+\n$/);
    const types = readFileSync(join(root, 'web', 'package', 'index.d.ts'), 'utf8');
    for (const name of Object.keys(library)) {
        assert.match(types, new RegExp(`export (declare )?(class|const|function) ${name}\\b`));
    }
});
