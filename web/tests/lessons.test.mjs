/* What the page computes itself, beside what the library counts. */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { build, root } from './support.mjs';

/* The page as it is served, where Node takes its files for modules. */
const page = mkdtempSync(join(tmpdir(), 'battleship-page-'));
cpSync(join(root, 'web', 'page'), page, { recursive: true });
cpSync(join(build, 'package'), join(page, 'battleship'), { recursive: true });
writeFileSync(join(page, 'package.json'), '{ "type": "module" }\n');
after(() => rmSync(page, { recursive: true }));

const load = (file) => import(join(page, file));
const library = await load('battleship/node.js');
const { AI, Board, Chart, Fleet, Posterior, Rng, Rules, formatCell, parseCell } = library;
const { Background } = await load('battleship/node-background.js');
await library.load();
const { EXAMPLES, EQUAL, compare } = await load('density.js');
const { allLayouts, conflicts, cover, latticeOf, placementsAlone } = await load('layouts.js');
const { causeWords, costliestTurns, figureRows, hitWords, isSettled, lessonWords, reviewedTurn } =
    await load('hindsight.js');
const { Analysis } = await load('analysis.js');
const { Findings } = await load('findings.js');
const { formatLink, parseLink } = await load('link.js');
const { emptyBoards } = await load('paper.js');
const { Position } = await load('position.js');
const { Run } = await load('run.js');
const { findReport, ordered } = await load('reports.js');
const { chartText, estimate, grouped, wreckJoints } = await load('words.js');

test('a sinking that is shown is found by a click, and its ship hangs together', () => {
    const rules = Rules.parse('board 4x3\nfleet 3 2 2\nreveal-ship yes\n');
    const [a1, a2, b1] = [{ x: 0, y: 0 }, { x: 0, y: 1 }, { x: 1, y: 0 }];
    const shots = [
        { cell: b1, report: { result: 'hit' } },
        { cell: a2, report: { result: 'hit' } },
    ];
    const places = [];
    for (let report = null; (report = findReport(rules, shots, a1, 'sunk', report)); ) {
        const { length, x, y, orientation } = report;
        places.push([length, x, y, orientation].join(' '));
    }
    assert.deepEqual(places, ['2 0 0 right', '2 0 0 down']);
    const chart = new Chart(rules);
    shots.forEach(({ cell, report }) => chart.record(cell, report));
    chart.record(a1, findReport(rules, shots, a1, 'sunk'));
    const jointsOf = wreckJoints(chart);
    assert.deepEqual([0, 1, 4].map(jointsOf), [['hull', 'goes-right'], ['hull', 'goes-left'], []]);
});

test('thousands are set apart', () => {
    assert.deepEqual([0, 999, 1000, '15046987768'].map(grouped), ['0', '999', '1,000', '15,046,987,768']);
});

test('the listed layouts are those that the library counts', () => {
    const boards = {
        'board 4x4\nfleet 3 2': [264, 120, 104],
        'board 5x5\nfleet 3 2 2': [12798, 3192, 1956],
    };
    for (const [board, counts] of Object.entries(boards)) {
        ['allowed', 'no-sides', 'none'].forEach((contact, i) => {
            const position = new Position(`${board}\ncontact ${contact}`);
            const layouts = allLayouts(position.rules);
            assert.equal(layouts.length, counts[i]);
            position.press({ x: 1, y: 1 });
            const left = layouts.filter((layout) => !position.chart.checkLayout(layout));
            assert.equal(left.length, position.layouts);
        });
    }
});

function pairsOf(position) {
    const { lengths } = position.rules.fleet;
    const lattice = latticeOf(position.rules);
    const all = [...lengths].map((length) => placementsAlone(position.chart, length));
    const found = conflicts(...all.map((list) => cover(lattice, list)));
    return { found, free: all[0].length * all[1].length - found.pairs };
}

test('pairs less conflicts are the layouts', () => {
    for (const contact of ['allowed', 'none']) {
        for (const fleet of ['3 2', '2 2', '3 3']) {
            const lines = `board 5x5\nfleet ${fleet}\ncontact ${contact}`;
            const position = new Position(lines, ['miss']);
            const equal = fleet[0] === fleet[2] ? 2 : 1;
            const rng = new Rng(1);
            for (let misses = 0; misses < 10; misses++) {
                assert.equal(pairsOf(position).free, equal * position.layouts);
                position.press({ x: rng.below(5), y: rng.below(5) });
            }
        }
    }
});

