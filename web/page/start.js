/*
 * In place of the package's start.js, since a page that is opened from a disk can start no worker
 * from a file: the worker runs the script of the page, which scripts/web has made one function
 * named `bundle`.
 */
export function startWorker() {
    const url = URL.createObjectURL(new Blob([`(${bundle})();`], { type: 'text/javascript' }));
    return new Worker(url);
}
