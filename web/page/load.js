/*
 * In place of the package's load.js, since a page that is opened from a disk can neither fetch files
 * nor start a worker from one. The WebAssembly module comes as a script that holds it as text. The
 * worker runs the script of the page, which scripts/web has made one function named `bundle`, and
 * gets the compiled module as its first message.
 */
const isPage = typeof document === 'object';
let compiled = null;

function addScript(file) {
    return new Promise((resolve, reject) => {
        const script = document.createElement('script');
        script.src = `${file}.js`;
        script.onload = resolve;
        script.onerror = () => reject(new Error(`${script.src} cannot be loaded`));
        document.head.append(script);
    });
}

async function compileScript(file) {
    await addScript(file);
    const text = atob(globalThis.battleshipModule);
    delete globalThis.battleshipModule;
    const bytes = new Uint8Array(text.length);
    // Uint8Array.from() takes many times as long.
    for (let i = 0; i < text.length; i++) {
        bytes[i] = text.charCodeAt(i);
    }
    return WebAssembly.compile(bytes);
}

export function compileModule(file) {
    compiled ??= isPage
        ? compileScript(file)
        : new Promise((resolve) => {
              addEventListener('message', ({ data }) => resolve(data), { once: true });
          });
    return compiled;
}

export async function startWorker() {
    const url = URL.createObjectURL(new Blob([`(${bundle})();`], { type: 'text/javascript' }));
    const worker = new Worker(url);
    worker.postMessage(await compiled);
    return worker;
}