test('conflicts are those of the documentation', () => {
    const touching = pairsOf(new Position('board 3x3\nfleet 2 2')).found;
    assert.deepEqual(touching, { points: 68, edges: 12, faces: 0, pairs: 56 });
    const apart = pairsOf(new Position('board 3x3\nfleet 2 2\ncontact none')).found;
    assert.deepEqual(apart, { points: 400, edges: 340, faces: 68, pairs: 128 });
});

test('a position is never one without layouts', () => {
    const position = new Position('board 3x3\nfleet 3 2');
    const rng = new Rng(2);
    for (let i = 0; i < 300; i++) {
        position.press({ x: rng.below(3), y: rng.below(3) });
        assert.ok(position.layouts > 0);
    }
    const { known, layouts } = position;
    assert.equal(position.set({ hit: ['A1', 'C1', 'A3', 'C3'] }), false);
    assert.deepEqual([position.known, position.layouts], [known, layouts]);
});

test('in the examples density fires where a hit is less likely', () => {
    const lost = Object.values(EXAMPLES).map(({ board, ...known }) => {
        const position = new Position(board.replace(';', '\n'));
        assert.ok(position.set(known));
        const density = new AI(position.rules, { strategy: 'density' });
        const found = compare(density, position);
        const { x, y } = density.aim(position.chart);
        assert.ok(found.theirs.cells.includes(y * position.rules.width + x));
        return found.lost;
    });
    assert.equal(lost[0], 0.5);
    assert.ok(lost[1] > EQUAL);
});

test('a run is that of the strategy, and can be looked back at', async () => {
    const background = new Background();
    const rules = new Rules(Fleet.preset('classic'));
    const board = new Board(rules);
    board.placeRandom(new Rng(3));
    const run = new Run(board, 'stalker', 5n, background);
    const chart = new Chart(rules);
    const ai = new AI(rules, { strategy: 'stalker', seed: 5n });
    while (!run.isOver) {
        await run.fire();
        const cell = ai.aim(chart);
        chart.record(cell, board.fire(cell));
        assert.equal(run.chart.hash(), chart.hash());
    }
    const early = run.chartAt(4);
    assert.equal(early.shots, 4);
    assert.deepEqual(await run.occupancyAt(4), new Posterior(early).occupancy);
    run.close();
    background.close();
});

test('a run fires salvos, and hears of them by totals', async () => {
    const background = new Background();
    const rules = Rules.parse('board 6x6\nfleet 3 2\nturn salvo 3\nsalvo-report total\n');
    const board = new Board(rules);
    board.placeRandom(new Rng(4));
    const run = new Run(board, 'hunt', 1n, background);
    while (!run.isOver) {
        await run.fire();
    }
    assert.equal(run.chart.turn(0).shots, 3);
    assert.equal(run.chart.turn(0).isTotal, true);
    run.close();
    background.close();
});

test('changes of an analysis are undone one by one', () => {
    const at = (name, result) => [parseCell(name), result];
    const analysis = new Analysis(Rules.parse('board 4x4\nfleet 3 2\n'), {
        leave() {},
        changed() {},
    });
    const known = () =>
        analysis.shots.map(({ cell, report }) => `${formatCell(cell)} ${report.result}`).join();
    assert.ok(!analysis.canUndo);
    for (const [cell, result] of [at('A1', 'miss'), at('B2', 'miss'), at('C3', 'miss')]) {
        analysis.set(cell, result);
    }
    analysis.cycle(parseCell('A1'));
    assert.equal(known(), 'B2 miss,C3 miss,A1 hit');
    analysis.undo();
    assert.equal(known(), 'A1 miss,B2 miss,C3 miss');
    analysis.set(parseCell('B2'), null);
    analysis.undo();
    assert.equal(known(), 'A1 miss,B2 miss,C3 miss');
    analysis.forget();
    assert.equal(known(), '');
    analysis.undo();
    analysis.enter(parseCell('D4'), 'hit');
    assert.ok(analysis.isPicture);
    analysis.undo();
    assert.ok(!analysis.isPicture);
    assert.equal(known(), 'A1 miss,B2 miss,C3 miss');
    // A record that was left is returned to.
    const text = 'battleship 1\nboard 4x3\nfleet 2\na A1 miss\na B1 miss\na C1 miss\n';
    analysis.read({ text });
    assert.ok(!analysis.canUndo);
    analysis.step(1);
    analysis.set(parseCell('D1'), 'miss');
    assert.ok(analysis.steps.isLeft);
    analysis.undo();
    assert.deepEqual([analysis.steps.turn, analysis.steps.isLeft], [1, false]);
    assert.equal(known(), 'A1 miss');
});

