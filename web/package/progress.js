/* How long work is watched, cancelled and finished. */
import { exports, onLoad, withProgress } from './module.js';
import { guard, instance, refuse, valueOf } from './memory.js';

/** The options `progress`, `timeLimit` and `flag`, by which calls are watched. */
export function watching({ progress, timeLimit, flag }) {
    if (progress !== undefined && typeof progress !== 'function') {
        refuse('progress', 'a function', progress);
    }
    if (timeLimit !== undefined && (typeof timeLimit !== 'number' || Number.isNaN(timeLimit))) {
        refuse('timeLimit', 'a number of milliseconds', timeLimit);
    }
    if (flag !== undefined) {
        instance(Int32Array, 'flag', flag);
    }
    return { progress, timeLimit, flag };
}

/**
 * The callback that does what the options say; null if they say nothing. What is not to go on is
 * decided by the flag, then by the callback, then by the clock.
 */
export function watch(options) {
    const { progress, timeLimit, flag } = watching(options);
    if (!progress && timeLimit === undefined && !flag) {
        return null;
    }
    const [goOn, cancel, finish] = ['go-on', 'cancel', 'finish'].map((answer) =>
        valueOf('progress', answer),
    );
    const end = timeLimit === undefined ? Infinity : performance.now() + timeLimit;
    return guard((done) => {
        const ordered = flag ? Atomics.load(flag, 0) : 0;
        const answer = ordered || valueOf('progress', progress?.(done) ?? 'go-on');
        return answer || (performance.now() >= end ? finish : goOn);
    }, cancel);
}

/** Makes a call that is watched as the options say. */
export function watched(options, call) {
    return withProgress(watch(options), call);
}

/** In the library's options the package's callback stands for the options that watch. */
export const WATCHED = { progress: 0, timeLimit: undefined, flag: undefined };
onLoad(() => {
    WATCHED.progress = exports.module_progress_callback();
});
