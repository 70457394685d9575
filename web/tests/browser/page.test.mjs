/*
 * The page in Chromium, or in Firefox if BATTLESHIP_BROWSER says so, as people use it: by mouse, by
 * touch, by keys alone, with and without a server. No console may complain. Pictures of all states go
 * to a folder of the browser's in `screens` beside the page.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Chromium } from './chromium.mjs';
import { faultsOf } from './faults.mjs';
import { Firefox } from './firefox.mjs';
import { Reader } from './reader.mjs';
import { serve } from './server.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const build = join(root, 'build', 'web');
const folder = process.env.BATTLESHIP_PAGE ?? join(build, 'page');
const isFirefox = process.env.BATTLESHIP_BROWSER === 'firefox';
const screens = join(folder, '..', 'screens', isFirefox ? 'firefox' : 'chromium');
const axeFile = join(build, 'axe', 'node_modules', 'axe-core', 'axe.min.js');
const axe = existsSync(axeFile) ? readFileSync(axeFile, 'utf8') : null;

const PHONE = { width: 390, height: 844, touch: true };
const SMALL_PHONE = { width: 360, height: 640, touch: true };
const FROM_DISK = pathToFileURL(join(folder, 'index.html')).href;
const CONTRADICTION =
    'battleship 1\nboard 4x3\nfleet 2\na C3 miss\na A1 hit\na D1 hit\na B1 miss\n';

let browser = null;
let site = null;

before(async () => {
    mkdirSync(screens, { recursive: true });
    browser = isFirefox
        ? new Firefox(process.env.FIREFOX ?? 'firefox-esr')
        : new Chromium(process.env.CHROMIUM ?? 'chromium');
    site = await serve(folder);
});

after(async () => {
    site.stop();
    await browser.close();
});

/* A test of a page of its own, whose console must stay silent. */
function pageTest(name, options, call, { address = () => FROM_DISK, ...settings } = {}) {
    test(name, settings, async () => {
        const page = await browser.page(options);
        try {
            await page.go(address());
            await call(page);
            assert.deepEqual(page.complaints, [], 'the console');
        } catch (error) {
            await page.screenshot(join(screens, `failed ${name}.png`)).catch(() => {});
            throw error;
        } finally {
            await page.close();
        }
    });
}

/* Settings of a test of what Chromium alone can show. */
const inChromium = (what) => ({ skip: isFirefox && `Firefox does not show ${what}` });

const cell = (grid, name) => `#${grid} [aria-label^="${name},"]`;
const labels = (page, grid) =>
    page.run(
        (id) => [...document.querySelectorAll(`#${id} .cell`)].map((one) => one.ariaLabel),
        grid,
    );
const press = (page, ...selectors) =>
    selectors.reduce((done, selector) => done.then(() => page.press(selector)), Promise.resolve());

async function choose(page, selector, value) {
    await page.run(
        (name, to) => {
            const control = document.querySelector(name);
            control.value = to;
            control.dispatchEvent(new Event('input', { bubbles: true }));
            control.dispatchEvent(new Event('change', { bubbles: true }));
        },
        selector,
        value,
    );
}

const fillRecord = (page, text) => choose(page, '#record-text', text);

/* Opens the list of games, and waits until it is shown, which writes into the field. */
async function openGames(page) {
    await page.press('#record summary');
    await page.untilText('#kept-note', /^This browser/);
}

async function newRules(page, rules) {
    await page.press('#new-game summary');
    for (const [name, value] of Object.entries(rules)) {
        await choose(page, `#new-form [name="${name}"]`, value);
    }
    await page.press('#new-form button');
    await page.until(
        () =>
            !document.querySelector('#new-game').open ||
            document.querySelector('#new-error').textContent,
        'a new game, or why there is none',
    );
}

async function startGame(page) {
    await page.press('#start');
    await page.untilText('#play-status', /Your shot|Choose (\d|a cell)/);
}

const turnOrEnd = (page) =>
    page.untilText('#play-status', /Your shot\.|Choose (\d+ cells|a cell)|won|draw/);

/* Waits until a review has ended. Without the time for figures in shots it is one in hits. */
const untilReviewed = (page) => page.untilText('#review-words', /^You (?!made)|promised/);

/* Plays on by the hints until the end. */
async function playByHints(page) {
    while (!/won|draw/.test(await turnOrEnd(page))) {
        await page.press('#hint');
        await page.until(() => document.querySelector('#target .hint'), 'a hint is shown');
        const cells = await page.run(() =>
            [...document.querySelectorAll('#target .hint')].map((one) => one.dataset.index),
        );
        for (const index of cells) {
            await page.press(`#target [data-index="${index}"]`);
        }
        if (cells.length > 1) {
            await page.press('#fire');
        }
        await page.until(() => !document.querySelector('#target .hint'), 'the shot is fired');
    }
}

const hash = (text) => `${FROM_DISK}#analyse?${encodeURIComponent(text)}`;

/* ---- loading ---- */

for (const [from, address] of [
    ['disk', () => FROM_DISK],
    ['a server', () => site.address],
]) {
    test(`the first shot from ${from}, with an empty cache`, async () => {
        const times = [];
        for (let i = 0; i < 3; i++) {
            const page = await browser.page(PHONE);
            await page.go(address());
            await page.press('#start');
            await page.untilText('#play-status', /Your shot|Choose a cell/);
            await page.press(cell('target', 'E5'));
            times.push(
                await page.until(
                    () =>
                        /E5/.test(document.querySelector('#play-status').textContent) &&
                        performance.now(),
                    'the shot is reported',
                ),
            );
            assert.deepEqual(page.complaints, []);
            await page.close();
        }
        console.log(`# from ${from}: ${times.map((time) => time.toFixed(0)).join(', ')} ms`);
    });
}

