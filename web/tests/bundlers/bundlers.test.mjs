/*
 * The package as npm packs it, in a page that is made by each bundler and by none: in Chromium it
 * plays the same game as in Node, and so does its worker, with vectors and without. Each bundler is
 * called as the README of the package says, and must not warn.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import {
    cpSync,
    existsSync,
    mkdirSync,
    readFileSync,
    readdirSync,
    rmSync,
    statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Chromium } from '../browser/chromium.mjs';
import { serve } from '../browser/server.mjs';
import { build, folder, root } from '../folder.mjs';

const source = join(root, 'web', 'tests', 'bundlers');
const tools = join(build, 'bundlers'); /* where scripts/web has npm fetch the bundlers */
const app = join(tools, 'app');
const installed = join(app, 'node_modules', 'libbattleship');
const modules = ['battleship.wasm', 'battleship-scalar.wasm'];
const TIMEOUT = 300000; /* milliseconds, of the slowest bundler on a busy machine */

const toolPath = (...path) => join(tools, 'node_modules', ...path);
const versionOf = (name) => JSON.parse(readFileSync(toolPath(name, 'package.json'))).version;

/* Runs a program in the folder of the page. Bundlers that have nothing to warn of print nothing. */
function silently(program, ...args) {
    const output = execFileSync(program, args, { cwd: app, encoding: 'utf8', stdio: 'pipe' });
    assert.equal(output, '');
}

const viteBuild = (name) => (out) =>
    silently('node', toolPath(name, 'bin', 'vite.js'), 'build', '--outDir', out, '-l', 'warn');

async function webpackBuild(out) {
    const webpack = createRequire(join(tools, 'package.json'))('webpack');
    const compiler = webpack({
        mode: 'production',
        context: app,
        entry: './main.js',
        output: { path: out },
        // It would recommend that no file has more than 244 KiB.
        performance: { hints: false },
    });
    const result = await promisify(compiler.run.bind(compiler))();
    const { errors, warnings } = result.toJson({ errors: true, warnings: true });
    assert.deepEqual([...errors, ...warnings], []);
    cpSync(join(app, 'index.html'), join(out, 'index.html'));
}

function esbuildBuild(out) {
    silently(
        toolPath('.bin', 'esbuild'),
        'main.js',
        'libbattleship/worker.js',
        ...modules.map((file) => `libbattleship/${file}`),
        '--bundle',
        '--minify',
        '--format=esm',
        '--entry-names=[name]',
        '--loader:.wasm=copy',
        '--log-level=warning',
        `--outdir=${out}`,
    );
    cpSync(join(app, 'index.html'), join(out, 'index.html'));
}

/* Files as they are, whose names the page maps. */
function noBuild(out) {
    cpSync(installed, join(out, 'libbattleship'), { recursive: true });
    ['main.js', 'game.js'].forEach((file) => cpSync(join(app, file), join(out, file)));
}

const IMPORT_MAP = `<script type="importmap">${JSON.stringify({
    imports: {
        libbattleship: './libbattleship/index.js',
        'libbattleship/': './libbattleship/',
    },
})}</script>`;

/* The bytes of a folder's files by the ends of their names. */
function sizes(out) {
    const bytes = {};
    for (const name of readdirSync(out, { recursive: true })) {
        const file = statSync(join(out, name));
        if (file.isFile()) {
            bytes[extname(name)] = (bytes[extname(name)] ?? 0) + file.size;
        }
    }
    return bytes;
}

let browser = null;
let expected = null;

