/*
 * Drives Chromium by the DevTools protocol over a pipe, so that neither packages nor a port are
 * needed. Each page has a context of its own: empty storage and an empty cache.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Calls } from './calls.mjs';
import { Page, pause } from './page.mjs';

const KEYS = {
    Enter: { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
    Tab: { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 },
    Space: { key: ' ', code: 'Space', windowsVirtualKeyCode: 32, text: ' ' },
    ArrowLeft: { key: 'ArrowLeft', code: 'ArrowLeft', windowsVirtualKeyCode: 37 },
    ArrowUp: { key: 'ArrowUp', code: 'ArrowUp', windowsVirtualKeyCode: 38 },
    ArrowRight: { key: 'ArrowRight', code: 'ArrowRight', windowsVirtualKeyCode: 39 },
    ArrowDown: { key: 'ArrowDown', code: 'ArrowDown', windowsVirtualKeyCode: 40 },
    Home: { key: 'Home', code: 'Home', windowsVirtualKeyCode: 36 },
    Delete: { key: 'Delete', code: 'Delete', windowsVirtualKeyCode: 46 },
};

const MOUSE = { down: ['mousePressed', 1], move: ['mouseMoved', 1], up: ['mouseReleased', 0] };
const TOUCH = { down: 'touchStart', move: 'touchMove', up: 'touchEnd' };

export class Chromium {
    #process;
    #profile = mkdtempSync(join(tmpdir(), 'battleship-page-'));
    #listeners = new Set();
    #rest = '';
    #calls = new Calls(
        (text) => this.#process.stdio[3].write(`${text}\0`),
        (message) => this.#listeners.forEach((listen) => listen(message)),
    );

    constructor(program) {
        this.#process = spawn(
            program,
            [
                '--headless=new',
                '--no-sandbox',
                '--disable-gpu',
                '--disable-dev-shm-usage',
                '--no-first-run',
                '--disable-extensions',
                '--hide-scrollbars',
                '--force-color-profile=srgb',
                '--remote-debugging-pipe',
                `--user-data-dir=${this.#profile}`,
                'about:blank',
            ],
            { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
        );
        this.#process.stdio[4].setEncoding('utf8').on('data', (data) => this.#receive(data));
        this.#process.on('exit', () => this.#calls.end());
    }

    /* Messages end with a NUL. */
    #receive(data) {
        const messages = (this.#rest + data).split('\0');
        this.#rest = messages.pop();
        messages.forEach((text) => this.#calls.receive(text));
    }

    send(method, params, sessionId = undefined) {
        return this.#calls.send(method, params, { sessionId });
    }

    /** Opens a page, with `context` in that of another page; see prepare(). */
    async page({ context = null, ...options } = {}) {
        context ??= (await this.send('Target.createBrowserContext')).browserContextId;
        const { targetId } = await this.send('Target.createTarget', {
            url: 'about:blank',
            browserContextId: context,
        });
        const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
        const page = new ChromiumPage(this, { context, targetId, sessionId });
        this.#listeners.add((message) => {
            if (message.sessionId === sessionId) {
                page.receive(message);
            }
        });
        await page.prepare(options);
        return page;
    }

    async close() {
        const ended = new Promise((resolve) => this.#process.on('exit', resolve));
        this.send('Browser.close').catch(() => {});
        await Promise.race([ended, pause(5000)]);
        this.#process.kill('SIGKILL');
        rmSync(this.#profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    }
}

class ChromiumPage extends Page {
    #browser;
    #session;
    #target;

    constructor(browser, { context, targetId, sessionId }) {
        super();
        this.#browser = browser;
        this.#session = sessionId;
        this.#target = targetId;
        this.context = context;
    }

    send(method, params = {}) {
        return this.#browser.send(method, params, this.#session);
    }

    /** `width` and `height` in pixels, `dark`, `touch`, `calm`: reduced motion, `forced`: colours. */
    async prepare({
        width = 1280,
        height = 900,
        dark = false,
        touch = false,
        calm = false,
        forced = false,
    } = {}) {
        await Promise.all([
            this.send('Page.enable'),
            this.send('Runtime.enable'),
            this.send('Log.enable'),
            this.send('Network.enable'),
            this.send('Emulation.setDeviceMetricsOverride', {
                width,
                height,
                deviceScaleFactor: 1,
                mobile: touch,
            }),
            this.send('Emulation.setTouchEmulationEnabled', { enabled: touch }),
            this.send('Emulation.setEmulatedMedia', {
                features: [
                    { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' },
                    { name: 'prefers-reduced-motion', value: calm ? 'reduce' : 'no-preference' },
                    { name: 'forced-colors', value: forced ? 'active' : 'none' },
                ],
            }),
        ]);
        this.isTouch = touch;
    }

    receive({ method, params }) {
        if (method === 'Runtime.exceptionThrown') {
            const { exception, text } = params.exceptionDetails;
            this.complaints.push(exception?.description ?? text);
        } else if (
            method === 'Runtime.consoleAPICalled' &&
            /error|warning|assert/.test(params.type)
        ) {
            this.complaints.push(params.args.map(({ value }) => value).join(' '));
        } else if (method === 'Log.entryAdded' && /error|warning/.test(params.entry.level)) {
            this.complaints.push(`${params.entry.text} ${params.entry.url ?? ''}`);
        }
    }

    /** Has a script run before those of every page that is shown here. */
    async begin(source) {
        await this.send('Page.addScriptToEvaluateOnNewDocument', { source });
    }

    async navigate(url) {
        await this.send('Page.navigate', { url });
    }

    /** The text that JavaScript, or its promise, has for a value; it may have none. */
    async evaluate(expression) {
        const { result, exceptionDetails } = await this.send('Runtime.evaluate', {
            expression,
            awaitPromise: true,
            returnByValue: true,
            userGesture: true,
        });
        if (exceptionDetails) {
            throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
        }
        return result.value;
    }

    #step([kind, { x, y }]) {
        if (this.isTouch) {
            const touchPoints = kind === 'up' ? [] : [{ x, y }];
            return this.send('Input.dispatchTouchEvent', { type: TOUCH[kind], touchPoints });
        }
        const [type, buttons] = MOUSE[kind];
        const event = { type, x, y, button: 'left', buttons, clickCount: 1 };
        return this.send('Input.dispatchMouseEvent', event);
    }

    /** Moves the mouse or a finger: steps are `down`, `move` or `up`, each with a point. */
    async pointer(steps) {
        if (steps.length === 2) {
            // On a busy machine an answer between the two takes as long as a long press.
            await Promise.all(steps.map((step) => this.#step(step)));
            return;
        }
        for (const step of steps) {
            await this.#step(step);
        }
    }

    async key(name) {
        const key = KEYS[name] ?? {
            key: name,
            code: `Key${name.toUpperCase()}`,
            windowsVirtualKeyCode: name.toUpperCase().charCodeAt(0),
            text: name,
        };
        await this.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key });
        await this.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key, text: undefined });
    }

    /** Has downloads of this page and its context go to a folder. */
    async downloadTo(folder) {
        await this.#browser.send('Browser.setDownloadBehavior', {
            behavior: 'allow',
            browserContextId: this.context,
            downloadPath: folder,
        });
    }

    /** Chooses a file in an input. */
    async chooseFile(selector, file) {
        const { result } = await this.send('Runtime.evaluate', {
            expression: `document.querySelector('${selector}')`,
        });
        await this.send('DOM.setFileInputFiles', { files: [file], objectId: result.objectId });
    }

    /**
     * The accessibility tree, or what is below a node: `{ id, role, name, value, properties }` of what
     * is not ignored.
     */
    async tree(below = null) {
        const { nodes } = below
            ? await this.send('Accessibility.queryAXTree', { backendNodeId: below })
            : await this.send('Accessibility.getFullAXTree');
        return nodes
            .filter(({ ignored }) => !ignored)
            .map(({ backendDOMNodeId, role, name, value, properties = [] }) => ({
                id: backendDOMNodeId,
                role: role.value,
                name: name?.value ?? '',
                value: value?.value ?? '',
                properties: Object.fromEntries(
                    properties.map((one) => [one.name, one.value.value]),
                ),
            }));
    }

    /** Gives a node of the accessibility tree the focus. */
    async focusNode(id) {
        await this.send('DOM.focus', { backendNodeId: id });
    }

    /** The whole page as PNG, in base64. */
    async picture() {
        const options = { format: 'png', captureBeyondViewport: true };
        return (await this.send('Page.captureScreenshot', options)).data;
    }

    async close() {
        await this.#browser.send('Target.closeTarget', { targetId: this.#target });
    }
}
