/*
 * A person at a screen reader: has the accessibility tree alone, the roles, names and values in it,
 * and presses what is named there by giving it the focus and typing a key.
 */
import { pause } from './page.mjs';

const PATIENCE = 60000; /* milliseconds until what is waited for must have been told */

export class Reader {
    #page;

    constructor(page) {
        this.#page = page;
    }

    /** The nodes of a role whose names match, in the whole page or below a node. */
    async nodes(role, name = /^/, { below = null } = {}) {
        const tree = await this.#page.tree(below);
        return tree.filter((node) => node.role === role && name.test(node.name));
    }

    /** The one node of a role whose name matches. */
    async node(role, name, where) {
        const found = await this.nodes(role, name, where);
        if (found.length !== 1) {
            throw new Error(`the tree has ${found.length} nodes ${role} named ${name}`);
        }
        return found[0];
    }

    /** Presses a node, with Enter or another key. */
    async press({ id }, key = 'Enter') {
        await this.#page.focusNode(id);
        await this.#page.key(key);
    }

    /** What is told below a node, as one text. */
    async text({ id }) {
        const texts = await this.nodes('StaticText', /^/, { below: id });
        return texts.map(({ name }) => name).join(' ');
    }

    /** Waits until a live region tells what matches, and returns that. */
    async hear(pattern) {
        const end = Date.now() + PATIENCE;
        let told = [];
        for (let regions = null; Date.now() < end; await pause(20)) {
            regions ??= (await this.#page.tree()).filter(({ properties }) => properties.live);
            told = await Promise.all(regions.map((region) => this.text(region)));
            const heard = told.find((words) => pattern.test(words));
            if (heard !== undefined) {
                return heard;
            }
        }
        throw new Error(`waited in vain to hear ${pattern}; told was ${told.join(' | ')}`);
    }

    /** The node that has the focus. */
    async focused() {
        const nodes = await this.#page.tree();
        return nodes.findLast(({ properties }) => properties.focused);
    }
}
