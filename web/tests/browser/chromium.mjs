/*
 * Drives Chromium by the DevTools protocol over a pipe, so that neither packages nor a port are
 * needed. Each page has a context of its own: empty storage and an empty cache.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PATIENCE = 20000; /* milliseconds until what is waited for must have come */

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

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class Chromium {
    #process;
    #profile = mkdtempSync(join(tmpdir(), 'battleship-page-'));
    #last = 0;
    #waiting = new Map();
    #listeners = new Set();
    #rest = '';

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
        this.#process.on('exit', () => {
            this.#waiting.forEach(({ reject }) => reject(new Error('the browser has ended')));
        });
    }

    /* Messages end with a NUL. */
    #receive(data) {
        const messages = (this.#rest + data).split('\0');
        this.#rest = messages.pop();
        for (const message of messages.map((text) => JSON.parse(text))) {
            const waiting = this.#waiting.get(message.id);
            this.#waiting.delete(message.id);
            if (waiting && message.error) {
                waiting.reject(new Error(`${waiting.method}: ${message.error.message}`));
            } else if (waiting) {
                waiting.resolve(message.result);
            } else {
                this.#listeners.forEach((listen) => listen(message));
            }
        }
    }

    send(method, params = {}, sessionId = undefined) {
        const id = ++this.#last;
        this.#process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
        return new Promise((resolve, reject) => {
            this.#waiting.set(id, { method, resolve, reject });
        });
    }

    /** Opens a page, with `context` in that of another page; see Page.prepare(). */
    async page({ context = null, ...options } = {}) {
        context ??= (await this.send('Target.createBrowserContext')).browserContextId;
        const { targetId } = await this.send('Target.createTarget', {
            url: 'about:blank',
            browserContextId: context,
        });
        const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
        const page = new Page(this, { context, targetId, sessionId });
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
        rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    }
}

/** A page. `complaints` are errors and warnings of its console, and what it threw. */
export class Page {
    complaints = [];
    #browser;
    #session;
    #target;

    constructor(browser, { context, targetId, sessionId }) {
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

    async go(address) {
        await this.send('Page.navigate', { url: address });
        await this.until(() => document.body?.dataset.ready !== undefined, 'the page is ready');
    }

    /** Calls a function in the page, with values; returns what it returns. */
    async run(call, ...values) {
        const expression = `(${call})(${values.map((value) => JSON.stringify(value)).join()})`;
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

    /** Waits until a function in the page returns something true, and returns that. */
    async until(call, what, ...values) {
        const end = Date.now() + PATIENCE;
        for (;;) {
            const found = await this.run(call, ...values).catch(() => null);
            if (found) {
                return found;
            }
            if (Date.now() > end) {
                const texts = await this.run(() =>
                    [...document.querySelectorAll('[role=status]')].map((one) => one.textContent),
                ).catch(() => []);
                throw new Error(`waited in vain until ${what}; said is ${texts.join(' | ')}`);
            }
            await pause(20);
        }
    }

    text(selector) {
        return this.run((name) => document.querySelector(name).textContent, selector);
    }

    untilText(selector, pattern) {
        return this.until(
            (name, source) => {
                const text = document.querySelector(name).textContent;
                return new RegExp(source).test(text) && text;
            },
            `${selector} says ${pattern}`,
            selector,
            pattern.source,
        );
    }

    /* The middle of an element, once it is in view and not covered. */
    async #middle(selector) {
        return this.run((name) => {
            const element = document.querySelector(name);
            if (!element) {
                throw new Error(`there is no ${name}`);
            }
            const isIn = () => {
                const box = element.getBoundingClientRect();
                const x = box.left + box.width / 2;
                const y = box.top + box.height / 2;
                return { x, y, hit: element.contains(document.elementFromPoint(x, y)) };
            };
            if (!isIn().hit) {
                element.scrollIntoView({ block: 'center', behavior: 'instant' });
            }
            const { x, y, hit } = isIn();
            if (!hit) {
                throw new Error(`${name} cannot be pressed: it is hidden or covered`);
            }
            return { x, y };
        }, selector);
    }

    #mouse(type, { x, y }, buttons) {
        return this.send('Input.dispatchMouseEvent', {
            type,
            x,
            y,
            button: 'left',
            buttons,
            clickCount: 1,
        });
    }

    #touch(type, points) {
        return this.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    }

    /** Presses an element as a person does: with the mouse, or a finger where there is touch. */
    async press(selector) {
        const point = await this.#middle(selector);
        if (this.isTouch) {
            // On a busy machine an answer between the two takes as long as a long press.
            await Promise.all([
                this.#touch('touchStart', [point]),
                this.#touch('touchEnd', []),
            ]);
        } else {
            await this.#mouse('mousePressed', point, 1);
            await this.#mouse('mouseReleased', point, 0);
        }
    }

    async drag(from, to) {
        const start = await this.#middle(from);
        const end = await this.#middle(to);
        const half = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
        if (this.isTouch) {
            await this.#touch('touchStart', [start]);
            await this.#touch('touchMove', [half]);
            await this.#touch('touchMove', [end]);
            await this.#touch('touchEnd', []);
            await pause(1000); // a tap so soon would be taken for a part of it
        } else {
            await this.#mouse('mousePressed', start, 1);
            await this.#mouse('mouseMoved', half, 1);
            await this.#mouse('mouseMoved', end, 1);
            await this.#mouse('mouseReleased', end, 0);
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

    /** The accessibility tree: `{ role, name, properties, ... }` of what is not ignored. */
    async tree() {
        const { nodes } = await this.send('Accessibility.getFullAXTree');
        return nodes
            .filter(({ ignored }) => !ignored)
            .map(({ role, name, properties = [] }) => ({
                role: role.value,
                name: name?.value ?? '',
                properties: Object.fromEntries(
                    properties.map((one) => [one.name, one.value.value]),
                ),
            }));
    }

    async screenshot(file) {
        const { data } = await this.send('Page.captureScreenshot', {
            format: 'png',
            captureBeyondViewport: true,
        });
        writeFileSync(file, Buffer.from(data, 'base64'));
    }

    async close() {
        await this.#browser.send('Target.closeTarget', { targetId: this.#target });
    }
}