test('without a network, and a new version replaces the old one', async () => {
    const own = await serve(folder);
    const page = await browser.page(PHONE);
    await page.go(own.address);
    await page.run(() => navigator.serviceWorker.ready.then(() => true));
    // A new version: another page, and so another worker.
    const html = readFileSync(join(folder, 'index.html'), 'utf8');
    const worker = readFileSync(join(folder, 'sw.js'), 'utf8');
    own.change('index.html', html.replace('<h1>Battleship</h1>', '<h1>New Battleship</h1>'));
    own.change('sw.js', worker.replace(/VERSION = '/, "VERSION = 'new"));
    await page.run(() =>
        navigator.serviceWorker
            .getRegistration()
            .then((one) => one.update())
            .then(() => true),
    );
    await page.until(
        () => caches.keys().then((names) => names.length === 1 && / new/.test(names[0])),
        'the new version has replaced the old one',
    );
    // Of the two modules the one that this machine uses is kept.
    const kept = await page.run(async () => {
        const cache = await caches.open((await caches.keys())[0]);
        return (await cache.keys()).map(({ url }) => url.split('/').pop());
    });
    assert.deepEqual(kept.filter((file) => /wasm/.test(file)), ['battleship.wasm.js']);
    assert.ok(['icon.svg', 'manifest.webmanifest'].every((file) => kept.includes(file)));
    assert.ok(!kept.includes('preview.jpg'));
    own.stop();
    assert.deepEqual(page.complaints, []);
    await page.go(own.address);
    assert.equal(await page.text('h1'), 'New Battleship');
    await startGame(page);
    await page.press(cell('target', 'E5'));
    await page.untilText('#play-status', /E5 .*Your shot/);
    await page.close();
});

pageTest(
    'from a server the page can be installed',
    PHONE,
    async (page) => {
        await page.until(() => document.querySelector('[rel=manifest]'), 'the manifest is linked');
        await page.run(() => navigator.serviceWorker.ready.then(() => true));
        const { errors, data } = await page.send('Page.getAppManifest');
        assert.deepEqual(errors, []);
        const { icons } = JSON.parse(data);
        const apple = await page.run(() =>
            document.querySelector('[rel=apple-touch-icon]').getAttribute('href'),
        );
        icons.push({ src: apple, sizes: '180x180' }, { src: 'preview.jpg', sizes: '' });
        assert.ok(icons.some(({ sizes }) => sizes === '512x512'));
        for (const { src, sizes } of icons) {
            const response = await fetch(new URL(src, site.address));
            const type = response.headers.get('Content-Type');
            assert.ok(response.ok && type.startsWith('image/'), src);
            const file = Buffer.from(await response.arrayBuffer());
            // A PNG has its width and its height in bytes 16 to 23.
            const size = type === 'image/png' && `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`;
            assert.ok(!size || size === sizes, `${src}: ${size}`);
        }
        const { installabilityErrors } = await page.send('Page.getInstallabilityErrors');
        const ids = installabilityErrors.map(({ errorId }) => errorId);
        // The browser of the tests is as one that keeps nothing.
        assert.deepEqual(ids.filter((id) => id !== 'in-incognito'), []);
    },
    { address: () => site.address, ...inChromium('what stands in the way of installing') },
);

for (const [from, address] of [
    ['disk', () => FROM_DISK],
    ['a server', () => site.address],
]) {
    test(`from ${from} the page takes nothing from elsewhere, and no code from text`, async () => {
        const page = await browser.page(PHONE);
        await page.go(address());
        const other = await serve(folder);
        await page.run(async (elsewhere) => {
            window.refused = [];
            document.onsecuritypolicyviolation = ({ effectiveDirective }) =>
                window.refused.push(effectiveDirective);
            const add = (name, properties) =>
                document.body.append(Object.assign(document.createElement(name), properties));
            add('script', { src: `${elsewhere}page.js` });
            add('script', { textContent: 'window.ran = true' });
            add('img', { src: `${elsewhere}icon.svg` });
            add('iframe', { src: elsewhere });
            await fetch(elsewhere).catch(() => {});
        }, other.address);
        const expected = [
            'connect-src',
            'frame-src',
            'img-src',
            'script-src-elem',
            'script-src-elem',
        ];
        await page.until((count) => window.refused.length >= count, 'refusals', expected.length);
        const found = await page.run(() => [window.refused.sort(), window.ran ?? 'no text ran']);
        other.stop();
        await page.close();
        assert.deepEqual(found, [expected, 'no text ran']);
    });
}

/* ---- playing ---- */

pageTest('a game to its end and a shared position, by touch on a phone', PHONE, async (page) => {
    await startGame(page);
    await playByHints(page);
    const end = await page.untilText('#play-status', /won/);
    assert.match(end, /^You: .* (You|It) won in \d+ shots\.$/);
    await untilReviewed(page);
    await page.run(() => window.scrollTo(0, 1000));
    await page.press('#look');
    await page.untilText('#step-where', /Turn (\d+) of \1/);
    assert.equal(await page.run(() => window.scrollY), 0);
    await page.press('#step-back');
    const words = await page.untilText('#analyse-status', /possible/);
    const where = await page.text('#step-where');
    const [, turn] = where.match(/^Turn (\d+) of/);
    const address = await page.until(
        (shown) => location.hash.startsWith(`#analyse?1.a.${shown}.`) && location.href,
        'the link',
        turn,
    );
    // Who is sent the address sees the same position.
    const other = await browser.page({ dark: true });
    await other.go(address);
    assert.equal(await other.untilText('#analyse-status', /possible/), words);
    assert.equal(await other.text('#step-where'), where);
    assert.deepEqual(await labels(other, 'chart'), await labels(page, 'chart'));
    assert.deepEqual(
        await other.run(() => [...document.querySelector('#step-side').options].map(({ text }) => text)),
        ['the player', 'the computer'],
    );
    assert.deepEqual(other.complaints, []);
    await other.close();
});

const POOR_GAME = `battleship 1
board 5x5
fleet 3 2
contact allowed
turn one
disclosure length
salvo-report each
reveal-water no
repeat refused
first random
ending at-once
began b
a ship 3 A1 right
a ship 2 A5 right
b ship 3 C3 right
b ship 2 A1 down
b E3 miss
a A5 miss
b D3 miss
a C3 hit
b C3 miss
a E5 miss
b E4 miss
a E1 miss
b B4 miss
a D3 hit
b D4 miss
a E3 sunk 3
b D2 miss
a A1 hit
b B2 miss
a A2 sunk 2
result a
`;

for (const [how, options] of [
    ['on a phone', PHONE],
    ['in the dark', { dark: true }],
]) {
    pageTest(`a review accounts for the shots and shows turns, ${how}`, options, async (page) => {
        await openGames(page);
        await fillRecord(page, POOR_GAME);
        await page.press('#import');
        await untilReviewed(page);
        const rows = await page.run(() =>
            [...document.querySelectorAll('#review-figures tr')].map((row) =>
                [...row.cells].map((one) => one.textContent),
            ),
        );
        const [usual, cost, luck, total] = rows.map(([figure]) => Number(figure));
        assert.match(rows[1][1], /^given away by the choice of cells \(±/);
        const saved = rows[2][1].startsWith('saved') ? luck : -luck;
        assert.equal((usual + cost - saved).toFixed(1), total.toFixed(1));
        assert.deepEqual(rows[3], ['8.0', 'fired by you']);
        const lesson = await page.text('#review-lesson');
        assert.match(lesson, /^After the hit at C3 you left .* shots\.$/);
        assert.match(await page.text('#review-shots'), /^\d\.\d shots, turn \d: /);
        await page.press('#review-graph');
        const words = await page.text('#review-turn-words');
        const [, turn] = words.match(/^Turn (\d): [A-E]\d, .*Shots: .* by (good|bad) luck\.$/);
        assert.equal(await page.run(() => document.querySelector('#review-turn').value), turn);
        await page.run(() => document.querySelector('#review-turn').focus());
        await page.key('Home');
        assert.match(await page.text('#review-turn-words'), /^Turn 1: A5, .*; the expert: /);
        const marked = (kind) =>
            page.run((name) => document.querySelectorAll(`#target .${name}`).length, kind);
        assert.equal(await marked('chosen'), 1);
        assert.equal(await marked('hint'), 1);
        await page.screenshot(join(screens, `review ${how}.png`));
        await page.press('#again');
        assert.equal(await page.run(() => document.querySelector('#review').hidden), true);
    });
}

pageTest('no shot is proposed where all ships are sunk', {}, async (page) => {
    await page.go(hash('battleship 1\nboard 4x3\nfleet 2\na A1 hit\na B1 sunk 2\n'));
    assert.equal(
        await page.untilText('#analyse-status', /^1 layout is possible/),
        '1 layout is possible. All ships are sunk.',
    );
    assert.equal(await page.run(() => document.querySelectorAll('#best tr').length), 0);
});

/* The way from the top of the page to that of an element. */
const topOf = (page, selector) =>
    page.run((name) => scrollY + document.querySelector(name).getBoundingClientRect().top, selector);

for (const options of [PHONE, SMALL_PHONE]) {
    pageTest(
        `cells stay where they are while a game goes on, at ${options.width} pixels`,
        options,
        async (page) => {
            const before = await topOf(page, '#own');
            await page.press('#own [aria-label*=", ship"]');
            assert.match(await page.text('#play-status'), /choose its first cell/);
            assert.equal(await topOf(page, '#own'), before);
            await startGame(page);
            const playing = await topOf(page, '#target');
            await page.press(cell('target', 'E5'));
            await page.untilText('#play-status', /E5 .*Your shot/);
            assert.equal(await topOf(page, '#target'), playing);
            await press(page, '#resign', '#resign-yes');
            await untilReviewed(page);
            assert.equal(await topOf(page, '#target'), playing);
        },
    );
}

/* Where an element is: left, top, right and bottom, in the window. */
const boxOf = (page, selector) =>
    page.run((name) => {
        const { left, top, right, bottom } = document.querySelector(name).getBoundingClientRect();
        return { left, top, right, bottom };
    }, selector);

for (const options of [PHONE, SMALL_PHONE]) {
    pageTest(
        `laying has one screen, and cells take a finger, at ${options.width} pixels`,
        options,
        async (page) => {
            for (const name of ['own', 'start', 'turn', 'shuffle', 'clear']) {
                const { left, right, bottom } = await boxOf(page, `#${name}`);
                assert.ok(left >= 0 && right <= options.width, `${name}: ${left} to ${right}`);
                assert.ok(bottom <= options.height, `${name}: down to ${bottom}`);
            }
            const isLarge = async (grid) => {
                const { left, right } = await boxOf(page, cell(grid, 'E5'));
                assert.ok(right - left >= 36, `${grid}: ${right - left}`);
            };
            await isLarge('own');
            await startGame(page);
            await isLarge('target');
            await page.press('#to-analyse');
            await page.until(() => !document.querySelector('#analyse').hidden, 'the analysis');
            await isLarge('chart');
        },
    );
}

pageTest('boards stand beside Start, and use the window', { height: 800 }, async (page) => {
    const start = await boxOf(page, '#start');
    const own = await boxOf(page, '#own');
    assert.ok(start.right < own.left && start.bottom < 400, `Start ends at ${start.bottom}`);
    assert.ok(own.bottom < 800, `the board ends at ${own.bottom}`);
    const rules = await boxOf(page, '#new-game');
    assert.ok(rules.top - own.bottom >= 12, `below the board: ${rules.top - own.bottom}`);
    await startGame(page);
    assert.deepEqual(await boxOf(page, '#own'), own);
    const target = await boxOf(page, '#target');
    const resign = await boxOf(page, '#resign');
    assert.ok(Math.abs(resign.right - target.right) < 1, `to ${resign.right} of ${target.right}`);
    const wide = await browser.page({ width: 1920, height: 1080 });
    await wide.go(FROM_DISK);
    const { left, right } = await boxOf(wide, '#own');
    assert.ok(right - left > 700, `${right - left} pixels`);
    await wide.close();
});

pageTest('nothing moves by itself from laying to the review', PHONE, async (page) => {
    await page.run(() => {
        window.moved = 0;
        new PerformanceObserver((list) =>
            list.getEntries().forEach(({ value, hadRecentInput }) => {
                window.moved += hadRecentInput ? 0 : value;
            }),
        ).observe({ type: 'layout-shift', buffered: true });
    });
    await startGame(page);
    for (const name of ['E5', 'C3', 'G7']) {
        await page.press(cell('target', name));
        await page.untilText('#play-status', new RegExp(`${name} .*Your shot`));
    }
    await press(page, '#resign', '#resign-yes');
    await untilReviewed(page);
    await page.press('#look');
    await page.untilText('#analyse-status', /possible/);
    await page.run(() => new Promise((resolve) => setTimeout(resolve, 600)));
    const moved = await page.run(() => window.moved);
    console.log(`# layout shift from loading to the analysis: ${moved.toFixed(4)}`);
    assert.ok(moved < 0.05, `moved: ${moved}`);
}, inChromium('how far things move'));

pageTest('what is shown while the page loads stays in its place', PHONE, async (page) => {
    const shift = await page.run(
        () =>
            new Promise((resolve) => {
                let sum = 0;
                const add = (list) => list.getEntries().forEach(({ value }) => (sum += value));
                new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
                setTimeout(() => resolve(sum), 300);
            }),
    );
    // The share of the page that moved: Chromium's `layout-shift`. Without room for boards it is .3.
    assert.ok(shift < 0.1, `moved: ${shift}`);
}, inChromium('how far things move'));

pageTest('a ship is turned when there is one to turn', {}, async (page) => {
    const isDisabled = () => page.run(() => document.querySelector('#turn').disabled);
    assert.ok(await isDisabled());
    await page.run(() => document.querySelector('#own [aria-label*=", ship"]').focus());
    await page.key('r');
    assert.match(await page.text('#play-status'), /^[A-Z][a-z]+ (lies at|cannot be turned)/);
    assert.ok(!(await isDisabled()));
    await page.press('#shuffle');
    assert.ok(await isDisabled());
});

pageTest('the size of a salvo is asked where there are salvos', {}, async (page) => {
    const isAsked = () =>
        page.run(() => document.querySelector('#new-form [name="turn-number"]').checkVisibility());
    await page.press('#new-game summary');
    assert.ok(!(await isAsked()));
    await choose(page, '#new-form [name="turn"]', 'salvo');
    assert.ok(await isAsked());
    await choose(page, '#new-form [name="preset"]', 'russian');
    assert.ok(!(await isAsked()));
});

pageTest('a button that is disabled hands the focus on', {}, async (page) => {
    const pressByKey = async (id) => {
        await page.run((name) => document.getElementById(name).focus(), id);
        await page.key('Enter');
    };
    const focused = () => page.run(() => document.activeElement.id);
    await startGame(page);
    await playByHints(page);
    await untilReviewed(page);
    await page.press('#look');
    await page.untilText('#step-where', /Turn (\d+) of \1/);
    await pressByKey('step-first');
    assert.equal(await focused(), 'step-on');
    await pressByKey('step-last');
    assert.equal(await focused(), 'step-back');
    await page.press('#to-watch');
    await page.untilText('#density-status', /./);
    await page.press('#density-misses');
    await pressByKey('density-clear');
    assert.equal(await focused(), 'density-search');
});

pageTest('the tab of the part that is shown leads to the top', PHONE, async (page) => {
    await page.press('#to-watch');
    await page.untilText('#density-status', /./);
    await page.press('#to-watch');
    await page.run(() => new Promise((resolve) => setTimeout(resolve, 300)));
    assert.equal(await page.run(() => window.scrollY), 0);
    await page.press('.jumps [href="#watch-pairs"]');
    await page.until(
        () => Math.abs(document.querySelector('#watch-pairs').getBoundingClientRect().top) < 50,
        'the lesson is at the top',
    );
});

pageTest('the way back to the documentation', PHONE, async (page) => {
    const link = () =>
        page.run(() => {
            const element = document.getElementById('to-guides');
            return [element.hidden, element.getAttribute('href')];
        });
    assert.deepEqual(await link(), [true, null]);
    assert.equal(await page.run(() => document.querySelector('[rel=manifest]')), null);
    const address = await page.run(() => location.href.split(/[?#]/)[0]);
    await page.go(`${address}?documentation#watch`);
    assert.deepEqual(await link(), [false, '../index.html']);
    assert.equal(await page.run(() => document.documentElement.scrollWidth), PHONE.width);
});

pageTest('a game by keys alone', {}, async (page) => {
    const focused = () =>
        page.run(() => document.activeElement.id || document.activeElement.ariaLabel);
    const tabTo = async (name) => {
        for (let i = 0; i < 30 && (await focused()) !== name; i++) {
            await page.key('Tab');
        }
        assert.equal(await focused(), name);
    };
    const ships = await labels(page, 'own');
    await tabTo(ships[0]);
    // Takes the first ship in hand, turns it, and lays it somewhere else or is told why not.
    const [target] = ships.filter((label) => /, ship/.test(label));
    for (let i = 0; i < ships.indexOf(target) % 10; i++) await page.key('ArrowRight');
    for (let i = 0; i < Math.floor(ships.indexOf(target) / 10); i++) await page.key('ArrowDown');
    assert.equal(await focused(), target);
    await page.key('Enter');
    assert.match(await page.text('#play-status'), /choose its first cell/);
    await page.key('r');
    assert.match(await page.text('#play-status'), /lies at|cannot be turned/);
    await tabTo('start');
    await page.key('Enter');
    await page.untilText('#play-status', /Your shot|Choose a cell/);
    assert.match(await focused(), /^A1,/);
    let end = '';
    for (let y = 0; y < 10 && !end; y++) {
        for (let x = 0; x < 10 && !end; x++) {
            await page.key('Enter');
            end = /won/.exec(await turnOrEnd(page))?.[0] ?? '';
            await page.key('ArrowRight');
        }
        await page.key('Home');
        await page.key('ArrowDown');
    }
    assert.equal(end, 'won');
    await page.untilText('#play-status', /won/);
    await untilReviewed(page);
    await tabTo('review-turn');
    await page.key('Home');
    assert.match(await page.text('#review-turn-words'), /^Turn 1: /);
    await page.run(() => document.querySelector('#target .cell').focus());
    await tabTo('look');
    await page.key('Enter');
    await page.untilText('#step-where', /^Turn/);
    assert.equal(await focused(), 'to-analyse');
    await page.run(() => document.querySelector('#to-play').focus());
    await page.key('Enter');
    await tabTo('again');
    await page.key('Enter');
    assert.equal(await focused(), 'start');
});

for (const [how, options] of [
    ['mouse', {}],
    ['touch', PHONE],
]) {
    pageTest(
        `ships are laid, turned and dragged by ${how}, and refusals explained`,
        options,
        async (page) => {
            await page.press('#clear');
            await page.press(cell('own', 'A1'));
            assert.match(
                await page.text('#play-status'),
                /Battleship, 4 cells: choose its first cell/,
            );
            await page.press(cell('own', 'A1'));
            await page.press(cell('own', 'A1'));
            assert.match(await page.text('#play-status'), /^Carrier lies at A1\. Battleship/);
            assert.match((await labels(page, 'own'))[40], /ship, Carrier/);
            await page.drag(cell('own', 'A3'), cell('own', 'C8'));
            assert.match(await page.text('#play-status'), /^Carrier lies at C6/);
            assert.match((await labels(page, 'own'))[52], /ship, Carrier/);
            await page.drag(cell('own', 'C6'), cell('own', 'C9'));
            assert.match(await page.text('#play-status'), /Carrier cannot lie there: /);
            assert.ok(await page.run(() => document.querySelector('#start').disabled));
            await page.press('#shuffle');
            await startGame(page);
        },
    );
}

pageTest('undo, a hint, the heat map, and a shot that is refused', {}, async (page) => {
    await startGame(page);
    const empty = await labels(page, 'target');
    await page.press(cell('target', 'C3'));
    await page.untilText('#play-status', /C3 .*Your shot/);
    await page.press(cell('target', 'C3'));
    await page.untilText('#play-status', /already|known/);
    await page.press('#heat');
    await page.until(
        () => document.querySelector('#target [data-index="0"]').textContent,
        'numbers',
    );
    assert.match((await labels(page, 'target'))[0], /A1, unknown, a ship: \d/);
    const disagreeing = await page.run(() =>
        [...document.querySelectorAll('#target .cell')]
            .filter((one) => /^\d+$/.test(one.textContent))
            .filter((one) => !one.ariaLabel.includes(`: ${one.textContent}\u00a0%`))
            .map((one) => `${one.textContent}: ${one.ariaLabel}`),
    );
    assert.deepEqual(disagreeing, []);
    await page.press('#heat');
    await page.untilText('#play-status', /^The heat map is hidden\. Your shot\.$/);
    await page.press('#undo');
    assert.deepEqual(await labels(page, 'target'), empty);
    await page.press('#hint');
    await page.untilText('#play-status', /Where a hit is most likely: \w+ \(\d/);
});

pageTest('a computer that thinks for long can be asked to answer now', {}, async (page) => {
    await newRules(page, {
        width: 14,
        height: 14,
        fleet: '4 3 3 2 2 2 1 1 1 1',
        contact: 'none',
        first: 'b',
    });
    await page.press('#levels [value="master"]');
    await page.run(() => {
        // A fast machine has thought enough after the second that the button waits for.
        const { setTimeout: wait } = window;
        window.setTimeout = (call, time) => wait(call, time === 1000 ? 0 : time);
        window.answers = 0;
        document.querySelector('#finish').addEventListener('click', () => window.answers++);
        const press = () => {
            const finish = document.querySelector('#finish');
            if (finish.checkVisibility() && window.answers === 0) {
                window.told = document.querySelector('#play-status').textContent;
                finish.click();
            }
        };
        new MutationObserver(press).observe(document.body, { attributes: true, subtree: true });
    });
    await page.press('#start');
    await page.untilText('#play-status', /^The computer begins: .*Your shot/);
    assert.equal(await page.run(() => window.answers), 1);
    assert.match(await page.run(() => window.told), / The computer is thinking\.$/);
    assert.ok(await page.run(() => document.querySelector('#finish').hidden));
});

pageTest('before your first shot there is nothing to undo', {}, async (page) => {
    await newRules(page, { first: 'b' });
    await startGame(page);
    await page.press('#undo');
    await page.untilText('#play-status', /nothing to take back/);
    await page.press(cell('target', 'C3'));
    await page.untilText('#play-status', /C3 .*Your shot/);
});

pageTest('a game of salvos that are reported by totals', PHONE, async (page) => {
    await newRules(page, {
        width: 6,
        height: 6,
        fleet: '3 2',
        turn: 'salvo',
        'turn-number': 3,
        'salvo-report': 'total',
    });
    await startGame(page);
    await press(page, cell('target', 'A1'), cell('target', 'B2'));
    assert.ok(await page.run(() => document.querySelector('#fire').disabled));
    await press(page, cell('target', 'B2'), cell('target', 'C3'), cell('target', 'D4'), '#fire');
    await page.untilText('#play-status', /A1, C3, D4: \d hits?/);
    await playByHints(page);
    await page.untilText('#play-status', /won/);
});

pageTest(
    'another preset, with blocked cells and other rules; bad rules are refused',
    {},
    async (page) => {
        await newRules(page, { preset: 'russian' });
        await page.untilText('#target-fleet', /4, 3, 3, 2, 2, 2, 1, 1, 1, 1/);
        await newRules(page, {
            blocked: 'A1 J10',
            turn: 'again-on-hit',
            'reveal-water': 'yes',
            'reveal-ship': 'yes',
        });
        assert.match((await labels(page, 'own'))[0], /A1, blocked/);
        await page.press('#levels [value="easy"]');
        await startGame(page);
        await page.press(cell('target', 'E5'));
        await turnOrEnd(page);
        await newRules(page, { contact: 'allowed' });
        await page.untilText('#new-error', /^Reveal-water yes conflicts with contact allowed\.$/);
    },
);

pageTest('your ships are named where they are hit, and sunk ones stay whole', {}, async (page) => {
    await newRules(page, { width: '3', height: '1', fleet: 'Raft:3', first: 'b' });
    await page.press('#start');
    await page.untilText('#play-status', /^The computer begins: [ABC]1 hit \(your Raft\)\. Your shot\.$/);
    await press(page, '#resign', '#resign-yes');
    await page.untilText('#play-status', /^You resigned: the computer wins\.$/);
    assert.equal(await page.run(() => document.querySelectorAll('#target .goes-right').length), 2);
    await newRules(page, { preset: 'computer' });
    await startGame(page);
    await playByHints(page);
    await page.untilText('#play-status', /won|wins/);
});

pageTest('a game that was left is not this game, and goes on without focus', {}, async (page) => {
    await startGame(page);
    await page.press(cell('target', 'B2'));
    await page.untilText('#play-status', /B2 .*Your shot/);
    await page.leave();
    await page.go(FROM_DISK);
    await page.untilText('#play-status', /goes on/);
    assert.equal(await page.run(() => document.activeElement.tagName), 'BODY');
    await page.press('#record summary');
    await page.untilText('#kept', /this game/);
    await page.press('#again');
    assert.doesNotMatch(await page.text('#kept'), /this game/);
    await page.run(() => localStorage.clear());
});

pageTest('a finger scrolls the page beside the ships that are laid', PHONE, async (page) => {
    const actions = await page.run(() =>
        ['[data-state="ship"]', '[data-state="water"]'].map(
            (state) => getComputedStyle(document.querySelector(`#own ${state}`)).touchAction,
        ),
    );
    assert.deepEqual(actions, ['none', 'auto']);
});

pageTest('games are kept, exported and imported', {}, async (page) => {
    await startGame(page);
    await page.press(cell('target', 'B2'));
    await page.untilText('#play-status', /B2 .*Your shot/);
    const fired = await labels(page, 'target');
    await page.leave();
    await page.go(FROM_DISK);
    assert.deepEqual(await labels(page, 'target'), fired);
    await page.press('#record summary');
    const record = await page.until(
        () => document.querySelector('#record-text').value,
        'the record',
    );
    assert.match(record, /^battleship 1\n[^]*a B2 /);
    const downloads = mkdtempSync(join(tmpdir(), 'battleship-downloads-'));
    const file = join(downloads, 'battleship.record');
    await page.downloadTo(downloads);
    await page.press('#export');
    // Firefox makes an empty file of the name before it writes.
    const saved = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');
    for (let i = 0; i < 200 && saved() !== record; i++) {
        await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.equal(saved(), record);
    await page.press('#again');
    await page.chooseFile('#open', file);
    await page.untilText('#play-status', /goes on/);
    assert.deepEqual(await labels(page, 'target'), fired);
    rmSync(downloads, { recursive: true });
    await page.press('#again');
    assert.match(await page.text('#kept'), /level medium\. 1 shot so far/);
    await fillRecord(page, 'battleship 1\nboard 4x4\nfleet 9\n');
    await page.press('#import');
    await page.untilText('#record-error', /^Line 3: /);
    await fillRecord(page, record);
    await page.press('#import');
    assert.deepEqual(await labels(page, 'target'), fired);
    const keptCount = () => page.run(() => document.querySelectorAll('#kept li').length);
    const count = await keptCount();
    await page.press('#kept li:last-child button:last-child');
    assert.equal(await keptCount(), count - 1);
});

pageTest('what others have stored under its name does not stop the page', {}, async (page) => {
    for (const stored of ['{}', '"games"', '[null, 1, { "id": 5 }]', '[', '[{ "id": "2026" }]']) {
        await page.run((text) => localStorage.setItem('battleship-games', text), stored);
        await page.leave();
        await page.go(FROM_DISK);
        await startGame(page);
        await page.press(cell('target', 'E5'));
        await page.untilText('#play-status', /E5 .*Your shot/);
        await page.press('#record summary');
        await page.until(() => document.querySelectorAll('#kept li').length === 1, 'this game');
    }
    await page.run(() => localStorage.clear());
});

/* ---- analysing ---- */

pageTest('a record that was left in its middle is returned to', {}, async (page) => {
    await page.press('#step-back');
    await page.press('#step-back');
    await page.untilText('#step-where', /^Turn 1 of 3$/);
    await page.press(cell('chart', 'D1'));
    await page.untilText('#step-where', /^Changed after turn 1 of 3$/);
    await page.press('#analyse-undo');
    await page.untilText('#step-where', /^Turn 1 of 3$/);
    await page.press(cell('chart', 'D1'));
    await page.untilText('#step-where', /^Changed after turn 1 of 3$/);
    await page.press('#step-last');
    await page.untilText('#step-where', /^Turn 3 of 3$/);
    assert.match(await page.run(() => document.querySelector('#position').value), /C1 miss\n$/);
    // After the last turn there is nothing to return to.
    await page.press(cell('chart', 'D1'));
    await page.until(() => document.querySelector('#steps').hidden, 'the record is left');
}, { address: () => hash('battleship 1\nboard 4x3\nfleet 2\na A1 miss\na B1 miss\na C1 miss\n') });

pageTest('addresses that are no position are refused', {}, async (page) => {
    for (const [address, why] of [
        [hash('battleship 1\nboard 400x400\nfleet 5 4\n'), /400x400 is too large .* 40x40 at most/],
        [hash('battleship 1\nboard 1000x1\nfleet 3\n'), /1000x1 is too large/],
        [`${FROM_DISK}#analyse?1.a.3.eJwzAAA`, /: the link is cut off or mistyped\./],
        [`${FROM_DISK}#analyse?9.a.3.eJwzAAA`, /: links of version 9 are unknown here\./],
        [hash('battleship 1\na Z9 miss\n'), /^The position in the address cannot be shown: /],
        [`${FROM_DISK}#analyse?%E0%A4%A`, /^The position in the address cannot be shown: /],
    ]) {
        await page.leave();
        await page.go(address);
        await page.untilText('#analyse-status', why);
        // The position that is shown instead has its own address.
        await page.untilText('#analyse-status', /cannot be shown: .* 15,046,987,768 layouts/);
        await page.until(() => /^#analyse\?1\.a\.0\./.test(location.hash), 'it is replaced');
    }
    await page.run(() => {
        document.querySelector('#position').closest('details').open = true;
    });
    await choose(page, '#position', 'battleship 1\nboard 41x4\nfleet 3\n');
    await page.press('#position-read');
    await page.untilText('#position-error', /^A board of 41x4 is too large/);
});

const GAME =
    'battleship 1\nboard 4x3\nfleet 2\na A1 miss\nb B2 miss\na B1 miss\nb C2 hit\na C1 miss\n';

pageTest('a link holds the whole game, its side and its turn', {}, async (page) => {
    await choose(page, '#step-side', 'b');
    await page.press('#step-back');
    await page.untilText('#step-where', /^Turn 1 of 2$/);
    await page.until(() => /^#analyse\?1\.b\.1\./.test(location.hash), 'the link');
    await page.untilText('#analyse-status', /possible/);
    const address = await page.run(() => location.href);
    const shown = await labels(page, 'chart');
    const other = await browser.page(PHONE);
    await other.go(address);
    await other.untilText('#analyse-status', /possible/);
    assert.equal(await other.text('#step-where'), 'Turn 1 of 2');
    assert.deepEqual(await labels(other, 'chart'), shown);
    await other.press('#step-last');
    await other.untilText('#step-where', /^Turn 2 of 2$/);
    assert.match((await labels(other, 'chart'))[6], /hit/);
    await choose(other, '#step-side', 'a');
    await other.untilText('#step-where', /^Turn 3 of 3$/);
    assert.deepEqual(other.complaints, []);
    await other.close();
}, { address: () => hash(GAME) });

pageTest('Back leads to the position that was left', {}, async (page) => {
    await page.press('#step-back');
    await page.untilText('#step-where', /^Turn 2 of 3$/);
    const length = await page.run(() => history.length);
    await press(page, cell('chart', 'D1'), cell('chart', 'D1'), cell('chart', 'D2'));
    await page.untilText('#step-where', /^Changed after turn 2 of 3$/);
    await page.until(() => /^#analyse\?1\.a\.4\./.test(location.hash), 'the link');
    assert.equal(await page.run(() => history.length), length + 1);
    await page.run(() => history.back());
    await page.untilText('#step-where', /^Turn 2 of 3$/);
    await page.run(() => history.forward());
    await page.untilText('#step-where', /^Turn 4 of 4$/);
}, { address: () => hash(GAME) });

pageTest('an address that is still to be read is not written over', {}, async (page) => {
    const [there, later] = await page.run(async () => {
        document.querySelector('#step-back').click();
        // As Back and Forward do: the address changes, and the page is told later.
        history.pushState(null, '', '#analyse?battleship 1');
        const { hash } = location;
        await new Promise((resolve) => setTimeout(resolve, 700));
        return [hash, location.hash];
    });
    assert.equal(later, there);
}, { address: () => hash(GAME) });

pageTest('the address is written a few times a second at most', {}, async (page) => {
    const [writings, seconds] = await page.run(async () => {
        const start = performance.now();
        const pause = () => new Promise((resolve) => setTimeout(resolve, 10));
        const { replaceState } = History.prototype;
        let count = 0;
        History.prototype.replaceState = function (...values) {
            count++;
            return replaceState.apply(this, values);
        };
        for (let i = 0; i < 60; i++) {
            document.querySelector(i % 2 ? '#step-on' : '#step-back').click();
            await pause();
        }
        const end = performance.now();
        await new Promise((resolve) => setTimeout(resolve, 400));
        return [count, (end - start) / 1000];
    });
    assert.ok(writings >= 2 && writings <= 4 * seconds + 2, `${writings} in ${seconds} s`);
    await page.until(() => /^#analyse\?1\.a\.3\./.test(location.hash), 'the last turn');
}, { address: () => hash(GAME) });

pageTest('a picture of a board is read with the rules of the form', PHONE, async (page) => {
    const paste = async (rows) => {
        await choose(page, '#position', rows.join('\n'));
        await page.press('#position-read');
    };
    const value = (id) => page.run((name) => document.querySelector(name).value, id);
    const isAsked = () =>
        page.run(() => !document.querySelector('#position-sunk').closest('label').hidden);
    await page.press('#to-analyse');
    await page.untilText('#analyse-status', /possible/);
    await page.run(() => {
        for (const part of document.querySelectorAll('#analyse details')) part.open = true;
    });
    assert.match(
        await page.run(() => document.querySelector('[for="position"]').innerText),
        /a letter for each cell, \. unknown, m miss, h hit, d sunk\.$/,
    );
    await choose(page, '#analyse-form [name="fleet"]', '3 2 1');
    await paste(['. . . m', 'd d d .', '. . z .', '. . . .', '. . . .']);
    await page.untilText('#position-error', /^Line 3, column 5: Expected a letter of /);
    assert.equal(await isAsked(), false);
    const rows = ['. . . m', 'D D D .', '. . . h', '. . . .', '. . . .'];
    await paste(rows);
    await page.untilText('#position-error', /^Line 2, column 1: .* can be ships of 3 or 2,1\.$/);
    assert.equal(await isAsked(), true);
    await choose(page, '#position-sunk', '2 1');
    await paste(rows);
    await page.untilText('#analyse-status', /possible\. Best is/);
    assert.equal(await page.text('#position-error'), '');
    assert.equal(await isAsked(), false);
    assert.match(await page.text('#method'), /Sunk cells are taken as shown\.$/);
    assert.match(await value('#position'), /board 4x5\n[^]*a D1 miss\na A2 hit\na B2 sunk 2\n/);
    assert.match(await page.text(cell('chart', 'C2')), /1/);
    assert.equal((await labels(page, 'chart')).length, 20);
    // What follows is a position like any other, and so is a record.
    await page.press(cell('chart', 'A1'));
    await page.until(() => /a A1 miss\n$/.test(document.querySelector('#position').value), 'a shot');
    await paste(['battleship 1', 'board 4x3', 'fleet 2', 'a A1 hit', 'a B1 sunk 2']);
    await page.untilText('#analyse-status', /All ships are sunk/);
    assert.doesNotMatch(await page.text('#method'), /shown/);
});

pageTest('a game on paper is entered by taps, and analysed once', PHONE, async (page) => {
    await page.press('#to-analyse');
    await page.untilText('#analyse-status', /^15\D046/);
    await page.press('.tools label:has([value="sunk"])');
    await page.press(cell('chart', 'C1'));
    await page.press('.tools label:has([value="hit"])');
    await press(page, cell('chart', 'A1'), cell('chart', 'B1'), cell('chart', 'J1'));
    await page.press(cell('chart', 'J1'));
    assert.equal(await page.text('#analyse-status'), '3 cells are entered.');
    await page.untilText('#analyse-status', /possible\. Best is/);
    assert.match(
        await page.run(() => document.querySelector('#position').value),
        /\na A1 hit\na B1 hit\na C1 sunk 3\n$/,
    );
    // Pasted on the page, not in a field.
    await page.run(() => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text', 'battleship 1\nboard 4x3\nfleet 2\na A1 miss\n');
        const pasted = new Event('paste', { bubbles: true });
        document.body.dispatchEvent(Object.assign(pasted, { clipboardData }));
    });
    await page.untilText('#step-where', /^Turn 1 of 1$/);
    assert.equal((await labels(page, 'chart')).length, 12);
});

pageTest('the best shot is what a strategy fires at; the likeliest is named', PHONE, async (page) => {
    await page.untilText('#analyse-status', /possible\. Best is F4: 48\D+% to hit\.$/);
    const rows = await page.run(() =>
        [...document.querySelectorAll('#best td:first-child')].map((one) => one.textContent),
    );
    assert.deepEqual([rows[0], ...rows.slice(1, 5).sort()], ['F4 (likeliest)', 'G3', 'G5', 'G6', 'H4']);
    await page.untilText('#best td:last-child', /^0$/);
    assert.match(await page.text('#method'), /^Exact: all layouts were counted, ship by ship\./);
}, {
    address: () =>
        hash('battleship 1\nboard 10x10\nfleet 5 4 3 3 2\na C3 miss\na E5 miss\na G4 hit\n'),
});

pageTest('a shot that is better than the likeliest one', PHONE, async (page) => {
    await page.untilText(
        '#analyse-status',
        /possible\. Best is [BD][24]: 23\D+% to hit\. Likeliest is C3: 28\D+% to hit\.$/,
    );
    // The column of shots says so, too.
    const rows = await page.run(() =>
        [...document.querySelectorAll('#best tr')].map(({ cells }) =>
            [cells[0], cells[4]].map((one) => one.textContent),
        ),
    );
    assert.match(rows[0].join(' '), /^[BD][24] 0$/);
    const shots = rows.map(([, more]) => Number(more));
    assert.deepEqual(shots, [...shots].sort((a, b) => a - b));
    assert.ok(rows.some(([name, more]) => name === 'C3 (likeliest)' && more === '+0.02'));
}, { address: () => hash('battleship 1\nboard 5x5\nfleet 3 2\n') });

pageTest('a tap is analysed at once', PHONE, async (page) => {
    const first = await page.until(
        () =>
            /possible/.test(document.querySelector('#analyse-status').textContent) &&
            performance.now(),
        'the first analysis',
    );
    console.log(`# the first analysis, with an empty cache: ${first.toFixed(0)} ms`);
    const times = await page.run(async () => {
        const status = document.querySelector('#analyse-status');
        const cells = document.querySelectorAll('#chart .cell');
        const found = [];
        for (let i = 0; i < 24; i++) {
            const start = performance.now();
            const map = new Promise((resolve) => {
                const observer = new MutationObserver(() => {
                    if (/possible/.test(status.textContent)) {
                        observer.disconnect();
                        resolve();
                    }
                });
                observer.observe(status, { childList: true });
            });
            cells[(37 * i) % 100].click();
            await map;
            found.push(performance.now() - start);
            // A finger takes a while to the next cell.
            await new Promise((resolve) => setTimeout(resolve, 200));
        }
        return found.sort((a, b) => a - b);
    });
    const [median, most] = [times[times.length / 2], times.at(-1)].map((time) => time.toFixed(0));
    console.log(`# an analysis after a tap: ${median} ms at the median of 24, at most ${most}`);
}, { address: () => `${FROM_DISK}#analyse` });

pageTest('nothing is counted before the analysis is shown', PHONE, async (page) => {
    await page.run(() => new Promise((resolve) => setTimeout(resolve, 300)));
    assert.equal(await page.text('#analyse-status'), 'Loading.');
    await page.press('#to-analyse');
    await page.untilText('#analyse-status', /possible/);
});

pageTest('where counting takes long there is a map of a sample at once', PHONE, async (page) => {
    const words = /possible\. .* ± .*% to hit\.|too many to count\. .* ± .*% to hit\./;
    await page.untilText('#analyse-status', words);
    assert.match(await page.text('#method'), /^Estimated: .* A chance is off by \d/);
    assert.match(await page.text(cell('chart', 'F6')), /^\d+$/);
    assert.equal(await page.run(() => document.querySelectorAll('#best tr').length), 8);
    // A cell that is changed meanwhile has a map as soon.
    await page.press(cell('chart', 'F6'));
    await page.untilText('#analyse-status', words);
    assert.equal(await page.text(cell('chart', 'F6')), '•');
}, {
    address: () =>
        hash('battleship 1\nboard 12x12\nfleet 4 3 3 2 2 2 1 1 1 1\ncontact none\n'),
});

pageTest('clicks become shots, the text and the address', {}, async (page) => {
    await page.press('#to-analyse');
    await page.untilText('#analyse-status', /^15\D046\D987\D768 layouts are possible/);
    await press(page, cell('chart', 'E5'), cell('chart', 'E5'));
    await page.untilText('#analyse-status', /possible\. Best is (E4|E6|D5|F5)/);
    const all = await labels(page, 'chart');
    await choose(page, '#heat-of', '5');
    assert.notDeepEqual(await labels(page, 'chart'), all);
    assert.match(await page.run(() => document.querySelector('#position').value), /^a E5 hit$/m);
    await page.until(() => /^#analyse\?1\.a\.1\.[\w-]{20,}$/.test(location.hash), 'the link');
    await page.untilText('#best td:last-child', /^0$/);
    assert.match(await page.text('#ahead'), /^Shots are those of games played on/);
    await press(page, '#analyse-clear', '#analyse-undo', '#analyse-undo', '#analyse-undo');
    await page.untilText('#analyse-status', /^15\D046/);
    assert.ok(await page.run(() => document.querySelector('#analyse-undo').disabled));
    // By keys, from the cell that has the focus.
    await page.press(cell('chart', 'A1'));
    await page.key('Delete');
    await page.key('ArrowRight');
    await page.key('h');
    await page.key('ArrowRight');
    await page.key('s');
    await page.until(
        () => /b1 hit.*c1 sunk 2/is.test(document.querySelector('#position').value),
        'shots',
    );
    await page.key('Delete');
    await page.key('ArrowLeft');
    await page.key('Delete');
    await page.untilText('#analyse-status', /^15\D046/);
});

pageTest(
    'a contradiction is explained, and mended',
    PHONE,
    async (page) => {
        await page.untilText('#analyse-status', /cannot all be true: A1 hit and D1 hit\. /);
        assert.match((await labels(page, 'chart'))[0], /contradiction/);
        assert.equal(await page.text(cell('chart', 'A1')), '✕!');
        assert.match(
            await page.run(() => document.querySelector('#position').value),
            /a B1 miss\n$/,
        );
        await press(page, cell('chart', 'D1'), cell('chart', 'D1'), cell('chart', 'D1'));
        await page.untilText('#analyse-status', /possible/);
    },
    { address: () => hash(CONTRADICTION) },
);

/* ---- for everybody ---- */

pageTest('a screen reader is told roles, names and news', {}, async (page) => {
    await startGame(page);
    const tree = await page.tree();
    const named = (role, name) => tree.filter((node) => node.role === role && name.test(node.name));
    assert.equal(named('grid', /The computer's board|Your board/).length, 2);
    assert.equal(named('gridcell', /^[A-J]\d+, /).length, 200);
    assert.equal(named('row', /^/).length, 20);
    assert.equal(named('main', /^/).length, 1);
    assert.equal(named('navigation', /What to do/).length, 1);
    assert.ok(named('heading', /Battleship/).length > 0);
    assert.ok(named('button', /^Hint/).length > 0);
    const nameless = tree.filter(
        ({ role, name }) =>
            ['button', 'combobox', 'textbox', 'link', 'gridcell'].includes(role) && !name,
    );
    assert.deepEqual(nameless, []);
    const live = tree.filter(({ properties }) => properties.live === 'polite');
    assert.ok(live.length > 0, 'news are told: there is a live region');
}, inChromium('what a screen reader is told'));

/* Where a player fires who knows what cells are called: beside a hit, or else at every second cell, in
 * an order that goes all over the board. */
function aimed(cells) {
    const order = cells.map((_, i) => cells[(37 * i) % cells.length]);
    const known = order.map((node) => {
        const [, column, row, state] = /^([A-J])(\d+), (\w+)/.exec(node.name);
        return { node, x: column.charCodeAt(), y: Number(row), state };
    });
    const open = known.filter(({ state }) => state === 'unknown');
    const hits = known.filter(({ state }) => state === 'hit');
    const distance = (a, b) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
    const isBesideHit = (one) => hits.some((hit) => distance(one, hit) === 1);
    return (open.find(isBesideHit) ?? open.find(({ x, y }) => (x + y) % 2 === 0) ?? open[0]).node;
}

pageTest("a game by a screen reader's tree alone", {}, async (page) => {
    const reader = new Reader(page);
    const boardOf = async (name) => (await reader.node('grid', name)).id;
    const cellsOf = (below) => reader.nodes('gridcell', /^/, { below });
    const told = async (name) => reader.text(await reader.node('region', name));

    // Laying: what there is to do, where each ship lies, who the computer is.
    await reader.hear(/^Press Start\./);
    const cells = '[A-J]\\d+ to [A-J]\\d+';
    const names = ['Carrier', 'Battleship', 'Cruiser', 'Submarine', 'Destroyer'];
    const fleet = (words) => new RegExp(names.map((name) => `${name} ${cells}${words}`).join('; '));
    assert.match(await told(/^Your board$/), fleet(''));
    await reader.press(await reader.node('button', /^Remove all$/));
    await reader.hear(/^Carrier, 5 cells: choose its first cell\. It will lie to the right\.$/);
    assert.match(await told(/^Your board$/), /Carrier, not laid; Battleship, not laid; .*\.$/);
    await reader.press(await reader.node('gridcell', /^B2, water$/));
    await reader.hear(/^Carrier lies at B2\. Battleship, 4 cells: choose its first cell\./);
    assert.match(await told(/^Your board$/), /Carrier B2 to F2; Battleship, not laid/);
    await reader.press(await reader.node('button', /^At random$/));
    await reader.hear(/^Your fleet was laid at random\.$/);
    const level = await reader.node('radio', /^Easy /);
    await reader.press(level, 'Space');
    assert.equal((await reader.node('radio', /^Easy /)).properties.checked, 'true');

    // Each turn: what was fired, what became of it, and who is next.
    await reader.press(await reader.node('button', /^Start$/));
    const began = await reader.hear(/Your shot\.$|Choose a cell of the computer's board\.$/);
    assert.match(began, /^The (computer begins: |game begins, against level easy\. You begin\. )/);
    assert.match((await reader.focused()).name, /^A1, unknown$/);
    const target = await boardOf(/^The computer's board$/);
    const report = '(miss|hit|sunk \\(length \\d\\))';
    const theirs = `The computer: [A-J]\\d+ (?:miss|hit \\(your \\w+\\)|sunk \\(your \\w+\\))\\.`;
    const won = 'won in \\d+ shots\\.$';
    let words = '';
    let sunk = 0;
    while (!/ won in /.test(words)) {
        const { id, name } = aimed(await cellsOf(target));
        const [at] = name.split(',');
        await reader.press({ id });
        words = await reader.hear(
            new RegExp(
                `^You: ${at} ${report}\\. ` +
                    `(${theirs} (Your shot\\.$|It ${won})|You ${won})`,
            ),
        );
        const [result] = new RegExp(report).exec(words);
        const state = /^\w+/.exec(result)[0];
        await reader.node('gridcell', new RegExp(`^${at}, ${state}$`), { below: target });
        sunk += state === 'sunk' ? 1 : 0;
        const afloat = /Ships afloat: ([\d, ]+)\.|All ships are sunk\./.exec(
            await told(/^The computer's board$/),
        );
        assert.equal(afloat[1]?.split(', ').length ?? 0, 5 - sunk);
    }
    const isWon = / You won in /.test(words);
    assert.equal(sunk === 5, isWon);
    if (!isWon) {
        assert.match(await told(/^Your board$/), fleet(', sunk'));
    }

    // Looking back: the account, the lesson if there is one, and every turn.
    await reader.hear(/^You (?!made).* shots/);
    const [usual] = await reader.nodes('rowheader', /^usual for an expert/);
    assert.ok(usual);
    await reader.press(await reader.node('slider', /^Turn$/), 'Home');
    assert.match(
        await told(/^In hindsight$/),
        / Turn 1: [A-J]\d+, \d.*%; the expert.*\. Shots: .* luck\.$/,
    );
    await reader.press(await reader.node('button', /^New game$/));
    await reader.hear(/^Press Start\./);
    assert.equal((await reader.focused()).name, 'Start');
}, inChromium('what a screen reader is told'));

pageTest('with reduced motion nothing moves', { calm: true }, async (page) => {
    const moving = await page.run(
        () =>
            [...document.querySelectorAll('*')].filter((one) => {
                const { transitionDuration, animationName } = getComputedStyle(one);
                return parseFloat(transitionDuration) > 0 || animationName !== 'none';
            }).length,
    );
    assert.equal(moving, 0);
});

/* A game whose ships touch, and in which the same shots have sunk the same ship on both boards. */
const TOUCHING = `battleship 1
board 10x10
fleet 5 4 3 3 2
began a
a ship 5 B2 right
a ship 4 B3 right
a ship 3 F3 down
a ship 3 J8 down
a ship 2 A9 down
b ship 5 A1 right
b ship 4 A3 right
b ship 3 A5 right
b ship 3 A7 right
b ship 2 A9 right
a A9 hit
b F3 hit
a B9 sunk 2
b A9 hit
a J10 miss
b A10 sunk 2
`;

async function openGame(page, text) {
    await fillRecord(page, text);
    await page.run(() => document.querySelector('#import').click());
    await page.untilText('#play-status', /Your shot/);
    await page.run(() => scrollTo(0, 0));
}

/* The hull that is drawn in a cell: its colour, and whether it goes on to the right and downwards. */
const hullIn = (page, grid, name) =>
    page.run((selector) => {
        const element = document.querySelector(selector);
        const { content, backgroundColor, right, bottom } = getComputedStyle(element, '::before');
        const goesOn = [right, bottom].map((side) => parseFloat(side) < 0);
        return content === 'none' ? null : { colour: backgroundColor, goesOn };
    }, cell(grid, name));

pageTest('ships are hulls: each one shape, apart from those beside it', {}, async (page) => {
    await openGame(page, TOUCHING);
    const hulls = {};
    for (const name of ['A1', 'B2', 'F2', 'B3', 'E3', 'F3', 'A9', 'A10']) {
        hulls[name] = await hullIn(page, 'own', name);
    }
    assert.equal(hulls.A1, null);
    assert.deepEqual(hulls.B2.goesOn, [true, false]);
    // At these ends other ships lie to the right and below.
    assert.deepEqual(hulls.F2.goesOn, [false, false]);
    assert.deepEqual(hulls.E3.goesOn, [false, false]);
    assert.deepEqual(hulls.F3.goesOn, [false, true]);
    assert.deepEqual(hulls.A9.goesOn, [false, true]);
    assert.equal(hulls.A9.colour, hulls.A10.colour);
    assert.notEqual(hulls.A9.colour, hulls.F3.colour);
    assert.deepEqual((await hullIn(page, 'target', 'A9')).goesOn, [true, false]);
    assert.equal(await hullIn(page, 'target', 'J10'), null);
    assert.match(await page.text('#play-legend'), /Miss\s+✕ Hit\s+✕ Sunk/);
    assert.equal(await page.run(() => document.querySelectorAll('#own-fleet .gone').length), 1);
});

for (const [how, options, names] of [
    ['moves', {}, ['ring']],
    ['does not move where motion is reduced', { calm: true }, []],
]) {
    pageTest(`a shot that lands ${how}`, options, async (page) => {
        await openGame(page, TOUCHING);
        const seen = await page.run(
            (selector) =>
                new Promise((resolve) => {
                    const found = [];
                    const note = () =>
                        found.push(...document.getAnimations().map((one) => one.animationName));
                    document.querySelector(selector).click();
                    requestAnimationFrame(() => requestAnimationFrame(() => resolve((note(), found))));
                }),
            cell('target', 'J1'),
        );
        assert.deepEqual([...new Set(seen)].filter((name) => name === 'ring'), names);
    });
}

pageTest('on paper a position has its ships and its heat, and no buttons', {}, async (page) => {
    await page.untilText('#analyse-status', /possible/);
    await page.send('Emulation.setEmulatedMedia', { media: 'print' });
    await page.screenshot(join(screens, 'print.png'));
    const shown = await page.run(() => [
        getComputedStyle(document.querySelector('#chart .cell')).printColorAdjust,
        ...['nav', '.tools', '#copy', '#chart', '#best-table'].map(
            (name) => document.querySelector(name).getClientRects().length > 0,
        ),
    ]);
    assert.deepEqual(shown, ['exact', false, false, false, true, true]);
}, { address: () => hash(GAME), ...inChromium('how it prints') });

pageTest('heat maps have one scale, which is explained', {}, async (page) => {
    const warmth = (selector) =>
        page.run((name) => {
            const element = document.querySelector(name);
            return [element.ariaLabel, Number(element.style.getPropertyValue('--warmth'))];
        }, selector);
    await openGame(page, TOUCHING);
    await page.press('#heat');
    await page.until(() => /\d/.test(document.querySelector('#target .cell').textContent), 'numbers');
    const found = await warmth('#target [data-index="55"]');
    const share = Number(/a ship: ([\d.]+)/.exec(found[0])[1]) / 100;
    assert.ok(Math.abs(found[1] - 0.9 * Math.sqrt(share)) < 0.02, found.join());
    assert.match(await page.text('#play-scale'), /A ship: 1\D%5\D%20\D%50\D%100\D%/);
    assert.equal((await warmth('#play-scale .sample:last-child'))[1], 0.9);
    await page.press('#to-watch');
    await page.untilText('#density-status', /./);
    assert.equal(await page.run(() => document.querySelector('#watch-scale').hidden), true);
    await page.press('#watch-heat');
    assert.equal(await page.run(() => document.querySelector('#watch-scale').hidden), false);
});

pageTest('keys that are printed work wherever the focus is', { height: 800 }, async (page) => {
    await openGame(page, TOUCHING);
    await page.run(() => document.activeElement.blur());
    await page.key('m');
    await page.until(() => document.querySelector('#heat').ariaPressed === 'true', 'the heat map');
    await page.run(() => document.querySelector('#again').focus());
    await page.key('u');
    await page.untilText('#play-status', /taken back/);
    // What is typed into a field is not for a button.
    await openGames(page);
    await page.run(() => document.querySelector('#record-text').focus());
    await page.key('m');
    assert.equal(await page.run(() => document.querySelector('#heat').ariaPressed), 'true');
    await page.press('#to-watch');
    await page.untilText('#density-status', /./);
    const { top, bottom } = await boxOf(page, '#watch-play');
    assert.ok(top >= 0 && bottom < 800, `Play is at ${top}`);
    await page.key('l');
    assert.equal(await page.run(() => document.querySelector('#watch-ships').ariaPressed), 'true');
    assert.match(await page.text('#watch-strategy-0'), /^Random/);
});

pageTest('on a phone the own board is seen while one plays', PHONE, async (page) => {
    await openGame(page, TOUCHING);
    const own = await boxOf(page, '#own');
    assert.ok(own.top > 0 && own.bottom < PHONE.height, `from ${own.top} to ${own.bottom}`);
});

pageTest('who would resign is asked', {}, async (page) => {
    await startGame(page);
    await page.press('#resign');
    await checkAccess(page, 'resigning');
    // Keys are not for the game behind the question, also where nothing has the focus.
    await page.run(() => document.activeElement.blur());
    await page.key('m');
    assert.equal(await page.run(() => document.querySelector('#heat').ariaPressed), 'false');
    await page.press('#resign-question .main');
    await page.press(cell('target', 'E5'));
    await page.untilText('#play-status', /E5 .*Your shot/);
    const [undo, resign] = [await boxOf(page, '#undo'), await boxOf(page, '#resign')];
    assert.ok(resign.left - undo.right > 80 || resign.top - undo.bottom > 80);
    await press(page, '#resign', '#resign-yes');
    await page.untilText('#play-status', /^You resigned/);
});

/* What `battleship --daily` has played on a day, with these shots. */
const DAY = '2026-11-29';
const DAYS_GAME = `a ship Carrier C2 right
a ship Battleship H2 down
a ship Cruiser D1 right
a ship Submarine D8 down
a ship Destroyer A1 down
b ship Carrier E6 down
b ship Battleship G10 right
b ship Cruiser J1 down
b ship Submarine B4 down
b ship Destroyer B7 right
b A1 hit
a A1 miss
b A2 sunk 2
a B2 miss
b B2 miss
a C3 miss
b A3 miss
a D4 miss
b B1 miss
a E5 miss
b F9 miss
a F6 miss
b I4 miss
`;

test("the game of a day is the terminal's, with its par and a line to copy", async () => {
    const page = await browser.page(PHONE);
    await page.begin(`Date = class extends Date {
            constructor(...values) {
                super(...(values.length > 0 ? values : ['${DAY}T12:00:00Z']));
            }
        }`);
    await page.go(FROM_DISK);
    await page.press('#daily-start');
    await page.untilText('#play-status', /^The computer begins: A1 hit .*Your shot/);
    const legend = await topOf(page, '#play-legend');
    for (const name of ['A1', 'B2', 'C3', 'D4', 'E5', 'F6']) {
        await page.press(cell('target', name));
        await page.untilText('#play-status', new RegExp(`${name} .*Your shot`));
    }
    await page.untilText('#daily-line', new RegExp(`^Daily ${DAY}, par 53\\.$`));
    assert.equal(await topOf(page, '#play-legend'), legend);
    await openGames(page);
    const record = await page.run(() => document.querySelector('#record-text').value);
    assert.ok(record.includes(DAYS_GAME), record);
    await page.press('#record summary');
    await page.press('#hint');
    await page.until(() => document.querySelector('#target .hint'), 'a hint is shown');
    // It is the game of that day still when it goes on later.
    await page.go(FROM_DISK);
    await page.untilText('#play-status', new RegExp(`^The game of ${DAY} goes on`));
    await page.press(cell('target', 'F7'));
    await page.untilText('#play-status', /F7 .*Your shot/);
    await press(page, '#resign', '#resign-yes');
    const line = `Battleship ${DAY}: lost after 7 shots, par 53, with help.`;
    await page.until((text) => document.querySelector('#daily-line').textContent === text, 'it', line);
    await page.run(() => {
        navigator.clipboard.writeText = async (text) => {
            window.copied = text;
        };
    });
    await page.press('#daily-copy');
    await page.untilText('#play-status', /^The line is copied\.$/);
    assert.equal(await page.run(() => window.copied), line);
    await page.run(() => window.scrollTo(0, 0));
    assert.equal(await topOf(page, '#play-legend'), legend);
    // The game after it has the level that was chosen before.
    await page.press('#again');
    assert.deepEqual(
        await page.run(() => [
            document.querySelector('#levels :checked').value,
            document.querySelector('#new-form').preset.value,
        ]),
        ['medium', 'classic'],
    );
    assert.deepEqual(page.complaints, []);
    await page.close();
});

pageTest('the costliest shots of kept games are practised', PHONE, async (page) => {
    await openGames(page);
    await page.press('#practise');
    await page.untilText('#practice-status', /^No game of yours is kept yet/);
    await page.press('#practice-close');
    // What others have stored there, which is no game.
    await page.run(() => {
        const stored = [{ id: '2026-11-28', words: '', isOver: true, text: 'other' }];
        localStorage.setItem('battleship-games', JSON.stringify(stored));
    });
    await page.press('#practise');
    await page.untilText('#practice-status', /Games that cannot be reviewed are left out \(1\)\.$/);
    await page.press('#practice-close');
    await page.run(() => localStorage.clear());
    await fillRecord(page, POOR_GAME);
    await page.press('#import');
    await untilReviewed(page);
    await page.press('#practise');
    const first = await page.untilText(
        '#practice-status',
        /^Position 1 of \d, from your game of .*\. Where do you fire\?$/,
    );
    const count = Number(/of (\d),/.exec(first)[1]);
    const fired = (state) => `#practice-board [data-state="${state}"]`;
    await page.press(fired('miss'));
    await page.untilText('#practice-status', /^\w\d cannot be fired at any more\.$/);
    await page.press(fired('unknown'));
    await page.untilText(
        '#practice-status',
        /^The chance of a hit at \w\d was \d.*% *\. The expert fires .*, your shot of then, cost \d\.\d shots\.$/,
    );
    assert.equal(await page.run(() => document.querySelectorAll('#practice .hint').length), 1);
    await page.screenshot(join(screens, 'practice.png'));
    await checkAccess(page, 'practice');
    for (let i = 2; i <= count; i++) {
        await page.press('#practice-next');
        await page.untilText('#practice-status', new RegExp(`^Position ${i} of ${count}`));
        assert.ok(await page.run(() => document.activeElement.closest('#practice-board') !== null));
        await page.press(fired('unknown'));
        await page.untilText('#practice-status', /^The chance/);
    }
    await page.press('#practice-next');
    await page.untilText('#practice-status', new RegExp(`^\\d of ${count} shots were better`));
    assert.equal(await page.run(() => document.activeElement.id), 'practice-close');
    await page.run(() => localStorage.clear());
});

for (const [width, height] of [[844, 390], [640, 400]]) {
    pageTest(
        `the boards fit into a low window, at ${width}x${height}`,
        { width, height, touch: width === 844 },
        async (page) => {
            const fits = async (...ids) => {
                for (const id of ids) {
                    const { top, right, bottom } = await boxOf(page, `#${id}`);
                    const isIn = top >= 0 && right <= width && bottom <= height;
                    assert.ok(isIn, `${id}: to ${right}, from ${top} to ${bottom}`);
                }
            };
            await fits('play-status', 'own', 'start');
            const isOver = ({ scrollHeight, clientHeight }) => scrollHeight > clientHeight;
            assert.ok(await page.run(`() => ![...document.querySelectorAll('#levels label')].some(${isOver})`));
            await openGame(page, TOUCHING);
            await fits('play-status', 'target', 'own', 'hint', 'resign');
            await page.press(cell('target', 'J5'));
            await page.untilText('#play-status', /J5 .*Your shot/);
            await page.run((to) => {
                location.href = to;
            }, hash(GAME));
            await page.untilText('#step-where', /of 3$/);
            await fits('analyse-status', 'chart', 'step-on');
            await page.untilText('#analyse-status', /Best is/);
            await page.press('#analyse details summary');
            await choose(page, '#analyse-form [name="preset"]', 'classic');
            await page.press('#analyse-form button');
            await page.untilText('#analyse-status', /possible/);
            await fits('analyse-status', 'chart', 'analyse-undo');
        },
    );
}

pageTest('levels have a row each, in the words of the terminal', PHONE, async (page) => {
    const source = join(root, 'programs', 'battleship', 'talk', 'opponent.c');
    const table = readFileSync(source, 'utf8').matchAll(
        /\[BSHIP_LEVEL_(\w+)\] = \{ "([^"]+)", ([\d.]+),/g,
    );
    const expected = [...table].map(
        ([, name, words, shots]) => `${name[0]}${name.slice(1).toLowerCase()} ${words}: ${shots} shots`,
    );
    const rows = await page.run(() =>
        [...document.querySelectorAll('#levels label')].map((row) => row.textContent),
    );
    assert.deepEqual(rows, expected);
    await page.press('#levels [value="expert"]');
    await page.press('#start');
    await page.press('#record summary');
    await page.until(
        () => /level expert/.test(document.querySelector('#record-text').value),
        'the level',
    );
});

pageTest('a tap aims and a second one fires, if that is chosen', PHONE, async (page) => {
    await page.press('#settings summary');
    const isBesideWords = await page.run(() => {
        const box = document.querySelector('#aims-first');
        const row = box.closest('label').getBoundingClientRect();
        return box.getBoundingClientRect().right < row.left + 40 && row.height < 70;
    });
    assert.ok(isBesideWords, 'the check box stands before its words');
    await page.press('#aims-first');
    await page.leave();
    await page.go(FROM_DISK);
    await startGame(page);
    await page.press(cell('target', 'E5'));
    await page.untilText('#play-status', /^Choose E5 again to fire\.$/);
    await page.press(cell('target', 'C3'));
    await page.untilText('#play-status', /^Choose C3 again to fire\.$/);
    assert.match((await labels(page, 'target'))[44], /unknown$/);
    assert.match((await labels(page, 'target'))[22], /chosen$/);
    await page.press(cell('target', 'C3'));
    await page.untilText('#play-status', /C3 .*Your shot/);
    await page.run(() => localStorage.clear());
});

pageTest('a hit is felt, unless that is switched off', PHONE, async (page) => {
    await page.run(() => {
        window.felt = [];
        navigator.vibrate = (pattern) => window.felt.push(pattern);
    });
    await openGame(page, TOUCHING);
    for (const name of ['J1', 'A1', 'B1']) {
        await page.press(cell('target', name));
        await page.untilText('#play-status', new RegExp(`${name} .*Your shot`));
        await page.run(() => {
            document.querySelector('#vibrates').checked = document.querySelector('#target .last')
                .dataset.state === 'miss';
            document.querySelector('#vibrates').onchange();
        });
    }
    assert.deepEqual(await page.run(() => window.felt), [60]);
    await page.run(() => localStorage.clear());
});

pageTest('who began is told, and a tap before that is a shot', {}, async (page) => {
    await newRules(page, { first: 'b' });
    await page.run((selector) => {
        document.querySelector('#start').click();
        document.querySelector(selector).click();
    }, cell('target', 'C3'));
    await page.untilText('#play-status', /^You: C3 .* The computer: .* Your shot\.$/);
    await page.press('#again');
    await page.press('#start');
    await page.untilText('#play-status', /^The computer begins: .* Your shot\.$/);
    await newRules(page, { first: 'a' });
    await page.press('#start');
    await page.untilText('#play-status', /You begin\. Choose a cell/);
});

pageTest(
    'a game that goes on in another tab is not overwritten by this one',
    {},
    async (page) => {
        await startGame(page);
        await page.press(cell('target', 'A1'));
        await page.untilText('#play-status', /A1 .*Your shot/);
        const other = await browser.page({ context: page.context });
        await other.go(site.address);
        await other.untilText('#play-status', /goes on/);
        await other.press(cell('target', 'B2'));
        await other.untilText('#play-status', /B2 .*Your shot/);
        await page.untilText('#play-status', /^This game has gone on in another tab\./);
        await page.press(cell('target', 'C3'));
        assert.match((await labels(page, 'target'))[22], /unknown$/);
        const isDisabled = await page.run(() =>
            ['hint', 'heat', 'undo', 'resign'].map((id) => document.getElementById(id).disabled),
        );
        assert.deepEqual(isDisabled, [true, true, true, true]);
        // It goes on here where the other tab is now; then that one has the older game.
        await page.press('#follow');
        await page.untilText('#play-status', /^The game goes on .* Your shot\.$/);
        assert.deepEqual(await labels(page, 'target'), await labels(other, 'target'));
        assert.ok(await page.run(() => document.querySelector('#follow').hidden));
        await page.press(cell('target', 'D4'));
        await page.untilText('#play-status', /D4 .*Your shot/);
        await other.untilText('#play-status', /^This game has gone on in another tab\./);
        await page.go(site.address);
        assert.match((await labels(page, 'target'))[33], /hit|miss/);
        assert.deepEqual(other.complaints, []);
        await other.close();
    },
    { address: () => site.address },
);

test('where the browser keeps nothing the page says so', async () => {
    const page = await browser.page(PHONE);
    await page.begin(
        `Object.defineProperty(window, 'localStorage', { get() { throw new Error(); } })`,
    );
    await page.go(FROM_DISK);
    assert.match(await page.run(() => document.querySelector('#record summary').innerText), /keeps none/);
    await startGame(page);
    await page.press('#record summary');
    await page.untilText('#kept-note', /^This browser keeps no games/);
    assert.deepEqual(page.complaints, []);
    await page.close();
});

pageTest('a wide board scrolls', PHONE, async (page) => {
    await newRules(page, { width: 30, height: 12 });
    await startGame(page);
    const box = await boxOf(page, cell('target', 'E5'));
    assert.ok(box.right - box.left >= 20, `${box.right - box.left} pixels`);
    assert.equal(await page.run(() => document.documentElement.scrollWidth), PHONE.width);
    await page.press(cell('target', 'AC11'));
    await page.untilText('#play-status', /AC11 .*Your shot/);
});

/* How the cells of a board look that are in one state, by state: what colours, borders and marks show
 * when the system forces its own colours. */
const looksByState = (page, grid) =>
    page.run((id) => {
        const looks = {};
        for (const one of document.querySelectorAll(`#${id} .cell`)) {
            const style = getComputedStyle(one);
            const border = `${style.borderTopStyle} ${style.borderTopColor}`;
            looks[one.dataset.state] = {
                hasBorder:
                    parseFloat(style.borderTopWidth) > 0 &&
                    style.borderTopColor !== style.backgroundColor,
                look: [style.backgroundColor, style.color, border, one.textContent].join(),
                shade: [style.backgroundColor, border].join(),
            };
        }
        return looks;
    }, grid);

/* A game in which both boards have cells of every state. */
const ALL_STATES = `battleship 1
board 5x5
fleet 3 2
began b
a ship 3 A1 right
a ship 2 A5 right
b ship 3 C3 right
b ship 2 A1 down
b A5 hit
a A5 miss
b B5 sunk 2
a C3 hit
b C3 miss
a D3 hit
b A1 hit
a E3 sunk 3
b D2 miss
a A1 hit
`;

for (const dark of [false, true]) {
    const scheme = dark ? 'dark' : 'light';
    const options = { dark, forced: true };
    pageTest(`with forced colours states are told apart, ${scheme}`, options, async (page) => {
        await openGames(page);
        await fillRecord(page, ALL_STATES);
        await page.press('#import');
        await page.untilText('#play-status', /Your shot/);
        await page.press('#record summary');
        for (const [grid, states] of [
            ['own', ['hit', 'miss', 'ship', 'sunk', 'water']],
            ['target', ['hit', 'miss', 'sunk', 'unknown']],
        ]) {
            const looks = await looksByState(page, grid);
            assert.deepEqual(Object.keys(looks).sort(), states);
            const borderless = states.filter((state) => !looks[state].hasBorder);
            assert.deepEqual(borderless, []);
            const different = new Set(states.map((state) => looks[state].look));
            assert.equal(different.size, states.length);
            assert.notEqual(looks.hit.shade, looks.sunk.shade);
        }
        await page.run(() => scrollTo(0, 0));
        await page.screenshot(join(screens, `forced-colours-${scheme}.png`));
    });
}

pageTest('faults of a view are found', {}, async (page) => {
    await page.run(() => {
        const add = (name, attributes, style = {}) => {
            const made = document.createElement(name);
            Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
            Object.assign(made.style, style);
            document.querySelector('main:not([hidden])').append(made);
            return made;
        };
        add('button', {});
        add('button', { 'aria-label': 'small' }, { width: '9px', height: '9px', padding: 0 });
        add('p', { id: 'start', 'aria-describedby': 'nothing', tabindex: '2' });
        add('p', { role: 'gridcell' });
        add('p', {}, { color: '#777', background: '#888' }).textContent = 'grey';
    });
    const found = (await faultsOf(page)).map((line) => line.replace(/:.*/, ''));
    assert.deepEqual(new Set(found), new Set([
        'no name',
        'no row or grid',
        'order of focus',
        'an id twice',
        'no such aria-describedby',
        'too small',
        'contrast 1.26',
    ]));
});

/* Half of 1280x800, as a zoom of 200 % has it; and a phone on its side. */
for (const [width, height] of [[640, 400], [844, 390]]) {
    pageTest(`the cell with the focus is in sight at ${width}x${height}`, { width, height }, async (page) => {
        const isInSight = () =>
            page.run(() => {
                const one = document.activeElement;
                const { left, right, top, bottom } = one.getBoundingClientRect();
                const corners = [[left + 3, top + 3], [right - 3, bottom - 3]];
                return (
                    corners.every(([x, y]) => document.elementFromPoint(x, y) === one) ||
                    one.ariaLabel
                );
            });
        await startGame(page);
        await page.run(() => document.querySelector('#target .cell').focus());
        for (const key of ['ArrowDown', 'ArrowUp']) {
            for (let y = 0; y < 9; y++) {
                await page.key(key);
                assert.equal(await isInSight(), true);
            }
        }
        assert.ok(await page.run(() => document.documentElement.scrollWidth <= innerWidth));
    });
}

/* Each state of the page, from the one before it. */
const STATES = [
    ['laying', async () => {}],
    [
        'rules',
        async (page) => {
            await page.press('#new-game summary');
            await page.press('#record summary');
        },
    ],
    [
        'playing',
        async (page) => {
            await page.press('#new-game summary');
            await page.press('#record summary');
            await startGame(page);
            for (const name of ['C3', 'E5', 'G7', 'H2', 'B8', 'D6']) {
                await page.press(cell('target', name));
                await page.untilText('#play-status', new RegExp(`${name} .*Your shot`));
            }
            await page.press('#heat');
            await page.until(
                () =>
                    [...document.querySelectorAll('#target .cell')].some(
                        (one) => /\d/.test(one.textContent),
                    ),
                'the heat map is shown',
            );
        },
    ],
    [
        'over',
        async (page) => {
            await press(page, '#resign', '#resign-yes');
            await untilReviewed(page);
            await page.press('#record summary');
        },
    ],
    [
        'analyse',
        async (page) => {
            await page.press('#look');
            await page.untilText('#step-where', /Turn 6 of 6/);
            await page.untilText('#analyse-status', /possible/);
        },
    ],
    [
        'contradiction',
        async (page) => {
            await page.run((to) => {
                location.href = to;
            }, hash(CONTRADICTION));
            await page.untilText('#analyse-status', /cannot all be true: A1/);
            await page.press('#analyse details summary');
        },
    ],
    [
        'watch',
        async (page) => {
            await page.run(() => {
                location.href = '#watch';
            });
            await page.until(
                () => document.querySelector('#watch-strategy-0 option'),
                'the strategies can be chosen',
            );
            await choose(page, '#watch-strategy-1', 'density');
            await choose(page, '#watch-speed', 'fast');
            await page.press('#watch-heat');
            await page.press('#watch-play');
            await page.untilText('#watch-status', /needed .* needed/);
        },
    ],
];

const findings = async () => {
    const { violations } = await globalThis.axe.run({
        preload: false,
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return violations.flatMap(({ id, nodes }) =>
        nodes
            .slice(0, 3)
            .map(({ html, failureSummary }) => `${id}: ${html.slice(0, 120)} ${failureSummary}`),
    );
};

/* Opens what can be opened, and returns the numbers of what was closed; closes these again. */
const openAll = () =>
    [...document.querySelectorAll('details')]
        .map((one, i) => (one.open ? -1 : ((one.open = true), i)))
        .filter((i) => i >= 0);
const closeAgain = (closed) =>
    closed.forEach((i) => {
        document.querySelectorAll('details')[i].open = false;
    });

/* Looks for faults of access in what is shown, also in what is closed. */
async function checkAccess(page, state) {
    const closed = await page.run(openAll);
    assert.deepEqual(await faultsOf(page), [], state);
    if (axe) {
        await page.evaluate(axe);
        assert.deepEqual(await page.run(findings), [], `${state}: axe`);
    }
    await page.run(closeAgain, closed);
}

for (const [size, options] of [
    ['390', PHONE],
    ['1280', {}],
]) {
    for (const dark of [false, true]) {
        const scheme = dark ? 'dark' : 'light';
        pageTest(
            `every state at ${size} pixels, ${scheme}`,
            { ...options, dark, calm: true },
            async (page) => {
                for (const [state, reach] of STATES) {
                    await reach(page);
                    const [needed, width] = await page.run(() => [
                        document.documentElement.scrollWidth,
                        document.documentElement.clientWidth,
                    ]);
                    assert.ok(needed <= width, `${state}: ${needed} of ${width} pixels`);
                    await page.run(() => scrollTo(0, 0));
                    await page.screenshot(join(screens, `${state}-${size}-${scheme}.png`));
                    await checkAccess(page, state);
                }
            },
        );
    }
}

test('axe-core finds nothing', { skip: axe ? false : 'axe-core could not be fetched' }, () => {});
