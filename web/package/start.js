/* Starts the worker. The page, which opens from a disk, has its own way. */
export function startWorker() {
    return new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
}