test('salvos reported by totals are stepped through, and forgotten', () => {
    let left = 0;
    const analysis = new Analysis(Rules.parse('board 4x4\nfleet 3 2\n'), {
        leave: () => left++,
        changed() {},
    });
    const chart = new Chart(Rules.parse('board 4x4\nfleet 2\nturn salvo 2\nsalvo-report total\n'));
    const none = { hits: 0, sunk: 0 };
    chart.recordTotal([parseCell('A1'), parseCell('B1')], none);
    chart.recordTotal([parseCell('C1'), parseCell('D1')], none);
    const text = chartText(chart);
    analysis.read({ text, side: 'a', turn: 1 });
    assert.ok(analysis.isFixed);
    assert.equal(analysis.chart.turns, 1);
    assert.equal(analysis.turns.length, 2);
    analysis.step(Infinity);
    assert.equal(analysis.text, text);
    assert.deepEqual([analysis.link.side, analysis.link.turn, left], ['a', 2, 0]);
    analysis.forget();
    assert.ok(!analysis.isFixed && left > 0);
    assert.equal(analysis.chart.turns, 0);
    analysis.undo();
    assert.equal(analysis.text, text);
});

/* An analysis of no shots, and all that is said of it by a background. */
async function findingsOf(lines, background, fire = () => {}) {
    const analysis = new Analysis(Rules.parse(lines), { leave() {}, changed() {} });
    const said = [];
    const results = [];
    const findings = new Findings(background, background, () => {
        results.push(findings.result);
        if (findings.words !== said.at(-1)) {
            said.push(findings.words);
        }
    });
    await findings.find(analysis);
    fire(analysis);
    return { analysis, findings, said, results };
}

/* A background that has one answer after the other: a function of the task, or a status. */
function scripted(...answers) {
    const task = (found) => Object.assign(found, { cancel() {} });
    return {
        tasks: [],
        posterior(options) {
            this.tasks.push(options);
            const answer = answers.shift();
            return task(
                typeof answer === 'string'
                    ? Promise.reject(Object.assign(new Error('no'), { code: answer }))
                    : Promise.resolve(answer),
            );
        },
        aim: ({ count }) =>
            task(Promise.resolve({ cells: [{ x: 1, y: 0 }, { x: 0, y: 0 }].slice(0, count) })),
        candidates: () => task(Promise.reject(new Error('unsupported'))),
        contradiction: () => task(Promise.reject(new Error('unsupported'))),
    };
}

function sample(layouts, error, isExact = false) {
    const row = (x, hit) => ({ cell: { x, y: 0 }, forecast: { miss: 1 - hit, hit, sunk: 0 } });
    const method = isExact ? 'frontier' : 'rejection';
    const info = { method, isExact, layouts, layoutsError: 0.01 };
    const standardError = new Float64Array(12).fill(error);
    const digits = String(layouts);
    return { info, layouts: digits, standardError, best: [row(0, 0.6), row(1, 0.5), row(2, 0)] };
}

const BOARD = 'board 4x3\nfleet 2\n';

test('a count that takes long begins with a sample, and is refined', async () => {
    const work = scripted('BSHIP_ERROR_WORK_LIMIT', sample(1.2345e20, 0.02), sample(100, 0, true));
    const { findings, said } = await findingsOf(BOARD, work);
    assert.deepEqual(said, [
        'Counting.',
        'About 1.2 × 10²⁰ layouts are possible. Likeliest is A1: 60\u00a0% ± 2.0\u00a0% to hit.' +
            ' Still counting.',
        '100 layouts are possible. Likeliest is A1: 60\u00a0% to hit.',
        '100 layouts are possible. Best is B1: 50\u00a0% to hit.' +
            ' Likeliest is A1: 60\u00a0% to hit.',
    ]);
    const limits = work.tasks.map(({ workLimit }) => workLimit);
    assert.ok(limits[0] < limits[1] && limits[2] === undefined);
    assert.ok(work.tasks.every(({ timeLimit }) => timeLimit === undefined));
    assert.equal(findings.result.best.length, 2);
});

test('a sample remains where the rest is too much; without one that is said', async () => {
    const limit = 'BSHIP_ERROR_WORK_LIMIT';
    const rest = await findingsOf(BOARD, scripted(sample(5000, 0.01), 'BSHIP_ERROR_MEMORY', limit));
    assert.match(rest.findings.words, /^About 5,000 layouts are possible\. Best is B1/);
    const none = await findingsOf(BOARD, scripted(limit, limit, limit));
    assert.match(none.findings.words, /^This is too much to count here/);
});

