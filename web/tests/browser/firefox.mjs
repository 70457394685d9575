/*
 * Drives Firefox by WebDriver BiDi, which it speaks itself, without a driver beside it. Each page has
 * a context of its own: empty storage and an empty cache. What a system prefers, such as dark colours,
 * Firefox takes from its settings alone, so there is one Firefox for each choice that is asked for.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Calls } from './calls.mjs';
import { Page, pause } from './page.mjs';
import { connect } from './socket.mjs';

const KEYS = {
    Enter: '\uE007',
    Tab: '\uE004',
    Space: ' ',
    ArrowLeft: '\uE012',
    ArrowUp: '\uE013',
    ArrowRight: '\uE014',
    ArrowDown: '\uE015',
    Home: '\uE011',
    Delete: '\uE017',
};

/* The settings that stand for what a page is opened with; see prepare(). */
const settings = ({ dark = false, touch = false, calm = false, forced = false }) => ({
    'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1,
    'ui.systemUsesDarkTheme': dark ? 1 : 0,
    'ui.prefersReducedMotion': calm ? 1 : 0,
    'browser.display.document_color_use': forced ? 2 : 1,
    'dom.w3c_touch_events.enabled': touch ? 1 : 0,
    'ui.primaryPointerCapabilities': touch ? 1 : 6, // coarse; or fine, and can hover
    'ui.allPointerCapabilities': touch ? 1 : 6,
    'ui.useOverlayScrollbars': 1, // as on phones: they take no room
});

/* One Firefox that runs. */
class Instance {
    #process;
    #profile = mkdtempSync(join(tmpdir(), 'battleship-page-'));
    #socket = null;
    #pages = new Map();
    #calls = new Calls(
        (text) => this.#socket.send(text),
        ({ method, params }) => {
            if (method === 'log.entryAdded') {
                this.#pages.get(params.source.context)?.receive(params);
            }
        },
    );

    constructor(program, values) {
        const lines = Object.entries(values).map(
            ([name, value]) => `user_pref(${JSON.stringify(name)}, ${value});\n`,
        );
        writeFileSync(join(this.#profile, 'user.js'), lines.join(''));
        this.#process = spawn(
            program,
            ['--headless', '--no-remote', '--profile', this.#profile, '--remote-debugging-port=0'],
            { stdio: ['ignore', 'ignore', 'pipe'] },
        );
        this.#process.on('exit', () => this.#calls.end());
    }

    async start() {
        const address = await new Promise((resolve, reject) => {
            let said = '';
            this.#process.stderr.setEncoding('utf8').on('data', (data) => {
                said += data;
                const [, found] = /listening on (ws:\S+)\s/.exec(said) ?? [];
                if (found) {
                    resolve(found);
                }
            });
            this.#process.on('exit', () => reject(new Error(`Firefox has ended: ${said}`)));
        });
        this.#socket = await connect(`${address}/session`, (text) => this.#calls.receive(text));
        await this.send('session.new', { capabilities: {} });
        await this.send('session.subscribe', { events: ['log.entryAdded'] });
    }

    send(method, params) {
        return this.#calls.send(method, params);
    }

    async page({ width = 1280, height = 900, touch = false, context: shared = null }) {
        const userContext =
            shared ?? (await this.send('browser.createUserContext', {})).userContext;
        const { context } = await this.send('browsingContext.create', { type: 'tab', userContext });
        const page = new FirefoxPage(this, context, userContext);
        page.isTouch = touch;
        this.#pages.set(context, page);
        await this.send('browsingContext.setViewport', { context, viewport: { width, height } });
        return page;
    }

    async close() {
        const ended = new Promise((resolve) => this.#process.on('exit', resolve));
        this.send('browser.close', {}).catch(() => {});
        await Promise.race([ended, pause(5000)]);
        this.#process.kill('SIGKILL');
        this.#socket?.close();
        rmSync(this.#profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    }
}

export class Firefox {
    #program;
    #instances = new Map();

    constructor(program) {
        this.#program = program;
    }

    /** Opens a page, with the options of Chromium's. */
    async page(options = {}) {
        const values = settings(options);
        const key = JSON.stringify(values);
        if (!this.#instances.has(key)) {
            const started = new Instance(this.#program, values);
            this.#instances.set(key, started.start().then(() => started));
        }
        return (await this.#instances.get(key)).page(options);
    }

    async close() {
        await Promise.all([...this.#instances.values()].map(async (one) => (await one).close()));
    }
}

class FirefoxPage extends Page {
    #browser;
    #tab;

    constructor(browser, tab, context) {
        super();
        this.#browser = browser;
        this.#tab = tab;
        this.context = context;
    }

    send(method, params = {}) {
        return this.#browser.send(method, { context: this.#tab, ...params });
    }

    receive({ level, text }) {
        if (/error|warn/.test(level)) {
            this.complaints.push(text);
        }
    }

    async begin(source) {
        await this.#browser.send('script.addPreloadScript', {
            functionDeclaration: `() => { ${source} }`,
            contexts: [this.#tab],
        });
    }

    async navigate(url) {
        await this.send('browsingContext.navigate', { url, wait: 'interactive' });
    }

    async evaluate(expression) {
        const { result, exceptionDetails } = await this.#browser.send('script.evaluate', {
            expression,
            target: { context: this.#tab },
            awaitPromise: true,
            userActivation: true,
        });
        if (exceptionDetails) {
            throw new Error(exceptionDetails.text);
        }
        return result.value;
    }

    async #act(type, actions, parameters) {
        await this.send('input.performActions', {
            actions: [{ type, id: type, actions, ...(parameters && { parameters }) }],
        });
    }

    async pointer(steps) {
        const actions = steps.flatMap(([kind, { x, y }]) => [
            { type: 'pointerMove', x, y, duration: 0 },
            ...{
                down: [{ type: 'pointerDown', button: 0 }],
                move: [],
                up: [{ type: 'pointerUp', button: 0 }],
            }[kind],
        ]);
        await this.#act('pointer', actions, { pointerType: this.isTouch ? 'touch' : 'mouse' });
    }

    async key(name) {
        const value = KEYS[name] ?? name;
        await this.#act('key', [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
        ]);
    }

    async downloadTo(folder) {
        await this.#browser.send('browser.setDownloadBehavior', {
            downloadBehavior: { type: 'allowed', destinationFolder: folder },
            userContexts: [this.context],
        });
    }

    async chooseFile(selector, file) {
        const { nodes } = await this.send('browsingContext.locateNodes', {
            locator: { type: 'css', value: selector },
        });
        const { sharedId } = nodes[0];
        await this.send('input.setFiles', { element: { sharedId }, files: [file] });
    }

    async picture() {
        return (await this.send('browsingContext.captureScreenshot', { origin: 'document' })).data;
    }

    async close() {
        await this.send('browsingContext.close');
    }
}
