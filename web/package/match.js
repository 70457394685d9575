/* Matches: many games in one call. */
import { exports } from './module.js';
import {
    Handle,
    Struct,
    check,
    create,
    instance,
    ofType,
    readText,
    whole,
    withMemory,
} from './memory.js';
import { writeAiOptions } from './ai.js';
import { WATCHED, watched, watching } from './progress.js';
import { Rules } from './rules.js';

const matchOptions = new Struct('bship_match_options');

const matchSummary = new Struct('bship_match_summary');

export class Match extends Handle {
    #watching;

    constructor(rules, options = {}) {
        super(
            withMemory(() =>
                create(
                    'bship_match_new',
                    instance(Rules, 'rules', rules),
                    matchOptions.write(options, WATCHED),
                ),
            ),
            { free: 'bship_match_free' },
        );
        this.#watching = watching(options);
    }

    /** Adds an entry: a strategy by its name, or a level. */
    add(options) {
        withMemory(() => check('bship_match_add', this, ...writeAiOptions(options)));
    }

    /** The strategy of an entry; null if there is none of this number. */
    entryName(entry) {
        return readText(exports.bship_match_entry_name(this.address, whole('i32', 'entry', entry)));
    }

    run() {
        withMemory(() =>
            watched(this.#watching, () => check('bship_match_run', this, 0, 0)),
        );
    }

    #summary(name, entries, confidence) {
        return withMemory(() => {
            const numbers = entries.map((entry) => whole('i32', 'entry', entry));
            const out = matchSummary.allocate();
            check(name, this, ...numbers, ofType('number', 'confidence', confidence), out);
            return matchSummary.read(out);
        });
    }

    /** The mean shots of an entry of a solo match. */
    mean(entry, confidence = 0.95) {
        return this.#summary('bship_match_mean', [entry], confidence);
    }

    /** The mean difference between the shots of two entries of a solo match. */
    difference(a, b, confidence = 0.95) {
        return this.#summary('bship_match_difference', [a, b], confidence);
    }

    /** The mean score of an entry of a duel. */
    score(entry, confidence = 0.95) {
        return this.#summary('bship_match_score', [entry], confidence);
    }
}