test('a shot more never raises an estimate', async () => {
    const samples = [5000, 5400, NaN, 6000].map((number) => sample(number, 0.01));
    const work = scripted(...samples.flatMap((one) => [one, one, one]));
    const { analysis, findings, results } = await findingsOf(BOARD, work, (one) =>
        one.set({ x: 3, y: 2 }, 'miss'),
    );
    results.length = 0;
    await findings.find(analysis);
    assert.match(findings.words, /^About 5,000 layouts/);
    // One that is not known says nothing, and neither does what was known of other shots.
    analysis.set({ x: 0, y: 2 }, 'miss');
    await findings.find(analysis);
    analysis.undo();
    await findings.find(analysis);
    assert.match(findings.words, /^About 6,000 layouts/);
    // The map before stays until there is another.
    assert.ok(results.length > 1 && results.every(Boolean));
    analysis.set({ x: 0, y: 0 }, 'hit');
    analysis.set({ x: 2, y: 2 }, 'hit');
    await findings.find(analysis);
    assert.equal(findings.result, null);
});

test('a classic board is counted at once, and its best cells are those of an aim', async () => {
    const background = new Background();
    const { findings, said } = await findingsOf('board 10x10\nfleet 5 4 3 3 2\n', background);
    assert.equal(said.length, 3);
    assert.match(said[1], /^15,046,987,768 layouts are possible\. Likeliest is /);
    assert.match(said[2], /^15,046,987,768 layouts are possible\. Best is /);
    assert.equal(findings.result.error, 0);
    // By itself, the shots until all is sunk.
    const more = findings.result.best.map(({ shotsMore }) => shotsMore);
    assert.ok(more.length > 1 && Math.min(...more) === 0 && Math.max(...more) < 1);
    background.close();
});

test('the best shot takes the fewest shots; a difference within its error is none', async () => {
    const work = scripted(sample(100, 0, true));
    const [lookahead, standardError] = ['sample', 0.02];
    const candidates = [[1, 9.01], [0, 9], [2, 9.02], [3, 9.2]].map(([x, expectedShots]) => ({
        cell: { x, y: 0 }, expectedShots, lookahead, standardError,
    }));
    work.candidates = () => Object.assign(Promise.resolve(candidates), { cancel() {} });
    const { findings } = await findingsOf(BOARD, work);
    assert.match(findings.words, /Best is B1: 50\u00a0% to hit\. Likeliest is A1/);
    // What the sample of the posterior has not seen is not shown.
    const rows = findings.result.best.map(({ cell, shotsMore }) => [formatCell(cell), shotsMore]);
    assert.deepEqual(rows, [['B1', 0], ['A1', 0]]);
    // All layouts tell cells apart exactly.
    candidates.forEach((one) => Object.assign(one, { standardError: 0 }));
    candidates.sort((a, b) => a.expectedShots - b.expectedShots);
    const exact = await findingsOf(BOARD, Object.assign(work, scripted(sample(100, 0, true)), {
        candidates: work.candidates,
    }));
    const [, second] = exact.findings.result.best;
    assert.equal(second.shotsMore.toFixed(2), '0.01');
});

test('estimates have the digits that they deserve', () => {
    assert.equal(estimate(8042726018346135846912, 0.002), 'About 8.04 × 10²¹');
    assert.equal(estimate(8042726018346135846912, 0.02), 'About 8.0 × 10²¹');
    assert.equal(estimate(123456789, 0.02), 'About 120,000,000');
    assert.equal(estimate(7, 0.02), 'About 7');
});

