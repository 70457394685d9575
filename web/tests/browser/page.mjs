/*
 * A page in a browser, used as a person does. What browsers do by other means is in the classes made
 * from this one, `navigate`, `evaluate`, `pointer`, `key`, `picture` and more: see chromium.mjs.
 */
import { writeFileSync } from 'node:fs';

const PATIENCE = 60000; /* milliseconds until what is waited for must have come */

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** `complaints` are errors and warnings of its console, and what it threw. */
export class Page {
    complaints = [];

    async go(address) {
        await this.navigate(address);
        await this.until(() => document.body?.dataset.ready !== undefined, 'the page is ready');
    }

    async leave() {
        await this.navigate('about:blank');
    }

    /** Calls a function in the page, with values; returns what it returns. */
    async run(call, ...values) {
        const called = `(${call})(${values.map((value) => JSON.stringify(value)).join()})`;
        const text = await this.evaluate(`(async () => JSON.stringify(await ${called}))()`);
        return text === undefined ? undefined : JSON.parse(text);
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

    /*
     * The middle of an element, once it is in view, not covered and at rest. A browser may move it a
     * moment later: it scrolls to a field that was typed into, or has not shown yet what changed.
     */
    async #middle(selector) {
        return this.run(async (name) => {
            const element = document.querySelector(name);
            if (!element) {
                throw new Error(`there is no ${name}`);
            }
            const look = () => {
                const box = element.getBoundingClientRect();
                const x = box.left + box.width / 2;
                const y = box.top + box.height / 2;
                return { x, y, hit: element.contains(document.elementFromPoint(x, y)) };
            };
            for (let tries = 0; tries < 10; tries++) {
                if (!look().hit) {
                    element.scrollIntoView({ block: 'center', behavior: 'instant' });
                }
                const { x, y } = look();
                await new Promise((resolve) => setTimeout(resolve, 20));
                const now = look();
                if (now.hit && now.x === x && now.y === y) {
                    return { x, y };
                }
            }
            throw new Error(`${name} cannot be pressed: it is hidden, covered or moving`);
        }, selector);
    }

    /** Presses an element as a person does: with the mouse, or a finger where there is touch. */
    async press(selector) {
        const point = await this.#middle(selector);
        await this.pointer([
            ['down', point],
            ['up', point],
        ]);
    }

    async drag(from, to) {
        const start = await this.#middle(from);
        const end = await this.#middle(to);
        const half = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
        await this.pointer([
            ['down', start],
            ['move', half],
            ['move', end],
            ['up', end],
        ]);
        if (this.isTouch) {
            await pause(1000); // a tap so soon would be taken for a part of it
        }
    }

    async screenshot(file) {
        writeFileSync(file, Buffer.from(await this.picture(), 'base64'));
    }
}
