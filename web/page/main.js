/* What the script of the page runs: the page or, in a worker, the worker of the package. */
if (typeof document === 'object') {
    await import('./page.js');
} else {
    await import('./battleship/worker.js');
}
