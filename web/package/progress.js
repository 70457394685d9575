/* How long work is watched, cancelled and finished. */
import { exports, withProgress } from './module.js';
import { guard, valueOf } from './memory.js';

const CANCEL = 1;
const FINISH = 2;

/** The index of the progress callback, for the options of the library. */
export const progressCallback = exports.module_progress_callback();

/**
 * The callback for the options `progress`, `timeLimit` and `flag`; null if there are none. What is
 * not to go on is decided by the flag, then by the callback, then by the clock.
 */
export function watch({ progress, timeLimit, flag } = {}) {
    if (!progress && timeLimit === undefined && !flag) {
        return null;
    }
    const end = timeLimit === undefined ? Infinity : performance.now() + timeLimit;
    return guard((done) => {
        const ordered = flag ? Atomics.load(flag, 0) : 0;
        const answer = ordered || valueOf('progress', progress?.(done) ?? 'go-on');
        return answer || (performance.now() >= end ? FINISH : 0);
    }, CANCEL);
}

/** Makes a call that is watched as the options say. */
export function watched(options, call) {
    return withProgress(watch(options), call);
}

/** The options that watch, which are no fields of the library's options. */
export const WATCH_OPTIONS = ['progress', 'timeLimit', 'flag'];