before(async () => {
    rmSync(app, { recursive: true, force: true });
    cpSync(join(source, 'app'), app, { recursive: true });
    const npm = (...args) =>
        execFileSync('npm', [...args, '--silent'], { cwd: app, stdio: 'pipe' });
    const packed = String(npm('pack', folder)).trim();
    npm('install', '--no-save', '--offline', '--no-audit', '--no-fund', `./${packed}`);
    rmSync(join(app, packed));

    const library = await import(pathToFileURL(join(installed, 'node.js')));
    const { Background } = await import(pathToFileURL(join(installed, 'node-background.js')));
    const { playGame } = await import(pathToFileURL(join(app, 'game.js')));
    await library.load();
    const { game, position } = playGame();
    const background = new Background();
    const { cells } = await background.aim({ position, level: 'hard', seed: 3 });
    const { layouts } = await background.posterior({ position });
    background.close();
    assert.match(game, /^result a$/m);
    expected = { version: library.version(), game, cells, layouts, isRefused: true };
    browser = new Chromium(process.env.CHROMIUM ?? 'chromium');
});

after(() => browser.close());

/* Opens a page, which plays; returns the bytes of the module that it has loaded. */
async function playPage(address) {
    const page = await browser.page();
    await page.go(address);
    assert.deepEqual(await page.run(() => globalThis.result), expected);
    assert.deepEqual(page.complaints, [], 'the console');
    const loaded = await page.run(() =>
        performance
            .getEntriesByType('resource')
            .filter(({ name }) => name.includes('.wasm'))
            .map(({ decodedBodySize }) => decodedBodySize),
    );
    await page.close();
    return loaded;
}

/* Both pages of an address, each with the module that it asks for, and with no other. */
async function playBoth(address) {
    const [vectors, scalar] = modules.map((file) => statSync(join(folder, file)).size);
    assert.deepEqual(await playPage(address), [vectors]);
    assert.deepEqual(await playPage(`${address}?scalar`), [scalar]);
}

/* A test with a bundler, if npm could fetch it. */
function testOf(what, tool, call) {
    const isThere = !tool || existsSync(toolPath(tool));
    const version = tool && isThere ? ` (${versionOf(tool)})` : '';
    const skip = isThere ? false : 'npm cannot fetch it';
    test(`a page of ${what}${version} plays`, { skip, timeout: TIMEOUT }, call);
}

for (const [what, tool, bundle] of [
    ['vite 8', 'vite8', viteBuild('vite8')],
    ['vite 5', 'vite5', viteBuild('vite5')],
    ['webpack 5', 'webpack', webpackBuild],
    ['esbuild', 'esbuild', esbuildBuild],
    ['no bundler', null, noBuild],
]) {
    testOf(what, tool, async (t) => {
        const out = join(app, 'out', what.replace(' ', '-'));
        mkdirSync(out, { recursive: true });
        const begun = performance.now();
        await bundle(out);
        const seconds = ((performance.now() - begun) / 1000).toFixed(1);
        const { '.js': js, '.wasm': wasm } = sizes(out);
        t.diagnostic(`${what}: ${js} bytes of .js, ${wasm} of .wasm, in ${seconds} s`);
        const site = await serve(out);
        if (!tool) {
            const html = readFileSync(join(app, 'index.html'), 'utf8');
            site.change('index.html', html.replace('<head>', `<head>${IMPORT_MAP}`));
        }
        try {
            await playBoth(site.address);
        } finally {
            site.stop();
        }
    });
}

/* A port that was free a moment ago. */
async function freePort() {
    const server = createServer();
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address();
    await new Promise((resolve) => server.close(resolve));
    return port;
}

for (const [what, tool, options] of [
    ['the development server of vite 8', 'vite8', []],
    ['the development server of vite 5', 'vite5', ['--config', 'vite5.config.js']],
]) {
    testOf(what, tool, async () => {
        const port = await freePort();
        const vite = toolPath(tool, 'bin', 'vite.js');
        const args = [vite, '--host', '127.0.0.1', '--port', port, '--strictPort', ...options];
        const server = spawn('node', args, { cwd: app });
        let output = '';
        const listening = new Promise((resolve, reject) => {
            const read = (data) => {
                output += data;
                if (/Local/.test(output)) {
                    resolve();
                }
            };
            server.stdout.on('data', read);
            server.stderr.on('data', read);
            server.on('exit', () => reject(new Error(output)));
        });
        try {
            await listening;
            await playBoth(`http://127.0.0.1:${port}/`);
        } finally {
            server.kill();
        }
    });
}