test('guides and lessons link to each other', () => {
    const html = readFileSync(join(root, 'web', 'page', 'index.html'), 'utf8');
    const guides = readdirSync(join(root, 'doc')).filter((name) => name.endsWith('.md'));
    const text = guides.map((name) => readFileSync(join(root, 'doc', name), 'utf8')).join('');
    const links = [...text.matchAll(/page\/index\.html\?documentation#([\w-]+)/g)];
    assert.ok(links.length > 3);
    for (const [, anchor] of links) {
        assert.match(html, new RegExp(`id="${anchor}"`));
    }
    const pages = [...html.matchAll(/data-guide="([^"]*)"/g)].map(([, page]) => page);
    // The main page of the documentation has no label.
    for (const page of pages.filter((name) => name !== 'index.html')) {
        assert.match(text, new RegExp(`\\{#${page.replace('.html', '')}\\}`));
    }
});

test('a link holds a text, a side and a turn, and says why it cannot be read', async () => {
    const shotOf = (i) => `a ${'ABCDEFGHIJ'[i % 10]}${(i % 7) + 1} miss`;
    const shots = Array.from({ length: 100 }, (_, i) => shotOf(i));
    const text = `battleship 1\nboard 10x10\nfleet Træsk:5 4\n${shots.join('\n')}`;
    const link = await formatLink({ text, side: 'b', turn: 23 });
    assert.match(link, /^#analyse\?1\.b\.23\.[\w-]+$/);
    assert.ok(link.length < text.length / 3, `${link.length} of ${text.length} characters`);
    assert.deepEqual(await parseLink(link), { text, side: 'b', turn: 23 });
    // Links of before: the text itself.
    const old = `#analyse?${encodeURIComponent(text)}`;
    assert.deepEqual(await parseLink(old), { text });
    const huge = await formatLink({ text: 'm'.repeat(1 << 19), side: 'a', turn: 0 });
    assert.ok(huge.length < 2000);
    for (const [broken, why] of [
        [link.slice(0, -10), /cut off or mistyped/],
        [link.replace('1.b', '1.c'), /cut off or mistyped/],
        [link.replace(/.{30}$/, 'A'.repeat(30)), /cut off or mistyped/],
        [`${link}%`, /cut off or mistyped/],
        ['#analyse?1.a.3.', /cut off or mistyped/],
        [link.replace('?1.', '?2.'), /version 2 are unknown/],
        [huge, /longer than 262144 bytes/],
        ['#analyse?%E0%A4%A', /malformed/],
    ]) {
        await assert.rejects(parseLink(broken), why, broken);
    }
});

test('cells of a game on paper are entered in any order', () => {
    const rules = Rules.parse('board 6x6\nfleet 4 3 2\n');
    const enter = (shots, name, result) => {
        const cell = parseCell(name);
        return ordered(rules, [...shots, { cell, report: findReport(rules, shots, cell, result) }]);
    };
    const taps = [['C1', 'sunk'], ['F6', 'miss'], ['A1', 'hit'], ['B1', 'hit'], ['D3', 'hit']];
    const shots = taps.reduce((done, [name, result]) => enter(done, name, result), []);
    assert.deepEqual(shots.map(({ cell }) => formatCell(cell)), ['F6', 'A1', 'B1', 'D3', 'C1']);
    assert.equal(shots.at(-1).report.length, 3);
    const chart = new Chart(rules);
    shots.forEach(({ cell, report }) => chart.record(cell, report));
    assert.equal(chart.shipsAfloat, 2);
    // A ship that was chosen stays.
    const report = { result: 'sunk', length: 2 };
    const [chosen] = ordered(rules, [{ ...shots.at(-1), report, isChosen: true }]);
    assert.equal(chosen.report.length, 2);
});

test('two empty boards and the fleet are a picture', () => {
    const svg = emptyBoards(Rules.parse('board 4x3\nblocked A1\nfleet 3 2\n'));
    assert.match(svg, /^<svg [^>]*viewBox="0 0 \d+ \d+"[^]*<\/svg>\n$/);
    assert.equal(svg.match(/<rect /g).length, 2 * 4 * 3 + 3 + 2);
    assert.equal(svg.match(/fill="#bbb"/g)?.length, 2);
    assert.equal(svg.match(/>D<\/text>/g).length, 2);
});

/* What a review has found: a game of one-shot turns at A1, B1 and on, beside the expert's. */
function foundOf(info, turns) {
    return {
        info: { shots: 40, turnsDone: turns.length, rest: 0, startError: 0.4, ...info },
        shots: turns.map(({ expert, isHit = false }, turn) => ({
            turn,
            cell: { x: turn, y: 0 },
            expertCell: parseCell(expert),
            chance: 0.12,
            expertChance: 0.47,
            isHit,
        })),
        turns: turns.map(({ expert, cost = 0 }, turn) => ({
            firstShot: turn,
            shots: 1,
            isExpert: expert === formatCell({ x: turn, y: 0 }),
            cost,
            costError: 0.1,
            luck: -0.5,
        })),
        costliest: turns
            .map((_, turn) => turn)
            .filter((turn) => turns[turn].cost > 0.3)
            .sort((a, b) => turns[b].cost - turns[a].cost),
    };
}

test('a review names the larger cause first, and its figures add up', () => {
    for (const [start, cost, shots, rest, errors, words] of [
        [43.6, 23.4, 55, 0, 1, 'gave away about 23.4 shots and won back about 12.0 by luck'],
        [43.6, 3.4, 35, 0, 1, 'saved about 12.0 shots by luck and gave away about 3.4'],
        [43.6, 3.4, 55, 0, 1, 'lost about 8.0 shots by bad luck and gave away about 3.4'],
        [43.6, 3.4, 55, 0, 2, 'lost about 8.0 shots by bad luck and gave away about 3.4, if any'],
        [43.6, 3.4, 40, 15, 2, 'lost about 8.0 shots by bad luck and gave away about 3.4, if any'],
        [44, -5, 38, 0, 0.5,
            "saved about 5.0 shots by better cells than the expert's and " +
            'saved about 1.0 by luck, if any'],
        [44, 0, 40, 0, 0, 'saved about 4.0 shots by luck and gave nothing away'],
        [44, 0, 44, 0, 0, 'neither gave shots away nor had luck'],
    ]) {
        const luck = start + cost - shots - rest;
        const errorsOf = { costError: errors, luckError: errors };
        const found = foundOf({ start, cost, shots, rest, luck, ...errorsOf }, [{ expert: 'A1' }]);
        assert.equal(causeWords(found), `You ${words}.`);
        const rows = figureRows(found);
        const [usual, given, saved, total] = rows.map(([figure]) => Number(figure));
        const sign = (row, word) => (rows[row][1].startsWith(word) ? -1 : 1);
        const sum = usual + sign(1, 'saved') * given + sign(2, 'saved') * saved;
        assert.equal(sum.toFixed(1), total.toFixed(1));
        const all = rest ? 'in all: 40 fired by you, 15.0 more needed' : 'fired by you';
        assert.equal(rows[3][1], all);
        assert.ok(isSettled(found));
    }
    assert.ok(!isSettled(foundOf({ start: 44, luckError: 6 }, [{ expert: 'A1' }])));
    assert.ok(isSettled(foundOf({ start: 66, luckError: 6 }, [{ expert: 'A1' }])));
    assert.ok(!isSettled(foundOf({ start: NaN, luckError: NaN }, [{ expert: 'A1' }])));
    const early = { hits: 1, hitsChosen: 2.34, hitsExpert: 3.21, shotsDone: 9 };
    assert.match(
        hitWords(foundOf(early, [])),
        /^You made 1 hit in 9 shots: your cells promised 2\.3\. /,
    );
});

test('a review tells what was left, and what each turn was worth', () => {
    const left = { expert: 'B2', cost: 1 };
    const lessons = [
        [[{ expert: 'A1', isHit: true }, left], 'In turn 2 you left B2, 47\u00a0%: 1.0 shots.'],
        [
            [{ expert: 'A1' }, { expert: 'B1', isHit: true }, left, left],
            'After the hit at B1 you left B2, 47\u00a0%, for 2 turns: 2.0 shots.',
        ],
        [[left, left, left], 'From turn 1 on you left B2, 47\u00a0%, for 3 turns: 3.0 shots.'],
        [[{ expert: 'B2', cost: 0.4 }], ''],
        [[{ expert: 'A1' }], ''],
    ];
    for (const [turns, words] of lessons) {
        assert.equal(lessonWords(foundOf({}, turns)), words);
    }
    const found = foundOf({}, [0.4, 2, 1, 0, 3].map((cost) => ({ expert: 'J9', cost })));
    assert.deepEqual(costliestTurns(found).map(({ turn }) => turn), [4, 1, 2]);
    const choice = 'E1, 12\u00a0%; the expert: J9, 47\u00a0%';
    assert.equal(costliestTurns(found)[0].words, `3.0 shots, turn 5: ${choice}`);
    assert.deepEqual(reviewedTurn(found, 4), {
        words: `Turn 5: ${choice}. Shots: 3.0 given away, 0.5 lost by bad luck.`,
        cells: [parseCell('E1')],
        expertCells: [parseCell('J9')],
    });
    assert.match(reviewedTurn(found, 3).words, /Shots: 0\.5 lost/);
    const same = foundOf({}, [{ expert: 'A1' }]);
    assert.match(reviewedTurn(same, 0).words, /A1, 12\u00a0%; the expert, too\. Shots: none given/);
    same.turns[0].luck = -0.04;
    assert.match(reviewedTurn(same, 0).words, /Shots: none given away, none saved or lost by luck\.$/);
});
